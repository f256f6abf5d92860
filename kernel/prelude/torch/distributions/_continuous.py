"""Distributions of real values, and of vectors of probabilities. Densities and moments are those of Johnson, Kotz and Balakrishnan,
"Continuous Univariate Distributions", where nothing else is named."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import (
    Distribution, ExponentialFamily, broadcast_all, clamp_probs, filled, standard_normal, standard_uniform)
from torch.distributions._family import BINARY, broadcast, family, location_scale, one_of, probs_or_logits

_real, _positive = constraints.real, constraints.positive
_LOC_SCALE = {'loc': _real, 'scale': _positive}


# ---- location and scale

Normal = family(
    'Normal', 'The normal (Gaussian) distribution with mean loc and standard deviation scale.',
    lambda self, loc, scale, validate_args=None: broadcast(self, validate_args, loc=loc, scale=scale),
    ExponentialFamily, arg_constraints=_LOC_SCALE, support=_real,
    mean=lambda d: d.loc, mode=lambda d: d.loc, stddev=lambda d: d.scale, variance=lambda d: d.scale.pow(2),
    sample=lambda d, shape: torch.normal(d.loc.expand(shape), d.scale.expand(shape)),
    rsample=lambda d, shape: d.loc + standard_normal(shape, d.loc) * d.scale,
    log_prob=lambda d, x: -((x - d.loc) ** 2) / (2 * d.scale ** 2) - d.scale.log() - math.log(math.sqrt(2 * math.pi)),
    cdf=lambda d, x: 0.5 * (1 + torch.erf((x - d.loc) * d.scale.reciprocal() / math.sqrt(2))),
    icdf=lambda d, p: d.loc + d.scale * torch.erfinv(2 * p - 1) * math.sqrt(2),
    entropy=lambda d: 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(d.scale))


def _signed_exponential(d, shape):
    """An exponential number of random sign, from a uniform one between -1 and 1."""
    u = d.loc.new(shape).uniform_(torch.finfo(d.loc.dtype).eps - 1, 1)
    return -u.sign() * torch.log1p(-u.abs())


def _laplace_quantile(p):
    away = p - 0.5
    return -away.sign() * torch.log1p(-2 * away.abs())


Laplace = location_scale(
    'Laplace', 'The Laplace (double exponential) distribution: the density falls exponentially with |x - loc| / scale.',
    lambda self, loc, scale, validate_args=None: broadcast(self, validate_args, loc=loc, scale=scale),
    log_density=lambda d, z: -z.abs(), log_unit=lambda d: torch.log(2 * d.scale), draw=_signed_exponential,
    distribution=lambda z: 0.5 - 0.5 * z.sign() * torch.expm1(-z.abs()), quantile=_laplace_quantile,
    stddev=lambda d: math.sqrt(2) * d.scale, variance=lambda d: 2 * d.scale.pow(2), entropy=lambda d: 1 + torch.log(2 * d.scale))

Cauchy = location_scale(
    'Cauchy', 'The Cauchy (Lorentz) distribution: the ratio of two normal numbers; it has no mean.',
    lambda self, loc, scale, validate_args=None: broadcast(self, validate_args, loc=loc, scale=scale),
    log_density=lambda d, z: -(z ** 2).log1p(), log_unit=lambda d: math.log(math.pi) + d.scale.log(),
    draw=lambda d, shape: d.loc.new(shape).cauchy_(),
    distribution=lambda z: torch.atan(z) / math.pi + 0.5, quantile=lambda p: torch.tan(math.pi * (p - 0.5)),
    mean=lambda d: filled(d, math.nan, d.loc), variance=lambda d: filled(d, math.inf, d.loc),
    entropy=lambda d: math.log(4 * math.pi) + d.scale.log())


# ---- intervals and half lines

Uniform = family(
    'Uniform', 'The uniform distribution: all numbers from low up to high are equally likely.',
    lambda self, low, high, validate_args=None: broadcast(self, validate_args, low=low, high=high),
    arg_constraints=lambda d: {'low': constraints.less_than(d.high), 'high': constraints.greater_than(d.low)},
    support=lambda d: constraints.interval(d.low, d.high),
    mean=lambda d: (d.high + d.low) / 2, mode=lambda d: math.nan * d.high,
    stddev=lambda d: (d.high - d.low) / math.sqrt(12), variance=lambda d: (d.high - d.low).pow(2) / 12,
    rsample=lambda d, shape: d.low + standard_uniform(shape, d.low) * (d.high - d.low),
    log_prob=lambda d, x: torch.log(((d.low <= x) & (x < d.high)).type_as(d.low)) - torch.log(d.high - d.low),
    cdf=lambda d, x: ((x - d.low) / (d.high - d.low)).clamp(0, 1), icdf=lambda d, p: p * (d.high - d.low) + d.low,
    entropy=lambda d: torch.log(d.high - d.low))

Exponential = family(
    'Exponential', 'The exponential distribution: the waiting time for an event that happens at this rate.',
    lambda self, rate, validate_args=None: broadcast(self, validate_args, rate=rate),
    ExponentialFamily, arg_constraints={'rate': _positive}, support=constraints.nonnegative,
    mean=lambda d: d.rate.reciprocal(), mode=lambda d: torch.zeros_like(d.rate),
    stddev=lambda d: d.rate.reciprocal(), variance=lambda d: d.rate.pow(-2),
    rsample=lambda d, shape: d.rate.new(shape).exponential_() / d.rate,
    log_prob=lambda d, x: d.rate.log() - d.rate * x,
    cdf=lambda d, x: 1 - torch.exp(-d.rate * x), icdf=lambda d, p: -torch.log1p(-p) / d.rate,
    entropy=lambda d: 1.0 - torch.log(d.rate))


def _gamma_sample(d, shape):
    """Above 0, where small concentrations underflow; the gradient is that of the value before clamping."""
    value = torch._standard_gamma(d.concentration.expand(shape)) / d.rate.expand(shape)
    value.detach().clamp_(min=torch.finfo(value.dtype).tiny)
    return value


def _gamma_log_prob(d, x):
    powers = torch.xlogy(d.concentration, d.rate) + torch.xlogy(d.concentration - 1, x)
    return powers - d.rate * x - torch.lgamma(d.concentration)


def _gamma_entropy(d):
    alpha = d.concentration
    return alpha - torch.log(d.rate) + torch.lgamma(alpha) + (1.0 - alpha) * torch.digamma(alpha)


Gamma = family(
    'Gamma', 'The gamma distribution with the shape `concentration`: the waiting time for that many events at this rate.',
    lambda self, concentration, rate, validate_args=None: broadcast(self, validate_args, concentration=concentration, rate=rate),
    ExponentialFamily, scalars_like='rate', arg_constraints={'concentration': _positive, 'rate': _positive}, support=constraints.nonnegative,
    mean=lambda d: d.concentration / d.rate, mode=lambda d: ((d.concentration - 1) / d.rate).clamp(min=0),
    variance=lambda d: d.concentration / d.rate.pow(2),
    rsample=_gamma_sample, log_prob=_gamma_log_prob, cdf=lambda d, x: torch.special.gammainc(d.concentration, d.rate * x),
    entropy=_gamma_entropy)

Chi2 = family(
    'Chi2', 'The chi-squared distribution with df degrees of freedom: the sum of the squares of df normal numbers.',
    lambda self, df, validate_args=None: Gamma.__init__(self, 0.5 * df, 0.5, validate_args=validate_args),
    Gamma, arg_constraints={'df': _positive}, _parts=('concentration', 'rate'), df=lambda d: d.concentration * 2)


# ---- ratios

def _init_student(self, validate_args, df, loc, scale):
    df, loc, scale = broadcast_all(df, loc, scale)
    self._chi2 = Chi2(df)
    broadcast(self, validate_args, df=df, loc=loc, scale=scale)


def _student_draw(d, shape):
    """A standard normal variable over the root of a chi-squared one divided by df."""
    x = standard_normal(shape, d.df)
    return x * torch.rsqrt(d._chi2.rsample(d._sample_shape(shape)) / d.df)


def _student_log_unit(d):
    constants = 0.5 * d.df.log(), 0.5 * math.log(math.pi)
    return sum(constants, d.scale.log()) + torch.lgamma(0.5 * d.df) - torch.lgamma(0.5 * (d.df + 1.0))


def _student_entropy(d):
    log_beta = torch.lgamma(0.5 * d.df) + math.lgamma(0.5) - torch.lgamma(0.5 * (d.df + 1))
    slope = 0.5 * (d.df + 1) * (torch.digamma(0.5 * (d.df + 1)) - torch.digamma(0.5 * d.df))
    return d.scale.log() + slope + 0.5 * d.df.log() + log_beta


def _student_variance(d):
    at_most_two = torch.where(d.df > 1, math.inf, math.nan)
    return torch.where(d.df > 2, d.scale.pow(2) * d.df / (d.df - 2), at_most_two)


StudentT = location_scale(
    'StudentT', "Student's t-distribution with df degrees of freedom: a normal number over the deviation of others.",
    lambda self, df, loc=0.0, scale=1.0, validate_args=None: _init_student(self, validate_args, df, loc, scale),
    log_density=lambda d, z: -0.5 * (d.df + 1.0) * torch.log1p(z ** 2.0 / d.df), log_unit=_student_log_unit, draw=_student_draw,
    arg_constraints={'df': _positive, **_LOC_SCALE}, _parts=('_chi2',), mean=lambda d: torch.where(d.df <= 1, math.nan, d.loc),
    variance=_student_variance, entropy=_student_entropy)


def _where_above(bound, df, formula):
    """formula(df) for the degrees of freedom above a bound; NaN for the others."""
    return formula(torch.where(df > bound, df, math.nan))


def _init_fisher(self, validate_args, df1, df2):
    df1, df2 = broadcast_all(df1, df2)
    self._gamma1, self._gamma2 = Gamma(df1 * 0.5, df1), Gamma(df2 * 0.5, df2)
    broadcast(self, validate_args, df1=df1, df2=df2)


def _fisher_sample(d, shape):
    leading = d._sample_shape(shape)
    numerator, denominator = [gamma.rsample(leading).view(shape) for gamma in (d._gamma1, d._gamma2)]
    tiny = torch.finfo(denominator.dtype).tiny
    denominator.clamp_(min=tiny)
    return (numerator / denominator).clamp_(min=tiny)


def _fisher_log_prob(d, x):
    half1, half2, ratio = d.df1 * 0.5, d.df2 * 0.5, d.df1 / d.df2
    constant = (half1 + half2).lgamma() - half1.lgamma() - half2.lgamma()
    powers = half1 * ratio.log() + (half1 - 1) * torch.log(x)
    return constant + powers - (half1 + half2) * torch.log1p(ratio * x)


FisherSnedecor = family(
    'FisherSnedecor', 'The F-distribution: the ratio of two chi-squared numbers, each over its degrees of freedom.',
    lambda self, df1, df2, validate_args=None: _init_fisher(self, validate_args, df1, df2),
    arg_constraints={'df1': _positive, 'df2': _positive}, support=_positive, _parts=('_gamma1', '_gamma2'),
    mean=lambda d: _where_above(2, d.df2, lambda n: n / (n - 2)),
    mode=lambda d: torch.where(d.df1 <= 2, math.nan, (d.df1 - 2) / d.df1 * d.df2 / (d.df2 + 2)),
    variance=lambda d: _where_above(4, d.df2, lambda n: 2 * n.pow(2) * (d.df1 + n - 2) / (d.df1 * (n - 2).pow(2) * (n - 4))),
    rsample=_fisher_sample, log_prob=_fisher_log_prob)


# ---- tails

class GeneralizedPareto(Distribution):
    """The generalized Pareto distribution: the excesses over a high threshold loc; a concentration of 0 is the exponential distribution."""

    has_rsample = True
    arg_constraints = {**_LOC_SCALE, 'concentration': _real}

    def __init__(self, loc, scale, concentration, validate_args=None):
        broadcast(self, validate_args, loc=loc, scale=scale, concentration=concentration)

    @property
    def support(self):
        end = torch.where(self.concentration < 0, self.loc - self.scale / self.concentration, math.inf)
        return constraints.interval(self.loc, end)

    def _branches(self, exponential, power):
        """`exponential` where the concentration is 0, power(concentration) elsewhere."""
        zero = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return torch.where(zero, exponential, power(torch.where(zero, torch.ones_like(self.concentration), self.concentration)))

    def _bounded(self, bound, formula):
        """formula(concentration) below a bound; NaN above, where the moment is infinite or does not exist."""
        below = self.concentration < bound
        return torch.where(below, formula(torch.where(below, self.concentration, bound / 2)), math.nan)

    def _standardized(self, value):
        self._validate_sample(value)
        return (value - self.loc) / self.scale

    mean = property(lambda self: self._bounded(1, lambda k: self.loc + self.scale / (1 - k)))
    mode = property(lambda self: self.loc)
    variance = property(lambda self: self._bounded(0.5, lambda k: self.scale ** 2 / ((1 - k) ** 2 * (1 - 2 * k))))

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(standard_uniform(self._extended_shape(sample_shape), self.loc))

    def log_prob(self, value):
        z = self._standardized(value)
        return self._branches(-z, lambda k: -(1 + 1 / k) * torch.log1p(k * z)) - torch.log(self.scale)

    def log_survival_function(self, value):
        """The logarithm of 1 - cdf."""
        z = self._standardized(value)
        return self._branches(-z, lambda k: -torch.log1p(k * z) / k)

    def log_cdf(self, value):
        """The logarithm of the cdf."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        logs = torch.log1p(-value)
        return self._branches(self.loc - self.scale * logs, lambda k: self.loc + self.scale * torch.expm1(-k * logs) / k)

    def entropy(self):
        return (torch.log(self.scale) + self.concentration + 1).expand(self._batch_shape)


