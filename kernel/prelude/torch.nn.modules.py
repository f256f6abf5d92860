"""The layers of torch.nn, one module a family."""

from torch._C import _import


def __getattr__(name):
    if name[:1].isupper():
        return getattr(_import('torch.nn'), name)
    raise AttributeError("module 'torch.nn.modules' has no attribute '%s'" % name)
