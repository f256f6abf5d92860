"""Distributions that are rarer: of shares, of tails, of angles, of matrices."""

import math
import warnings

import torch
from torch.distributions import constraints
from torch.distributions._base import (
    ByProbability, Distribution, broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits, standard_normal)
from torch.distributions._continuous import Beta, Chi2, _Located, _Parameters

_real, _positive = constraints.real, constraints.positive


class ContinuousBernoulli(ByProbability):
    """A number from 0 to 1 whose density is p^x (1 - p)^(1 - x) up to a factor."""

    arg_constraints = {'probs': constraints.unit_interval, 'logits': _real}
    support, has_rsample = constraints.unit_interval, True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        name, given = self._take(probs, logits)
        value, = broadcast_all(given)
        if name == 'probs':
            if validate_args is not None and not bool(self.arg_constraints['probs'].check(value).all()):
                raise ValueError('The parameter probs has invalid values')
            value = clamp_probs(value)
        self.__dict__[name] = value
        self._lims = lims
        plain = isinstance(given, (int, float))
        super().__init__(torch.Size() if plain else value.size(), validate_args=validate_args)

    def _expanded(self, old, batch_shape):
        self._lims = old._lims

    @lazy_property
    def probs(self):
        return clamp_probs(logits_to_probs(self.logits, True))

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, True)

    def _far(self):
        """Where the formulas hold: not around 1/2, where all becomes 0 / 0 and a series stands instead."""
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut(self):
        return torch.where(self._far(), self.probs, self._lims[0] * torch.ones_like(self.probs))

    def _log_factor(self):
        p = self._cut()
        low, high = torch.where(p <= 0.5, p, torch.zeros_like(p)), torch.where(p >= 0.5, p, torch.ones_like(p))
        exact = (torch.log(torch.abs(torch.log1p(-p) - torch.log(p)))
                 - torch.where(p <= 0.5, torch.log1p(-2.0 * low), torch.log(2.0 * high - 1.0)))
        x = torch.pow(self.probs - 0.5, 2)
        return torch.where(self._far(), exact, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self):
        p, x = self._cut(), self.probs - 0.5
        exact = p / (2.0 * p - 1.0) + 1.0 / (torch.log1p(-p) - torch.log(p))
        return torch.where(self._far(), exact, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * torch.pow(x, 2)) * x)

    @property
    def variance(self):
        p, x = self._cut(), torch.pow(self.probs - 0.5, 2)
        exact = p * (p - 1.0) / torch.pow(1.0 - 2.0 * p, 2) + 1.0 / torch.pow(torch.log1p(-p) - torch.log(p), 2)
        return torch.where(self._far(), exact, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    @property
    def stddev(self):
        return torch.sqrt(self.variance)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device))

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction='none') + self._log_factor()

    def cdf(self, value):
        self._validate_sample(value)
        p = self._cut()
        exact = (torch.pow(p, value) * torch.pow(1.0 - p, 1.0 - value) + p - 1.0) / (2.0 * p - 1.0)
        inside = torch.where(self._far(), exact, value)
        return torch.where(value <= 0.0, torch.zeros_like(inside), torch.where(value >= 1.0, torch.ones_like(inside), inside))

    def icdf(self, value):
        p = self._cut()
        exact = (torch.log1p(-p + value * (2.0 * p - 1.0)) - torch.log1p(-p)) / (torch.log(p) - torch.log1p(-p))
        return torch.where(self._far(), exact, value)

    def entropy(self):
        other = torch.log1p(-self.probs)
        return self.mean * (other - torch.log(self.probs)) - self._log_factor() - other