# ---- the circle

def _best_fisher(d, shape):
    """By rejection from a wrapped Cauchy distribution (Best and Fisher 1979, "Efficient simulation of the von Mises distribution")."""
    k, loc = d.concentration.double().expand(shape), d.loc.double()
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
        accepted = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
        angle = torch.where(accepted, (u3 - 0.5).sign() * f.acos(), angle)
        done = done | accepted
    return ((angle + math.pi + loc) % (2 * math.pi) - math.pi).to(d.loc.dtype)


def _log_bessel_i0(k):
    return torch.special.i0e(k).log() + k


VonMises = family(
    'VonMises', 'The von Mises distribution of angles: the density is exp(concentration cos(x - loc)) / (2 pi I0(concentration)).',
    lambda self, loc, concentration, validate_args=None: broadcast(self, validate_args, loc=loc, concentration=concentration),
    arg_constraints={'loc': _real, 'concentration': _positive}, support=_real,
    mean=lambda d: d.loc, mode=lambda d: d.loc,
    variance=lambda d: 1 - torch.special.i1e(d.concentration) / torch.special.i0e(d.concentration),
    sample=_best_fisher,
    log_prob=lambda d, x: d.concentration * torch.cos(x - d.loc) - math.log(2 * math.pi) - _log_bessel_i0(d.concentration))


