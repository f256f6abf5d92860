"""Masks of causal attention that are known without their elements."""

import warnings
from enum import IntEnum, auto

import torch

__all__ = ['causal_upper_left', 'causal_lower_right', 'CausalVariant', 'CausalBias']


class CausalVariant(IntEnum):
    """The corner in which the triangle of a causal mask begins: these differ where there are more keys than queries."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(torch.Tensor):
    """A causal mask for scaled_dot_product_attention: of a variant, for so many queries and keys."""

    __torch_function__ = torch._C._disabled_torch_function_impl

    def __new__(cls, variant, seq_len_q, seq_len_kv):
        return torch.Tensor._make_subclass(cls, torch.zeros(int(variant), seq_len_q, seq_len_kv))

    def __init__(self, variant, seq_len_q, seq_len_kv):
        assert isinstance(variant, CausalVariant), 'variant must be a CausalVariant, got %s' % type(variant).__name__
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        if seq_len_q > seq_len_kv and variant == CausalVariant.LOWER_RIGHT:
            warnings.warn('Lower right causal bias will produce NaNs in the output when seq_len_q > seq_len_kv!', stacklevel=2)

    def _materialize(self, device=None):
        """The mask with its elements."""
        shift = self.seq_len_kv - self.seq_len_q if self.variant == CausalVariant.LOWER_RIGHT else 0
        return torch.ones(self.seq_len_q, self.seq_len_kv, dtype=torch.bool, device=device).tril(shift)

    def _is_plain(self):
        """Does is_causal=True say the same?"""
        return self.variant == CausalVariant.UPPER_LEFT or self.seq_len_q == self.seq_len_kv

    def __repr__(self):
        return repr(self._materialize())


def _corner(name, variant):
    def causal(*size):
        assert len(size) == 2, name + ' only supports 2D tensors'
        return CausalBias(variant, *size)
    causal.__name__ = causal.__qualname__ = name
    causal.__doc__ = 'The mask of size (queries, keys) whose triangle begins in the %s corner.' % name.partition('_')[2].replace('_', ' ')
    return causal


causal_upper_left = _corner('causal_upper_left', CausalVariant.UPPER_LEFT)
causal_lower_right = _corner('causal_lower_right', CausalVariant.LOWER_RIGHT)
