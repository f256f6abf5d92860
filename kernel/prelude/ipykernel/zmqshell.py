"""The class of what get_ipython() returns in a notebook."""
from _shell import ZMQInteractiveShell

__all__ = ['ZMQInteractiveShell']
