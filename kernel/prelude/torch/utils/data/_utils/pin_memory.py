"""Batches in page-locked memory."""

import torch
from torch.utils.data._utils._containers import mapped


def _pin_leaf(leaf):
    return leaf.pin_memory() if hasattr(leaf, 'pin_memory') else leaf


def pin_memory(data, device=None):
    """The data with its tensors in page-locked memory, and so whatever has a method pin_memory. Tuples become lists."""
    if isinstance(data, torch.Tensor):
        return data.pin_memory()
    return mapped(data, _pin_leaf, pin_memory)
