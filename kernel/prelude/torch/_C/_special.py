"""torch._C._special: the functions of torch.special under their full names."""

import torch.special as _functions


def __getattr__(name):
    if name.startswith('special_') and hasattr(_functions, name[8:]):
        return getattr(_functions, name[8:])
    raise AttributeError("module 'torch._C._special' has no attribute %r" % name)