class GeneralizedPareto(_Parameters):
    """What lies beyond a high threshold."""

    names = ('loc', 'scale', 'concentration')
    arg_constraints = {'loc': _real, 'scale': _positive, 'concentration': _real}

    def __init__(self, loc, scale, concentration, validate_args=None):
        self._start((loc, scale, concentration), validate_args)

    @property
    def support(self):
        far = torch.where(self.concentration < 0, self.loc - self.scale / self.concentration, math.inf)
        return constraints.interval(self.loc, far)

    def _exponential(self):
        """Where the concentration is 0, and a concentration that can be divided by."""
        none = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return none, torch.where(none, torch.ones_like(self.concentration), self.concentration)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device))

    def log_prob(self, value):
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        none, k = self._exponential()
        return torch.where(none, -z, -(1 + 1 / k) * torch.log1p(k * z)) - torch.log(self.scale)

    def log_survival_function(self, value):
        """The logarithm of 1 - cdf."""
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        none, k = self._exponential()
        return torch.where(none, -z, -torch.log1p(k * z) / k)

    def log_cdf(self, value):
        """The logarithm of the cdf."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        logs = torch.log1p(-value)
        none, k = self._exponential()
        return torch.where(none, self.loc - self.scale * logs, self.loc + self.scale * torch.expm1(-k * logs) / k)

    @property
    def mean(self):
        bounded = self.concentration < 1
        k = torch.where(bounded, self.concentration, 0.5)
        return torch.where(bounded, self.loc + self.scale / (1 - k), math.nan)

    @property
    def variance(self):
        bounded = self.concentration < 0.5
        k = torch.where(bounded, self.concentration, 0.25)
        return torch.where(bounded, self.scale ** 2 / ((1 - k) ** 2 * (1 - 2 * k)), math.nan)

    def entropy(self):
        found = torch.log(self.scale) + self.concentration + 1
        return found.expand(self._batch_shape)

    @property
    def mode(self):
        return self.loc


class VonMises(_Located):
    """A bell on the circle."""

    names = ('loc', 'concentration')
    arg_constraints = {'loc': _real, 'concentration': _positive}
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self._start((loc, concentration), validate_args)

    def log_prob(self, value):
        self._validate_sample(value)
        log_i0 = torch.special.i0e(self.concentration).log() + self.concentration
        return self.concentration * torch.cos(value - self.loc) - math.log(2 * math.pi) - log_i0

    def sample(self, sample_shape=torch.Size()):
        """By rejection, from a wrapped Cauchy distribution (Best and Fisher)."""
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            k, loc = self.concentration.double().expand(shape), self.loc.double()
            tau = 1 + (1 + 4 * k ** 2).sqrt()
            rho = (tau - (2 * tau).sqrt()) / (2 * k)
            r = torch.where(k < 1e-5, 1 / k + k, (1 + rho ** 2) / (2 * rho))
            angle = torch.empty(shape, dtype=torch.float64, device=loc.device)
            done = torch.zeros(shape, dtype=torch.bool, device=loc.device)
            while not bool(done.all()):
                u1, u2, u3 = torch.rand((3,) + tuple(shape), dtype=torch.float64, device=loc.device).unbind()
                z = torch.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = k * (r - f)
                good = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
                angle = torch.where(good, (u3 - 0.5).sign() * f.acos(), angle)
                done = done | good
            return ((angle + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    def rsample(self, sample_shape=torch.Size()):
        raise NotImplementedError

    @property
    def variance(self):
        """1 - I1(k) / I0(k): the circular variance."""
        return 1 - torch.special.i1e(self.concentration) / torch.special.i0e(self.concentration)


# ---- matrices

class LKJCholesky(Distribution):
    """Cholesky factors of correlation matrices, by the onion method."""

    arg_constraints, support = {'concentration': _positive}, constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError('Expected dim to be an integer greater than or equal to 2. Found dim=%s.' % dim)
        self.dim = dim
        self.concentration, = broadcast_all(concentration)
        row = torch.arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        row = torch.cat([row.new_zeros((1,)), row])
        marginal = self.concentration + 0.5 * (dim - 2)
        first, second = broadcast_all(row + 0.5, marginal.unsqueeze(-1) - 0.5 * row)
        if validate_args is not False and Distribution._validate_args and not bool((torch.stack([first, second], -1) > 0).all()):
            from torch.distributions._continuous import Dirichlet
            Dirichlet(torch.stack([first, second], -1), validate_args=True)
        self._beta = Beta(first, second, validate_args=False)
        super().__init__(self.concentration.size(), torch.Size((dim, dim)), validate_args=validate_args)

    def _expanded(self, old, batch_shape):
        self.dim, self._beta = old.dim, old._beta.expand(batch_shape + (old.dim,))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            squares = self._beta.sample(sample_shape).unsqueeze(-1)
            normal = torch.randn(self._extended_shape(sample_shape), dtype=squares.dtype, device=squares.device).tril(-1)
            directions = normal / normal.norm(dim=-1, keepdim=True)
            directions[..., 0, :].fill_(0.0)
            w = torch.sqrt(squares) * directions
            rest = torch.clamp(1 - torch.sum(w ** 2, dim=-1), min=torch.finfo(w.dtype).tiny).sqrt()
            return w + torch.diag_embed(rest)

    def rsample(self, sample_shape=torch.Size()):
        raise NotImplementedError

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        below = self.dim - 1
        order = torch.arange(2, self.dim + 1, device=self.concentration.device)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        density = torch.sum(order * value.diagonal(dim1=-1, dim2=-2)[..., 1:].log(), dim=-1)
        alpha = self.concentration + 0.5 * below
        return density - (0.5 * below * math.log(math.pi) + torch.mvlgamma(alpha - 0.5, p=below) - torch.lgamma(alpha) * below)


def _times(matrix, vector):
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def _log_diagonal(tril):
    return tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


class LowRankMultivariateNormal(Distribution):
    """The bell in many dimensions whose covariance is a product of a narrow matrix and a diagonal."""

    arg_constraints = {'loc': constraints.real_vector, 'cov_factor': constraints.independent(_real, 2),
                       'cov_diag': constraints.independent(_positive, 1)}
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
        self.loc = loc.expand((*batch, *event))
        self.cov_factor = cov_factor.expand((*batch, *cov_factor.shape[-2:]))
        self.cov_diag = cov_diag.expand((*batch, *event))
        self._given = cov_factor, cov_diag
        self._capacity = self._factored(cov_factor, cov_diag)
        super().__init__(batch, event, validate_args=validate_args)

    @staticmethod
    def _factored(w, d):
        """The Cholesky factor of I + W' D^-1 W."""
        inner = torch.matmul(w.mT / d.unsqueeze(-2), w)
        return torch.linalg.cholesky(inner + torch.eye(w.size(-1), dtype=w.dtype, device=w.device))

    def _expanded(self, old, batch_shape):
        self._given, self._capacity = old._given, old._capacity

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    def _full(self, matrix):
        return matrix.expand((*self._batch_shape, *self._event_shape, *self._event_shape))

    @lazy_property
    def variance(self):
        w, d = self._given
        return (w.pow(2).sum(-1) + d).expand((*self._batch_shape, *self._event_shape))

    @lazy_property
    def scale_tril(self):
        w, d = self._given
        root = d.sqrt().unsqueeze(-1)
        scaled = w / root
        inner = torch.matmul(scaled, scaled.mT).contiguous()
        return self._full(root * torch.linalg.cholesky(inner + torch.eye(d.size(-1), dtype=d.dtype, device=d.device)))

    @lazy_property
    def covariance_matrix(self):
        w, d = self._given
        return self._full(torch.matmul(w, w.mT) + torch.diag_embed(d))

    @lazy_property
    def precision_matrix(self):
        w, d = self._given
        solved = torch.linalg.solve_triangular(self._capacity, w.mT / d.unsqueeze(-2), upper=False)
        return self._full(torch.diag_embed(d.reciprocal()) - torch.matmul(solved.mT, solved))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        narrow = standard_normal((*shape[:-1], self.cov_factor.size(-1)), self.loc)
        wide = standard_normal(shape, self.loc)
        w, d = self._given
        return self.loc + _times(w, narrow) + d.sqrt() * wide

    def _log_determinant(self):
        return 2 * _log_diagonal(self._capacity) + self._given[1].log().sum(-1)

    def _distance(self, x):
        w, d = self._given
        inside = torch.linalg.solve_triangular(self._capacity, _times(w.mT / d.unsqueeze(-2), x).unsqueeze(-1), upper=False)
        return (x.pow(2) / d).sum(-1) - inside.squeeze(-1).pow(2).sum(-1)

    def log_prob(self, value):
        self._validate_sample(value)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_determinant() + self._distance(value - self.loc))

    def entropy(self):
        found = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_determinant())
        return found.expand(self._batch_shape) if len(self._batch_shape) else found


