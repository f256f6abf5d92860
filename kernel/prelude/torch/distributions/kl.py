"""Kullback-Leibler divergences KL(p || q) = E_p[log p(x) - log q(x)].

A rule is a function of two distributions, entered under their types with register_kl; kl_divergence takes the rule of the nearest bases. Those of
distributions of one kind have a formula of their own. Those of different kinds are the cross entropy -E_p[log q(x)], which for the kinds here
needs only a few moments of p, less the entropy of p; where p has values outside of the support of q they are infinite.
"""

import math

import torch
from torch.distributions._base import EULER, ExponentialFamily, sum_rightmost
from torch.distributions._combined import Independent, TransformedDistribution
from torch.distributions._continuous import Beta, Cauchy, ContinuousBernoulli, Dirichlet, Exponential, Gamma, Laplace, Normal, Uniform
from torch.distributions._discrete import Bernoulli, Binomial, Categorical, Geometric, OneHotCategorical, Poisson
from torch.distributions._multivariate import (
    LowRankMultivariateNormal, MultivariateNormal, Wishart, log_diagonal, multi_digamma, solved_square)
from torch.distributions._transformed import Gumbel, HalfNormal, LogNormal, Pareto

_rules = {}


def register_kl(type_p, type_q):
    """Decorates a function of two distributions of these types, or of derived ones."""
    def decorate(function):
        _rules[type_p, type_q] = function
        return function
    return decorate


def _nearest_rule(p, q):
    """The rule for the nearest bases; None for none."""
    for a in p.__mro__:
        for b in q.__mro__:
            if (a, b) in _rules:
                return _rules[a, b]
    return None


def kl_divergence(p, q):
    """KL(p || q) of each pair of the batch; raises NotImplementedError where there is no rule for their types."""
    rule = _nearest_rule(type(p), type(q))
    if rule is None:
        raise NotImplementedError('No KL(p || q) is implemented for p type %s and q type %s' % (type(p).__name__, type(q).__name__))
    return rule(p, q)


@register_kl(ExponentialFamily, ExponentialFamily)
def _(p, q):
    """The Bregman divergence of the log normalizer (Nielsen and Nock 2010), of distributions of one family."""
    if type(p) is not type(q):
        raise NotImplementedError('The cross KL-divergence between different exponential families cannot                             be '
                                  'computed using Bregman divergences')
    theta, normalizer, slopes = p._normalizer_and_slopes()
    divergence = q._log_normalizer(*q._natural_params) - normalizer
    for a, b, slope in zip(theta, q._natural_params, slopes):
        divergence = divergence - sum_rightmost((b - a) * slope, len(q.event_shape))
    return divergence


@register_kl(Normal, Normal)
def _(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(LogNormal, LogNormal)
def _(p, q):
    return _rules[Normal, Normal](p, q)


@register_kl(HalfNormal, HalfNormal)
def _(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio - 1 - ratio.log())


@register_kl(Bernoulli, Bernoulli)
def _(p, q):
    plus, log = torch.nn.functional.softplus, torch.log
    one = p.probs * (plus(-q.logits) - plus(-p.logits))
    one = torch.where(q.probs == 0, math.inf, one)
    one = torch.where(p.probs == 0, 0.0, one)
    other = (1 - p.probs) * (plus(q.logits) - plus(p.logits))
    other = torch.where(q.probs == 1, math.inf, other)
    return one + torch.where(p.probs == 1, 0.0, other)


@register_kl(Binomial, Binomial)
def _(p, q):
    if bool((p.total_count < q.total_count).any()):
        raise NotImplementedError('KL between Binomials where q.total_count > p.total_count is not implemented')
    found = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return torch.where(p.total_count > q.total_count, math.inf, found)


@register_kl(Categorical, Categorical)
def _(p, q):
    t = p.probs * (p.logits - q.logits)
    t = torch.where((q.probs == 0).expand_as(t), math.inf, t)
    return torch.where((p.probs == 0).expand_as(t), 0.0, t).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _(p, q):
    return kl_divergence(p._categorical, q._categorical)


@register_kl(Geometric, Geometric)
def _(p, q):
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Uniform, Uniform)
def _(p, q):
    found = ((q.high - q.low) / (p.high - p.low)).log()
    return torch.where((q.low > p.low) | (q.high < p.high), math.inf, found)


