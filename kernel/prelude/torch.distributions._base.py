"""What all distributions share: shapes, checks, how they are shown."""

import torch
from torch.distributions import constraints


def named(function, owner, name):
    """The function under the name that a method of the class called `owner` would have, for error messages and help()."""
    function.__name__, function.__qualname__ = name, '%s.%s' % (owner, name)
    return function


class lazy_property:
    """A property that is computed at its first use and then kept."""

    def __init__(self, wrapped):
        self.wrapped, self.__doc__ = wrapped, wrapped.__doc__

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        with torch.enable_grad():
            value = self.wrapped(instance)
        instance.__dict__[self.name] = value
        return value


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape."""
    like = [v for v in values if isinstance(v, torch.Tensor)]
    for v in values:
        if not isinstance(v, (torch.Tensor, int, float)):
            raise ValueError('Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__.')
    dtype, device = (like[0].dtype, like[0].device) if like else (torch.get_default_dtype(), None)
    return torch.broadcast_tensors(*[v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=dtype, device=device) for v in values])


def logits_to_probs(logits, is_binary=False):
    return torch.sigmoid(logits) if is_binary else torch.softmax(logits, -1)


def clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(eps, 1 - eps)


def probs_to_logits(probs, is_binary=False):
    probs = clamp_probs(probs)
    return probs.log() - (-probs).log1p() if is_binary else probs.log()


def sum_rightmost(value, n):
    """Summed over the last n dimensions."""
    return value if n == 0 else value.reshape((*value.size()[:value.dim() - n], -1)).sum(-1)


class Distribution:
    """Derive from it; batch_shape is the shape of independent distributions, event_shape that of one value."""

    has_rsample = False
    has_enumerate_support = False
    arg_constraints = {}
    _validate_args = True

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape, self._event_shape = torch.Size(batch_shape), torch.Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self.arg_constraints.items():
                computed = getattr(type(self), name, None)
                if isinstance(constraint, constraints._Dependent) or name not in self.__dict__ and (
                        computed is None or isinstance(computed, lazy_property)):
                    continue
                value = getattr(self, name)
                if not bool(constraint.check(value).all()):
                    raise ValueError('Expected parameter %s (%s of shape %s) of distribution %r to satisfy the constraint %r, but found '
                                     'invalid values:\n%s' % (name, type(value).__name__, tuple(value.shape), self, constraint, format(value)))

    def expand(self, batch_shape, _instance=None):
        """The same distribution for a larger batch."""
        batch_shape = torch.Size(batch_shape)
        new = type(self).__new__(type(self))
        for name in self.arg_constraints:
            if name in self.__dict__:
                value = self.__dict__[name]
                inner = getattr(self.arg_constraints[name], 'event_dim', 0)
                new.__dict__[name] = value.expand((*batch_shape, *value.size()[value.dim() - inner:])) if isinstance(value, torch.Tensor) else value
        new._expanded(self, batch_shape)
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _expanded(self, old, batch_shape):
        """What else a subclass keeps."""

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def support(self):
        raise NotImplementedError

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError('%s does not implement mode' % type(self))

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    def sample(self, sample_shape=torch.Size()):
        """Values without a history."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        """Values through which gradients reach the parameters."""
        raise NotImplementedError

    def sample_n(self, n):
        return self.sample(torch.Size((n,)))

    def log_prob(self, value):
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value):
        if not self._validate_args:
            return
        if not isinstance(value, torch.Tensor):
            raise ValueError('The value argument to log_prob must be a Tensor')
        first = value.dim() - len(self._event_shape)
        if value.size()[first:] != self._event_shape:
            raise ValueError('The right-most size of value must match event_shape: %s vs %s.' % (value.size(), self._event_shape))
        for i, j in zip(reversed(value.size()), reversed(self._batch_shape + self._event_shape)):
            if i != 1 and j != 1 and i != j:
                raise ValueError('Value is not broadcastable with batch_shape+event_shape: %s vs %s.'
                                 % (value.size(), self._batch_shape + self._event_shape))
        try:
            support = self.support
        except NotImplementedError:
            return
        if not bool(support.check(value).all()):
            raise ValueError('Expected value argument (%s of shape %s) to be within the support (%r) of the distribution %r, but found invalid '
                             'values:\n%s' % (type(value).__name__, tuple(value.shape), support, self, format(value)))

    def __repr__(self):
        names = [name for name in self.arg_constraints if name in self.__dict__]
        shown = ['%s: %s' % (name, format(self.__dict__[name]) if self.__dict__[name].numel() == 1 else self.__dict__[name].size()) for name in names]
        return type(self).__name__ + '(' + ', '.join(shown) + ')'


def standard_normal(shape, like):
    return torch.normal(torch.zeros(shape, dtype=like.dtype, device=like.device), torch.ones(shape, dtype=like.dtype, device=like.device))


class ByProbability(Distribution):
    """A distribution by probabilities or by their logarithms."""

    _binary = True

    def _take(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        return 'probs' if logits is None else 'logits', logits if probs is None else probs

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, self._binary)

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, self._binary)

    @property
    def _param(self):
        return self.__dict__['probs'] if 'probs' in self.__dict__ else self.logits

    @property
    def param_shape(self):
        return self._param.size()

    def _new(self, *args, **keywords):
        return self._param.new(*args, **keywords)