def multi_digamma(x, p):
    """The derivative of mvlgamma."""
    return torch.digamma(x.unsqueeze(-1) - torch.arange(p, dtype=x.dtype, device=x.device).div(2).expand((*x.shape, p))).sum(-1)


class Wishart(Distribution):
    """Covariance matrices of normal samples."""

    support, has_rsample = constraints.positive_definite, True

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [(name, m) for name, m in (('scale_tril', scale_tril), ('covariance_matrix', covariance_matrix),
                                           ('precision_matrix', precision_matrix)) if m is not None]
        assert len(given) == 1, 'Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.'
        name, matrix = given[0]
        if matrix.dim() < 2:
            raise ValueError('scale_tril must be at least two-dimensional, with optional leading batch dimensions')
        df = torch.tensor(df, dtype=matrix.dtype, device=matrix.device) if isinstance(df, (int, float)) else df
        batch = torch.broadcast_shapes(matrix.shape[:-2], df.shape)
        event = matrix.shape[-2:]
        if bool(df.le(event[-1] - 1).any()):
            raise ValueError('Value of df=%s expected to be greater than ndim - 1 = %d.' % (format(df), event[-1] - 1))
        self.__dict__[name] = matrix.expand((*batch, *event))
        self.df = df.expand(batch)
        self._event_shape = event
        super().__init__(batch, event, validate_args=validate_args)
        if name == 'precision_matrix':
            flipped = torch.flip(torch.linalg.cholesky(torch.flip(matrix, (-2, -1))), (-2, -1)).mT
            matrix = torch.linalg.solve_triangular(flipped, torch.eye(event[-1], dtype=matrix.dtype, device=matrix.device), upper=False)
        elif name == 'covariance_matrix':
            matrix = torch.linalg.cholesky(matrix)
        self._tril = matrix
        self._squares = Chi2(df=self.df.unsqueeze(-1) - torch.arange(event[-1], dtype=matrix.dtype, device=matrix.device).expand((*batch, -1)),
                             validate_args=False)

    @property
    def arg_constraints(self):
        return {'covariance_matrix': constraints.positive_definite, 'precision_matrix': constraints.positive_definite,
                'scale_tril': constraints.lower_cholesky, 'df': constraints.greater_than(self._event_shape[-1] - 1)}

    def expand(self, batch_shape, _instance=None):
        batch_shape = torch.Size(batch_shape)
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        for name in ('covariance_matrix', 'precision_matrix', 'scale_tril'):
            if name in self.__dict__:
                new.__dict__[name] = self.__dict__[name].expand((*batch_shape, *self._event_shape))
        new.df, new._squares = self.df.expand(batch_shape), self._squares.expand(batch_shape + self._event_shape[-1:])
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _full(self, matrix):
        return matrix.expand((*self._batch_shape, *self._event_shape))

    @lazy_property
    def scale_tril(self):
        return self._full(self._tril)

    @lazy_property
    def covariance_matrix(self):
        return self._full(self._tril @ self._tril.mT)

    @lazy_property
    def precision_matrix(self):
        identity = torch.eye(self._event_shape[-1], dtype=self._tril.dtype, device=self._tril.device)
        return self._full(torch.cholesky_solve(identity, self._tril))

    @property
    def mean(self):
        return self.df.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor = torch.where(factor <= 0, math.nan, factor)
        return factor.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def variance(self):
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        return self.df.view((*self._batch_shape, 1, 1)) * (v.pow(2) + torch.einsum('...i,...j->...ij', diagonal, diagonal))

    def _drawn(self, sample_shape):
        """Bartlett's decomposition: normal numbers below a diagonal of roots of chi squares."""
        p = self._event_shape[-1]
        noise = self._squares.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        i, j = torch.tril_indices(p, p, offset=-1)
        noise[..., i, j] = torch.randn(torch.Size(sample_shape) + self._batch_shape + (int(p * (p - 1) / 2),), dtype=noise.dtype, device=noise.device)
        root = self._tril @ noise
        return root @ root.mT

    def rsample(self, sample_shape=torch.Size(), max_try_correction=None):
        tries = max_try_correction if max_try_correction is not None else 3 if self._event_shape[-1] > 10 else 10
        sample_shape = torch.Size(sample_shape)
        sample = self._drawn(sample_shape)
        among = tuple(range(len(sample_shape), len(sample_shape) + len(self._batch_shape)))

        def whole(found):
            return found.amax(among) if among else found

        # as in PyTorch those are drawn a second time that are positive definite, and after that those that are not
        again = whole(self.support.check(sample))
        if bool(again.any()):
            warnings.warn('Singular sample detected.', stacklevel=2)
            for _ in range(tries):
                sample[again] = self._drawn(again[again].shape)
                again = again & whole(~self.support.check(sample))
                if not bool(again.any()):
                    break
        return sample

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        nu, p = self.df, self._event_shape[-1]
        return (-nu * (p * math.log(2) / 2 + _log_diagonal(self._tril)) - torch.mvlgamma(nu / 2, p=p)
                + (nu - p - 1) / 2 * torch.linalg.slogdet(value).logabsdet
                - torch.cholesky_solve(value, self._tril).diagonal(dim1=-2, dim2=-1).sum(-1) / 2)

    def entropy(self):
        nu, p = self.df, self._event_shape[-1]
        return ((p + 1) * (p * math.log(2) / 2 + _log_diagonal(self._tril)) + torch.mvlgamma(nu / 2, p=p)
                - (nu - p - 1) / 2 * multi_digamma(nu / 2, p) + nu * p / 2)
