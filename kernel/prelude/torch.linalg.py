"""Linear algebra that is made of other functions."""

import torch

vector_norm = torch.linalg_vector_norm if hasattr(torch, 'linalg_vector_norm') else torch.norm


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of a vector, of a matrix (Frobenius), or of all elements."""
    if ord is None or ord == 'fro':
        ord = 2
    if not isinstance(ord, (int, float)):
        raise RuntimeError('linalg.matrix_norm: Order %s not supported.' % ord)
    return torch.norm(A, ord, dim, keepdim) if dim is not None else torch.norm(A, ord)


def matmul(input, other):
    """The matrix product."""
    return torch.matmul(input, other)
