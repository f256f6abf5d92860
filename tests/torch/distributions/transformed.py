"""Distributions that are made of others: samples, densities, moments, gradients, registry of transforms."""
import torch
from torch import distributions as D
from torch.distributions import biject_to, constraints, transform_to
from torch.distributions import transforms as T


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


two = torch.tensor([0.7, 2.5])
probs = torch.tensor([0.2, 0.5, 0.3])
made = {
    'HalfCauchy': lambda: D.HalfCauchy(two), 'Weibull': lambda: D.Weibull(two, torch.tensor([1.5, 3.0])), 'Pareto': lambda: D.Pareto(two, torch.tensor([2.5, 4.0])),
    'InverseGamma': lambda: D.InverseGamma(torch.tensor([3.0, 2.5]), two), 'Kumaraswamy': lambda: D.Kumaraswamy(two, torch.tensor([1.5, 3.0])),
    'LogisticNormal': lambda: D.LogisticNormal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 0.5])),
    'RelaxedBernoulli': lambda: D.RelaxedBernoulli(torch.tensor([0.5]), torch.tensor([0.1, 0.8])),
    'RelaxedOneHotCategorical': lambda: D.RelaxedOneHotCategorical(torch.tensor([0.5]), probs),
    'FisherSnedecor': lambda: D.FisherSnedecor(torch.tensor([3.0, 5.0]), torch.tensor([6.0, 3.0])),
    'NegativeBinomial': lambda: D.NegativeBinomial(torch.tensor([3.0, 5.0]), torch.tensor([0.4, 0.7])),
    'NegativeBinomial of logits': lambda: D.NegativeBinomial(4, logits=torch.tensor([0.4, -0.7])),
    'transformed': lambda: D.TransformedDistribution(D.Normal(torch.zeros(2), torch.ones(2)), [T.AffineTransform(1.0, two), T.ExpTransform()]),
    'logistic': lambda: D.TransformedDistribution(D.Uniform(0.0, 1.0), [T.SigmoidTransform().inv, T.AffineTransform(loc=1.0, scale=2.0)]),
    'simplex': lambda: D.TransformedDistribution(D.Normal(torch.zeros(3, 2), torch.ones(3, 2)), T.StickBreakingTransform()),
    'downwards': lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), T.AffineTransform(1.0, -2.0)),
}
for name, make in made.items():
    torch.manual_seed(0)
    d = make()
    attempt(name, lambda: (d, d.batch_shape, d.event_shape, d.support, d.has_rsample))
    attempt(name, lambda: d.sample())
    attempt(name, lambda: d.sample((2,)))
    attempt(name, lambda: d.rsample((2,)).shape)
    value = d.sample()
    attempt(name, lambda: d.log_prob(value))
    attempt(name, lambda: d.cdf(value))
    attempt(name, lambda: d.icdf(torch.tensor(0.3)))
    for what in ('mean', 'mode', 'variance', 'stddev'):
        attempt(name + ' ' + what, lambda: getattr(d, what))
    attempt(name, lambda: d.entropy())
    attempt(name, lambda: (d.expand((3, *d.batch_shape)).batch_shape, d.expand((3, *d.batch_shape)).sample().shape))
    attempt(name, lambda: d.log_prob(-torch.ones(d.batch_shape + d.event_shape)))
attempt('scale', lambda: D.Weibull(-1.0, 1.0))
attempt('scale', lambda: D.HalfCauchy(0.0))
attempt('alpha', lambda: D.Pareto(1.0, -1.0))
attempt('both', lambda: D.RelaxedBernoulli(torch.tensor(1.0)))
attempt('probs', lambda: D.NegativeBinomial(3, torch.tensor([1.5])))
attempt('df', lambda: D.FisherSnedecor(-1.0, 2.0))
attempt('transforms', lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), 5))
attempt('transforms', lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), [5]))
attempt('shape', lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), T.StickBreakingTransform()))

# gradients through samples
for name in ('Weibull', 'HalfCauchy', 'InverseGamma', 'Kumaraswamy', 'RelaxedBernoulli', 'RelaxedOneHotCategorical'):
    torch.manual_seed(1)
    w = torch.tensor([0.6, 0.4], requires_grad=True)
    d = {'Weibull': lambda: D.Weibull(w, 2.0), 'HalfCauchy': lambda: D.HalfCauchy(w), 'InverseGamma': lambda: D.InverseGamma(torch.tensor([2.0, 3.0]), w),
         'Kumaraswamy': lambda: D.Kumaraswamy(w, 2.0), 'RelaxedBernoulli': lambda: D.RelaxedBernoulli(torch.tensor(0.7), probs=w),
         'RelaxedOneHotCategorical': lambda: D.RelaxedOneHotCategorical(torch.tensor(0.7), probs=w)}[name]()
    s = d.rsample()
    print(name, s, torch.autograd.grad(s.square().sum(), w, retain_graph=True), torch.autograd.grad(d.log_prob(s.detach()).sum(), w))

# the registry
for c in (constraints.real, constraints.positive, constraints.nonnegative, constraints.unit_interval, constraints.interval(-1.0, 3.0), constraints.greater_than(2.0),
          constraints.less_than(2.0), constraints.simplex, constraints.lower_cholesky, constraints.positive_definite, constraints.corr_cholesky,
          constraints.independent(constraints.positive, 1), constraints.boolean):
    attempt(c, lambda: (transform_to(c), biject_to(c)))
    x = torch.tensor([[0.5, -1.0], [0.25, 2.0]])
    attempt(c, lambda: (transform_to(c)(x), c.check(transform_to(c)(x))))
unconstrained = torch.zeros(2, requires_grad=True)
loss = -D.Gamma(transform_to(constraints.positive)(unconstrained), 1.0).log_prob(torch.tensor([0.5, 2.0])).sum()
print(loss, torch.autograd.grad(loss, unconstrained))
t = T.ExpTransform(cache_size=1)
a = torch.tensor([1.0, 2.0])
b = t(a)
print(t.inv(b) is a, t(a) is b, T.ExpTransform().inv(b) is a, T.ComposeTransform([t, T.TanhTransform()]).inv(torch.tensor(0.9)))
print(T.ExpTransform() == T.ExpTransform(), T.ExpTransform() == T.TanhTransform(), T.AffineTransform(1.0, 2.0) == T.AffineTransform(1.0, 2.0), T.AffineTransform(torch.ones(2), 2.0) == T.AffineTransform(torch.zeros(2), 2.0))
print(constraints.cat([constraints.positive, constraints.real], 0, [1, 2]).check(torch.tensor([-1.0, -1.0, 2.0])), constraints.stack([constraints.positive, constraints.real]).check(torch.tensor([-1.0, -1.0])))
print(constraints.square.check(torch.ones(2, 3, 3)), constraints.symmetric.check(torch.eye(3)), constraints.positive_semidefinite.check(torch.zeros(2, 2)), constraints.lower_triangular.check(torch.ones(2, 2)), constraints.corr_cholesky.check(torch.eye(2)), constraints.is_dependent(constraints.dependent))
