"""What families of distributions share, under the names that packages import."""

from math import isqrt

import torch
from torch import Tensor
from torch.distributions._base import (
    EULER as euler_constant, broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits, sum_rightmost)
from torch.overrides import is_tensor_like
from torch.types import Device, Number

__all__ = ['broadcast_all', 'logits_to_probs', 'clamp_probs', 'probs_to_logits', 'lazy_property', 'tril_matrix_to_vec', 'vec_to_tril_matrix']


def tril_matrix_to_vec(mat, diag=0):
    """The numbers of the last two dimensions on and below a diagonal, row by row."""
    n = mat.shape[-1]
    if not -n <= diag < n:
        raise ValueError('diag (%s) provided is outside [%s, %s].' % (diag, -n, n - 1))
    rows, columns = torch.tril_indices(n, n, diag, device=mat.device)
    return mat[..., rows, columns]


def vec_to_tril_matrix(vec, diag=0):
    """Square matrices with the numbers of the last dimension on and below a diagonal, zeros above."""
    count = vec.shape[-1]
    square = (1 + 2 * diag) ** 2 + 8 * count + 4 * abs(diag) * (diag + 1)
    root = isqrt(max(square, 0))
    n, odd = divmod(root - 1 - 2 * diag, 2)
    if root * root != square or odd:
        raise ValueError('The size of last dimension is %s which cannot be expressed as the lower triangular part of a square D x D matrix.' % count)
    rows, columns = torch.tril_indices(n, n, diag, device=vec.device)
    matrix = vec.new_zeros((*vec.shape[:-1], n, n))
    matrix[..., rows, columns] = vec
    return matrix


def _standard_normal(shape, dtype, device):
    return torch.randn(shape, dtype=dtype, device=device)


_sum_rightmost = sum_rightmost
