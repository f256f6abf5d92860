"""Distributions of whole numbers and classes, and of distributions."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import (
    ByProbability, Distribution, broadcast_all, sum_rightmost)

_BINARY = {'probs': constraints.unit_interval, 'logits': constraints.real}
_CLASSES = {'probs': constraints.simplex, 'logits': constraints.real_vector}


class Bernoulli(ByProbability):
    """A coin."""

    arg_constraints, support, has_enumerate_support = _BINARY, constraints.boolean, True

    def __init__(self, probs=None, logits=None, validate_args=None):
        name, value = self._take(probs, logits)
        self.__dict__[name], = broadcast_all(value)
        super().__init__(torch.Size() if isinstance(value, (int, float)) else self._param.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        mode = (self.probs >= 0.5).to(self.probs)
        mode[self.probs == 0.5] = math.nan
        return mode

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction='none')

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction='none')

    def enumerate_support(self, expand=True):
        values = torch.arange(2, dtype=self._param.dtype, device=self._param.device).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class Geometric(ByProbability):
    """How often a coin fails before it succeeds."""

    arg_constraints, support = _BINARY, constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        name, value = self._take(probs, logits)
        self.__dict__[name], = broadcast_all(value)
        super().__init__(torch.Size() if isinstance(value, (int, float)) else self._param.size(), validate_args=validate_args)
        if self._validate_args and probs is not None and not bool((self.probs > 0).all()):
            raise ValueError('Expected parameter probs (%s of shape %s) of distribution %r to be positive but found invalid values:\n%s'
                             % (type(self.probs).__name__, tuple(self.probs.shape), self, self.probs))

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            u = self.probs.new(self._extended_shape(sample_shape)).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        self._validate_sample(value)
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone(memory_format=torch.contiguous_format)
        probs[(probs == 1) & (value == 0)] = 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction='none') / self.probs


class Binomial(ByProbability):
    """How many of several coins succeed."""

    arg_constraints = {'total_count': constraints.nonnegative_integer, **_BINARY}
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        name, value = self._take(probs, logits)
        self.total_count, found = broadcast_all(total_count, value)
        self.total_count = self.total_count.type_as(found)
        self.__dict__[name] = found
        super().__init__(found.size(), validate_args=validate_args)

    @property
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        self._validate_sample(value)
        n = self.total_count
        ways = torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1)
        positive = self.logits.clamp(min=0)
        return ways + value * self.logits - n * positive - n * torch.log1p(torch.exp(-torch.abs(self.logits)))

    def entropy(self):
        n = int(self.total_count.max())
        if not bool((self.total_count.min() == n).all()):
            raise NotImplementedError('Inhomogeneous total count not supported by `entropy`.')
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand=True):
        n = int(self.total_count.max())
        if not bool((self.total_count.min() == n).all()):
            raise NotImplementedError('Inhomogeneous total count not supported by `enumerate_support`.')
        values = torch.arange(1 + n, dtype=self._param.dtype, device=self._param.device).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class Poisson(Distribution):
    """How often something happens."""

    arg_constraints, support = {'rate': constraints.nonnegative}, constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        self.rate, = broadcast_all(rate)
        super().__init__(torch.Size() if isinstance(rate, (int, float)) else self.rate.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return self.rate.floor()

    @property
    def variance(self):
        return self.rate

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._validate_sample(value)
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()


class Categorical(ByProbability):
    """One of several classes."""

    arg_constraints, has_enumerate_support, _binary = _CLASSES, True, False

    def __init__(self, probs=None, logits=None, validate_args=None):
        name, value = self._take(probs, logits)
        if value.dim() < 1:
            raise ValueError('`%s` parameter must be at least one-dimensional.' % name)
        self.__dict__[name] = value / value.sum(-1, keepdim=True) if name == 'probs' else value - value.logsumexp(-1, keepdim=True)
        self._num_events = value.size(-1)
        super().__init__(value.size()[:-1], validate_args=validate_args)

    def _expanded(self, old, batch_shape):
        self._num_events = old._num_events

    @property
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype, device=self.probs.device)

    @property
    def mode(self):
        return self.probs.argmax(-1)

    @property
    def variance(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype, device=self.probs.device)

    def sample(self, sample_shape=torch.Size()):
        sample_shape = torch.Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        return torch.multinomial(rows, sample_shape.numel(), True).T.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        self._validate_sample(value)
        value = value.long().unsqueeze(-1)
        value, logits = torch.broadcast_tensors(value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = self.logits.clamp(min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        values = torch.arange(self._num_events, dtype=torch.long, device=self._param.device).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class _OfCategorical(Distribution):
    """Vectors whose places are the classes of a categorical distribution."""

    arg_constraints = _CLASSES

    def _expanded(self, old, batch_shape):
        self._categorical = old._categorical.expand(batch_shape)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def param_shape(self):
        return self._categorical.param_shape


class OneHotCategorical(_OfCategorical):
    """One of several classes, as a vector with a one."""

    support, has_enumerate_support = constraints.one_hot, True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return torch.nn.functional.one_hot(self.probs.argmax(-1), self._event_shape[0]).to(self.probs)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        return torch.nn.functional.one_hot(self._categorical.sample(sample_shape), self._event_shape[0]).to(self.probs)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()

    def enumerate_support(self, expand=True):
        n = self._event_shape[0]
        values = torch.eye(n, dtype=self.probs.dtype, device=self.probs.device).view((n,) + (1,) * len(self._batch_shape) + (n,))
        return values.expand((n, *self._batch_shape, n)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """OneHotCategorical whose samples hand gradients on to the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape=torch.Size()):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


