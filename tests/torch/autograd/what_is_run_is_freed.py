"""torch.autograd.grad frees what the nodes have saved that it has run: those between the results and the inputs."""
import torch
from torch import nn
torch.manual_seed(0)
a, b = nn.Linear(3, 4), nn.Linear(4, 2)
x = torch.randn(2, 3, requires_grad=True)


def again(*args, **kwargs):
    try:
        return [tuple(g.shape) for g in torch.autograd.grad(*args, **kwargs)]
    except RuntimeError as error:
        return str(error)[:50]


h = a(x)
o = b(torch.relu(h))
print(again(o.sum(), h), again(h.sum(), x), again(h.sum(), x))
h = a(x)
o = b(torch.relu(h))
print(again(o.sum(), [h, x]), again(h.sum(), x))
h = a(x)
print(again(h[:, 1].sum(), x, retain_graph=True), again([h[i, 1] for i in range(2)], [x]), again(h.sum(), x))
h = a(x)
h.register_hook(lambda g: print('hook', tuple(g.shape)))
h.grad_fn.register_hook(lambda inputs, outputs: print('node', len(inputs), len(outputs)))
print(again(torch.relu(h).sum(), h))
print(again(h.sum(), x))
h = a(x)
torch.relu(h).sum().backward(inputs=[h])
print(h.grad is not None, x.grad, again(h.sum(), x))
