"""The functions of torch as its modules call them: torch._VF.lstm is torch.lstm."""

import torch


def __getattr__(name):
    try:
        return getattr(torch, name)
    except AttributeError:
        raise AttributeError("module 'torch._VF' has no attribute '%s'" % name) from None
