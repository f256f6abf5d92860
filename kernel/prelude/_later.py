"""Modules that are imported when something of them is wanted, for modules that seldom need them."""
import sys


class Later:
    """Stands for the module of a name among the globals of another one, and gives way to it at the first use: Later('csv', globals())."""

    def __init__(self, name, names):
        self.__dict__.update(_name=name, _names=names)

    def _module(self):
        __import__(self._name)
        module = sys.modules[self._name]
        for name, value in list(self._names.items()):
            if value is self:
                self._names[name] = module
        return module

    def __getattr__(self, name):
        return getattr(self._module(), name)

    def __setattr__(self, name, value):
        setattr(self._module(), name, value)

    def __delattr__(self, name):
        delattr(self._module(), name)
