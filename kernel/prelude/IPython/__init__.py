"""The names of IPython that notebooks import; the rest of it is this kernel."""
import builtins

__all__ = []
__version__ = '9.18.1'
version_info = (9, 18, 1, '')


def get_ipython():
    """Get the global InteractiveShell instance."""
    current = getattr(builtins, 'get_ipython', None)
    return current() if current is not None else None
