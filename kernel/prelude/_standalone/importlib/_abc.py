"""The abstract class of loaders, which importlib.util and importlib.abc share."""

import abc

from importlib._interface import method


class Loader(metaclass=abc.ABCMeta):
    """What loads a module: create_module() may make it, exec_module() runs it."""

    create_module = method('create_module(self, spec)', 'A module for the specification; None: an ordinary one will do.', abstract=False)
    module_repr = method('module_repr(self, module)', 'The repr of a module. Deprecated.', NotImplementedError, abstract=False)

    def load_module(self, fullname):
        """The module of that name, loaded and in sys.modules. Deprecated: exec_module() is asked first."""
        from importlib._files import load_now
        if hasattr(self, 'exec_module'):
            return load_now(self, fullname)
        raise ImportError
