"""The extensions of IPython that are there."""