# ---- probabilities

def _init_continuous_bernoulli(self, validate_args, probs, logits, lims):
    name, value = one_of(probs, logits)
    value, = broadcast_all(value)
    if name == 'probs':
        if validate_args is not None and not bool(BINARY[name].check(value).all()):
            raise ValueError('The parameter probs has invalid values')
        value = clamp_probs(value)
    self.__dict__[name], self._lims = value, lims
    Distribution.__init__(self, value.size(), validate_args=validate_args)


def _away_from_half(d, exact, series):
    """exact(p), but around p = 1/2, where that is 0 / 0, the value of a Taylor series of p - 1/2."""
    low, high = d._lims
    away = (d.probs <= low) | (d.probs > high)
    return torch.where(away, exact(torch.where(away, d.probs, low * torch.ones_like(d.probs))), series(d.probs - 0.5))


def _log_constant(d):
    """log(2 atanh(1 - 2 p) / (1 - 2 p)): the logarithm of the constant by which the density is normalized."""
    def exact(p):
        low, high = torch.where(p <= 0.5, p, torch.zeros_like(p)), torch.where(p >= 0.5, p, torch.ones_like(p))
        return (torch.log(torch.abs(torch.log1p(-p) - torch.log(p)))
                - torch.where(p <= 0.5, torch.log1p(-2.0 * low), torch.log(2.0 * high - 1.0)))

    def series(x):
        x = torch.pow(x, 2)
        return math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x
    return _away_from_half(d, exact, series)


