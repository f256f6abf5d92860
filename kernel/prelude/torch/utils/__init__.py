"""Helpers."""

from torch._C import _import

_MODULES = ('_pytree', '_python_dispatch', 'benchmark', 'checkpoint', 'data', 'dlpack', 'flop_counter', 'hooks', 'model_zoo', 'tensorboard')


def __getattr__(name):
    """A module of this package, imported when it is asked for."""
    if name not in _MODULES:
        raise AttributeError("module 'torch.utils' has no attribute '%s'" % name)
    module = globals()[name] = _import('torch.utils.' + name)
    return module


def __dir__():
    return sorted({*globals(), *_MODULES})
