"""Uncertainty: Bayes by backprop with distributions and the local trick, dropout kept at prediction, deep ensembles, a Laplace approximation, HMC."""
import math
import torch
from torch import nn
from torch.distributions import Normal, Independent, kl_divergence
import torch.nn.functional as F

torch.manual_seed(170)
x = torch.cat([torch.linspace(-1, -0.3, 15), torch.linspace(0.3, 1, 15)])[:, None]
y = x ** 3 + 0.1 * torch.randn_like(x)
grid = torch.tensor([[-0.6], [0.0], [0.6], [2.0]])


class BayesLinear(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.mu, self.rho = nn.Parameter(torch.randn(o, i) / i ** 0.5), nn.Parameter(torch.full((o, i), -4.))
        self.bias = nn.Parameter(torch.zeros(o))

    @property
    def posterior(self):
        return Independent(Normal(self.mu, F.softplus(self.rho)), 2)

    def kl(self):
        return kl_divergence(self.posterior, Independent(Normal(torch.zeros_like(self.mu), 1.), 2))

    def forward(self, x, local=False):
        if local:
            m, v = F.linear(x, self.mu, self.bias), F.linear(x ** 2, F.softplus(self.rho) ** 2)
            return m + (v + 1e-10).sqrt() * torch.randn_like(m)
        return F.linear(x, self.posterior.rsample(), self.bias)


a, b = BayesLinear(1, 16), BayesLinear(16, 1)
opt = torch.optim.Adam([*a.parameters(), *b.parameters()], lr=0.02)
for it in range(60):
    nll = -Normal(b(torch.tanh(a(x, it % 2 == 0)), it % 2 == 0), 0.1).log_prob(y).sum()
    kl = a.kl() + b.kl()
    opt.zero_grad()
    (nll + 0.1 * kl).backward()
    opt.step()
    if it % 20 == 0:
        print(it, f'kl {kl.item():.2f}', f'nll {nll.item():.0f}')
with torch.no_grad():
    draws = torch.stack([b(torch.tanh(a(grid))) for _ in range(30)])
print(draws.shape, draws.std(0).min() > 0, a.posterior.batch_shape, a.posterior.event_shape)

# dropout at prediction
net = nn.Sequential(nn.Linear(1, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 2))
opt = torch.optim.Adam(net.parameters(), lr=0.02, weight_decay=1e-4)
for it in range(60):
    mean, log_var = net(x).chunk(2, 1)
    loss = F.gaussian_nll_loss(mean, y, log_var.exp())
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 20 == 19:
        print('dropout', it, f'{loss.item():.2f}')
net.eval()
fixed = net(grid)
for m in net:
    if isinstance(m, nn.Dropout):
        m.train()
samples = torch.stack([net(grid) for _ in range(20)])
print('varies', samples.std(0)[:, 0].gt(0).all(), torch.equal(net.eval()(grid), fixed))

# linear in features: the posterior in closed form, and the evidence
phi = torch.cat([x ** k for k in range(4)], 1).double()
alpha, beta = 1.0, 100.0
precision = alpha * torch.eye(4, dtype=torch.double) + beta * phi.T @ phi
L = torch.linalg.cholesky(precision)
m = torch.cholesky_solve(beta * phi.T @ y.double(), L)
evidence = 0.5 * (4 * math.log(alpha) + 30 * math.log(beta) - 30 * math.log(2 * math.pi)) - 0.5 * (beta * (y - phi @ m).square().sum() + alpha * m.square().sum()) - L.diagonal().log().sum()
gp = torch.cat([grid ** k for k in range(4)], 1).double()
sd = (1 / beta + (torch.linalg.solve_triangular(L, gp.T, upper=False) ** 2).sum(0)).sqrt()
print(m.flatten(), f'{evidence.item():.3f}', sd, sep='\n')

# Laplace: the Hessian of the negative log posterior at the mode is that precision
f = lambda w: 0.5 * beta * (y.double()[:, 0] - phi @ w).square().sum() + 0.5 * alpha * w.square().sum()
H = torch.autograd.functional.hessian(f, m.flatten())
print('Laplace', torch.allclose(H, precision))

# Hamiltonian Monte Carlo on the same posterior
torch.manual_seed(171)
w, accepted, chain = m.flatten().clone(), 0, []
for it in range(30):
    w0, p = w.clone(), torch.randn(4, dtype=torch.double)
    h0 = f(w) + 0.5 * p.square().sum()
    for _ in range(8):
        p = p - 0.005 * torch.autograd.grad(f(w.requires_grad_()), w)[0]
        w = (w + 0.01 * p).detach()
        p = p - 0.005 * torch.autograd.grad(f(w.requires_grad_()), w)[0]
        w = w.detach()
    if torch.rand(()) < (h0 - f(w) - 0.5 * p.square().sum()).exp():
        accepted += 1
    else:
        w = w0
    chain.append(w)
chain = torch.stack(chain)
print(accepted > 15, (chain.mean(0) - m.flatten()).abs().max() < 1.0, torch.cov(chain.T).shape)
