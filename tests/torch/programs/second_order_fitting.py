"""LBFGS with and without a line search, Gauss-Newton and Levenberg-Marquardt from jacobians, Newton by hessians, conjugate gradients by hvp."""
import torch
from torch import nn
from torch.autograd.functional import hessian, hvp, jacobian


def rosenbrock(p):
    return (1 - p[..., 0]) ** 2 + 100 * (p[..., 1] - p[..., 0] ** 2) ** 2


for options in ({'line_search_fn': 'strong_wolfe'}, {'line_search_fn': 'strong_wolfe', 'history_size': 3, 'max_iter': 5}, {'lr': 0.05, 'max_iter': 10}):
    p = torch.tensor([-1.2, 1.0], dtype=torch.double, requires_grad=True)
    lbfgs = torch.optim.LBFGS([p], **options)
    values, evals = [], [0]

    def closure():
        lbfgs.zero_grad()
        f = rosenbrock(p)
        f.backward()
        evals[0] += 1
        return f

    for _ in range(6):
        values.append(float(lbfgs.step(closure)))
    print([f'{v:.2e}' for v in values[:4]], evals[0], lbfgs.state[p]['func_evals'], lbfgs.state[p]['n_iter'])
print(p.isfinite().all(), lbfgs)
try:
    torch.optim.LBFGS([p], line_search_fn='exact').step(closure)
except RuntimeError as e:
    print(e)
try:
    torch.optim.LBFGS([{'params': [p]}, {'params': [torch.zeros(1, requires_grad=True)]}])
except ValueError as e:
    print(e)

# a small network fitted in full batches
torch.manual_seed(240)
x = torch.linspace(-1, 1, 30, dtype=torch.double)[:, None]
y = torch.sin(3 * x) + 0.2 * x
net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1)).double()
opt = torch.optim.LBFGS(net.parameters(), max_iter=6, tolerance_grad=1e-9, line_search_fn='strong_wolfe')


def full():
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    return loss


print([f'{opt.step(full).item():.4f}' for _ in range(4)])

# a curve with three parameters by Levenberg and Marquardt
t = torch.linspace(0, 4, 25, dtype=torch.double)
truth = torch.tensor([2.5, 1.3, 0.5], dtype=torch.double)
model = lambda q: q[0] * torch.exp(-q[1] * t) + q[2]
obs = model(truth) + 0.01 * torch.cos(40 * t)
q, lam = torch.tensor([1.0, 0.3, 0.0], dtype=torch.double), 1e-2
for it in range(12):
    r = obs - model(q)
    J = jacobian(model, q)
    A = J.T @ J
    step = torch.linalg.solve(A + lam * torch.diag(A.diagonal()), J.T @ r)
    if (obs - model(q + step)).square().sum() < r.square().sum():
        q, lam = q + step, lam / 3
    else:
        lam *= 5
    if it % 4 == 0:
        print(it, f'{r.square().sum().item():.6f}')
cov = torch.linalg.inv(A) * r.square().sum() / (len(t) - 3)
print(q, cov.diagonal().sqrt())

# Newton for logistic regression; the Hessian of autograd against the formula
X = torch.cat([torch.randn(40, 2, dtype=torch.double, generator=torch.Generator().manual_seed(1)), torch.ones(40, 1, dtype=torch.double)], 1)
z = (X[:, 0] > 0.3 * X[:, 1]).double()
nll = lambda w: nn.functional.softplus((1 - 2 * z) * (X @ w)).sum() + 0.05 * w @ w
w = torch.zeros(3, dtype=torch.double)
for it in range(6):
    H = hessian(nll, w)
    g = torch.func.grad(nll)(w)
    w = w - torch.linalg.solve(H, g)
    print(it, f'{nll(w).item():.6f}', end=' ')
m = torch.sigmoid(X @ w)
print('\n', torch.allclose(hessian(nll, w), X.T @ (X * (m * (1 - m))[:, None]) + 0.1 * torch.eye(3, dtype=torch.double)), g.norm() < 1e-3)

# truncated Newton: conjugate gradients need only products with the Hessian
flat = torch.randn(20, dtype=torch.double, generator=torch.Generator().manual_seed(2))
Q = torch.diag(torch.arange(1., 21.).double())
f = lambda v: 0.5 * v @ Q @ v + 0.1 * v.pow(4).sum()
for outer in range(3):
    g = torch.func.grad(f)(flat)
    d, r = torch.zeros_like(g), -g
    p, rs = r.clone(), r @ r
    for inner in range(12):
        Hp = hvp(f, flat, p)[1]
        alpha = rs / (p @ Hp)
        d, r = d + alpha * p, r - alpha * Hp
        new = r @ r
        p, rs = r + new / rs * p, new
    flat = flat + d
    print(outer, f'{f(flat).item():.5f}', f'{g.norm().item():.4f}')
