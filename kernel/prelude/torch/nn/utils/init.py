"""Modules without initial values."""

import torch


def _takes_device(module_cls):
    """Whether the constructor has a parameter `device`."""
    code = getattr(module_cls.__init__, '__code__', None)
    return code is not None and 'device' in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]


def skip_init(module_cls, *args, **kwargs):
    """module_cls(*args, **kwargs) whose parameters and buffers have memory, but no values.

    It is made on the device meta and moved from there. RuntimeError for a class that is no Module or whose constructor does not take `device`.
    """
    if not issubclass(module_cls, torch.nn.Module):
        raise RuntimeError('Expected a Module; got %s' % module_cls)
    if not _takes_device(module_cls):
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    final = kwargs.pop('device', 'cpu')
    return module_cls(*args, device='meta', **kwargs).to_empty(device=final)
