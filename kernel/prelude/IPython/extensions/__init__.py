"""The extensions of IPython that are available."""
