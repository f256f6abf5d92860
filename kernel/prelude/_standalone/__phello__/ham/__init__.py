"""A frozen package in a package."""
