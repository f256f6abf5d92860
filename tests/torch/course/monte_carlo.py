"""Monte Carlo, Markov chains, random walks, sampling by inversion and rejection, the bootstrap."""
import math
import torch

g = torch.Generator().manual_seed(2024)
print(g.initial_seed(), torch.rand(3, generator=g), torch.randn(2, 2, generator=g), torch.randint(0, 10, (5,), generator=g), torch.randperm(6, generator=g))
torch.manual_seed(0)
points = torch.rand(20000, 2)
inside = (points.square().sum(1) <= 1)
print(inside.sum(), 4 * inside.double().mean(), inside[:10])
for n in (10, 100, 1000, 10000):
    estimate = 4 * inside[:n].float().mean()
    print(f'{n:6d} {estimate:.4f} {abs(estimate - math.pi):.4f}')
u = torch.rand(1000)
print((u.pow(2).mean() - 1 / 3).abs() < 0.03, (-u.log()).mean(), (-torch.log1p(-u)).median())
print(torch.histc(u, 5, 0, 1), torch.histogram(u, bins=torch.tensor([0., 0.25, 0.5, 1.0])))
normal = torch.randn(1000)
print(normal.mean(), normal.std(), (normal.abs() < 1).float().mean(), torch.quantile(normal, torch.tensor([0.025, 0.5, 0.975])))
weights = torch.exp(-(normal - 1) ** 2 / 2 + normal ** 2 / 2)
print((weights * normal).sum() / weights.sum(), weights.sum() ** 2 / (weights ** 2).sum())

# dice
dice = torch.randint(1, 7, (6000, 2))
total = dice.sum(1)
print(torch.bincount(total)[2:] / len(total), total.unique(return_counts=True)[0], (total == 7).float().mean())
print(torch.bernoulli(torch.full((12,), 0.25)), torch.poisson(torch.full((6,), 3.0)), torch.empty(4).exponential_(2.0), torch.empty(4).geometric_(0.3), torch.normal(torch.arange(3.), torch.tensor([0.1, 1., 10.])))
coins = (torch.rand(8, 20) < 0.5).long()
print(coins.sum(1), coins[0], (coins.diff(dim=1) != 0).sum(1))

# a chain
P = torch.tensor([[0.9, 0.1, 0.0], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]])
state, visits = 0, torch.zeros(3)
for _ in range(500):
    state = torch.multinomial(P[state], 1).item()
    visits[state] += 1
print(visits, visits / visits.sum())
pi = torch.ones(3) / 3
for _ in range(100):
    pi = pi @ P
print(pi, torch.linalg.matrix_power(P, 50), P.sum(1))
values, vectors = torch.linalg.eig(P.double().T)
lead = vectors[:, values.real.argmax()].real
print(lead / lead.sum(), values.real.sort().values)
A = torch.cat([(P.T - torch.eye(3))[:2], torch.ones(1, 3)])
print(torch.linalg.solve(A, torch.tensor([0., 0., 1.])))

# walks
steps = torch.randint(0, 2, (5, 30)) * 2 - 1
walk = steps.cumsum(1)
print(walk[0], walk[:, -1], walk.abs().amax(1), (walk == 0).sum(1), walk.cummax(1).values[1, ::5], walk.min(1).indices)
moves = torch.tensor([[0, 1], [1, 0], [0, -1], [-1, 0]])
path = moves[torch.randint(4, (25,))].cumsum(0)
print(path[-1], path.unique(dim=0).shape, path.max(0).values - path.min(0).values)

# rejection, Metropolis, bootstrap
x = torch.rand(2000) * 2 - 1
kept = x[torch.rand(2000) < 1 - x ** 2]
print(len(kept), kept.var())
position, chain = torch.tensor(0.0), []
for _ in range(300):
    proposal = position + torch.randn(())
    if torch.rand(()) < torch.exp(-(proposal ** 2 - position ** 2) / 2):
        position = proposal
    chain.append(position)
chain = torch.stack(chain)
print(chain[-3:], chain.mean(), chain.unique().numel() / 300)
data = torch.tensor([3., 5., 8., 9., 12., 4.])
means = data[torch.randint(len(data), (400, len(data)))].mean(1)
print(means.mean(), means.std(), means.quantile(0.05), means.sort().values[[19, 379]])
state = torch.get_rng_state()
a = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(a, torch.rand(2)), state.shape, state.dtype)
with torch.random.fork_rng():
    torch.manual_seed(1)
    print(torch.rand(1))
print(torch.rand(1), torch.initial_seed())
from torch.distributions import Categorical, Normal, MultivariateNormal, Gamma
print(Categorical(torch.tensor([0.2, 0.3, 0.5])).sample((8,)), Normal(0., 2.).log_prob(torch.tensor(1.)), MultivariateNormal(torch.zeros(2), torch.eye(2)).sample(), Gamma(2., 3.).mean)
for wrong in (lambda: torch.rand(-1), lambda: torch.randint(5, 5, (2,)), lambda: torch.randint(5), lambda: torch.randperm(-1), lambda: torch.normal(0., -1., (2,)), lambda: torch.bernoulli(torch.tensor([1.2])),
              lambda: torch.multinomial(P, 4), lambda: torch.multinomial(P[0], 3), lambda: torch.set_rng_state(torch.zeros(4)), lambda: torch.rand(2, generator=5), lambda: torch.poisson(-data), lambda: torch.rand(2, dtype=torch.int64),
              lambda: torch.randn('3'), lambda: torch.manual_seed('a'), lambda: torch.randint(0, 300, (2,), dtype=torch.uint8), lambda: torch.empty(2).exponential_(-1), lambda: torch.empty(3).uniform_(2, 1), lambda: Normal(0., -1.),
              lambda: Categorical(torch.tensor([-1., 2.])), lambda: torch.multinomial(torch.ones(2, 2, 2), 1), lambda: torch.quantile(data, 1.5), lambda: torch.histc(data, 0), lambda: torch.empty(2).bernoulli_(2), lambda: torch.randn(2).long().normal_()):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
