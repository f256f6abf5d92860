"""Distributions that are transforms of others give quantiles and their parts; what expand keeps; modes; exponential families."""
import torch
from torch import distributions as D
from torch.distributions import constraints, kl_divergence
from torch.distributions.constraints import positive


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


loc, scale = torch.tensor([0.5, -1.0]), torch.tensor([1.5, 0.25])
for d in (D.LogNormal(loc, scale), D.Gumbel(loc, scale), D.HalfNormal(scale), D.HalfCauchy(scale)):
    print(d, isinstance(d, D.TransformedDistribution), type(d.base_dist).__name__, [type(t).__name__ for t in d.transforms])
    attempt(lambda: d.icdf(torch.tensor(0.25)))
    attempt(lambda: d.cdf(d.icdf(torch.tensor(0.25))))
    attempt(lambda: d.log_prob(torch.tensor(-2.0)))
    torch.manual_seed(0)
    wide = d.expand((2, 2))
    attempt(lambda: (wide, wide.sample(), wide.mean, wide.variance))
attempt(lambda: kl_divergence(D.HalfNormal(1.0), D.LogNormal(0.0, 1.0)))

# a mode where all concentrations are below 1
for c in ([0.2, 0.5, 0.3], [2.0, 0.5, 3.0], [1.0, 1.0, 1.0]):
    print(D.Dirichlet(torch.tensor(c)).mode)
print(D.Beta(torch.tensor([0.2, 2.0]), torch.tensor([0.5, 3.0])).mode)

# expand keeps whether arguments are checked, and all parts
for d in (D.Weibull(1.0, 2.0), D.Pareto(1.0, 3.0), D.Kumaraswamy(2.0, 3.0), D.Independent(D.Normal(loc, scale), 1)):
    attempt(lambda: (d.expand((3,)), d.expand((3,))._validate_args, d.expand((3,)).batch_shape))
    attempt(lambda: d.expand((3,)).log_prob(torch.full((3,) + d.event_shape, float('nan'))))
print(D.Weibull(1.0, 2.0).expand((2,)).concentration_reciprocal)
mixture = D.MixtureSameFamily(D.Categorical(torch.tensor([0.25, 0.75])), D.Normal(loc, scale)).expand((2,))
print(mixture.batch_shape, mixture.mean, mixture.variance, mixture.log_prob(torch.zeros(2)), mixture.cdf(torch.zeros(2)))
wide = D.MultivariateNormal(loc, torch.diag(scale)).expand((2,))
print(wide.covariance_matrix.shape, wide.precision_matrix, wide.entropy())
print(D.LKJCholesky(3, 2.0).expand((2,)).sample().shape, D.Multinomial(3, scale).expand((2,)), D.Chi2(3.0).expand((2,)).df)

# parameters and bases
print(D.Chi2(3.0).arg_constraints, D.Chi2(3.0))
print([c.__name__ for c in (D.Normal, D.Gamma, D.Chi2, D.Beta, D.Dirichlet, D.Bernoulli, D.Poisson, D.Exponential, D.Wishart, D.Cauchy, D.Binomial)
       if issubclass(c, D.ExponentialFamily)], D.ExponentialFamily.__module__)


class Rayleigh(D.ExponentialFamily):
    """x exp(-x^2 / 2 s^2) / s^2: theta = -1 / 2 s^2, F = log(s^2), k(x) = log x."""

    arg_constraints, support = {'scale': positive}, positive

    def __init__(self, scale, validate_args=None):
        self.scale = scale
        super().__init__(scale.shape, validate_args=validate_args)

    @property
    def _natural_params(self):
        return (-0.5 / self.scale ** 2,)

    def _log_normalizer(self, theta):
        return -torch.log(-2 * theta)

    @property
    def _mean_carrier_measure(self):
        return 0.5 * (torch.log(2 * self.scale ** 2) - 0.57721566)


d = Rayleigh(torch.tensor([1.0, 2.0]))
print(d, d.entropy(), d.perplexity())
print(kl_divergence(d, Rayleigh(torch.tensor([1.0, 3.0]))), kl_divergence(d, d))
attempt(lambda: kl_divergence(d, D.Gamma(1.0, 1.0)))
attempt(lambda: D.Poisson(3.0).entropy())
attempt(lambda: kl_divergence(D.Normal(0.0, 1.0), D.Poisson(1.0)))
attempt(lambda: D.Normal(0.0))
attempt(lambda: D.Normal(0.0, 1.0).log_prob())
print(D.Normal.log_prob.__qualname__, D.Gamma.__init__.__name__, D.Categorical.__module__, D.RelaxedBernoulli(torch.tensor(1.0), 0.5).base_dist.__module__)
