"""Values as pickles for other processes; the elements of their tensors lie in blocks beside them (bind_transfer.c)."""

import io
import pickle

import torch

_blocks = None  # of the pickle that is being read


def _tensor(*parts):
    """A tensor on a block of the message: block, offset, sizes, strides, requires_grad, class."""
    return _blocks.tensor(*parts)


def _constant(name):
    return getattr(torch, name)


def _named(value):
    return _constant, (str(value).removeprefix('torch.'),)


# How those constants of torch are taken apart that cannot tell it themselves.
_CONSTANTS = {torch.layout: _named, torch.memory_format: _named}


class _Sender(pickle.Pickler):
    """Tensors go into the blocks of the message."""

    def __init__(self, file, blocks):
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.blocks = blocks

    def reducer_override(self, obj):
        if isinstance(obj, torch.Tensor):
            return _tensor, (*self.blocks.add(obj), tuple(obj.shape), obj.stride(), obj.requires_grad, type(obj))
        rule = _CONSTANTS.get(type(obj))
        return NotImplemented if rule is None else rule(obj)


def dumps(value, blocks):
    """The pickle of a value."""
    file = io.BytesIO()
    _Sender(file, blocks).dump(value)
    return file.getvalue()


def loads(data, blocks):
    """The value of a pickle."""
    global _blocks
    outer, _blocks = _blocks, blocks
    try:
        return pickle.loads(data)
    finally:
        _blocks = outer
