"""Paddings: each is F.pad with one of its modes, for sequences, images or volumes.

padding is one width for all sides, or (left, right), then (top, bottom), then (front, back).
"""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


def _sides(padding, dims):
    """The widths of all sides, of which padding may be one for all."""
    return tuple(padding) if hasattr(padding, '__iter__') else (padding,) * (2 * dims)


class _ConstantPadNd(Module):
    """Surrounds the input with a value."""

    __constants__ = ['padding', 'value']

    def forward(self, input):
        return F.pad(input, self.padding, 'constant', self.value)


class _CircularPadNd(Module):
    """Goes on at one edge with what is at the other. ValueError for other numbers of dimensions."""

    __constants__ = ['padding']
    _dims = 1

    def forward(self, input):
        dims = self._dims
        if input.dim() not in (dims + 1, dims + 2):
            raise ValueError('expected %dD or %dD input (got %dD input)' % (dims + 1, dims + 2, input.dim()))
        return F.pad(input, self.padding, 'circular')


class _CircularPad2d(_CircularPadNd):
    _dims = 2


class _CircularPad3d(_CircularPadNd):
    _dims = 3


def _paddings(dims):
    """The rows of the layers for so many dimensions of space."""
    sides = {'padding': '_sides(padding, %d)' % dims}

    def padding(family, function, arguments, doc, parameters='padding', shown='*padding', **columns):
        return layer('%sPad%dd' % (family, dims), parameters, function, arguments=arguments, shown=shown, doc=doc, **columns)

    return [
        padding('Constant', None, None, 'Surrounds the input with a value.', 'padding, value', 'padding, value', stored=sides, base='_ConstantPadNd'),
        padding('Zero', None, None, 'Surrounds the input with zeros.', base='ConstantPad%dd(padding, value=0.0)' % dims),
        padding('Reflection', 'pad', "padding, 'reflect'", 'Mirrors the input at its edges, which are not repeated.', stored=sides),
        padding('Replication', 'pad', "padding, 'replicate'", 'Repeats the edges of the input.', stored=sides),
        padding('Circular', None, None, 'Goes on at one edge with what is at the other. ValueError for other numbers '
                'of dimensions.', stored=sides, base='_CircularPad%sd' % ('N' if dims == 1 else dims)),
    ]


__getattr__, __dir__, __all__ = layers(globals(), _paddings(1) + _paddings(2) + _paddings(3))
