"""Distributions that are transforms of simpler ones: their samples, densities and quantiles follow from TransformedDistribution; rows add moments."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import EULER, broadcast_all, filled, through
from torch.distributions._combined import TransformedDistribution
from torch.distributions._continuous import Cauchy, Exponential, Gamma, Normal, Uniform
from torch.distributions._family import family
from torch.distributions.transforms import AbsTransform, AffineTransform, ExpTransform, PowerTransform, StickBreakingTransform

_positive = constraints.positive
_start = TransformedDistribution.__init__


def _keep(distribution, **parameters):
    """The parameters, broadcast and kept as attributes; returns them."""
    values = broadcast_all(*parameters.values())
    distribution.__dict__.update(zip(parameters, values))
    return values


# ---- transformed normal and uniform distributions

def _log_normal_variance(d):
    square = d.scale.pow(2)
    return square.expm1() * (2 * d.loc + square).exp()


LogNormal = family(
    'LogNormal', 'The log-normal distribution: exp of a normal number with mean loc and standard deviation scale.',
    lambda self, loc, scale, validate_args=None:
        _start(self, Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args=validate_args),
    TransformedDistribution, arg_constraints={'loc': constraints.real, 'scale': _positive}, support=_positive, has_rsample=True,
    **through('base_dist', 'loc', 'scale'),
    mean=lambda d: (d.loc + d.scale.pow(2) / 2).exp(), mode=lambda d: (d.loc - d.scale.square()).exp(), variance=_log_normal_variance,
    entropy=lambda d: 0.5 + 0.5 * math.log(2 * math.pi) + d.scale.log() + d.loc)


def _init_logistic_normal(self, validate_args, loc, scale):
    base = Normal(loc, scale, validate_args=validate_args)
    _start(self, base if base.batch_shape else base.expand([1]), StickBreakingTransform(), validate_args=validate_args)


LogisticNormal = family(
    'LogisticNormal', 'The logistic-normal distribution of vectors of probabilities: StickBreakingTransform of normal numbers.',
    lambda self, loc, scale, validate_args=None: _init_logistic_normal(self, validate_args, loc, scale),
    TransformedDistribution, arg_constraints={'loc': constraints.real, 'scale': _positive}, support=constraints.simplex, has_rsample=True,
    loc=lambda d: d.base_dist.base_dist.loc, scale=lambda d: d.base_dist.base_dist.scale)


class _Folded(TransformedDistribution):
    """|x| of a distribution that is symmetric about 0: twice its density, above 0."""

    arg_constraints, support, has_rsample = {'scale': _positive}, constraints.nonnegative, True
    _like = None  # the parameter like which log_prob makes tensors of what is not checked

    scale = property(lambda self: self.base_dist.scale)
    mode = property(lambda self: torch.zeros_like(self.scale))

    def log_prob(self, value):
        self._validate_sample(value)
        if self._like is not None:
            value = torch.as_tensor(value, dtype=self._like.dtype, device=self._like.device)
        return torch.where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob):
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


HalfNormal = family(
    'HalfNormal', 'The half-normal distribution: the absolute value of a normal number with mean 0 and standard deviation scale.',
    lambda self, scale, validate_args=None: _start(self, Normal(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args),
    _Folded, mean=lambda d: d.scale * math.sqrt(2 / math.pi), variance=lambda d: d.scale.pow(2) * (1 - 2 / math.pi))

HalfCauchy = family(
    'HalfCauchy', 'The half-Cauchy distribution: the absolute value of a Cauchy number around 0.',
    lambda self, scale, validate_args=None: _start(self, Cauchy(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args),
    _Folded, mean=lambda d: filled(d, math.inf, d.scale), variance=lambda d: d.base_dist.variance, _like=lambda d: d.scale)


def _init_gumbel(self, validate_args, loc, scale):
    loc, scale = _keep(self, loc=loc, scale=scale)
    info = torch.finfo(loc.dtype)
    base = Uniform(torch.full_like(loc, info.tiny), torch.full_like(loc, 1 - info.eps), validate_args=validate_args)
    log = ExpTransform().inv
    steps = [log, AffineTransform(loc=0, scale=-torch.ones_like(scale)), log, AffineTransform(loc=loc, scale=-scale)]
    _start(self, base, steps, validate_args=validate_args)


def _gumbel_log_prob(d, x):
    y = (d.loc - x) / d.scale
    return (y - y.exp()) - d.scale.log()


Gumbel = family(
    'Gumbel', 'The Gumbel distribution of maxima: loc - scale log(-log u) of a uniform number u.',
    lambda self, loc, scale, validate_args=None: _init_gumbel(self, validate_args, loc, scale),
    TransformedDistribution, arg_constraints={'loc': constraints.real, 'scale': _positive}, support=constraints.real,
    mean=lambda d: d.loc + d.scale * EULER, mode=lambda d: d.loc, stddev=lambda d: (math.pi / math.sqrt(6)) * d.scale,
    variance=lambda d: d.stddev.pow(2), log_prob=_gumbel_log_prob, entropy=lambda d: d.scale.log() + (1 + EULER))


def _init_kumaraswamy(self, validate_args, concentration1, concentration0):
    a, b = _keep(self, concentration1=concentration1, concentration0=concentration0)
    base = Uniform(torch.full_like(b, 0), torch.full_like(b, 1), validate_args=validate_args)
    steps = [PowerTransform(exponent=b.reciprocal()), AffineTransform(loc=1.0, scale=-1.0), PowerTransform(exponent=a.reciprocal())]
    _start(self, base, steps, validate_args=validate_args)


def _kumaraswamy_moment(d, n):
    """E[x^n] = b B(1 + n / a, b)."""
    first, b = 1 + n / d.concentration1, d.concentration0
    return torch.exp(b.log() + torch.lgamma(first) + torch.lgamma(b) - torch.lgamma(first + b))


def _kumaraswamy_mode(d):
    """NaN where the density has its maximum at an end."""
    a, b = d.concentration1, d.concentration0
    log_mode = b.reciprocal() * (-b).log1p() - (-b * a).log1p()
    return torch.where((b < 1) | (a < 1), math.nan, log_mode).exp()


def _kumaraswamy_entropy(d):
    a, b = d.concentration1, d.concentration0
    slope, offset = 1 - a.reciprocal(), 1 - b.reciprocal()
    return offset + slope * (torch.digamma(b + 1) + EULER) - torch.log(a) - torch.log(b)


Kumaraswamy = family(
    'Kumaraswamy', 'The Kumaraswamy distribution of numbers from 0 to 1: the cdf is 1 - (1 - x^concentration1)^concentration0.\n\n'
    'Kumaraswamy 1980, "A generalized probability density function for double-bounded random processes".',
    lambda self, concentration1, concentration0, validate_args=None: _init_kumaraswamy(self, validate_args, concentration1, concentration0),
    TransformedDistribution, arg_constraints={'concentration1': _positive, 'concentration0': _positive}, support=constraints.unit_interval,
    has_rsample=True, mean=lambda d: _kumaraswamy_moment(d, 1), mode=_kumaraswamy_mode,
    variance=lambda d: _kumaraswamy_moment(d, 2) - torch.pow(d.mean, 2), entropy=_kumaraswamy_entropy)


# ---- transformed exponential and gamma distributions

def _init_weibull(self, validate_args, scale, concentration):
    scale, concentration = _keep(self, scale=scale, concentration=concentration)
    self.concentration_reciprocal = concentration.reciprocal()
    base = Exponential(torch.ones_like(scale), validate_args=validate_args)
    steps = [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(loc=0, scale=scale)]
    _start(self, base, steps, validate_args=validate_args)


def _weibull_variance(d):
    inverse = d.concentration_reciprocal
    return d.scale.pow(2) * (torch.exp(torch.lgamma(1 + 2 * inverse)) - torch.exp(2 * torch.lgamma(1 + inverse)))


Weibull = family(
    'Weibull', 'The Weibull distribution of lifetimes: scale times an exponential number to the power 1 / concentration.',
    lambda self, scale, concentration, validate_args=None: _init_weibull(self, validate_args, scale, concentration),
    TransformedDistribution, arg_constraints={'scale': _positive, 'concentration': _positive}, support=_positive,
    _parts=('concentration_reciprocal',),
    mean=lambda d: d.scale * torch.exp(torch.lgamma(1 + d.concentration_reciprocal)),
    mode=lambda d: d.scale * ((d.concentration - 1) / d.concentration) ** d.concentration.reciprocal(),
    variance=_weibull_variance,
    entropy=lambda d: EULER * (1 - d.concentration_reciprocal) + torch.log(d.scale * d.concentration_reciprocal) + 1)


def _init_pareto(self, validate_args, scale, alpha):
    scale, alpha = _keep(self, scale=scale, alpha=alpha)
    base = Exponential(alpha, validate_args=validate_args)
    _start(self, base, [ExpTransform(), AffineTransform(loc=0, scale=scale)], validate_args=validate_args)


def _pareto_variance(d):
    a = d.alpha.clamp(min=2)
    return d.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))


def _pareto_mean(d):
    a = d.alpha.clamp(min=1)
    return a * d.scale / (a - 1)


Pareto = family(
    'Pareto', 'The Pareto distribution of numbers above scale: the probability of a larger number than x is (scale / x)^alpha.',
    lambda self, scale, alpha, validate_args=None: _init_pareto(self, validate_args, scale, alpha),
    TransformedDistribution, arg_constraints={'alpha': _positive, 'scale': _positive}, support=lambda d: constraints.greater_than_eq(d.scale),
    mean=_pareto_mean, mode=lambda d: d.scale, variance=_pareto_variance,
    entropy=lambda d: (d.scale / d.alpha).log() + (1 + d.alpha.reciprocal()))


def _init_inverse_gamma(self, validate_args, concentration, rate):
    base = Gamma(concentration, rate, validate_args=validate_args)
    _start(self, base, PowerTransform(base.rate.new_tensor(-1)), validate_args=validate_args)


def _inverse_gamma_variance(d):
    alpha = d.concentration
    return torch.where(alpha > 2, d.rate.square() / ((alpha - 1).square() * (alpha - 2)), math.inf)


def _inverse_gamma_entropy(d):
    alpha = d.concentration
    return alpha + d.rate.log() + alpha.lgamma() - (1 + alpha) * alpha.digamma()


InverseGamma = family(
    'InverseGamma', 'The inverse gamma distribution: 1 over a gamma number.',
    lambda self, concentration, rate, validate_args=None: _init_inverse_gamma(self, validate_args, concentration, rate),
    TransformedDistribution, arg_constraints={'concentration': _positive, 'rate': _positive}, support=_positive, has_rsample=True,
    **through('base_dist', 'concentration', 'rate'),
    mean=lambda d: torch.where(d.concentration > 1, d.rate / (d.concentration - 1), math.inf), mode=lambda d: d.rate / (d.concentration + 1),
    variance=_inverse_gamma_variance, entropy=_inverse_gamma_entropy)
