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

# the support of a mixture is that of every component
uniform = D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Uniform(torch.tensor([0.0, 0.25]), torch.tensor([1.0, 3.0])))
print(uniform.support, uniform.support.check(torch.tensor([0.5, 0.125, 2.0])))
attempt(lambda: uniform.log_prob(torch.tensor([0.5, 0.75, 1.0])))
attempt(lambda: uniform.log_prob(torch.tensor([0.5, 0.75, 1.5])))
vectors = D.MixtureSameFamily(D.Categorical(torch.ones(3, 2)), D.MultivariateNormal(torch.zeros(3, 2, 2), torch.eye(2)))
print(vectors.support.event_dim, vectors.support.is_discrete, vectors.support.check(torch.ones(4, 3, 2)).shape, vectors.log_prob(torch.ones(3, 2)))
print(D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Poisson(torch.ones(2))).support.is_discrete)

# what can be enumerated
coins = D.Bernoulli(torch.tensor([0.25, 0.5]))
print(D.Independent(coins, 0).has_enumerate_support, D.Independent(coins, 0).enumerate_support(), D.Independent(coins, 0).enumerate_support(False))
print(D.Independent(coins, 1).has_enumerate_support, D.Independent(D.Normal(loc, scale), 0).has_enumerate_support)
attempt(lambda: D.Independent(coins, 1).enumerate_support())
for probs in ([0.2, 0.3, 0.5], [[0.5, 0.5], [0.25, 0.75]]):
    p = torch.tensor(probs, requires_grad=True)
    entropy = D.Multinomial(5, p).entropy()
    print(entropy, torch.autograd.grad(entropy.sum(), p))
print(D.Multinomial(1, torch.tensor([0.25, 0.75])).entropy(), D.Categorical(torch.tensor([0.25, 0.75])).entropy())
p = torch.tensor([0.25, 0.5, 0.75], requires_grad=True)
print(torch.autograd.grad(D.Binomial(5, p).log_prob(torch.tensor([1.0, 2.0, 3.0])).sum(), p))

# which distribution an invalid parameter is reported of
three = torch.tensor([0.2, 0.3, 0.5])
for make in (lambda: D.Beta(-1.0, 1.0), lambda: D.Beta(-1.0, 1.0, validate_args=False), lambda: D.StudentT(-1.0, validate_args=False),
             lambda: D.Multinomial(-1, three), lambda: D.LKJCholesky(3, -1.0), lambda: D.Geometric(torch.tensor([0.0, 1.0])),
             lambda: D.MixtureSameFamily(D.Categorical(three), 3), lambda: D.MultivariateNormal(torch.zeros(2), torch.ones(2)),
             lambda: kl_divergence(D.MultivariateNormal(torch.zeros(2), torch.eye(2)), D.MultivariateNormal(torch.zeros(3), torch.eye(3))),
             lambda: D.Normal(0.0, 1.0).sample(3)):
    attempt(make)
