"""What all distributions share: the class Distribution, exponential families, and the numerical helpers of their formulas.

A distribution with formulas is a row, from which `torch.distributions._family` makes its class; those that need more derive from Distribution
directly. What an instance consists of is its `__dict__`: parameters (the names in `arg_constraints`), distributions and tensors of the same
batch (the names in `_parts`), and other attributes. `expand` and `repr` follow from that; a subclass says nothing about them.
"""

import torch
from torch.distributions import constraints

EULER = 0.57721566490153286  # the Euler-Mascheroni constant


def named(function, owner, name):
    """The function under the name that a method of the class called `owner` would have, for error messages and help()."""
    function.__name__, function.__qualname__ = name, '%s.%s' % (owner, name)
    return function


class lazy_property:
    """A property that is computed at its first use, with its history, and then kept as an attribute of the instance."""

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


def through(attribute, *names):
    """Properties that read these attributes of an attribute, a distribution that this one is made of."""
    def reader(name):
        return property(lambda self: getattr(getattr(self, attribute), name))
    return {name: reader(name) for name in names}


# ---- helpers of formulas

def broadcast_all(*values):
    """Scalars and tensors as tensors of one shape; scalars get the dtype and device of the first tensor."""
    like = [v for v in values if isinstance(v, torch.Tensor)]
    for v in values:
        if not isinstance(v, (torch.Tensor, int, float)):
            raise ValueError('Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__.')
    dtype, device = (like[0].dtype, like[0].device) if like else (torch.get_default_dtype(), None)
    return torch.broadcast_tensors(*[v if isinstance(v, torch.Tensor) else torch.tensor(v, dtype=dtype, device=device) for v in values])


def logits_to_probs(logits, is_binary=False):
    """Probabilities of log odds (is_binary), or of unnormalized logarithms along the last dimension."""
    return torch.sigmoid(logits) if is_binary else torch.softmax(logits, -1)


def clamp_probs(probs):
    """Probabilities away from 0 and 1 by the precision of their dtype, so that logarithms are finite."""
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(eps, 1 - eps)


def log_odds(probs):
    """log(p / (1 - p))."""
    return probs.log() - (-probs).log1p()


def probs_to_logits(probs, is_binary=False):
    """The inverse of logits_to_probs, of clamped probabilities."""
    probs = clamp_probs(probs)
    return log_odds(probs) if is_binary else probs.log()


def sum_rightmost(value, n):
    """The sums over the last n dimensions."""
    return value if n == 0 else value.reshape((*value.size()[:value.dim() - n], -1)).sum(-1)


def filled(distribution, number, like):
    """A tensor of the distribution's shape, filled with a scalar."""
    return torch.full(distribution._extended_shape(), number, dtype=like.dtype, device=like.device)


def standard_uniform(shape, like):
    return torch.rand(shape, dtype=like.dtype, device=like.device)


def standard_normal(shape, like):
    return torch.normal(torch.zeros(shape, dtype=like.dtype, device=like.device), torch.ones(shape, dtype=like.dtype, device=like.device))


# ---- the classes

def _shown(tensor):
    return format(tensor) if tensor.numel() == 1 else tensor.size()