class Multinomial(_OfCategorical):
    """How often each class comes."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError('inhomogeneous total_count is not supported')
        self.total_count = total_count
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    def _expanded(self, old, batch_shape):
        super()._expanded(old, batch_shape)
        self.total_count = old.total_count

    @property
    def support(self):
        return constraints.multinomial(self.total_count)

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        classes = self._categorical.sample((self.total_count, *sample_shape))
        classes = classes.permute((*range(1, classes.dim()), 0))
        counts = classes.new(self._extended_shape(sample_shape)).zero_()
        return counts.scatter_add_(-1, classes, torch.ones_like(classes)).type_as(self.probs)

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone(memory_format=torch.contiguous_format)
        logits[(value == 0) & (logits == -math.inf)] = 0
        return torch.lgamma(value.sum(-1) + 1) - torch.lgamma(value + 1).sum(-1) + (logits * value).sum(-1)


# ---- distributions of distributions

class Independent(Distribution):
    """The last dimensions of a batch as one event."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        if reinterpreted_batch_ndims > len(base_distribution.batch_shape):
            raise ValueError('Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual %d vs %d'
                             % (reinterpreted_batch_ndims, len(base_distribution.batch_shape)))
        shape = base_distribution.batch_shape + base_distribution.event_shape
        n = len(base_distribution.batch_shape) - reinterpreted_batch_ndims
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__(shape[:n], shape[n:], validate_args=validate_args)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def support(self):
        found = self.base_dist.support
        return constraints.independent(found, self.reinterpreted_batch_ndims) if self.reinterpreted_batch_ndims else found

    def expand(self, batch_shape, _instance=None):
        inner = tuple(batch_shape) + tuple(self._event_shape[:self.reinterpreted_batch_ndims])
        return Independent(self.base_dist.expand(inner), self.reinterpreted_batch_ndims, validate_args=False)

    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=torch.Size()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return 'Independent(%r, %d)' % (self.base_dist, self.reinterpreted_batch_ndims)


class MixtureSameFamily(Distribution):
    """One of several distributions of a kind, drawn anew for each value."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(' The Mixture distribution needs to be an  instance of torch.distributions.Categorical')
        if not isinstance(component_distribution, Distribution):
            raise ValueError('The Component distribution need to be an instance of torch.distributions.Distribution')
        batch = component_distribution.batch_shape[:-1]
        for a, b in zip(reversed(mixture_distribution.batch_shape), reversed(batch)):
            if a != 1 and b != 1 and a != b:
                raise ValueError('`mixture_distribution.batch_shape` (%s) is not compatible with `component_distribution.batch_shape`(%s)'
                                 % (mixture_distribution.batch_shape, batch))
        if mixture_distribution.logits.size(-1) != component_distribution.batch_shape[-1]:
            raise ValueError('`mixture_distribution component` (%d) does not equal `component_distribution.batch_shape[-1]` (%d)'
                             % (mixture_distribution.logits.size(-1), component_distribution.batch_shape[-1]))
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        self._inner = len(component_distribution.event_shape)
        super().__init__(batch, component_distribution.event_shape, validate_args=validate_args)

    @property
    def support(self):
        return self.component_distribution.support

    def _weights(self):
        return self.mixture_distribution.probs.reshape((*self.mixture_distribution.probs.size(), *[1] * self._inner))

    @property
    def mean(self):
        return (self._weights() * self.component_distribution.mean).sum(-1 - self._inner)

    @property
    def variance(self):
        weights, means = self._weights(), self.component_distribution.mean
        within = (weights * self.component_distribution.variance).sum(-1 - self._inner)
        between = (weights * (means - self.mean.unsqueeze(-1 - self._inner)).pow(2.0)).sum(-1 - self._inner)
        return within + between

    def cdf(self, x):
        found = self.component_distribution.cdf(x.unsqueeze(-1 - self._inner))
        return (found * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        self._validate_sample(x)
        found = self.component_distribution.log_prob(x.unsqueeze(-1 - self._inner))
        return torch.logsumexp(found + torch.log_softmax(self.mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            sample_shape = torch.Size(sample_shape)
            dim = len(sample_shape) + len(self._batch_shape)
            which = self.mixture_distribution.sample(sample_shape)
            values = self.component_distribution.sample(sample_shape)
            which = which.reshape((*which.size(), *[1] * (self._inner + 1))).expand((*which.size(), 1, *self._event_shape))
            return torch.gather(values, dim, which).squeeze(dim)

    def __repr__(self):
        return 'MixtureSameFamily(\n  %r,\n  %r)' % (self.mixture_distribution, self.component_distribution)