@register_kl(Exponential, Exponential)
def _(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Gamma, Gamma)
def _(p, q):
    return (q.concentration * (p.rate / q.rate).log() + torch.lgamma(q.concentration) - torch.lgamma(p.concentration)
            + (p.concentration - q.concentration) * torch.digamma(p.concentration) + (q.rate - p.rate) * (p.concentration / p.rate))


@register_kl(Beta, Beta)
def _(p, q):
    sum_p, sum_q = p.concentration1 + p.concentration0, q.concentration1 + q.concentration0
    first = q.concentration1.lgamma() + q.concentration0.lgamma() + sum_p.lgamma()
    second = p.concentration1.lgamma() + p.concentration0.lgamma() + sum_q.lgamma()
    return (first - second + (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1)
            + (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0) + (sum_q - sum_p) * torch.digamma(sum_p))


@register_kl(Dirichlet, Dirichlet)
def _(p, q):
    sum_p, sum_q = p.concentration.sum(-1), q.concentration.sum(-1)
    totals = sum_p.lgamma() - sum_q.lgamma()
    each = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    slopes = p.concentration.digamma() - sum_p.digamma().unsqueeze(-1)
    return totals - each + ((p.concentration - q.concentration) * slopes).sum(-1)


@register_kl(Laplace, Laplace)
def _(p, q):
    ratio, distance = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * torch.exp(-distance / p.scale) - 1


@register_kl(Cauchy, Cauchy)
def _(p, q):
    return ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log() - (4 * p.scale * q.scale).log()


@register_kl(Gumbel, Gumbel)
def _(p, q):
    ratio, q_loc, p_loc = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    return -ratio.log() - q_loc + p_loc + ratio * EULER + torch.exp(q_loc + (1 + ratio).lgamma() - p_loc) - (1 + EULER)


@register_kl(Uniform, Normal)
def _(p, q):
    width = p.high - p.low
    offset = (p.high + p.low - 2 * q.loc) / (2 * q.scale)
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + (width / q.scale).pow(2) / 24 + offset.pow(2) / 2


@register_kl(Normal, Uniform)
def _(p, q):
    return torch.full(torch.broadcast_shapes(p.loc.size(), q.low.size()), math.inf, dtype=p.loc.dtype, device=p.loc.device)


@register_kl(MultivariateNormal, MultivariateNormal)
def _(p, q):
    _same_events(p, q, '')
    logs = log_diagonal(q._tril) - log_diagonal(p._tril)
    trace = solved_square(q._tril, p._tril)
    distance = solved_square(q._tril, (q.loc - p.loc).unsqueeze(-1))
    return logs + 0.5 * (trace + distance - p.event_shape[0])


