"""Distributions of vectors and matrices: multivariate normal, Wishart and LKJ distributions.

A covariance matrix is given as itself, as its inverse (the precision matrix) or as its Cholesky factor (scale_tril); `_Scaled` keeps the factor,
from which formulas compute, and gives the other two.
"""

import math
import warnings

import torch
from torch.distributions import constraints
from torch.distributions._base import Distribution, ExponentialFamily, broadcast_all, lazy_property, standard_normal
from torch.distributions._continuous import Beta, Chi2

_MATRICES = {'covariance_matrix': constraints.positive_definite, 'precision_matrix': constraints.positive_definite,
             'scale_tril': constraints.lower_cholesky}


# ---- matrices

def times(matrix, vector):
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def log_diagonal(tril):
    """Half the logarithm of the determinant of L L^T."""
    return tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def solve_lower(tril, matrix):
    return torch.linalg.solve_triangular(tril, matrix, upper=False)


def solved_square(tril, matrix):
    """The square of the Frobenius norm of tril^-1 matrix."""
    return solve_lower(tril, matrix).pow(2).sum((-2, -1))


def _identity(like):
    return torch.eye(like.size(-1), dtype=like.dtype, device=like.device)


def _cholesky_of_inverse(precision):
    """The Cholesky factor of the inverse of a matrix: by the factor of the matrix with its rows and columns reversed, transposed."""
    upper = torch.flip(torch.linalg.cholesky(torch.flip(precision, (-2, -1))), (-2, -1)).mT
    return solve_lower(upper, _identity(precision))


_CHOLESKY = {'covariance_matrix': torch.linalg.cholesky, 'precision_matrix': _cholesky_of_inverse, 'scale_tril': lambda tril: tril}


class _Scaled(Distribution):
    """A distribution with a covariance matrix, one of three parameters; `_tril` is its Cholesky factor, without the batch's expansion."""

    def _full(self, matrix):
        n = self._event_shape[-1:]
        return matrix.expand(self._batch_shape + n + n)

    scale_tril = lazy_property(lambda self: self._full(self._tril))
    covariance_matrix = lazy_property(lambda self: self._full(self._tril @ self._tril.mT))
    precision_matrix = lazy_property(lambda self: self._full(self._invert(self._tril)))


class MultivariateNormal(_Scaled):
    """The normal distribution of vectors with the mean loc and one of covariance_matrix, precision_matrix or scale_tril."""

    arg_constraints = {'loc': constraints.real_vector, **_MATRICES}
    support, has_rsample = constraints.real_vector, True
    _invert = staticmethod(torch.cholesky_inverse)

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError('loc must be at least one-dimensional.')
        given = {'covariance_matrix': covariance_matrix, 'precision_matrix': precision_matrix, 'scale_tril': scale_tril}
        given = [(name, matrix) for name, matrix in given.items() if matrix is not None]
        if len(given) != 1:
            raise ValueError('Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.')
        (name, matrix), = given
        if matrix.dim() < 2:
            raise ValueError('%s must be at least two-dimensional, with optional leading batch dimensions' % name)
        batch = torch.broadcast_shapes(matrix.size()[:-2], loc.size()[:-1])
        self.loc = loc.expand(batch + loc.size()[-1:])
        self.__dict__[name] = matrix.expand(batch + matrix.size()[-2:])
        super().__init__(batch, loc.size()[-1:], validate_args=validate_args)
        self._tril = _CHOLESKY[name](matrix)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    variance = property(lambda self: self._tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape))

    def rsample(self, sample_shape=torch.Size()):
        return self.loc + times(self._tril, standard_normal(self._extended_shape(sample_shape), self.loc))

    def log_prob(self, value):
        self._validate_sample(value)
        standardized = solve_lower(self._tril, (value - self.loc).unsqueeze(-1)).squeeze(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + standardized.pow(2).sum(-1)) - log_diagonal(self._tril)

    def entropy(self):
        each = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + log_diagonal(self._tril)
        return each.expand(self._batch_shape)


