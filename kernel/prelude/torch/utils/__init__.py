"""Helpers."""

from torch.utils import data


def __getattr__(name):
    """What is imported when it is asked for."""
    if name == 'checkpoint':
        import torch.utils.checkpoint
        return torch.utils.checkpoint
    raise AttributeError("module 'torch.utils' has no attribute '%s'" % name)
