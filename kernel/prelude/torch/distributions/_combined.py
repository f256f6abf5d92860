"""Distributions made of other distributions: independent dimensions, mixtures, and transforms of random variables."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import Distribution, sum_rightmost
from torch.distributions._discrete import Categorical
from torch.distributions.transforms import ComposeTransform, Transform


class Independent(Distribution):
    """A distribution of which the last `reinterpreted_batch_ndims` dimensions of the batch belong to the event."""

    _parts = ('base_dist',)

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        available = len(base_distribution.batch_shape)
        if reinterpreted_batch_ndims > available:
            raise ValueError('Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual %d vs %d'
                             % (reinterpreted_batch_ndims, available))
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        shape, batch_ndims = base_distribution.batch_shape + base_distribution.event_shape, available - reinterpreted_batch_ndims
        super().__init__(shape[:batch_ndims], shape[batch_ndims:], validate_args=validate_args)

    has_rsample = property(lambda self: self.base_dist.has_rsample)
    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    @property
    def has_enumerate_support(self):
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @property
    def support(self):
        each = self.base_dist.support
        return constraints.with_event_dim(each, each.event_dim + self.reinterpreted_batch_ndims)

    def sample(self, sample_shape=torch.Size()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand=True):
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError('Enumeration over cartesian product is not implemented')
        return self.base_dist.enumerate_support(expand)

    def __repr__(self):
        return 'Independent(%r, %d)' % (self.base_dist, self.reinterpreted_batch_ndims)


class TransformedDistribution(Distribution):
    """The distribution of f(x), where x follows `base_distribution` and f is a transform, or several one after the other.

    The base distribution is expanded to the batch that the transforms make of it; where they work on larger events, dimensions of its batch
    become part of the event.
    """

    def __init__(self, base_distribution, transforms, validate_args=None):
        if isinstance(transforms, Transform):
            transforms = [transforms]
        elif not isinstance(transforms, list):
            raise ValueError('transforms must be a Transform or list, but was %s' % (transforms,))
        elif not all([isinstance(t, Transform) for t in transforms]):
            raise ValueError('transforms must be a Transform or a list of Transforms')
        self.transforms = transforms
        shape, inner = base_distribution.batch_shape + base_distribution.event_shape, len(base_distribution.event_shape)
        f = ComposeTransform(transforms)
        taken, given = f.domain.event_dim, f.codomain.event_dim
        if len(shape) < taken:
            raise ValueError('base_distribution needs to have shape with size at least %d, but got %s.' % (taken, shape))
        after = torch.Size(f.forward_shape(shape))
        before = torch.Size(f.inverse_shape(after))
        if before != shape:
            base_distribution = base_distribution.expand(before[:len(before) - inner])
        self.base_dist = Independent(base_distribution, taken - inner) if taken > inner else base_distribution
        batch_ndims = len(after) - given - max(inner - taken, 0)
        super().__init__(after[:batch_ndims], after[batch_ndims:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape)
        shape = ComposeTransform(self.transforms).inverse_shape(new.batch_shape + new.event_shape)
        new.base_dist = self.base_dist.expand(shape[:len(shape) - len(self.base_dist.event_shape)])
        return new

    has_rsample = property(lambda self: self.base_dist.has_rsample)

    @property
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        return constraints.with_event_dim(self.transforms[-1].codomain, len(self._event_shape))

    def _forward(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    def _backward(self, y):
        """(x, the logarithms of the Jacobians from the last transform to the first, the dimensions of an event of x)."""
        logs, event_dim = [], len(self._event_shape)
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            inner = transform.domain.event_dim
            event_dim += inner - transform.codomain.event_dim
            logs.append(sum_rightmost(transform.log_abs_det_jacobian(x, y), event_dim - inner))
            y = x
        return y, logs, event_dim

    def _oriented(self, probability):
        """1 - p where the transforms together decrease."""
        sign = math.prod([transform.sign for transform in self.transforms])
        return probability if isinstance(sign, int) and sign == 1 else sign * (probability - 0.5) + 0.5

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self._forward(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=torch.Size()):
        return self._forward(self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        """By the change of variables: the log density of x less the logarithm of each Jacobian."""
        self._validate_sample(value)
        x, logs, event_dim = self._backward(value)
        return sum([-log for log in logs]) + sum_rightmost(self.base_dist.log_prob(x), event_dim - len(self.base_dist.event_shape))

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._oriented(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._forward(self.base_dist.icdf(self._oriented(value)))


class MixtureSameFamily(Distribution):
    """A mixture: each value follows one of the distributions along the last dimension of the component distribution's batch.

    mixture_distribution: a Categorical with the probability of each component.
    """

    _parts = ('mixture_distribution', 'component_distribution')

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(' The Mixture distribution needs to be an  instance of torch.distributions.Categorical')
        if not isinstance(component_distribution, Distribution):
            raise ValueError('The Component distribution needs to be an instance of torch.distributions.Distribution')
        batch = component_distribution.batch_shape[:-1]
        for a, b in zip(reversed(mixture_distribution.batch_shape), reversed(batch)):
            if a != 1 and b != 1 and a != b:
                raise ValueError('`mixture_distribution.batch_shape` (%s) is not compatible with `component_distribution.batch_shape`(%s)'
                                 % (mixture_distribution.batch_shape, batch))
        if mixture_distribution.logits.size(-1) != component_distribution.batch_shape[-1]:
            raise ValueError('`mixture_distribution component` (%d) does not equal `component_distribution.batch_shape[-1]` (%d)'
                             % (mixture_distribution.logits.size(-1), component_distribution.batch_shape[-1]))
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(batch, component_distribution.event_shape, validate_args=validate_args)

    @property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self.component_distribution.support)

    def _dim(self):
        """The dimension of the components, counted from the end, in what has an event."""
        return -1 - self._event_ndims

    def _mean_of_components(self, values):
        """The means, with the weights of the mixture, of what each component has of the shape of an event."""
        probs = self.mixture_distribution.probs
        return (probs.reshape(probs.size() + (1,) * self._event_ndims) * values).sum(self._dim())

    @property
    def mean(self):
        return self._mean_of_components(self.component_distribution.mean)

    @property
    def variance(self):
        """The mean of the variances and the variance of the means."""
        offsets = self.component_distribution.mean - self.mean.unsqueeze(self._dim())
        return self._mean_of_components(self.component_distribution.variance) + self._mean_of_components(offsets.pow(2.0))

    def cdf(self, x):
        each = self.component_distribution.cdf(x.unsqueeze(self._dim()))
        return (each * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        self._validate_sample(x)
        each = self.component_distribution.log_prob(x.unsqueeze(self._dim()))
        return torch.logsumexp(each + torch.log_softmax(self.mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            sample_shape = torch.Size(sample_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            each = self.component_distribution.sample(sample_shape)
            index = chosen.reshape(chosen.size() + (1,) * (self._event_ndims + 1)).expand(chosen.size() + (1,) + self._event_shape)
            dim = len(sample_shape) + len(self._batch_shape)
            return torch.gather(each, dim, index).squeeze(dim)

    def __repr__(self):
        return 'MixtureSameFamily(\n  %r,\n  %r)' % (self.mixture_distribution, self.component_distribution)
