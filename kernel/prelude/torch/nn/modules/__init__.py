"""The layers of torch.nn, one module a family."""

from torch._C import _import


def __getattr__(name):
    nn = _import('torch.nn')
    layers = [layer for layer in nn.__all__ if layer not in ('Buffer', 'DataParallel', 'Parameter', 'UninitializedBuffer', 'UninitializedParameter')]
    if 'modules.' + name in nn._names_of or name in ('lazy', 'module', 'utils'):
        return globals().setdefault(name, _import('torch.nn.modules.' + name))
    if name == '__all__':
        return layers
    if name not in layers:
        raise AttributeError("module 'torch.nn.modules' has no attribute '%s'" % name)
    return getattr(nn, name)
