"""Parts of IPython that stand beside its core."""