def _continuous_bernoulli_mean(d):
    return _away_from_half(d, lambda p: p / (2.0 * p - 1.0) + 1.0 / (torch.log1p(-p) - torch.log(p)),
                           lambda x: 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * torch.pow(x, 2)) * x)


def _continuous_bernoulli_variance(d):
    def series(x):
        x = torch.pow(x, 2)
        return 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x
    return _away_from_half(
        d, lambda p: p * (p - 1.0) / torch.pow(1.0 - 2.0 * p, 2) + 1.0 / torch.pow(torch.log1p(-p) - torch.log(p), 2), series)


def _continuous_bernoulli_log_prob(d, x):
    logits, x = broadcast_all(d.logits, x)
    return -torch.nn.functional.binary_cross_entropy_with_logits(logits, x, reduction='none') + d._log_constant


def _continuous_bernoulli_cdf(d, x):
    inside = _away_from_half(
        d, lambda p: (torch.pow(p, x) * torch.pow(1.0 - p, 1.0 - x) + p - 1.0) / (2.0 * p - 1.0), lambda _: x)
    return torch.where(x <= 0.0, torch.zeros_like(inside), torch.where(x >= 1.0, torch.ones_like(inside), inside))


def _continuous_bernoulli_icdf(d, q):
    return _away_from_half(
        d, lambda p: (torch.log1p(-p + q * (2.0 * p - 1.0)) - torch.log1p(-p)) / (torch.log(p) - torch.log1p(-p)), lambda _: q)