@register_kl(Independent, Independent)
def _(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


# ---- different kinds, by moments of p

def _moments(p):
    """(E[x], E[x^2]) of p."""
    mean = p.mean
    return mean, p.variance + mean ** 2


def _log_mean(p):
    """E[log x] of p."""
    if isinstance(p, Beta):
        return p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()
    if isinstance(p, Gamma):
        return p.concentration.digamma() - p.rate.log()
    if isinstance(p, Exponential):
        return -EULER - p.rate.log()
    if isinstance(p, Pareto):
        return p.scale.log() + p.alpha.reciprocal()
    return (torch.xlogy(p.high, p.high) - torch.xlogy(p.low, p.low)) / (p.high - p.low) - 1


def _exp_mean(p, scale):
    """E[exp(-x / scale)] of p."""
    if isinstance(p, Uniform):
        return (torch.exp(-p.low / scale) - torch.exp(-p.high / scale)) * scale / (p.high - p.low)
    if isinstance(p, Normal):
        return torch.exp(-p.mean / scale + 0.5 * p.variance / scale ** 2)
    if isinstance(p, Exponential):
        return p.rate * scale / (p.rate * scale + 1)
    return (1 + (p.rate * scale).reciprocal()).pow(-p.concentration)


# the cross entropies -E_p[log q(x)] with a q of each kind

def _cross_normal(p, q):
    mean, square = _moments(p)
    return 0.5 * (2 * math.pi * q.scale ** 2).log() + (square - 2 * q.loc * mean + q.loc ** 2) / (2 * q.scale ** 2)


def _cross_exponential(p, q):
    return q.rate * p.mean - q.rate.log()


def _cross_gamma(p, q):
    return q.concentration.lgamma() - q.concentration * q.rate.log() - (q.concentration - 1) * _log_mean(p) + q.rate * p.mean


def _cross_gumbel(p, q):
    return q.scale.log() + (p.mean - q.loc) / q.scale + torch.exp(q.loc / q.scale) * _exp_mean(p, q.scale)


def _cross_laplace(p, q):
    z = (p.loc - q.loc) / p.scale
    distance = p.scale * math.sqrt(2 / math.pi) * torch.exp(-0.5 * z ** 2) + (p.loc - q.loc) * torch.erf(math.sqrt(0.5) * z)
    return (2 * q.scale).log() + distance / q.scale


def _cross_pareto(p, q):
    return -(q.alpha * q.scale.pow(q.alpha)).log() + (q.alpha + 1) * _log_mean(p)


def _cross_beta(p, q):
    a, b = q.concentration1, q.concentration0
    other = (torch.xlogy(1 - p.low, 1 - p.low) - torch.xlogy(1 - p.high, 1 - p.high)) / (p.high - p.low) - 1
    return a.lgamma() + b.lgamma() - (a + b).lgamma() - (a - 1) * _log_mean(p) - (b - 1) * other


def _cross_uniform(p, q):
    return (q.high - q.low).log()


def _cross_continuous_bernoulli(p, q):
    return -p.mean * q.logits - torch.log1p(-q.probs) - q._log_constant


def _cross_poisson(p, q):
    return q.rate - p.mean * q.rate.log()


def _by_moments(p_type, q_type, cross_entropy, infinite=None):
    """The rule cross_entropy(p, q) - H(p), infinite where infinite(p, q) is true."""
    def rule(p, q):
        divergence = cross_entropy(p, q) - p.entropy()
        return divergence if infinite is None else torch.where(infinite(p, q), math.inf, divergence)
    _rules.setdefault((p_type, q_type), rule)


def _infinite(p_type, q_type):
    """The rule for a p that has values outside of the support of q."""
    def rule(p, q):
        like = p.mean if isinstance(p, Beta) else next(v for v in p.__dict__.values() if isinstance(v, torch.Tensor))
        return torch.full_like(like, math.inf)
    _rules.setdefault((p_type, q_type), rule)


for _p, _q, _cross_entropy in [
        (Beta, Exponential, _cross_exponential), (Beta, Gamma, _cross_gamma), (Beta, Normal, _cross_normal),
        (Beta, ContinuousBernoulli, _cross_continuous_bernoulli), (Exponential, Gamma, _cross_gamma), (Exponential, Gumbel, _cross_gumbel),
        (Exponential, Normal, _cross_normal), (Gamma, Exponential, _cross_exponential), (Gamma, Gumbel, _cross_gumbel),
        (Gamma, Normal, _cross_normal), (Gumbel, Normal, _cross_normal), (Laplace, Normal, _cross_normal), (Normal, Gumbel, _cross_gumbel),
        (Normal, Laplace, _cross_laplace), (Uniform, Gumbel, _cross_gumbel), (ContinuousBernoulli, Normal, _cross_normal),
        (ContinuousBernoulli, Exponential, _cross_exponential)]:
    _by_moments(_p, _q, _cross_entropy)
_by_moments(Bernoulli, Poisson, _cross_poisson)
_by_moments(Beta, Uniform, _cross_uniform, lambda p, q: (q.low > 0) | (q.high < 1))
_by_moments(ContinuousBernoulli, Uniform, _cross_uniform, lambda p, q: (q.low >= 0) | (q.high <= 1))
_by_moments(Uniform, Beta, _cross_beta, lambda p, q: (p.high > 1) | (p.low < 0))
_by_moments(Uniform, ContinuousBernoulli, _cross_continuous_bernoulli, lambda p, q: (p.high >= 1) | (p.low <= 0))
_by_moments(Uniform, Exponential, _cross_exponential, lambda p, q: p.low < 0)
_by_moments(Uniform, Gamma, _cross_gamma, lambda p, q: p.low < 0)
_by_moments(Uniform, Pareto, _cross_pareto, lambda p, q: p.low < q.scale)
_by_moments(Pareto, Exponential, _cross_exponential, lambda p, q: p.alpha <= 1)
_by_moments(Pareto, Gamma, _cross_gamma, lambda p, q: p.alpha <= 1)
_by_moments(Pareto, Normal, _cross_normal, lambda p, q: p.alpha <= 2)
for _p, _q in [(Beta, Pareto), (ContinuousBernoulli, Pareto), (Exponential, Beta), (Exponential, ContinuousBernoulli), (Exponential, Pareto),
               (Exponential, Uniform), (Gamma, Beta), (Gamma, ContinuousBernoulli), (Gamma, Pareto), (Gamma, Uniform), (Gumbel, Beta),
               (Gumbel, ContinuousBernoulli), (Gumbel, Exponential), (Gumbel, Gamma), (Gumbel, Pareto), (Gumbel, Uniform), (Laplace, Beta),
               (Laplace, ContinuousBernoulli), (Laplace, Exponential), (Laplace, Gamma), (Laplace, Pareto), (Laplace, Uniform), (Normal, Beta),
               (Normal, ContinuousBernoulli), (Normal, Exponential), (Normal, Gamma), (Normal, Pareto), (Pareto, Beta),
               (Pareto, ContinuousBernoulli), (Pareto, Uniform), (Poisson, Bernoulli), (Poisson, Binomial)]:
    _infinite(_p, _q)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _(p, q):
    return (p.mean * (p.logits - q.logits) + p._log_constant + torch.log1p(-p.probs) - q._log_constant - torch.log1p(-q.probs))


@register_kl(Pareto, Pareto)
def _(p, q):
    scales, alphas = p.scale / q.scale, q.alpha / p.alpha
    return torch.where(p.scale < q.scale, math.inf, q.alpha * scales.log() - alphas.log() + alphas - 1)


@register_kl(TransformedDistribution, TransformedDistribution)
def _(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), len(p.event_shape) - len(p.base_dist.event_shape))


