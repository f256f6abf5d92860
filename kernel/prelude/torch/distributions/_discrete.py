"""Distributions of integers and classes. Probabilities and moments are those of Johnson, Kemp and Kotz, "Univariate Discrete Distributions"."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import Distribution, ExponentialFamily, broadcast_all, filled, through
from torch.distributions._continuous import Gamma
from torch.distributions._family import BINARY, CLASSES, broadcast, broadcast_probs, family, one_of, probs_or_logits
from torch.nn.functional import logsigmoid, one_hot


# ---- trials with two outcomes

def _cross_entropy(logits, value):
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction='none')


def _bernoulli_mode(d):
    """NaN where both are equally likely."""
    likely = (d.probs >= 0.5).to(d.probs)
    return torch.where(d.probs == 0.5, math.nan, likely)


Bernoulli = family(
    'Bernoulli', 'The Bernoulli distribution: 1 with the probability probs, else 0.',
    lambda self, probs=None, logits=None, validate_args=None: broadcast_probs(self, validate_args, probs, logits),
    ExponentialFamily, arg_constraints=BINARY, support=constraints.boolean, **probs_or_logits(),
    mean=lambda d: d.probs, mode=_bernoulli_mode, variance=lambda d: d.probs * (1 - d.probs),
    sample=lambda d, shape: torch.bernoulli(d.probs.expand(shape)), log_prob=lambda d, x: -_cross_entropy(*broadcast_all(d.logits, x)),
    entropy=lambda d: _cross_entropy(d.logits, d.probs),
    enumerate_support=lambda d: torch.arange(2, dtype=d._param.dtype, device=d._param.device))


def _init_geometric(self, validate_args, probs, logits):
    broadcast_probs(self, validate_args, probs, logits)
    if self._validate_args and probs is not None:
        invalid = self.probs[self.probs <= 0]
        if invalid.numel():
            raise ValueError('Expected parameter probs (%s of shape %s) of distribution %r to be positive but found invalid values:\n%s'
                             % (type(invalid).__name__, tuple(self.probs.shape), self, invalid))


def _geometric_sample(d, shape):
    """By inversion: the integer below log(u) / log(1 - p)."""
    u = d.probs.new(shape).uniform_(torch.finfo(d.probs.dtype).tiny, 1)
    return (u.log() / (-d.probs).log1p()).floor()


def _geometric_log_prob(d, x):
    x, probs = broadcast_all(x, d.probs)
    no_failure = (probs == 1) & (x == 0)  # 0 log 0 is 0
    return x * (-probs.masked_fill(no_failure, 0)).log1p() + d.probs.log()


Geometric = family(
    'Geometric', 'The geometric distribution: how many trials fail before the first succeeds, each with the probability probs.',
    lambda self, probs=None, logits=None, validate_args=None: _init_geometric(self, validate_args, probs, logits),
    arg_constraints=BINARY, support=constraints.nonnegative_integer, **probs_or_logits(),
    mean=lambda d: 1.0 / d.probs - 1.0, mode=lambda d: torch.zeros_like(d.probs), variance=lambda d: (1.0 / d.probs - 1.0) / d.probs,
    sample=_geometric_sample, log_prob=_geometric_log_prob, entropy=lambda d: _cross_entropy(d.logits, d.probs) / d.probs)


def _common_count(d, method):
    """The number of trials, which has to be the same in the whole batch."""
    most, least = int(d.total_count.max()), int(d.total_count.min())
    if most != least:
        raise NotImplementedError('Inhomogeneous total count not supported by `%s`.' % method)
    return most


def _log_binomial(n, k):
    return torch.lgamma(n + 1) - torch.lgamma(k + 1) - torch.lgamma(n - k + 1)


def _binomial_log_prob(d, x):
    """x logits - n log(1 + exp(logits)), in the form that does not overflow."""
    n, positive = d.total_count, torch.where(d.logits == 0, 0.5 * d.logits, d.logits.clamp(min=0))  # of the slope 1 / 2 at 0
    return _log_binomial(n, x) + x * d.logits - n * positive - n * torch.log1p(torch.exp(-torch.abs(d.logits)))


def _binomial_entropy(d):
    _common_count(d, 'entropy')
    logs = d.log_prob(d.enumerate_support(False))
    return -(torch.exp(logs) * logs).sum(0)


Binomial = family(
    'Binomial', 'The binomial distribution: how many of total_count trials succeed, each with the probability probs.',
    lambda self, total_count=1, probs=None, logits=None, validate_args=None: broadcast_probs(self, validate_args, probs, logits, total_count),
    arg_constraints={'total_count': constraints.nonnegative_integer, **BINARY}, **probs_or_logits(),
    support=lambda d: constraints.integer_interval(0, d.total_count),
    mean=lambda d: d.total_count * d.probs, mode=lambda d: ((d.total_count + 1) * d.probs).floor().clamp(max=d.total_count),
    variance=lambda d: d.total_count * d.probs * (1 - d.probs),
    sample=lambda d, shape: torch.binomial(d.total_count.expand(shape), d.probs.expand(shape)),
    log_prob=_binomial_log_prob, entropy=_binomial_entropy,
    enumerate_support=lambda d: torch.arange(1 + _common_count(d, 'enumerate_support'), dtype=d._param.dtype, device=d._param.device))


def _negative_binomial_sample(d, shape):
    """A Poisson variable whose rate is a gamma variable."""
    rates = Gamma(concentration=d.total_count, rate=torch.exp(-d.logits), validate_args=False)
    return torch.poisson(rates.sample(d._sample_shape(shape)))


def _negative_binomial_log_prob(d, x):
    n = d.total_count
    powers = n * logsigmoid(-d.logits) + x * logsigmoid(d.logits)
    ways = -torch.lgamma(n + x) + torch.lgamma(1.0 + x) + torch.lgamma(n)
    return powers - ways.masked_fill(n + x == 0.0, 0.0)


NegativeBinomial = family(
    'NegativeBinomial', 'The negative binomial distribution: how many trials succeed, each with the probability probs, before total_count failed.',
    lambda self, total_count, probs=None, logits=None, validate_args=None: broadcast_probs(self, validate_args, probs, logits, total_count),
    arg_constraints={'total_count': constraints.greater_than_eq(0), 'probs': constraints.half_open_interval(0.0, 1.0), 'logits': constraints.real},
    support=constraints.nonnegative_integer, **probs_or_logits(),
    mean=lambda d: d.total_count * torch.exp(d.logits), mode=lambda d: ((d.total_count - 1) * d.logits.exp()).floor().clamp(min=0.0),
    variance=lambda d: d.mean / torch.sigmoid(-d.logits), sample=_negative_binomial_sample, log_prob=_negative_binomial_log_prob)


# ---- events

def _poisson_log_prob(d, x):
    rate, x = broadcast_all(d.rate, x)
    return x.xlogy(rate) - rate - (x + 1).lgamma()


Poisson = family(
    'Poisson', 'The Poisson distribution: how many independent events happen where `rate` are expected.',
    lambda self, rate, validate_args=None: broadcast(self, validate_args, rate=rate),
    ExponentialFamily, arg_constraints={'rate': constraints.nonnegative}, support=constraints.nonnegative_integer,
    mean=lambda d: d.rate, mode=lambda d: d.rate.floor(), variance=lambda d: d.rate,
    sample=lambda d, shape: torch.poisson(d.rate.expand(shape)), log_prob=_poisson_log_prob)


# ---- classes

def _init_categorical(self, validate_args, probs, logits):
    name, value = one_of(probs, logits)
    if value.dim() < 1:
        raise ValueError('`%s` parameter must be at least one-dimensional.' % name)
    self.__dict__[name] = value - value.logsumexp(-1, keepdim=True) if name == 'logits' else value / value.sum(-1, keepdim=True)
    self._num_events = value.size(-1)
    Distribution.__init__(self, value.size()[:-1], validate_args=validate_args)


def _categorical_sample(d, shape):
    count = d._sample_shape(shape).numel()
    return torch.multinomial(d.probs.reshape(-1, d._num_events), count, True).T.reshape(shape)


def _categorical_log_prob(d, x):
    classes, logits = torch.broadcast_tensors(x.long().unsqueeze(-1), d.logits)
    return logits.gather(-1, classes[..., :1]).squeeze(-1)


def _categorical_entropy(d):
    finite = d.logits.clamp(min=torch.finfo(d.logits.dtype).min)
    return -(finite * d.probs).sum(-1)


Categorical = family(
    'Categorical', 'The categorical distribution of the integers 0, ..., n - 1, with the probabilities along the last dimension of probs.',
    lambda self, probs=None, logits=None, validate_args=None: _init_categorical(self, validate_args, probs, logits),
    arg_constraints=CLASSES, **probs_or_logits(is_binary=False), support=lambda d: constraints.integer_interval(0, d._num_events - 1),
    mean=lambda d: filled(d, math.nan, d.probs), mode=lambda d: d.probs.argmax(-1), variance=lambda d: filled(d, math.nan, d.probs),
    sample=_categorical_sample, log_prob=_categorical_log_prob, entropy=_categorical_entropy,
    enumerate_support=lambda d: torch.arange(d._num_events, dtype=torch.long, device=d._param.device))


def init_class_vector(self, validate_args, probs, logits):
    """The body of an __init__ of vectors whose elements belong to the classes of a categorical distribution."""
    self._categorical = Categorical(probs, logits)
    Distribution.__init__(self, self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)


def class_vector():
    """The entries of such a row."""
    return {'arg_constraints': CLASSES, '_parts': ('_categorical',), **through('_categorical', 'probs', 'logits', 'param_shape')}


def _as_vector(d, classes):
    return one_hot(classes, d._event_shape[0]).to(d.probs)


OneHotCategorical = family(
    'OneHotCategorical', 'The categorical distribution, with its classes as vectors of zeros and a one.',
    lambda self, probs=None, logits=None, validate_args=None: init_class_vector(self, validate_args, probs, logits),
    **class_vector(), support=constraints.one_hot,
    mean=lambda d: d.probs, mode=lambda d: _as_vector(d, d.probs.argmax(-1)), variance=lambda d: d.probs * (1 - d.probs),
    sample=lambda d, shape: _as_vector(d, d._categorical.sample(d._sample_shape(shape))),
    log_prob=lambda d, x: d._categorical.log_prob(x.max(-1)[1]), entropy=lambda d: d._categorical.entropy(),
    enumerate_support=lambda d: torch.eye(d._event_shape[0], dtype=d.probs.dtype, device=d.probs.device))


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """OneHotCategorical whose rsample hands gradients on to the probabilities as they are (the straight-through estimator).

    Bengio, Léonard and Courville 2013, "Estimating or propagating gradients through stochastic neurons for conditional computation".
    """

    has_rsample = True

    def rsample(self, sample_shape=torch.Size()):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


def _init_multinomial(self, validate_args, total_count, probs, logits):
    if not isinstance(total_count, int):
        raise NotImplementedError('inhomogeneous total_count is not supported')
    self.total_count = total_count
    init_class_vector(self, validate_args, probs, logits)
    self._binomial = Binomial(total_count, self.probs)  # the distribution of each count


def _multinomial_sample(d, shape):
    """Counts of the classes of total_count samples of the categorical distribution."""
    classes = d._categorical.sample((d.total_count,) + d._sample_shape(shape)).movedim(0, -1)
    return torch.zeros(shape, dtype=classes.dtype, device=classes.device).scatter_add_(-1, classes, torch.ones_like(classes)).type_as(d.probs)


def _multinomial_log_prob(d, x):
    logits, x = broadcast_all(d.logits, x)
    logits = torch.where((x == 0) & (logits == -math.inf), 0, logits)
    return torch.lgamma(x.sum(-1) + 1) - torch.lgamma(x + 1).sum(-1) + (logits * x).sum(-1)


def _multinomial_entropy(d):
    """n H(class) - log n! + E[log x!] of the count x of each class, which is binomial."""
    n, count = d.total_count, d._binomial
    values = count.enumerate_support(expand=False)[1:]  # log 0! is 0
    log_factorials = (torch.exp(count.log_prob(values)) * torch.lgamma(values + 1)).sum([0, -1])
    return n * d._categorical.entropy() - math.lgamma(n + 1) + log_factorials


Multinomial = family(
    'Multinomial', 'The multinomial distribution: how often each class comes in total_count trials.',
    lambda self, total_count=1, probs=None, logits=None, validate_args=None: _init_multinomial(self, validate_args, total_count, probs, logits),
    **{**class_vector(), '_parts': ('_categorical', '_binomial')}, support=lambda d: constraints.multinomial(d.total_count),
    mean=lambda d: d.probs * d.total_count, variance=lambda d: d.total_count * d.probs * (1 - d.probs),
    sample=_multinomial_sample, log_prob=_multinomial_log_prob, entropy=_multinomial_entropy)
