"""A mode that libraries enter around functions for vmap: there a tensor as an index becomes a selection, as plain numbers do here."""

from torch.overrides import TorchFunctionMode


class TransformGetItemToIndex(TorchFunctionMode):
    """Calls run as they are written: vmap here calls a function for each slice, so that indexing by a tensor of no dimensions needs no change."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))
