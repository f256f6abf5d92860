"""Distributions: samples, densities, entropies, divergences."""

from torch.distributions import constraints
from torch.distributions._base import Distribution
from torch.distributions._continuous import (
    Beta, Cauchy, Chi2, Dirichlet, Exponential, Gamma, Gumbel, HalfNormal, Laplace, LogNormal, MultivariateNormal, Normal, StudentT,
    Uniform)
from torch.distributions._discrete import (
    Bernoulli, Binomial, Categorical, Geometric, Independent, MixtureSameFamily, Multinomial, OneHotCategorical,
    OneHotCategoricalStraightThrough, Poisson)
from torch.distributions.kl import kl_divergence, register_kl

__all__ = ['Bernoulli', 'Beta', 'Binomial', 'Categorical', 'Cauchy', 'Chi2', 'Dirichlet', 'Distribution', 'Exponential', 'Gamma', 'Geometric',
           'Gumbel', 'HalfNormal', 'Independent', 'Laplace', 'LogNormal', 'MixtureSameFamily', 'Multinomial', 'MultivariateNormal',
           'Normal', 'OneHotCategorical', 'OneHotCategoricalStraightThrough', 'Poisson', 'StudentT', 'Uniform', 'kl_divergence',
           'register_kl']
