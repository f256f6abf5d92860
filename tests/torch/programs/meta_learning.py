"""MAML: gradients through an inner step, with functional_call, and with torch.func over a batch of tasks."""
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(5)
net = nn.Sequential(nn.Linear(1, 20), nn.ReLU(), nn.Linear(20, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)


def tasks(n, points=10):
    a, p = torch.rand(n, 1, 1) * 4 + 1, torch.rand(n, 1, 1) * 3
    x = torch.rand(n, points, 1) * 10 - 5
    return x, a * torch.sin(x + p)


def loss_of(params, x, y):
    return nn.functional.mse_loss(functional_call(net, params, (x,)), y)


for step in range(8):
    x, y = tasks(4)
    meta = 0.
    for i in range(4):
        params = dict(net.named_parameters())
        inner = loss_of(params, x[i, :5], y[i, :5])
        grads = torch.autograd.grad(inner, params.values(), create_graph=True)
        fast = {name: p - 0.05 * g for (name, p), g in zip(params.items(), grads)}
        meta = meta + loss_of(fast, x[i, 5:], y[i, 5:])
    optimizer.zero_grad()
    (meta / 4).backward()
    optimizer.step()
    if step % 2 == 0:
        print(step, f'{meta.item() / 4:.5f}')

params = {k: v.detach() for k, v in net.named_parameters()}
x, y = tasks(3)


def adapted(x, y):
    g = grad(loss_of)(params, x[:5], y[:5])
    return loss_of({k: params[k] - 0.05 * g[k] for k in params}, x[5:], y[5:])


print(vmap(adapted)(x, y))
print({k: v.shape for k, v in vmap(grad(loss_of), in_dims=(None, 0, 0))(params, x, y).items()})
