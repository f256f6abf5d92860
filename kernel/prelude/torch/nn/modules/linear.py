"""Layers that multiply by a matrix."""

import math

import torch
from torch._C import _nn
from torch.nn import functional as F
from torch.nn.modules._parameters import create, reset_by_fan_in, reset_uniform
from torch.nn.modules.module import Module

_linear = _nn.linear


class Identity(Module):
    """Returns its input; takes and ignores any arguments, so that it can replace another layer."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """y = x W^T + b with the weight W (out_features, in_features) and the bias b; x is (*, in_features)."""

    __constants__ = ['in_features', 'out_features']

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        create(self, device, dtype, weight=(out_features, in_features), bias=out_features if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values."""
        reset_by_fan_in(self.weight, self.bias)

    def forward(self, input):
        return _linear(input, self.weight, self.bias)

    def extra_repr(self):
        return 'in_features=%s, out_features=%s, bias=%s' % (self.in_features, self.out_features, self.bias is not None)


class NonDynamicallyQuantizableLinear(Linear):
    """Linear as MultiheadAttention uses it."""


class Bilinear(Module):
    """y[o] = x1^T W[o] x2 + b[o] with the weight W (out_features, in1_features, in2_features)."""

    __constants__ = ['in1_features', 'in2_features', 'out_features']

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        if in1_features == 0:
            raise ValueError('in1_features must be > 0, but got (in1_features=%s)' % in1_features)
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        create(self, device, dtype, weight=(out_features, in1_features, in2_features), bias=out_features if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values between -1/sqrt(in1_features) and 1/sqrt(in1_features)."""
        reset_uniform(1 / math.sqrt(self.weight.size(1)), self.weight, self.bias)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        return 'in1_features=%s, in2_features=%s, out_features=%s, bias=%s' % (
            self.in1_features, self.in2_features, self.out_features, self.bias is not None)


def __getattr__(name):
    if name == 'LazyLinear':
        from torch.nn.modules import _lazy_layers
        return _lazy_layers.LazyLinear
    raise AttributeError("module '%s' has no attribute '%s'" % (__name__, name))


__all__ = ['Bilinear', 'Identity', 'LazyLinear', 'Linear']
