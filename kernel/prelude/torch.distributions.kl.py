"""How far one distribution is from another."""

import math

import torch
from torch.distributions._base import sum_rightmost
from torch.distributions._continuous import (
    Beta, Cauchy, Dirichlet, Exponential, Gamma, Gumbel, HalfNormal, Laplace, LogNormal, MultivariateNormal, Normal, Uniform)
from torch.distributions._discrete import (
    Bernoulli, Binomial, Categorical, Geometric, Independent, OneHotCategorical, Poisson)

_rules = {}


def register_kl(type_p, type_q):
    """Decorates a function of two distributions of these types, or of derived ones."""
    def decorate(function):
        _rules[type_p, type_q] = function
        return function
    return decorate


def _found(p, q):
    """The rule for the nearest bases; None for none."""
    for a in p.__mro__:
        for b in q.__mro__:
            if (a, b) in _rules:
                return _rules[a, b]
    return None


def kl_divergence(p, q):
    """The Kullback-Leibler divergence of q from p."""
    rule = _found(type(p), type(q))
    if rule is None:
        raise NotImplementedError('No KL(p || q) is implemented for p type %s and q type %s' % (type(p).__name__, type(q).__name__))
    return rule(p, q)


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
    ratio, away, moved = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    return (-ratio.log() - away + moved + ratio * 0.57721566490153286
            + torch.exp(away + (1 + ratio).lgamma() - moved) - (1 + 0.57721566490153286))


@register_kl(Uniform, Normal)
def _(p, q):
    width = p.high - p.low
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + (width / q.scale).pow(2) / 24 + ((p.high + p.low - 2 * q.loc) / (2 * q.scale)).pow(2) / 2


@register_kl(Normal, Uniform)
def _(p, q):
    return torch.full(torch.broadcast_shapes(p.loc.size(), q.low.size()), math.inf, dtype=p.loc.dtype, device=p.loc.device)


@register_kl(MultivariateNormal, MultivariateNormal)
def _(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError('KL-divergence between two Multivariate Normals with different event shapes cannot be computed')
    logs = q._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) - p._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    spread = torch.linalg.solve_triangular(q._tril, p._tril, upper=False).pow(2).sum((-2, -1))
    moved = torch.linalg.solve_triangular(q._tril, (q.loc - p.loc).unsqueeze(-1), upper=False).pow(2).sum((-2, -1))
    return logs + 0.5 * (spread + moved - p.event_shape[0])


@register_kl(Independent, Independent)
def _(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)
