"""Distributions: samples, densities, entropies, divergences."""

import sys
import types

from torch.distributions import constraints
from torch.distributions._base import Distribution, ExponentialFamily
from torch.distributions._combined import Independent, MixtureSameFamily, TransformedDistribution
from torch.distributions._continuous import (
    Beta, Cauchy, Chi2, ContinuousBernoulli, Dirichlet, Exponential, FisherSnedecor, Gamma, GeneralizedPareto, Laplace, Normal, StudentT,
    Uniform, VonMises)
from torch.distributions._discrete import (
    Bernoulli, Binomial, Categorical, Geometric, Multinomial, NegativeBinomial, OneHotCategorical, OneHotCategoricalStraightThrough, Poisson)
from torch.distributions._multivariate import LKJCholesky, LowRankMultivariateNormal, MultivariateNormal, Wishart
from torch.distributions._relaxed import RelaxedBernoulli, RelaxedOneHotCategorical
from torch.distributions._transformed import (
    Gumbel, HalfCauchy, HalfNormal, InverseGamma, Kumaraswamy, LogisticNormal, LogNormal, Pareto, Weibull)
from torch.distributions import transforms
from torch.distributions.constraint_registry import biject_to, transform_to
from torch.distributions.transforms import (
    AbsTransform, AffineTransform, CatTransform, ComposeTransform, CorrCholeskyTransform, CumulativeDistributionTransform, ExpTransform,
    IndependentTransform, LowerCholeskyTransform, PositiveDefiniteTransform, PowerTransform, ReshapeTransform, SigmoidTransform, SoftmaxTransform,
    SoftplusTransform, StackTransform, StickBreakingTransform, TanhTransform, Transform, identity_transform)
from torch.distributions.kl import kl_divergence, register_kl

__all__ = '''Bernoulli Beta Binomial Categorical Cauchy Chi2 ContinuousBernoulli Dirichlet Distribution Exponential ExponentialFamily
FisherSnedecor Gamma GeneralizedPareto Geometric Gumbel HalfCauchy HalfNormal Independent InverseGamma Kumaraswamy LKJCholesky Laplace LogNormal
LogisticNormal LowRankMultivariateNormal MixtureSameFamily Multinomial MultivariateNormal NegativeBinomial Normal OneHotCategorical
OneHotCategoricalStraightThrough Pareto Poisson RelaxedBernoulli RelaxedOneHotCategorical StudentT TransformedDistribution Uniform VonMises
Weibull Wishart kl_divergence register_kl transform_to biject_to'''.split() + transforms.__all__

# the modules that PyTorch has these classes in, where that is not the class's name in small letters with underscores
_MODULES = {'Chi2': 'chi2', 'ExponentialFamily': 'exp_family', 'FisherSnedecor': 'fishersnedecor', 'LKJCholesky': 'lkj_cholesky',
            'LowRankMultivariateNormal': 'lowrank_multivariate_normal', 'OneHotCategoricalStraightThrough': 'one_hot_categorical',
            'RelaxedOneHotCategorical': 'relaxed_categorical', 'StudentT': 'studentT'}
for _name in __all__:
    _class = globals()[_name]
    if isinstance(_class, type) and issubclass(_class, Distribution):
        _words = ''.join(['_' + letter.lower() if letter.isupper() else letter for letter in _name])
        _home = _class.__module__ = 'torch.distributions.' + _MODULES.get(_name, _words.lstrip('_'))
        _module = globals()[_home.rpartition('.')[2]] = sys.modules.setdefault(_home, types.ModuleType(_home, _class.__doc__))
        vars(_module)[_name] = _class  # imports of the module by its name