def _continuous_bernoulli_entropy(d):
    log_other = torch.log1p(-d.probs)
    return d.mean * (log_other - torch.log(d.probs)) - d._log_constant - log_other


ContinuousBernoulli = family(
    'ContinuousBernoulli', 'The continuous Bernoulli distribution of numbers from 0 to 1: the density is p^x (1 - p)^(1 - x) up to a constant.\n\n'
    'Loaiza-Ganem and Cunningham 2019, "The continuous Bernoulli: fixing a pervasive error in variational autoencoders". Between the two lims\n'
    'of p a Taylor series stands for the formulas.',
    lambda self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None:
        _init_continuous_bernoulli(self, validate_args, probs, logits, lims),
    ExponentialFamily, arg_constraints=BINARY, support=constraints.unit_interval, **probs_or_logits(clamp=clamp_probs),
    mean=_continuous_bernoulli_mean, variance=_continuous_bernoulli_variance, stddev=lambda d: torch.sqrt(d.variance),
    rsample=lambda d, shape: d.icdf(standard_uniform(shape, d.probs)), log_prob=_continuous_bernoulli_log_prob,
    cdf=_continuous_bernoulli_cdf, icdf=_continuous_bernoulli_icdf, entropy=_continuous_bernoulli_entropy, _log_constant=_log_constant)


