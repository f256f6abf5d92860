"""torch._C._fft: the functions of torch.fft under their full names."""

import torch.fft as _functions


def __getattr__(name):
    if name.startswith('fft_') and hasattr(_functions, name[4:]):
        return getattr(_functions, name[4:])
    raise AttributeError("module 'torch._C._fft' has no attribute %r" % name)
