"""Decompositions of low rank by random projections."""

import torch

__all__ = ['svd_lowrank', 'pca_lowrank']


def get_approximate_basis(A, q, niter=2, M=None):
    """A matrix of q orthonormal columns that nearly span A's (less M's) range: a random range, sharpened niter times."""
    B = A if M is None else A - M
    Q = torch.linalg.qr(B @ torch.randn(A.shape[-1], q, dtype=A.dtype, device=A.device)).Q
    for _ in range(niter):
        Q = torch.linalg.qr(B.mH @ Q).Q
        Q = torch.linalg.qr(B @ Q).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    """U, S, V with A (less M) nearly U diag(S) V^H, of rank q: Halko, Martinsson and Tropp, 2009."""
    rows, columns = A.shape[-2:]
    if M is not None:
        A = A - M.broadcast_to(A.size())
    if rows < columns:
        A = A.mH
    Q = get_approximate_basis(A, q, niter)
    U, S, Vh = torch.linalg.svd(Q.mH @ A, full_matrices=False)
    U, V = Q @ U, Vh.mH
    return (V, S, U) if rows < columns else (U, S, V)


def pca_lowrank(A, q=None, center=True, niter=2):
    """The principal components of the rows of A, as svd_lowrank gives them of the centered matrix."""
    rows, columns = A.shape[-2:]
    if q is None:
        q = min(6, rows, columns)
    elif not (q >= 0 and q <= min(rows, columns)):
        raise ValueError('q(=%d) must be non-negative integer and not greater than min(m, n)=%d' % (q, min(rows, columns)))
    if not (niter >= 0):
        raise ValueError('niter(=%d) must be non-negative integer' % niter)
    if not A.is_floating_point():
        raise ValueError('input dtype (%s) is expected to be floating point' % A.dtype)
    return svd_lowrank(A - A.mean(dim=-2, keepdim=True) if center else A, q, niter=niter)
