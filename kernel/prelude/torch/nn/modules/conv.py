"""Convolutions."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layers
from torch.nn.modules._parameters import create, reset_by_fan_in
from torch.nn.modules.module import Module


def _tuple(value, n):
    return tuple(value) if hasattr(value, '__iter__') and not isinstance(value, str) else (value,) * n


class _ConvNd(Module):
    """What all convolutions have in common: options, parameters, initial values, the repr. ValueError for options that do not fit."""

    __constants__ = ['stride', 'padding', 'dilation', 'groups', 'padding_mode', 'output_padding', 'in_channels', 'out_channels', 'kernel_size']
    _dims, _transposed = 0, False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode='zeros', device=None, dtype=None, output_padding=0):
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
                             % (padding_mode,))
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _tuple(kernel_size, n)
        self.stride = _tuple(stride, n)
        self.padding = padding if isinstance(padding, str) else _tuple(padding, n)
        self.dilation = _tuple(dilation, n)
        self.transposed = self._transposed
        self.output_padding = _tuple(output_padding, n)
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = self._as_pad(padding)
        channels = (in_channels, out_channels // groups) if self.transposed else (out_channels, in_channels // groups)
        create(self, device, dtype, weight=channels + self.kernel_size,
               bias=out_channels if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values."""
        reset_by_fan_in(self.weight, self.bias, fill_without_inputs=False)

    def _as_pad(self, padding):
        """The padding as F.pad takes it: before and after, the last dimension first. 'same' puts the odd one after."""
        if not isinstance(padding, str):
            return tuple([p for p in reversed(self.padding) for _ in 'ba'])
        pads = []
        for dilation, kernel in zip(reversed(self.dilation), reversed(self.kernel_size)):
            total = dilation * (kernel - 1) if padding == 'same' else 0
            pads += [total // 2, total - total // 2]
        return pads

    def forward(self, input):
        pads = self._reversed_padding_repeated_twice
        before, after = pads[-2::-2], pads[::-2]
        if self.padding_mode != 'zeros' or list(before) != list(after):
            input = F.pad(input, pads, 'constant' if self.padding_mode == 'zeros' else self.padding_mode)
            before = (0,) * self._dims
        convolve = (F.conv1d, F.conv2d, F.conv3d)[self._dims - 1]
        return convolve(input, self.weight, self.bias, self.stride, before, self.dilation, self.groups)

    def extra_repr(self):
        text = '%s, %s, kernel_size=%s, stride=%s' % (self.in_channels, self.out_channels, self.kernel_size, self.stride)
        n = self._dims
        if self.padding != (0,) * n:
            text += ', padding=%s' % (self.padding,)
        if self.dilation != (1,) * n:
            text += ', dilation=%s' % (self.dilation,)
        if self.output_padding != (0,) * n:
            text += ', output_padding=%s' % (self.output_padding,)
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


class Conv3d(_ConvNd):
    """Convolution of volumes."""

    _dims = 3

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        return super().forward(input)


class _ConvTransposeNd(_ConvNd):
    """The gradient of a convolution with respect to its input, as a layer; weight (in_channels, out_channels / groups, *kernel_size).

    forward(input, output_size) chooses among the sizes that one step of the stride leaves open. ValueError where none is it.
    """

    _transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode='zeros', device=None, dtype=None):
        if padding_mode != 'zeros':
            raise ValueError('Only "zeros" padding mode is supported for %s' % type(self).__name__)
        super().__init__(in_channels, out_channels, kernel_size, stride, _tuple(padding, self._dims), dilation, groups, bias, padding_mode,
                         device, dtype, output_padding)

    def _padding_for(self, input, output_size):
        """The output_padding that gives output_size."""
        n = self._dims
        if output_size is None:
            return self.output_padding
        first = input.dim() - n
        if len(output_size) == first + n:
            output_size = output_size[first:]
        if len(output_size) != n:
            raise ValueError('ConvTranspose%dD: for %dD input, output_size must have %d or %d elements (got %d)'
                             % (n, input.dim(), n, first + n, len(output_size)))
        least = [(size - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1 for size, stride, padding, dilation, kernel
                 in zip(input.shape[first:], self.stride, self.padding, self.dilation, self.kernel_size)]
        most = [size + stride - 1 for size, stride in zip(least, self.stride)]
        if any([not low <= size <= high for low, size, high in zip(least, output_size, most)]):
            raise ValueError('requested an output size of %s, but valid sizes range from %s to %s (for an input of %s)'
                             % (output_size, least, most, input.shape[2:]))
        return [size - low for size, low in zip(output_size, least)]

    def _transposed_by(self, convolve, input, output_size):
        return convolve(input, self.weight, self.bias, self.stride, self.padding, self._padding_for(input, output_size), self.groups,
                        self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution of sequences."""

    _dims = 1

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias, dilation, padding_mode,
                         device, dtype)


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution of images."""

    _dims = 2

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias, dilation, padding_mode,
                         device, dtype)


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution of volumes."""

    _dims = 3

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode='zeros', device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias, dilation, padding_mode,
                         device, dtype)


def _forward_of(layer, convolve):
    """forward() of a transposed convolution, as a method of its own class."""
    def forward(self, input, output_size=None):
        return self._transposed_by(convolve, input, output_size)

    forward.__qualname__ = layer.__name__ + '.forward'
    return forward


for _layer, _function in ((ConvTranspose1d, F.conv_transpose1d), (ConvTranspose2d, F.conv_transpose2d), (ConvTranspose3d, F.conv_transpose3d)):
    _layer.forward = _forward_of(_layer, _function)
del _layer, _function

__getattr__, __dir__, _lazy = layers(globals(), [], dict.fromkeys(
    'LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d'.split(), 'torch.nn.modules._lazy_layers'))
__all__ = ['Conv1d', 'Conv2d', 'Conv3d', 'ConvTranspose1d', 'ConvTranspose2d', 'ConvTranspose3d'] + _lazy
