"""Weights that are orthogonal, or normalised by their spectral norm or by their rows."""

import torch
from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.utils import parametrize
from torch.nn.utils.spectral_norm import default_dim, power_iterations, weight_matrix
from torch.nn.utils.weight_norm import norms_of, scaled


def _weight_of(module, name):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError("Module '%s' has no parameter or buffer with name '%s'" % (module, name))
    return weight


# ---- orthogonal

def _is_orthogonal(q):
    n, k = q.shape[-2:]
    return torch.allclose(q.mH @ q, torch.eye(k, dtype=q.dtype, device=q.device), atol=10.0 * n * torch.finfo(q.dtype).eps)


def _nearby_orthogonal(a):
    """The orthogonal factor of a QR decomposition whose triangle has a positive diagonal."""
    packed, tau = torch.geqrf(a)
    return torch.linalg.householder_product(packed, tau) * packed.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _Orthogonal(Module):
    """An orthogonal (tall: with orthonormal columns) matrix from the elements below the diagonal.

    With trivialization it is a product with a fixed matrix, which is chosen when the weight is assigned (Lezcano-Casado 2019).
    """

    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        if weight.is_complex() and orthogonal_map == 'householder':
            raise ValueError('The householder parametrization does not support complex tensors.')
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        if use_trivialization:
            self.register_buffer('base', None)

    def _from_reflections(self, x):
        below = x.tril(diagonal=-1)
        tau = 2.0 / (1.0 + (below * below).sum(dim=-2))
        return torch.linalg.householder_product(below, tau) * x.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def _from_skew(self, x):
        n, k = x.shape[-2:]
        below = x.tril()
        if n != k:
            below = torch.cat([below, below.new_zeros(n, n - k).expand(below.shape[:-2] + (-1, -1))], dim=-1)
        skew = below - below.mH
        if self.orthogonal_map == 'matrix_exp':
            q = torch.matrix_exp(skew)
        else:
            one = torch.eye(n, dtype=skew.dtype, device=skew.device)
            q = torch.linalg.solve(torch.add(one, skew, alpha=-0.5), torch.add(one, skew, alpha=0.5))
        return q[..., :k] if n != k else q

    def forward(self, x):
        wide = x.size(-2) < x.size(-1)
        x = x.mT if wide else x
        q = self._from_reflections(x) if self.orthogonal_map == 'householder' else self._from_skew(x)
        if getattr(self, 'base', None) is not None:
            q = self.base @ q
        return q.mT if wide else q

    @torch.no_grad()
    def right_inverse(self, q):
        """The original for an orthogonal matrix; other matrices are made orthogonal first."""
        if q.shape != self.shape:
            raise ValueError('Expected a matrix or batch of matrices of shape %s. Got a tensor of shape %s.' % (self.shape, q.shape))
        wide = q.size(-2) < q.size(-1)
        q = q.mT if wide else q
        if hasattr(self, 'base'):
            original = self._move_base(q)
        elif self.orthogonal_map == 'householder':
            original, tau = torch.geqrf(q)
            diagonal = original.diagonal(dim1=-2, dim2=-1)
            diagonal.sign_()
            diagonal[tau == 0.0] *= -1
        else:
            raise NotImplementedError('It is not possible to assign to the matrix exponential or the Cayley parametrizations when '
                                      'use_trivialization=False.')
        return original.mT if wide else original

    def _move_base(self, q):
        """Makes q (with more columns, if it is tall) the base; returns the original for which the rest is the identity."""
        n, k = q.shape[-2:]
        if n == k:
            self.base = q.clone() if _is_orthogonal(q) else _nearby_orthogonal(q)
        else:
            more = torch.randn(q.shape[:-2] + (n, n - k), dtype=q.dtype, device=q.device)
            self.base = _nearby_orthogonal(torch.cat([q, more], dim=-1))
        original = torch.zeros_like(q)
        original.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return original


def orthogonal(module, name='weight', orthogonal_map=None, *, use_trivialization=True):
    """Makes a weight (batches of matrices) orthogonal while it is trained; returns the module.

    orthogonal_map: 'matrix_exp', 'cayley' or 'householder'; None: the first for square and complex weights, else the last.
    """
    weight = _weight_of(module, name)
    if weight.ndim < 2:
        raise ValueError('Expected a matrix or batch of matrices. Got a tensor of %d dimensions.' % weight.ndim)
    if orthogonal_map is None:
        orthogonal_map = 'matrix_exp' if weight.size(-2) == weight.size(-1) or weight.is_complex() else 'householder'
    if orthogonal_map not in ('matrix_exp', 'cayley', 'householder'):
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {}'.format(orthogonal_map))
    return parametrize.register_parametrization(module, name, _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization), unsafe=True)


# ---- norms

class _WeightNorm(Module):
    """A weight from its norms (of each index of dim, or with -1 of all) and directions."""

    dim = 0

    def forward(self, norms, directions):
        return scaled(directions, norms, self.dim)

    def right_inverse(self, weight):
        return norms_of(weight, self.dim), weight


def weight_norm(module, name='weight', dim=0):
    """Gives a weight a norm for each index of dim (None: one for all), trained beside its direction (Salimans and Kingma 2016)."""
    made = _WeightNorm()
    made.dim = -1 if dim is None else dim
    parametrize.register_parametrization(module, name, made, unsafe=True)

    def rename(state_dict, prefix, *rest):
        """State dicts of torch.nn.utils.weight_norm have other names."""
        old = [prefix + name + end for end in ('_g', '_v')]
        if all([key in state_dict for key in old]):
            for i, key in enumerate(old):
                state_dict['%sparametrizations.%s.original%d' % (prefix, name, i)] = state_dict.pop(key)

    module._register_load_state_dict_pre_hook(rename)
    return module


class _SpectralNorm(Module):
    """A weight divided by its largest singular value, which power iterations estimate while training (Miyato et al. 2018)."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError('Dimension out of range (expected to be in range of [-%d, %d] but got %d)' % (ndim, ndim - 1, dim))
        if n_power_iterations <= 0:
            raise ValueError('Expected n_power_iterations to be positive, but got n_power_iterations=%s' % n_power_iterations)
        self.dim, self.eps, self.n_power_iterations = dim % ndim, eps, n_power_iterations
        if ndim > 1:
            matrix = weight_matrix(weight, self.dim)
            for buffer, size in zip(('_u', '_v'), matrix.size()):
                self.register_buffer(buffer, F.normalize(matrix.new_empty(size).normal_(0, 1), dim=0, eps=eps))
            power_iterations(matrix, self._u, self._v, 15, eps)

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = weight_matrix(weight, self.dim)
        if self.training:
            power_iterations(matrix, self._u, self._v, self.n_power_iterations, self.eps)
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a weight by its spectral norm, or a vector by its length; dim is that of the outputs; returns the module."""
    weight = _weight_of(module, name)
    made = _SpectralNorm(weight, n_power_iterations, default_dim(module) if dim is None else dim, eps)
    return parametrize.register_parametrization(module, name, made)


__all__ = ['orthogonal', 'spectral_norm', 'weight_norm']
