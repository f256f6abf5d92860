# Every distribution: samples, moments, divergences, transforms, errors.
import torch
from torch.distributions import *
from torch.distributions import constraints, transforms as T
torch.manual_seed(0)
torch.set_printoptions(precision=3, sci_mode=False)

def attempt(f, *a, **k):
    try:
        print('ok', f(*a, **k))
    except Exception as e:
        print(type(e).__name__, str(e)[:300])
ds = [Normal(0.0, 1.0), Bernoulli(0.3), Beta(2.0, 3.0), Categorical(torch.tensor([0.2, 0.3, 0.5])), Dirichlet(torch.ones(3)), Exponential(2.0), Gamma(2.0, 1.0), Laplace(0.0, 1.0), LogNormal(0.0, 1.0), MultivariateNormal(torch.zeros(2), torch.eye(2)), Poisson(3.0), StudentT(4.0), Uniform(0.0, 2.0), VonMises(0.0, 2.0), Weibull(1.0, 2.0), Geometric(0.4), Gumbel(0.0, 1.0), HalfNormal(1.0), Cauchy(0.0, 1.0), Chi2(3.0), FisherSnedecor(2.0, 3.0), Kumaraswamy(2.0, 3.0), LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)), MixtureSameFamily(Categorical(torch.ones(2)), Normal(torch.tensor([-1.0, 1.0]), 1.0)), Multinomial(5, torch.ones(3)), NegativeBinomial(3.0, 0.4), OneHotCategorical(torch.ones(3)), Pareto(1.0, 2.0), RelaxedBernoulli(torch.tensor(0.5), 0.3), ContinuousBernoulli(0.3), LKJCholesky(2, 1.0), Wishart(torch.tensor(3.0), torch.eye(2)), InverseGamma(2.0, 1.0), Binomial(4, 0.3), LogisticNormal(torch.zeros(2), torch.ones(2)), HalfCauchy(1.0)]
for d in ds:
    s = d.sample((2,))
    print(d, tuple(s.shape), s.double().mean().item().__round__(3), d.log_prob(s).sum().item().__round__(3), d.batch_shape, d.event_shape, d.has_rsample)
    for f in ('mean', 'variance', 'mode', 'stddev'):
        try:
            print(f, getattr(d, f).sum().item().__round__(3), end=' ')
        except Exception as e:
            print(f, type(e).__name__, end=' ')
    try:
        print(d.entropy().sum().item().__round__(3), d.support)
    except Exception as e:
        print(type(e).__name__)
for p, q in ((Normal(0.0, 1.0), Normal(1.0, 2.0)), (Bernoulli(0.3), Bernoulli(0.6)), (Gamma(1.0, 1.0), Gamma(2.0, 1.0)), (Beta(1.0, 2.0), Beta(2.0, 2.0)), (Categorical(torch.ones(3)), Categorical(torch.tensor([1.0, 2.0, 3.0]))), (MultivariateNormal(torch.zeros(2), torch.eye(2)), MultivariateNormal(torch.ones(2), 2 * torch.eye(2))), (Laplace(0.0, 1.0), Laplace(1.0, 1.0)), (Dirichlet(torch.ones(2)), Dirichlet(torch.ones(2) * 3)), (Uniform(0.0, 1.0), Uniform(-1.0, 2.0)), (Exponential(1.0), Gamma(1.0, 1.0))):
    print(kl_divergence(p, q))
attempt(kl_divergence, Normal(0.0, 1.0), Bernoulli(0.2))
attempt(Normal, 0.0, -1.0)
attempt(Normal(0.0, 1.0).log_prob, torch.tensor(float('nan')))
attempt(Categorical, torch.tensor([-1.0, 2.0]))
attempt(Bernoulli)
attempt(Bernoulli, 0.2, 0.3)
attempt(Uniform, 2.0, 1.0)
attempt(MultivariateNormal, torch.zeros(2), -torch.eye(2))
attempt(Normal(0.0, 1.0, validate_args=False).cdf, 0.3)
attempt(Dirichlet, torch.tensor(1.0))
attempt(Normal(torch.zeros(2), 1.0).expand, (3,))
print(Normal(torch.zeros(2), 1.0).expand((3, 2)).sample().shape, Independent(Normal(torch.zeros(3, 2), 1.0), 1))
t = T.ComposeTransform([T.AffineTransform(1.0, 2.0), T.ExpTransform(), T.SigmoidTransform().inv if 0 else T.AbsTransform() if 0 else T.PowerTransform(torch.tensor(2.0))])
x = torch.tensor([0.1, 0.2])
y = t(x)
print(t, y, t.inv(y), t.log_abs_det_jacobian(x, y))
td = TransformedDistribution(Normal(0.0, 1.0), [T.TanhTransform()])
print(td, td.log_prob(torch.tensor(0.3)), td.cdf(torch.tensor(0.3)), td.icdf(torch.tensor(0.7)))
print(biject_to(constraints.simplex)(torch.tensor([0.1, 0.2])), transform_to(constraints.positive)(torch.tensor(-1.0)), constraints.interval(0, 1).check(torch.tensor(2.0)), constraints.positive_definite, constraints.dependent)
