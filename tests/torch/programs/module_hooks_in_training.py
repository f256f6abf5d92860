"""Training: activations and gradients collected with hooks, layers frozen and thawed, an average of weights, functional calls."""
import copy

import torch
from torch import nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(5)
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU(), nn.Linear(12, 1))
stats = {}
handles = []
for name, module in net.named_modules():
    if isinstance(module, nn.Linear):
        handles.append(module.register_forward_hook(lambda m, a, out, name=name: stats.setdefault(name, {}).update(mean=out.mean().item())))
        handles.append(module.register_full_backward_hook(lambda m, gi, go, name=name: stats[name].update(grad=go[0].norm().item())))
x, y = torch.randn(40, 6), torch.randn(40, 1)
average = copy.deepcopy(net).requires_grad_(False)
for phase in range(3):
    net[0].requires_grad_(phase != 1)
    optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.05, momentum=0.9)
    for step in range(8):
        loss = F.mse_loss(net(x), y)
        net.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for a, p in zip(average.parameters(), net.parameters()):
                a.lerp_(p, 0.1)
    print(phase, f'{loss.item():.4f}', {k: [f'{v:.4f}' for v in s.values()] for k, s in stats.items()}, net[0].weight.grad is None)
for handle in handles:
    handle.remove()
print(f'{F.mse_loss(average(x), y).item():.4f}', len(net[0]._forward_hooks))
state = average.state_dict()
print(net.load_state_dict(state), f'{F.mse_loss(net(x), y).item():.4f}')
fast = {name: p.clone() for name, p in net.named_parameters()}
for step in range(5):
    fast = {name: p.detach().requires_grad_() for name, p in fast.items()}
    loss = F.mse_loss(functional_call(net, fast, (x,)), y)
    grads = torch.autograd.grad(loss, list(fast.values()))
    fast = {name: p - 0.1 * g for (name, p), g in zip(fast.items(), grads)}
    print(f'{loss.item():.4f}')
