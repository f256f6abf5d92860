# Steps that are not made in one pass: half and complex numbers, other layouts, differentiable steps, new parameters.
import torch
from torch import optim

KINDS = (optim.SGD, optim.Adam, optim.AdamW, optim.Adagrad, optim.Adadelta, optim.RMSprop, optim.Adamax, optim.NAdam, optim.RAdam,
         optim.Rprop, optim.ASGD)


def stepped(kind, param, grads, **options):
    optimizer = kind([param], **options)
    for grad in grads:
        param.grad = grad
        optimizer.step()
    return param.detach(), {name: value for name, value in optimizer.state.get(param, {}).items() if value.ndim}


for kind in KINDS:
    decay = {} if kind is optim.Rprop else {'weight_decay': 0.1}
    for dtype in (torch.bfloat16, torch.float16):
        values = torch.tensor([1.0, -2.0, 0.5], dtype=dtype)
        param, state = stepped(kind, torch.nn.Parameter(values), [values * i for i in (0.5, -0.25, 1.0)], lr=0.05, **decay)
        print(kind.__name__, param.tolist(), {name: value.tolist() for name, value in state.items()})
    values = torch.tensor([1 + 2j, 0.25 - 0.5j, 3 - 1j])
    for options in ({}, decay, {'maximize': True}):
        param, state = stepped(kind, torch.nn.Parameter(values.clone()), [values * i for i in (0.5, -0.25, 1.0)], lr=0.05, **options)
        print(kind.__name__, options, torch.view_as_real(param).tolist(), {name: value.dtype for name, value in state.items()})
    # columns: neither parameter nor gradient lies in order
    values = torch.arange(12.0).view(3, 4)
    param, state = stepped(kind, torch.nn.Parameter(values.t().clone(memory_format=torch.preserve_format)), [values.t(), -values.t()])
    print(kind.__name__, param.tolist(), [value.stride() for value in state.values()])
    grad = values.t().contiguous()
    param, state = stepped(kind, torch.nn.Parameter(values.t()), [grad, grad])
    print(kind.__name__, param.sum().item(), param.stride())
    param, state = stepped(kind, torch.nn.Parameter(torch.ones(0, 3)), [torch.ones(0, 3)])
    print(kind.__name__, param, state)


def differentiated(kind, **options):
    """The gradient of what comes after three steps, by the parameter and the gradients."""
    start = torch.tensor([1.0, -2.0], requires_grad=True)
    slope = torch.tensor([0.5, 0.25], requires_grad=True)
    param = start * 1
    optimizer = kind([param], lr=0.1, differentiable=True, **options)
    for _ in range(3):
        param.grad = slope * 2
        optimizer.step()
    return [[round(value, 4) + 0.0 for value in grad.tolist()] for grad in torch.autograd.grad(param.sum(), [start, slope])]


for kind in (optim.SGD, optim.Adam, optim.AdamW, optim.Adagrad, optim.RMSprop, optim.NAdam, optim.RAdam):
    print(kind.__name__, differentiated(kind))

# nan and infinity go where they belong
for kind in KINDS:
    param = torch.nn.Parameter(torch.tensor([1.0, 2.0, 3.0, 4.0]))
    param, state = stepped(kind, param, [torch.tensor([float('nan'), float('inf'), -float('inf'), 0.0]), torch.ones(4)])
    print(kind.__name__, param, state)

# parameters of two types and devices of memory, one of them new, one without a gradient, one that appears later
a, b, c = (torch.nn.Parameter(torch.ones(3, dtype=dtype)) for dtype in (torch.float32, torch.float64, torch.float32))
optimizer = optim.Adam([a, b, c], lr=0.1)
for i in range(4):
    a.grad, b.grad = torch.full((3,), 0.5), torch.full((3,), 0.5, dtype=torch.float64)
    c.grad = torch.ones(3) if i > 1 else None
    optimizer.step()
    print(a.detach(), b.detach(), c.detach(), [float(optimizer.state[p]['step']) for p in (a, b, c) if p in optimizer.state])
version = a._version
optimizer.step()
print(a._version > version, a.grad, a.requires_grad, a.grad_fn)
y = a * a
optimizer.step()
try:
    y.sum().backward()
except RuntimeError as error:
    print(str(error)[:80])