class LowRankMultivariateNormal(Distribution):
    """The normal distribution of vectors whose covariance matrix is W W^T + diag(d), of a narrow matrix cov_factor W and cov_diag d.

    Everything is computed of the Cholesky factor of the small capacitance matrix I + W^T diag(d)^-1 W, by the matrix determinant lemma and the
    Woodbury identity.
    """

    arg_constraints = {'loc': constraints.real_vector, 'cov_factor': constraints.independent(constraints.real, 2),
                       'cov_diag': constraints.independent(constraints.positive, 1)}
    support, has_rsample = constraints.real_vector, True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError('loc must be at least one-dimensional.')
        event = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError('cov_factor must be at least two-dimensional, with optional leading batch dimensions')
        if cov_factor.shape[-2:-1] != event:
            raise ValueError('cov_factor must be a batch of matrices with shape %d x m' % event[0])
        if cov_diag.shape[-1:] != event:
            raise ValueError('cov_diag must be a batch of vectors with shape %s' % (event,))
        try:
            batch = torch.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        except RuntimeError as error:
            raise ValueError('Incompatible batch shapes: loc %s, cov_factor %s, cov_diag %s'
                             % (loc.shape, cov_factor.shape, cov_diag.shape)) from error
        self.loc, self.cov_diag = loc.expand(batch + event), cov_diag.expand(batch + event)
        self.cov_factor = cov_factor.expand(batch + cov_factor.shape[-2:])
        self._given = cov_factor, cov_diag
        self._capacitance = self._inner_cholesky(cov_factor.mT / cov_diag.unsqueeze(-2), cov_factor)
        super().__init__(batch, event, validate_args=validate_args)

    @staticmethod
    def _inner_cholesky(left, right):
        """The Cholesky factor of I + left right."""
        inner = torch.matmul(left, right)
        return torch.linalg.cholesky(inner.contiguous() + _identity(inner))

    def _full(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    @lazy_property
    def variance(self):
        w, d = self._given
        return (w.pow(2).sum(-1) + d).expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        w, d = self._given
        root = d.sqrt().unsqueeze(-1)
        scaled = w / root
        return self._full(root * self._inner_cholesky(scaled, scaled.mT))

    @lazy_property
    def covariance_matrix(self):
        w, d = self._given
        return self._full(torch.matmul(w, w.mT) + torch.diag_embed(d))

    @lazy_property
    def precision_matrix(self):
        w, d = self._given
        solved = solve_lower(self._capacitance, w.mT / d.unsqueeze(-2))
        return self._full(torch.diag_embed(d.reciprocal()) - torch.matmul(solved.mT, solved))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        w, d = self._given
        narrow = standard_normal(shape[:-1] + w.shape[-1:], self.loc)
        return self.loc + times(w, narrow) + d.sqrt() * standard_normal(shape, self.loc)

    def log_determinant(self):
        return 2 * log_diagonal(self._capacitance) + self._given[1].log().sum(-1)

    def distance(self, x):
        """The square of the Mahalanobis distance of x from 0."""
        w, d = self._given
        inside = solve_lower(self._capacitance, times(w.mT / d.unsqueeze(-2), x).unsqueeze(-1))
        return (x.pow(2) / d).sum(-1) - inside.squeeze(-1).pow(2).sum(-1)

    def log_prob(self, value):
        self._validate_sample(value)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self.log_determinant() + self.distance(value - self.loc))

    def entropy(self):
        each = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self.log_determinant())
        return each.expand(self._batch_shape)


# ---- random matrices

def multi_digamma(x, p):
    """The derivative of mvlgamma: the sum of digamma(x - i / 2) for i < p."""
    return torch.digamma(x.unsqueeze(-1) - torch.arange(p, dtype=x.dtype, device=x.device).div(2).expand((*x.shape, p))).sum(-1)


