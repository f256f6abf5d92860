"""Parts of IPython's core that notebooks import."""