def _same_events(p, q, kind):
    """Raises ValueError for normal distributions of vectors of different lengths; the spaces are those of PyTorch's text."""
    if p.event_shape != q.event_shape:
        raise ValueError('KL-divergence between two %sMultivariate Normals with%sdifferent event shapes cannot be computed' % (kind, ' ' * 26))


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _(p, q):
    _same_events(p, q, 'Low Rank ')
    (w, d), (v, e) = p._given, q._given
    inner = v.mT / e.unsqueeze(-2)
    trace = ((d / e).sum(-1) + (w / e.sqrt().unsqueeze(-1)).pow(2).sum((-2, -1)) - solved_square(q._capacitance, inner * d.sqrt().unsqueeze(-2))
              - solved_square(q._capacitance, inner.matmul(w)))
    return 0.5 * (q.log_determinant() - p.log_determinant() + trace + q.distance(q.loc - p.loc) - p.event_shape[0])


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _(p, q):
    _same_events(p, q, '(Low Rank) ')
    v, e = q._given
    logs = q.log_determinant() - 2 * log_diagonal(p._tril)
    inner = v.mT / e.unsqueeze(-2)
    trace = (p._tril.pow(2) / e.unsqueeze(-1)).sum((-2, -1)) - solved_square(q._capacitance, inner.matmul(p._tril))
    return 0.5 * (logs + trace + q.distance(q.loc - p.loc) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _(p, q):
    _same_events(p, q, '(Low Rank) ')
    w, d = p._given
    logs = 2 * log_diagonal(q._tril) - p.log_determinant()
    trace = solved_square(q._tril, w) + solved_square(q._tril, torch.diag_embed(d.sqrt()))
    distance = solved_square(q._tril, (q.loc - p.loc).unsqueeze(-1))
    return 0.5 * (logs + trace + distance - p.event_shape[0])


@register_kl(Wishart, Wishart)
def _(p, q):
    n, nu = p.event_shape[-1], q.df
    logs = log_diagonal(p._tril), log_diagonal(q._tril)
    mean_log_determinant = multi_digamma(p.df / 2, n) + n * math.log(2) + 2 * logs[0]
    trace = torch.cholesky_solve(p.covariance_matrix, q._tril).diagonal(dim1=-2, dim2=-1).sum(-1)
    constant = nu * (n * math.log(2) / 2 + logs[1]) + torch.mvlgamma(nu / 2, p=n)
    return constant - (nu - n - 1) / 2 * mean_log_determinant + trace * p.df / 2 - p.entropy()


__all__ = ['kl_divergence', 'register_kl']