class Wishart(_Scaled, ExponentialFamily):
    """The Wishart distribution: the scatter matrix of df normal vectors of mean 0 with the covariance matrix."""

    support, has_rsample = constraints.positive_definite, True
    _parts = ('_squares',)

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = {'scale_tril': scale_tril, 'covariance_matrix': covariance_matrix, 'precision_matrix': precision_matrix}
        given = [(name, matrix) for name, matrix in given.items() if matrix is not None]
        assert len(given) == 1, 'Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.'
        (name, matrix), = given
        if matrix.dim() < 2:
            raise ValueError('scale_tril must be at least two-dimensional, with optional leading batch dimensions')
        df = torch.tensor(df, dtype=matrix.dtype, device=matrix.device) if isinstance(df, (int, float)) else df
        batch, event = torch.broadcast_shapes(matrix.shape[:-2], df.shape), matrix.shape[-2:]
        if bool(df.le(event[-1] - 1).any()):
            raise ValueError('Value of df=%s expected to be greater than ndim - 1 = %d.' % (format(df), event[-1] - 1))
        self.__dict__[name] = matrix.expand(batch + event)
        self.df = df.expand(batch)
        self._event_shape = event
        super().__init__(batch, event, validate_args=validate_args)
        self._tril = _CHOLESKY[name](matrix)
        freedom = self.df.unsqueeze(-1) - torch.arange(event[-1], dtype=matrix.dtype, device=matrix.device).expand((*batch, -1))
        self._squares = Chi2(df=freedom, validate_args=False)

    @staticmethod
    def _invert(tril):
        return torch.cholesky_solve(_identity(tril), tril)

    @property
    def arg_constraints(self):
        return {**_MATRICES, 'df': constraints.greater_than(self._event_shape[-1] - 1)}

    def _scaled(self, factor, matrix):
        """A number of each distribution times its matrix."""
        return factor.view(self._batch_shape + (1, 1)) * matrix

    mean = property(lambda self: self._scaled(self.df, self.covariance_matrix))

    @property
    def mode(self):
        factor = self.df - self._event_shape[-1] - 1
        return self._scaled(torch.where(factor <= 0, math.nan, factor), self.covariance_matrix)

    @property
    def variance(self):
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        return self._scaled(self.df, v.pow(2) + torch.einsum('...i,...j->...ij', diagonal, diagonal))

    def _bartlett(self, sample_shape):
        """Bartlett's decomposition: (L A)(L A)^T, where A has normal variables below a diagonal of roots of chi-squared ones."""
        p = self._event_shape[-1]
        noise = self._squares.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        i, j = torch.tril_indices(p, p, offset=-1, device=noise.device)
        noise[..., i, j] = torch.randn(torch.Size(sample_shape) + self._batch_shape + (int(p * (p - 1) / 2),), dtype=noise.dtype, device=noise.device)
        root = self._tril @ noise
        return root @ root.mT

    def rsample(self, sample_shape=torch.Size(), max_try_correction=None):
        """Random matrices; where some are singular in the precision of the dtype, they are drawn again up to max_try_correction times."""
        tries = max_try_correction if max_try_correction is not None else 3 if self._event_shape[-1] > 10 else 10
        sample_shape = torch.Size(sample_shape)
        sample = self._bartlett(sample_shape)
        batch_dims = tuple(range(len(sample_shape), len(sample_shape) + len(self._batch_shape)))

        def any_of_batch(mask):
            return mask.amax(batch_dims) if batch_dims else mask

        # as in PyTorch those are drawn a second time that are positive definite, and after that those that are not
        again = any_of_batch(self.support.check(sample))
        if bool(again.any()):
            warnings.warn('Singular sample detected.', stacklevel=2)
            for _ in range(tries):
                sample[again] = self._bartlett(again[again].shape)
                again = again & any_of_batch(~self.support.check(sample))
                if not bool(again.any()):
                    break
        return sample

    def _log_volume(self):
        """log(2^(p / 2) |L|), which is raised to the power df in the density's constant."""
        return self._event_shape[-1] * math.log(2) / 2 + log_diagonal(self._tril)

    def log_prob(self, value):
        self._validate_sample(value)
        p, df = self._event_shape[-1], self.df
        constant = -df * self._log_volume() - torch.mvlgamma(df / 2, p=p)
        trace = torch.cholesky_solve(value, self._tril).diagonal(dim1=-2, dim2=-1).sum(-1)
        return constant + (df - p - 1) / 2 * torch.linalg.slogdet(value).logabsdet - trace / 2

    def entropy(self):
        p, df = self._event_shape[-1], self.df
        constant = (p + 1) * self._log_volume() + torch.mvlgamma(df / 2, p=p)
        return constant - (df - p - 1) / 2 * multi_digamma(df / 2, p) + df * p / 2


class LKJCholesky(Distribution):
    """The LKJ distribution of Cholesky factors L of dim x dim correlation matrices: the density of L L^T is |L L^T|^(concentration - 1).

    Lewandowski, Kurowicka and Joe 2009, "Generating random correlation matrices based on vines and extended onion method".
    """

    arg_constraints, support = {'concentration': constraints.positive}, constraints.corr_cholesky
    _parts = ('_beta',)

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError('Expected dim to be an integer greater than or equal to 2. Found dim=%s.' % dim)
        self.dim = dim
        self.concentration, = broadcast_all(concentration)
        row = torch.arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        row = torch.cat([row.new_zeros((1,)), row])
        marginal = self.concentration + 0.5 * (dim - 2)
        first, second = broadcast_all(row + 0.5, marginal.unsqueeze(-1) - 0.5 * row)
        self._beta = Beta(first, second)
        super().__init__(self.concentration.size(), torch.Size((dim, dim)), validate_args=validate_args)

    def sample(self, sample_shape=torch.Size()):
        """By the onion method: each row is a point on a sphere, whose squared radius is a beta variable, and what is left of a unit length."""
        with torch.no_grad():
            squares = self._beta.sample(sample_shape).unsqueeze(-1)
            directions = torch.randn(self._extended_shape(sample_shape), dtype=squares.dtype, device=squares.device).tril(-1)
            directions = directions / directions.norm(dim=-1, keepdim=True)
            directions[..., 0, :] = 0.0
            rows = torch.sqrt(squares) * directions
            left = 1 - torch.sum(rows ** 2, dim=-1)
            return rows + torch.diag_embed(left.clamp(min=torch.finfo(rows.dtype).tiny).sqrt())

    def log_prob(self, value):
        self._validate_sample(value)
        below = self.dim - 1
        powers = torch.arange(2, self.dim + 1, device=self.concentration.device)
        powers = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - powers
        density = torch.sum(powers * value.diagonal(dim1=-1, dim2=-2)[..., 1:].log(), dim=-1)
        alpha = self.concentration + 0.5 * below
        return density - (0.5 * below * math.log(math.pi) + torch.mvlgamma(alpha - 0.5, p=below) - torch.lgamma(alpha) * below)
