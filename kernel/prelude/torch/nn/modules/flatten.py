"""Layers that change the shape."""

from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module


def _checked_sizes(sizes):
    """The sizes of the new dimensions; TypeError unless they are a tuple or list of ints."""
    if not isinstance(sizes, (tuple, list)):
        raise TypeError('unflattened_size must be a tuple of ints, but found type %s' % type(sizes).__name__)
    for i, size in enumerate(sizes):
        if not isinstance(size, int):
            raise TypeError('unflattened_size must be tuple of ints, but found element of type %s at pos %d' % (type(size).__name__, i))
    return sizes


__getattr__, __dir__, __all__ = layers(globals(), [
    layer('Flatten', 'start_dim=1, end_dim=-1', '.flatten', shown='start_dim, end_dim',
          doc='Joins the dimensions from start_dim to end_dim into one.'),
    layer('Unflatten', 'dim, unflattened_size', '.unflatten', stored={'unflattened_size': '_checked_sizes(unflattened_size)'},
          shown='dim, unflattened_size', doc='Splits a dimension into dimensions of the sizes unflattened_size, one of which may be -1.'),
])
