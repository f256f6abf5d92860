"""Distributions: samples, densities, entropies, divergences."""

from torch.distributions import constraints
from torch.distributions._base import Distribution
from torch.distributions._continuous import (
    Beta, Cauchy, Chi2, Dirichlet, Exponential, Gamma, Gumbel, HalfNormal, Laplace, LogNormal, MultivariateNormal, Normal, StudentT,
    Uniform)
from torch.distributions._discrete import (
    Bernoulli, Binomial, Categorical, Geometric, Independent, MixtureSameFamily, Multinomial, OneHotCategorical,
    OneHotCategoricalStraightThrough, Poisson)
from torch.distributions._rarer import ContinuousBernoulli, GeneralizedPareto, LKJCholesky, LowRankMultivariateNormal, VonMises, Wishart
from torch.distributions import transforms
from torch.distributions._transformed import (
    FisherSnedecor, HalfCauchy, InverseGamma, Kumaraswamy, LogisticNormal, NegativeBinomial, Pareto, RelaxedBernoulli, RelaxedOneHotCategorical,
    TransformedDistribution, Weibull)
from torch.distributions.constraint_registry import biject_to, transform_to
from torch.distributions.transforms import (
    AbsTransform, AffineTransform, CatTransform, ComposeTransform, CorrCholeskyTransform, CumulativeDistributionTransform, ExpTransform,
    IndependentTransform, LowerCholeskyTransform, PositiveDefiniteTransform, PowerTransform, ReshapeTransform, SigmoidTransform, SoftmaxTransform,
    SoftplusTransform, StackTransform, StickBreakingTransform, TanhTransform, Transform, identity_transform)
from torch.distributions.kl import kl_divergence, register_kl

__all__ = ['Bernoulli', 'Beta', 'Binomial', 'Categorical', 'Cauchy', 'Chi2', 'ContinuousBernoulli', 'Dirichlet', 'Distribution', 'Exponential', 'FisherSnedecor', 'Gamma',
           'GeneralizedPareto', 'Geometric', 'Gumbel', 'HalfCauchy', 'HalfNormal', 'Independent', 'InverseGamma', 'Kumaraswamy', 'LKJCholesky', 'Laplace', 'LogNormal', 'LogisticNormal', 'LowRankMultivariateNormal',
           'MixtureSameFamily', 'Multinomial', 'MultivariateNormal', 'NegativeBinomial', 'Normal', 'OneHotCategorical',
           'OneHotCategoricalStraightThrough', 'Pareto', 'Poisson', 'RelaxedBernoulli', 'RelaxedOneHotCategorical', 'StudentT',
           'TransformedDistribution', 'Uniform', 'VonMises', 'Weibull', 'Wishart', 'kl_divergence', 'register_kl', 'transform_to', 'biject_to', *transforms.__all__]


def _places():
    """Each class in the module that PyTorch has it in."""
    together = {'Chi2': 'chi2', 'LogNormal': 'log_normal', 'StudentT': 'studentT', 'OneHotCategoricalStraightThrough': 'one_hot_categorical',
                'RelaxedOneHotCategorical': 'relaxed_categorical', 'MixtureSameFamily': 'mixture_same_family', 'FisherSnedecor': 'fishersnedecor',
                'LKJCholesky': 'lkj_cholesky', 'LowRankMultivariateNormal': 'lowrank_multivariate_normal'}
    for name in __all__:
        value = globals()[name]
        if isinstance(value, type) and issubclass(value, Distribution):
            place = together.get(name) or ''.join(['_' + c.lower() if c.isupper() else c for c in name]).lstrip('_')
            value.__module__ = 'torch.distributions.' + place


_places()
