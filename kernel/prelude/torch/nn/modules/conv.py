"""Convolutions."""

from torch.nn import functional as F
from torch.nn.modules._parameters import create, reset_by_fan_in
from torch.nn.modules.module import Module


def _tuple(value, n):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * n


class _ConvNd(Module):
    _dims = 0

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__()
        n = self._dims
        if groups <= 0:
            raise ValueError('groups must be a positive integer')
        if in_channels % groups != 0:
            raise ValueError('in_channels must be divisible by groups')
        if out_channels % groups != 0:
            raise ValueError('out_channels must be divisible by groups')
        if isinstance(padding, str) and padding not in ('same', 'valid'):
            raise ValueError("Invalid padding string %r, should be one of {'same', 'valid'}" % padding)
        if padding == 'same' and any([n != 1 for n in _tuple(stride, n)]):
            raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in ('zeros', 'reflect', 'replicate', 'circular'):
            raise ValueError("padding_mode must be one of {'circular', 'reflect', 'replicate', 'zeros'}, but got padding_mode='%s'"
                             % padding_mode)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _tuple(kernel_size, n)
        self.stride = _tuple(stride, n)
        self.padding = padding if isinstance(padding, str) else _tuple(padding, n)
        self.dilation = _tuple(dilation, n)
        self.transposed = False
        self.output_padding = (0,) * n
        self.groups = groups
        self.padding_mode = padding_mode
        create(self, device, dtype, weight=(out_channels, in_channels // groups) + self.kernel_size,
               bias=out_channels if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values."""
        reset_by_fan_in(self.weight, self.bias, fill_without_inputs=False)

    def _pads(self):
        """Padding of each dimension, before and after."""
        if self.padding == 'valid':
            return [(0, 0)] * self._dims
        if self.padding == 'same':
            totals = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size)]
            return [(total // 2, total - total // 2) for total in totals]
        return [(p, p) for p in self.padding]

    def forward(self, input):
        if self.padding_mode != 'zeros':
            raise NotImplementedError('convolution: only the padding_mode zeros is there in this version')
        pads = self._pads()
        if any([before != after for before, after in pads]):
            input = F.pad(input, [n for pair in reversed(pads) for n in pair])
            pads = [(0, 0)] * self._dims
        convolve = F.conv2d if self._dims == 2 else F.conv1d
        return convolve(input, self.weight, self.bias, self.stride, [p for p, _ in pads], self.dilation, self.groups)

    def extra_repr(self):
        text = '%s, %s, kernel_size=%s, stride=%s' % (self.in_channels, self.out_channels, self.kernel_size, self.stride)
        n = self._dims
        if self.padding != (0,) * n:
            text += ', padding=%s' % (self.padding,)
        if self.dilation != (1,) * n:
            text += ', dilation=%s' % (self.dilation,)
        if self.groups != 1:
            text += ', groups=%s' % self.groups
        if self.bias is None:
            text += ', bias=False'
        if self.padding_mode != 'zeros':
            text += ', padding_mode=%s' % self.padding_mode
        return text


class Conv1d(_ConvNd):
    """Convolution of sequences."""

    _dims = 1

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        if type(self.padding) is tuple and self.padding_mode == 'zeros': # the common case has nothing to arrange
            return F.conv1d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)
        return super().forward(input)


class Conv2d(_ConvNd):
    """Convolution of images."""

    _dims = 2

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        if type(self.padding) is tuple and self.padding_mode == 'zeros': # the common case has nothing to arrange
            return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)
        return super().forward(input)


__all__ = ['Conv1d', 'Conv2d']
