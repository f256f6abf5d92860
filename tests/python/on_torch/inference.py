# needs: pyro
"""pyro: a model, a guide, variational inference; traces."""
import torch, pyro, pyro.distributions as dist
from pyro.infer import SVI, Trace_ELBO, Predictive
from pyro.optim import Adam
pyro.set_rng_seed(0); pyro.clear_param_store()
data = torch.tensor([1.] * 7 + [0.] * 3)
def model(data):
    p = pyro.sample('p', dist.Beta(2., 2.))
    with pyro.plate('data', len(data)): pyro.sample('obs', dist.Bernoulli(p), obs=data)
def guide(data):
    a = pyro.param('a', torch.tensor(3.), constraint=dist.constraints.positive); b = pyro.param('b', torch.tensor(3.), constraint=dist.constraints.positive)
    pyro.sample('p', dist.Beta(a, b))
svi = SVI(model, guide, Adam({'lr': .05}), loss=Trace_ELBO())
losses = [svi.step(data) for _ in range(100)]
a, b = pyro.param('a').item(), pyro.param('b').item()
print(len(losses), .45 < a / (a + b) < .8)
t = pyro.poutine.trace(model).get_trace(data); print(sorted(t.nodes), t.log_prob_sum().dim())
print(Predictive(model, guide=guide, num_samples=3)(data)['p'].shape if True else 0)
