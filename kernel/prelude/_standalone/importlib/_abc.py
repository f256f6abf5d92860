"""The abstract class of loaders, which importlib.util and importlib.abc share."""

import abc

from importlib import _bootstrap


class Loader(metaclass=abc.ABCMeta):
    """What loads a module: create_module() may make it, exec_module() runs it."""

    def create_module(self, spec):
        """A module for the specification; None: an ordinary one will do."""

    def load_module(self, fullname):
        """The module of that name, loaded and in sys.modules. Deprecated: exec_module() is asked first."""
        if not hasattr(self, 'exec_module'):
            raise ImportError
        return _bootstrap._load_module_shim(self, fullname)

    def module_repr(self, module):
        """The repr of a module. Deprecated."""
        raise NotImplementedError
