"""Distributions of real numbers."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import Distribution, broadcast_all, standard_normal

_real, _positive = constraints.real, constraints.positive
_EULER = 0.57721566490153286


class _Parameters(Distribution):
    """A distribution whose parameters are broadcast to the batch; `names` in the order of __init__."""

    has_rsample = True
    names = ()

    def _start(self, values, validate_args):
        for name, value in zip(self.names, broadcast_all(*values)):
            self.__dict__[name] = value
        plain = all([isinstance(v, (int, float)) for v in values])
        super().__init__(torch.Size() if plain else self.__dict__[self.names[0]].size(), validate_args=validate_args)


class _Located(_Parameters):
    names = ('loc', 'scale')
    arg_constraints = {'loc': _real, 'scale': _positive}
    support = _real

    def __init__(self, loc, scale, validate_args=None):
        self._start((loc, scale), validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc


class Normal(_Located):
    """The bell."""

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        return self.loc + standard_normal(self._extended_shape(sample_shape), self.loc) * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Laplace(_Located):
    """Two exponential distributions back to back."""

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape=torch.Size()):
        u = self.loc.new(self._extended_shape(sample_shape)).uniform_(torch.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        self._validate_sample(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        self._validate_sample(value)
        return 0.5 - 0.5 * (value - self.loc).sign() * torch.expm1(-(value - self.loc).abs() / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * term.sign() * torch.log1p(-2 * term.abs())

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class Cauchy(_Located):
    """So wide that it has no mean."""

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.loc.dtype, device=self.loc.device)

    @property
    def variance(self):
        return torch.full(self._extended_shape(), math.inf, dtype=self.loc.dtype, device=self.loc.device)

    def rsample(self, sample_shape=torch.Size()):
        return self.loc + self.loc.new(self._extended_shape(sample_shape)).cauchy_() * self.scale

    def log_prob(self, value):
        self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def cdf(self, value):
        self._validate_sample(value)
        return torch.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


class Gumbel(_Located):
    """The distribution of maxima."""

    @property
    def mean(self):
        return self.loc + self.scale * _EULER

    @property
    def stddev(self):
        return (math.pi / math.sqrt(6)) * self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def rsample(self, sample_shape=torch.Size()):
        info = torch.finfo(self.loc.dtype)
        low, high = self.loc.new_tensor(info.tiny), self.loc.new_tensor(1 - info.eps)
        u = low + torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device) * (high - low)
        return self.loc - self.scale * (-u.log()).log()

    def log_prob(self, value):
        self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def cdf(self, value):
        self._validate_sample(value)
        return torch.exp(-torch.exp((self.loc - value) / self.scale))

    def entropy(self):
        return self.scale.log() + (1 + _EULER)


class LogNormal(_Located):
    """exp of a normal distribution."""

    support = _positive

    @property
    def mean(self):
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self):
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self):
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def rsample(self, sample_shape=torch.Size()):
        return (self.loc + standard_normal(self._extended_shape(sample_shape), self.loc) * self.scale).exp()

    def log_prob(self, value):
        self._validate_sample(value)
        x = value.log()
        return -((x - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - math.log(math.sqrt(2 * math.pi)) - x

    def cdf(self, value):
        return Normal(self.loc, self.scale, validate_args=False).cdf(value.log())

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log() + self.loc

    def __repr__(self):
        return 'LogNormal()'


class HalfNormal(_Parameters):
    """The absolute value of a normal distribution around 0."""

    names, arg_constraints, support = ('_scale',), {'scale': _positive}, constraints.nonnegative

    def __init__(self, scale, validate_args=None):
        self._start((scale,), validate_args)

    @property
    def scale(self):
        return self._scale

    def _expanded(self, old, batch_shape):
        self.__dict__['_scale'] = old._scale.expand(batch_shape)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def mode(self):
        return torch.zeros_like(self.scale)

    @property
    def variance(self):
        return self.scale.pow(2) * (1 - 2 / math.pi)

    def rsample(self, sample_shape=torch.Size()):
        return (standard_normal(self._extended_shape(sample_shape), self.scale) * self.scale).abs()

    def _normal(self):
        return Normal(torch.zeros_like(self.scale), self.scale, validate_args=False)

    def log_prob(self, value):
        self._validate_sample(value)
        return torch.where(value >= 0, self._normal().log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        self._validate_sample(value)
        return 2 * self._normal().cdf(value) - 1

    def icdf(self, value):
        return self._normal().icdf((value + 1) / 2)

    def entropy(self):
        return self._normal().entropy() - math.log(2)


class Uniform(_Parameters):
    """All numbers between two are equally likely."""

    names = ('low', 'high')

    def __init__(self, low, high, validate_args=None):
        self._start((low, high), validate_args)

    @property
    def arg_constraints(self):
        return {'low': constraints.less_than(self.high), 'high': constraints.greater_than(self.low)} if 'high' in self.__dict__ else {
            'low': constraints.dependent, 'high': constraints.dependent}

    def _expanded(self, old, batch_shape):
        self.low, self.high = old.low.expand(batch_shape), old.high.expand(batch_shape)

    @property
    def support(self):
        return constraints.interval(self.low, self.high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def mode(self):
        return math.nan * self.high

    @property
    def stddev(self):
        return (self.high - self.low) / math.sqrt(12)

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=torch.Size()):
        rand = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + rand * (self.high - self.low)

    def log_prob(self, value):
        self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return torch.log(inside) - torch.log(self.high - self.low)

    def cdf(self, value):
        self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(0, 1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(_Parameters):
    """How long it takes until something happens."""

    names, arg_constraints, support = ('rate',), {'rate': _positive}, constraints.nonnegative

    def __init__(self, rate, validate_args=None):
        self._start((rate,), validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def mode(self):
        return torch.zeros_like(self.rate)

    @property
    def stddev(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=torch.Size()):
        return self.rate.new(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value):
        self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        self._validate_sample(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        return -torch.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class Gamma(_Parameters):
    """How long it takes until something has happened several times."""

    names, arg_constraints = ('concentration', 'rate'), {'concentration': _positive, 'rate': _positive}
    support = constraints.nonnegative

    def __init__(self, concentration, rate, validate_args=None):
        self._start((concentration, rate), validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        value = torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=torch.finfo(value.dtype).tiny)
        return value

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        self._validate_sample(value)
        return (torch.xlogy(self.concentration, self.rate) + torch.xlogy(self.concentration - 1, value) - self.rate * value
                - torch.lgamma(self.concentration))

    def cdf(self, value):
        self._validate_sample(value)
        return torch.special.gammainc(self.concentration, self.rate * value)

    def entropy(self):
        return (self.concentration - torch.log(self.rate) + torch.lgamma(self.concentration)
                + (1.0 - self.concentration) * torch.digamma(self.concentration))


class Chi2(Gamma):
    """The sum of squares of normal numbers."""

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self):
        return self.concentration * 2

    def __repr__(self):
        return 'Chi2()'


class StudentT(_Parameters):
    """A normal number divided by the deviation of others."""

    names = ('df', 'loc', 'scale')
    arg_constraints = {'df': _positive, 'loc': _real, 'scale': _positive}
    support = _real

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self._start((df, loc, scale), validate_args)

    @property
    def mean(self):
        return torch.where(self.df <= 1, math.nan, self.loc)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        wide = torch.where(self.df > 1, math.inf, math.nan)
        return torch.where(self.df > 2, self.scale.pow(2) * self.df / (self.df - 2), wide)

    def rsample(self, sample_shape=torch.Size()):
        x = standard_normal(self._extended_shape(sample_shape), self.df)
        z = Chi2(self.df, validate_args=False).rsample(sample_shape)
        return self.loc + self.scale * (x * torch.rsqrt(z / self.df))

    def log_prob(self, value):
        self._validate_sample(value)
        y = (value - self.loc) / self.scale
        z = (self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + torch.lgamma(0.5 * self.df)
             - torch.lgamma(0.5 * (self.df + 1.0)))
        return -0.5 * (self.df + 1.0) * torch.log1p(y ** 2.0 / self.df) - z

    def entropy(self):
        beta = torch.lgamma(0.5 * self.df) + math.lgamma(0.5) - torch.lgamma(0.5 * (self.df + 1))
        return (self.scale.log() + 0.5 * (self.df + 1) * (torch.digamma(0.5 * (self.df + 1)) - torch.digamma(0.5 * self.df))
                + 0.5 * self.df.log() + beta)


# ---- numbers that add up to 1

class Dirichlet(Distribution):
    """Probabilities that are random themselves."""

    arg_constraints = {'concentration': constraints.independent(_positive, 1)}
    support, has_rsample = constraints.simplex, True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError('`concentration` parameter must be at least one-dimensional.')
        self.concentration = concentration
        super().__init__(concentration.size()[:-1], concentration.size()[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=torch.Size()):
        wide = torch._standard_gamma(self.concentration.expand(self._extended_shape(sample_shape)).double())
        info = torch.finfo(self.concentration.dtype)
        return (wide / wide.sum(-1, True)).to(self.concentration.dtype).clamp(info.tiny, 1 - info.eps / 2)

    def log_prob(self, value):
        self._validate_sample(value)
        return (torch.xlogy(self.concentration - 1.0, value).sum(-1) + torch.lgamma(self.concentration.sum(-1))
                - torch.lgamma(self.concentration).sum(-1))

    def entropy(self):
        k, total = self.concentration.size(-1), self.concentration.sum(-1)
        return (torch.lgamma(self.concentration).sum(-1) - torch.lgamma(total) - (k - total) * torch.digamma(total)
                - ((self.concentration - 1.0) * torch.digamma(self.concentration)).sum(-1))


class Beta(Distribution):
    """A probability that is random itself."""

    arg_constraints = {'concentration1': _positive, 'concentration0': _positive}
    support, has_rsample = constraints.unit_interval, True

    def __init__(self, concentration1, concentration0, validate_args=None):
        pair = torch.stack(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(pair, validate_args=False)
        super().__init__(pair.size()[:-1], validate_args=validate_args)

    def _expanded(self, old, batch_shape):
        self._dirichlet = old._dirichlet.expand(batch_shape)

    @property
    def concentration1(self):
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self):
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self):
        return self._dirichlet_mode()[..., 0]

    def _dirichlet_mode(self):
        c = self._dirichlet.concentration
        less = (c - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        all_low = (c < 1).all(-1, keepdim=True)
        best = torch.nn.functional.one_hot(torch.where(all_low, c, mode).argmax(-1), 2).to(mode.dtype)
        return torch.where(all_low, best, mode)

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


# ---- vectors

class MultivariateNormal(Distribution):
    """The bell in several dimensions."""

    arg_constraints = {'loc': constraints.real_vector, 'covariance_matrix': constraints.positive_definite,
                       'precision_matrix': constraints.positive_definite, 'scale_tril': constraints.lower_cholesky}
    support, has_rsample = constraints.real_vector, True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError('loc must be at least one-dimensional.')
        given = [(name, m) for name, m in (('covariance_matrix', covariance_matrix), ('precision_matrix', precision_matrix),
                                           ('scale_tril', scale_tril)) if m is not None]
        if len(given) != 1:
            raise ValueError('Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.')
        name, matrix = given[0]
        if matrix.dim() < 2:
            raise ValueError('%s matrix must be at least two-dimensional, with optional leading batch dimensions' % name)
        batch = torch.broadcast_shapes(matrix.size()[:-2], loc.size()[:-1])
        self.loc = loc.expand((*batch, loc.size(-1)))
        self.__dict__[name] = matrix.expand((*batch, *matrix.size()[-2:]))
        super().__init__(batch, loc.size()[-1:], validate_args=validate_args)
        if name == 'precision_matrix':
            flipped = torch.linalg.cholesky(torch.flip(matrix, (-2, -1)))
            inverse = torch.flip(flipped, (-2, -1)).mT
            eye = torch.eye(matrix.size(-1), dtype=matrix.dtype, device=matrix.device)
            self._tril = torch.linalg.solve_triangular(inverse, eye, upper=False)
        else:
            self._tril = matrix if name == 'scale_tril' else torch.linalg.cholesky(matrix)

    def _expanded(self, old, batch_shape):
        self._tril = old._tril

    def __getattr__(self, name):
        if name == 'covariance_matrix':
            value = self._tril @ self._tril.mT
        elif name == 'scale_tril':
            value = self._tril
        elif name == 'precision_matrix':
            value = torch.cholesky_inverse(self._tril)
        else:
            raise AttributeError("'MultivariateNormal' object has no attribute '%s'" % name)
        self.__dict__[name] = value = value.expand((*self._batch_shape, *self._event_shape, *self._event_shape))
        return value

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._tril.pow(2).sum(-1).expand((*self._batch_shape, *self._event_shape))

    def rsample(self, sample_shape=torch.Size()):
        eps = standard_normal(self._extended_shape(sample_shape), self.loc)
        return self.loc + (self._tril @ eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        self._validate_sample(value)
        solved = torch.linalg.solve_triangular(self._tril, (value - self.loc).unsqueeze(-1), upper=False)
        half = self._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + solved.squeeze(-1).pow(2).sum(-1)) - half

    def entropy(self):
        half = self._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        found = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half
        return found.expand(self._batch_shape) if len(self._batch_shape) else found