class Distribution:
    """A probability distribution, or a batch of independent ones; derive from it.

    batch_shape: the shape of the batch; event_shape: the shape of one value. A sample has the shape sample_shape + batch_shape + event_shape, a
    log_prob the shape of its value without event_shape. arg_constraints: where the parameters lie; support: where values lie. With validate_args
    both are checked and ValueError is raised. What a distribution does not have raises NotImplementedError.
    """

    has_rsample = False
    has_enumerate_support = False
    arg_constraints = {}
    _validate_args = True
    _parts = ()

    @staticmethod
    def set_default_validate_args(value):
        """Are arguments checked where validate_args is not given? True or False, for all distributions."""
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape, self._event_shape = torch.Size(batch_shape), torch.Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self.arg_constraints.items():
                if not constraints.is_dependent(constraint) and self._is_given(name):
                    self._validate_parameter(name, getattr(self, name), constraint)

    def _is_given(self, name):
        """Is it a parameter of the instance, rather than one that is computed of others at its first use?"""
        computed = getattr(type(self), name, None)
        return name in self.__dict__ or computed is not None and not isinstance(computed, lazy_property)

    def _validate_parameter(self, name, value, constraint):
        if not bool(constraint.check(value).all()):
            raise ValueError('Expected parameter %s (%s of shape %s) of distribution %r to satisfy the constraint %r, but found '
                             'invalid values:\n%s' % (name, type(value).__name__, tuple(value.shape), self, constraint, format(value)))

    def expand(self, batch_shape, _instance=None):
        """The same distribution for a larger batch: parameters and parts are expanded, nothing is copied or checked."""
        batch_shape, limits = torch.Size(batch_shape), self.arg_constraints
        new = type(self).__new__(type(self))
        for name, value in self.__dict__.items():
            if name in limits:
                if isinstance(value, torch.Tensor):
                    inner = value.dim() - getattr(limits[name], 'event_dim', 0)
                    value = value.expand((*batch_shape, *value.size()[inner:]))
            elif name in self._parts:
                shape = value.batch_shape if isinstance(value, Distribution) else value.size()
                value = value.expand(batch_shape + shape[len(self._batch_shape):])
            elif isinstance(getattr(type(self), name, None), lazy_property):
                continue
            new.__dict__[name] = value
        new._batch_shape, new._validate_args = batch_shape, self._validate_args
        return new

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
        """Random values without a history."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        """Random values through which gradients reach the parameters (reparametrization)."""
        raise NotImplementedError

    def sample_n(self, n):
        """n random values: sample((n,))."""
        return self.sample(torch.Size((n,)))

    def log_prob(self, value):
        """The logarithm of the density, or of the probability, of a value."""
        raise NotImplementedError

    def cdf(self, value):
        """The probability of what is not above a value."""
        raise NotImplementedError

    def icdf(self, value):
        """The value with this probability of what is not above it: the quantile."""
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        """All values of a discrete distribution along a new first dimension; the batch has size 1 in them with expand=False."""
        raise NotImplementedError

    def entropy(self):
        """The entropy of each distribution of the batch, in nats."""
        raise NotImplementedError

    def perplexity(self):
        """exp of the entropy."""
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(sample_shape) + self._batch_shape + self._event_shape

    def _sample_shape(self, extended_shape):
        """The sample_shape of which _extended_shape makes this shape."""
        return extended_shape[:len(extended_shape) - len(self._batch_shape) - len(self._event_shape)]

    def _validate_sample(self, value):
        """Raises ValueError for a value that is no tensor, has another shape or is outside of the support."""
        if not self._validate_args:
            return
        if not isinstance(value, torch.Tensor):
            raise ValueError('The value argument to log_prob must be a Tensor')
        shape, event = value.size(), self._event_shape
        if shape[len(shape) - len(event):] != event:
            raise ValueError('The right-most size of value must match event_shape: %s vs %s.' % (shape, event))
        expected = self._batch_shape + event
        if any([1 not in pair and pair[0] != pair[1] for pair in zip(reversed(shape), reversed(expected))]):
            raise ValueError('Value is not broadcastable with batch_shape+event_shape: %s vs %s.' % (shape, expected))
        try:
            support = self.support
        except NotImplementedError:
            return
        if not bool(support.check(value).all()):
            raise ValueError('Expected value argument (%s of shape %s) to be within the support (%r) of the distribution %r, but found invalid '
                             'values:\n%s' % (type(value).__name__, tuple(shape), support, self, format(value)))

    def __repr__(self):
        shown = ['%s: %s' % (name, _shown(self.__dict__[name])) for name in self.arg_constraints if name in self.__dict__]
        return '%s(%s)' % (type(self).__name__, ', '.join(shown))


class ExponentialFamily(Distribution):
    """Distributions of the density exp(<t(x), theta> - F(theta) + k(x)).

    A subclass may define the natural parameters theta (`_natural_params`, a tuple), the log normalizer F (`_log_normalizer(*theta)`) and the
    mean of the carrier measure k (`_mean_carrier_measure`). Its entropy follows, F(theta) - <theta, grad F(theta)> - E[k(x)] (Nielsen and Nock
    2010, "Entropies and cross-entropies of exponential families").
    """

    @property
    def _natural_params(self):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    def _normalizer_and_slopes(self):
        """(theta, F(theta), grad F(theta)), which is the mean of t(x)."""
        theta = [parameter.detach().requires_grad_() for parameter in self._natural_params]
        with torch.enable_grad():
            normalizer = self._log_normalizer(*theta)
        return theta, normalizer, torch.autograd.grad(normalizer.sum(), theta, create_graph=True)

    def entropy(self):
        carrier = self._mean_carrier_measure
        theta, normalizer, slopes = self._normalizer_and_slopes()
        products = [(a * b).reshape(self._batch_shape + (-1,)).sum(-1) for a, b in zip(theta, slopes)]
        return normalizer - sum(products) - carrier
