"""Gradients by recording what was computed."""

from torch import _C
from torch.autograd import grad_mode
from torch.autograd.function import Function
from torch.autograd.grad_mode import (detect_anomaly, enable_grad, inference_mode, no_grad, set_detect_anomaly,
                                      set_grad_enabled)

backward = _C._autograd_backward
grad = _C._autograd_grad


def Variable(data, requires_grad=False):
    """A tensor: the former name of what records."""
    return data.requires_grad_() if requires_grad else data


def __getattr__(name):
    """functional and gradcheck are loaded when they are asked for."""
    if name in ('gradcheck', 'gradgradcheck'):
        import torch.autograd.gradcheck as module
        globals()['gradcheck'], globals()['gradgradcheck'] = module.gradcheck, module.gradgradcheck
        return globals()[name]
    if name == 'functional':
        import torch.autograd.functional
        return torch.autograd.functional
    raise AttributeError("module 'torch.autograd' has no attribute '%s'" % name)
