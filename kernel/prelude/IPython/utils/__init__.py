"""Helpers of IPython that notebooks import."""
