"""The class of what get_ipython() returns."""
from _shell import InteractiveShell

__all__ = ['InteractiveShell']