def _init_dirichlet(self, validate_args, concentration):
    if concentration.dim() < 1:
        raise ValueError('`concentration` parameter must be at least one-dimensional.')
    self.concentration = concentration
    Distribution.__init__(self, concentration.size()[:-1], concentration.size()[-1:], validate_args=validate_args)


def _dirichlet_mode(d):
    """Where all concentrations are below 1, the density is infinite at every corner of the simplex, and the first is taken."""
    alpha = d.concentration
    above = (alpha - 1).clamp(min=0.0)
    inner, corner = above / above.sum(-1, True), torch.zeros_like(alpha)
    corner[..., 0] = 1
    return torch.where((alpha < 1).all(-1, keepdim=True), corner, inner)


def _dirichlet_variance(d):
    alpha, total = d.concentration, d.concentration.sum(-1, True)
    return alpha * (total - alpha) / (total.pow(2) * (total + 1))


def _dirichlet_sample(d, shape):
    """Gamma variables over their sum, in double precision, because they underflow for small concentrations."""
    gammas = torch._standard_gamma(d.concentration.expand(shape).double())
    info = torch.finfo(d.concentration.dtype)
    return (gammas / gammas.sum(-1, True)).to(d.concentration.dtype).clamp(info.tiny, 1 - info.eps / 2)


def _dirichlet_log_prob(d, x):
    alpha = d.concentration
    return torch.xlogy(alpha - 1.0, x).sum(-1) + torch.lgamma(alpha.sum(-1)) - torch.lgamma(alpha).sum(-1)


def _dirichlet_entropy(d):
    alpha, total, n = d.concentration, d.concentration.sum(-1), d.concentration.size(-1)
    log_beta = torch.lgamma(alpha).sum(-1) - torch.lgamma(total)
    return log_beta - (n - total) * torch.digamma(total) - ((alpha - 1.0) * torch.digamma(alpha)).sum(-1)


Dirichlet = family(
    'Dirichlet', 'The Dirichlet distribution of vectors of probabilities: the density is the product of their powers concentration - 1.',
    lambda self, concentration, validate_args=None: _init_dirichlet(self, validate_args, concentration),
    ExponentialFamily, arg_constraints={'concentration': constraints.independent(_positive, 1)}, support=constraints.simplex,
    mean=lambda d: d.concentration / d.concentration.sum(-1, True), mode=_dirichlet_mode, variance=_dirichlet_variance,
    rsample=_dirichlet_sample, log_prob=_dirichlet_log_prob, entropy=_dirichlet_entropy)


def _init_beta(self, validate_args, concentration1, concentration0):
    pair = torch.stack(broadcast_all(concentration1, concentration0), -1)
    self._dirichlet = Dirichlet(pair, validate_args=validate_args)
    Distribution.__init__(self, pair.size()[:-1], validate_args=validate_args)


def _beta_variance(d):
    total = d.concentration1 + d.concentration0
    return d.concentration1 * d.concentration0 / (total.pow(2) * (total + 1))


Beta = family(
    'Beta', 'The beta distribution of a probability: that of the first of two in a Dirichlet distribution.',
    lambda self, concentration1, concentration0, validate_args=None: _init_beta(self, validate_args, concentration1, concentration0),
    ExponentialFamily, arg_constraints={'concentration1': _positive, 'concentration0': _positive}, support=constraints.unit_interval,
    _parts=('_dirichlet',),
    concentration1=lambda d: d._dirichlet.concentration[..., 0], concentration0=lambda d: d._dirichlet.concentration[..., 1],
    mean=lambda d: d.concentration1 / (d.concentration1 + d.concentration0), mode=lambda d: d._dirichlet.mode[..., 0], variance=_beta_variance,
    rsample=lambda d, shape: d._dirichlet.rsample(d._sample_shape(shape)).select(-1, 0),
    log_prob=lambda d, x: d._dirichlet.log_prob(torch.stack([x, 1.0 - x], -1)), entropy=lambda d: d._dirichlet.entropy())
