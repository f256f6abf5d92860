"""A network that solves u'' = -u: derivatives of derivatives in the loss, fitted with Adam, then with L-BFGS."""
import math

import torch
from torch import nn

torch.manual_seed(4)
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1)).double()
x = torch.linspace(0, math.pi, 21, dtype=torch.float64).reshape(-1, 1).requires_grad_()
zero = torch.zeros(1, 1, dtype=torch.float64, requires_grad=True)


def residual():
    u = net(x)
    du = torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]
    ddu = torch.autograd.grad(du, x, torch.ones_like(du), create_graph=True)[0]
    u0 = net(zero)
    du0, = torch.autograd.grad(u0, zero, create_graph=True)
    return ((ddu + u) ** 2).mean() + (u0 ** 2).sum() + ((du0 - 1) ** 2).sum()


adam = torch.optim.Adam(net.parameters(), lr=1e-2)
for i in range(40):
    adam.zero_grad()
    loss = residual()
    loss.backward()
    adam.step()
    if i % 10 == 0:
        print(i, f'{loss.item():.8f}')
lbfgs = torch.optim.LBFGS(net.parameters(), max_iter=10, history_size=5, line_search_fn='strong_wolfe')


def closure():
    lbfgs.zero_grad()
    loss = residual()
    loss.backward()
    return loss


for i in range(2):
    print('lbfgs', f'{lbfgs.step(closure).item():.6f}')
