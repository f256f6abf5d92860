"""A distribution as a row: `family` makes its class of its parameters, constraints and formulas.

    Laplace = family('Laplace', 'documentation', init, arg_constraints={...}, support=real, mean=lambda d: d.loc, log_prob=lambda d, x: ...)

init is the class's __init__ and has its signature; it hands the parameters to one of the functions below that broadcast and keep them. The
other entries are formulas of the distribution d:

    mean, mode, variance, stddev, support, ...    f(d), which become properties; a support that is no function stays as it is
    sample, rsample                               f(d, shape) for a sample of that shape (sample_shape + batch + event; sample keeps no history)
    log_prob, cdf                                 f(d, x), of a value that has been checked
    icdf                                          f(d, p)
    entropy                                       f(d)
    enumerate_support                             f(d): the values along the first dimension, before they are shaped for the batch

`location_scale` makes those of x = loc + scale z from the formulas of the standard law of z; `probs_or_logits` gives the two parametrizations
by probabilities or by their logarithms.
"""

import torch
from torch.distributions import constraints
from torch.distributions._base import Distribution, broadcast_all, lazy_property, logits_to_probs, named, probs_to_logits


# ---- rows to classes

def _sample(formula):
    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return formula(self, self._extended_shape(sample_shape))
    return sample


def _rsample(formula):
    def rsample(self, sample_shape=torch.Size()):
        return formula(self, self._extended_shape(sample_shape))
    return rsample


def _log_prob(formula):
    def log_prob(self, value):
        self._validate_sample(value)
        return formula(self, value)
    return log_prob


def _log_prob_of_scalars(formula, like):
    """log_prob that also takes scalars: as tensors like the parameter `like`."""
    def log_prob(self, value):
        parameter = getattr(self, like)
        value = torch.as_tensor(value, dtype=parameter.dtype, device=parameter.device)
        self._validate_sample(value)
        return formula(self, value)
    return log_prob


def _cdf(formula):
    def cdf(self, value):
        self._validate_sample(value)
        return formula(self, value)
    return cdf


def _icdf(formula):
    def icdf(self, value):
        return formula(self, value)
    return icdf


def _entropy(formula):
    def entropy(self):
        return formula(self)
    return entropy


def _enumerate_support(formula):
    def enumerate_support(self, expand=True):
        ones, event = (1,) * len(self._batch_shape), self._event_shape
        shape = tuple(self._batch_shape) if expand else ones
        return formula(self).view((-1,) + ones + event).expand((-1,) + shape + event)
    return enumerate_support


_METHODS = {'sample': _sample, 'rsample': _rsample, 'log_prob': _log_prob, 'cdf': _cdf, 'icdf': _icdf, 'entropy': _entropy,
            'enumerate_support': _enumerate_support}


def family(name, doc, init, base=Distribution, scalars_like=None, **row):
    """The class of a row. scalars_like: a parameter, whose dtype and device scalars given to log_prob get."""
    members = {'__doc__': doc, '__init__': named(init, name, '__init__')}
    if scalars_like is not None:
        members['log_prob'] = named(_log_prob_of_scalars(row.pop('log_prob'), scalars_like), name, 'log_prob')
    if 'rsample' in row:
        members['has_rsample'] = True
    if 'enumerate_support' in row:
        members['has_enumerate_support'] = True
    for key, value in row.items():
        if key in _METHODS:
            members[key] = named(_METHODS[key](value), name, key)
        else:
            members[key] = property(value) if callable(value) else value
    return type(name, (base,), members)


def location_scale(name, doc, init, log_density, log_unit, draw, distribution=None, quantile=None, **row):
    """The row of x = loc + scale z, where z follows a standard law.

    log_density(d, z) - log_unit(d) is the log density of x: what depends on z, less the logarithm of the scale and of the constants of the law;
    draw(d, shape) gives z; distribution(z) is its cdf and quantile(p) the inverse of that.
    """
    row.setdefault('arg_constraints', {'loc': constraints.real, 'scale': constraints.positive})
    row.setdefault('mean', lambda d: d.loc)
    if distribution is not None:
        row['cdf'] = lambda d, x: distribution((x - d.loc) / d.scale)
    if quantile is not None:
        row['icdf'] = lambda d, p: d.loc + d.scale * quantile(p)
    return family(name, doc, init, support=constraints.real, mode=lambda d: d.loc, rsample=lambda d, shape: d.loc + d.scale * draw(d, shape),
                  log_prob=lambda d, x: -log_unit(d) + log_density(d, (x - d.loc) / d.scale), **row)


# ---- parameters

def broadcast(distribution, validate_args, **parameters):
    """The body of an __init__: the parameters, scalars or tensors, broadcast to the batch's shape and kept as attributes."""
    values = broadcast_all(*parameters.values())
    distribution.__dict__.update(zip(parameters, values))
    Distribution.__init__(distribution, values[0].size(), validate_args=validate_args)


def one_of(probs, logits):
    """('probs' or 'logits', its value) for the one that is given."""
    if (probs is None) == (logits is None):
        raise ValueError('Either `probs` or `logits` must be specified, but not both.')
    return ('logits', logits) if probs is None else ('probs', probs)


def broadcast_probs(distribution, validate_args, probs, logits, total_count=None):
    """As `broadcast`, for probs or logits, and perhaps a number of trials in their dtype."""
    name, value = one_of(probs, logits)
    if total_count is None:
        value, = broadcast_all(value)
    else:
        total_count, value = broadcast_all(total_count, value)
        distribution.total_count = total_count.type_as(value)
    distribution.__dict__[name] = value
    Distribution.__init__(distribution, value.size(), validate_args=validate_args)


def probs_or_logits(is_binary=True, clamp=lambda probs: probs):
    """Entries of a row: probs and logits, each computed of the other where that is given, and what is given (`_param`)."""
    return {'probs': lazy_property(lambda d: clamp(logits_to_probs(d.logits, is_binary))),
            'logits': lazy_property(lambda d: probs_to_logits(d.probs, is_binary)),
            '_param': lambda d: d.probs if 'probs' in d.__dict__ else d.logits,
            'param_shape': lambda d: d._param.size(),
            '_new': lambda d: d._param.new}


BINARY = {'probs': constraints.unit_interval, 'logits': constraints.real}
CLASSES = {'probs': constraints.simplex, 'logits': constraints.real_vector}
