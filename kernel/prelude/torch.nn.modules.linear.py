"""Layers that multiply by a matrix."""

import math

import torch
from torch._C import _nn
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_linear = _nn.linear


class Identity(Module):
    """Gives back what it gets."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """y = x A^T + b."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty((out_features, in_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter('bias', None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return _linear(input, self.weight, self.bias)

    def extra_repr(self):
        return 'in_features=%s, out_features=%s, bias=%s' % (self.in_features, self.out_features, self.bias is not None)


class Bilinear(Module):
    """y = x1^T A x2 + b."""

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        if in1_features <= 0:
            raise ValueError('in1_features must be > 0, but got (in1_features=%s)' % in1_features)
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty((out_features, in1_features, in2_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter('bias', None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values."""
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        for i, (given, wanted) in enumerate(((input1.size(-1), self.in1_features), (input2.size(-1), self.in2_features))):
            if given != wanted:
                raise RuntimeError('bilinear(): input%d size does not match weight size: got %d but expected %d' % (i + 1, given, wanted))
        rows1 = input1.reshape(-1, self.in1_features)
        rows2 = input2.reshape(-1, self.in2_features)
        result = torch.stack([((rows1 @ matrix) * rows2).sum(1) for matrix in self.weight], 1)
        if self.bias is not None:
            result = result + self.bias
        return result.reshape(input1.shape[:-1] + (self.out_features,))

    def extra_repr(self):
        return 'in1_features=%s, in2_features=%s, out_features=%s, bias=%s' % (
            self.in1_features, self.in2_features, self.out_features, self.bias is not None)


__all__ = ['Bilinear', 'Identity', 'Linear']
