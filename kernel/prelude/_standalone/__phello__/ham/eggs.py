"""A frozen module in it."""
