"""Continuous relaxations of discrete distributions, through whose samples gradients reach the probabilities.

Maddison, Mnih and Teh 2017, "The Concrete distribution: a continuous relaxation of discrete random variables"; Jang, Gu and Poole 2017,
"Categorical reparameterization with Gumbel-softmax". A temperature tells how near samples are to the discrete values.
"""

import torch
from torch.distributions import constraints
from torch.distributions._base import broadcast_all, clamp_probs, log_odds, standard_uniform, through
from torch.distributions._combined import TransformedDistribution
from torch.distributions._discrete import class_vector, init_class_vector
from torch.distributions._family import BINARY, CLASSES, broadcast_probs, family, probs_or_logits
from torch.distributions.transforms import ExpTransform, SigmoidTransform


def _clamped_uniform(shape, like):
    return clamp_probs(standard_uniform(shape, like))


def _with_temperature(distribution, temperature, init, *arguments):
    distribution.temperature = temperature
    init(distribution, *arguments)


def _logistic_sample(d, shape):
    """The logits, with noise of the logistic distribution, over the temperature."""
    probs = clamp_probs(d.probs.expand(shape))
    noise = log_odds(_clamped_uniform(shape, probs))
    return (noise + probs.log() - (-probs).log1p()) / d.temperature


def _logistic_log_prob(d, x):
    logits, x = broadcast_all(d.logits, x)
    difference = logits - x.mul(d.temperature)
    return d.temperature.log() + difference - 2 * difference.exp().log1p()


LogitRelaxedBernoulli = family(
    'LogitRelaxedBernoulli', 'The log odds of RelaxedBernoulli.',
    lambda self, temperature, probs=None, logits=None, validate_args=None:
        _with_temperature(self, temperature, broadcast_probs, validate_args, probs, logits),
    arg_constraints=BINARY, support=constraints.real, **probs_or_logits(), rsample=_logistic_sample, log_prob=_logistic_log_prob,
    __module__='torch.distributions.relaxed_bernoulli')

RelaxedBernoulli = family(
    'RelaxedBernoulli', 'The relaxed Bernoulli distribution of numbers between 0 and 1.',
    lambda self, temperature, probs=None, logits=None, validate_args=None: TransformedDistribution.__init__(
        self, LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args),
    TransformedDistribution, arg_constraints=BINARY, support=constraints.unit_interval, has_rsample=True,
    **through('base_dist', 'temperature', 'logits', 'probs'))


def _normalized(scores):
    """Scores less the logarithm of the sum of their exponentials."""
    return scores - scores.logsumexp(dim=-1, keepdim=True)


def _gumbel_sample(d, shape):
    """The logits, with noise of the Gumbel distribution, over the temperature."""
    noise = -((-(_clamped_uniform(shape, d.logits).log())).log())
    return _normalized((d.logits + noise) / d.temperature)


def _gumbel_log_prob(d, x):
    n, (logits, x) = d._categorical._num_events, broadcast_all(d.logits, x)
    constant = torch.full_like(d.temperature, float(n)).lgamma() - d.temperature.log().mul(-(n - 1))
    return _normalized(logits - x.mul(d.temperature)).sum(-1) + constant


ExpRelaxedCategorical = family(
    'ExpRelaxedCategorical', 'The logarithms of RelaxedOneHotCategorical.',
    lambda self, temperature, probs=None, logits=None, validate_args=None:
        _with_temperature(self, temperature, init_class_vector, validate_args, probs, logits),
    **class_vector(), support=constraints.real_vector, rsample=_gumbel_sample, log_prob=_gumbel_log_prob,
    __module__='torch.distributions.relaxed_categorical')

RelaxedOneHotCategorical = family(
    'RelaxedOneHotCategorical', 'The relaxed categorical distribution of vectors of probabilities near to corners of the simplex.',
    lambda self, temperature, probs=None, logits=None, validate_args=None: TransformedDistribution.__init__(
        self, ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args), ExpTransform(), validate_args=validate_args),
    TransformedDistribution, arg_constraints=CLASSES, support=constraints.simplex, has_rsample=True,
    **through('base_dist', 'temperature', 'logits', 'probs'))
