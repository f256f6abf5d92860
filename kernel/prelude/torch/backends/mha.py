"""The switch of the single operations that layers of attention take for inference."""

import torch
from torch.nn import _attention


def get_fastpath_enabled():
    """Whether MultiheadAttention and the layers of encoders may take one operation without gradients where that is possible."""
    return _attention.fast_path


def set_fastpath_enabled(value):
    """Allows it, or has them take their steps always."""
    _attention.fast_path = value
