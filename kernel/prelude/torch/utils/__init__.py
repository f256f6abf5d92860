"""Helpers."""

from torch.utils import data


def __getattr__(name):
    """What is imported when it is asked for."""
    if name in ('benchmark', 'checkpoint', 'tensorboard'):
        import importlib
        return importlib.import_module('torch.utils.' + name)
    raise AttributeError("module 'torch.utils' has no attribute '%s'" % name)
