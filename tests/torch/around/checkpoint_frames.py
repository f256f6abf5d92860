"""torch.utils.checkpoint without reentrant: nodes of the function itself, early stop, contexts, checks of what is computed again."""
import contextlib

import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential, noop_context_fn, set_checkpoint_early_stop


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)))
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


calls = []
x = torch.tensor([0.5, 1., 2.], requires_grad=True)
w = torch.full((3, 3), .5, requires_grad=True)


def function(x, scale=1.):
    calls.append('begin')
    y = (x @ w).sin() * scale
    calls.append('middle')
    z = y.exp()
    calls.append('end')
    return z


out = checkpoint(function, x, use_reentrant=False)
print(out, calls)
out.sum().backward()
print(x.grad, w.grad, calls)
x.grad = w.grad = None
calls.clear()
checkpoint(function, x, scale=2., use_reentrant=False, early_stop=False).sum().backward()
print(x.grad, calls)
calls.clear()
with set_checkpoint_early_stop(False):
    out = checkpoint(function, x, use_reentrant=False)
out.sum().backward()
print(calls)


def ends_early(x):
    y = x.sin()
    calls.append(1)
    z = y.exp()
    calls.append(2)
    return z + 1


for early in (True, False):
    calls.clear()
    checkpoint(ends_early, x, use_reentrant=False, early_stop=early).sum().backward()
    print(calls)

log = []


@contextlib.contextmanager
def named(name):
    log.append('in ' + name)
    try:
        yield
    finally:
        log.append('out ' + name)


checkpoint(function, x, use_reentrant=False, context_fn=lambda: (named('first'), named('again')), early_stop=False).sum().backward()
print(log, len(noop_context_fn()))
attempt(lambda: checkpoint(function, x, use_reentrant=True, context_fn=lambda: (named('a'), named('b'))))
attempt(lambda: checkpoint(function, x, use_reentrant=False, context_fn=3))
attempt(lambda: checkpoint(function, x, use_reentrant=False, determinism_check='x'))
attempt(lambda: checkpoint(function, x, use_reentrant=False, other=3))

# twice, and derivatives of gradients
out = checkpoint(function, x, use_reentrant=False).sum()
first, = torch.autograd.grad(out, x, retain_graph=True)
second, = torch.autograd.grad(out, x)
print(torch.equal(first, second))
attempt(lambda: torch.autograd.grad(out, x))
grad, = torch.autograd.grad(checkpoint(lambda x: (x ** 3).sin(), x, use_reentrant=False).sum(), x, create_graph=True)
print(grad, torch.autograd.grad(grad.sum(), x)[0])
print(torch.autograd.grad(checkpoint(lambda x: checkpoint(lambda y: y.sin() * w.sum(), x.exp(), use_reentrant=False).cos(), x, use_reentrant=False).sum(), (x, w)))

# what changes between the runs
runs = [0]


def changing(how):
    runs[0] = 0

    def function(x):
        runs[0] += 1
        return how[0](x) if runs[0] == 1 else how[1](x)

    return function


for pair in [(lambda x: x.sin(), lambda x: x.sin().exp().cos()), (lambda x: x.sin().exp().cos(), lambda x: x.sin()),
             (lambda x: x.sin(), lambda x: x[:2].sin()), (lambda x: x.sin(), lambda x: x.double().sin())]:
    attempt(lambda: checkpoint(changing(pair), x, use_reentrant=False).sum().backward())
attempt(lambda: checkpoint(changing((lambda x: x.sin(), lambda x: x.sin().exp())), x, use_reentrant=False, early_stop=False).sum().backward())

# random numbers, layers, no gradients
torch.manual_seed(0)
layer = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Dropout(0.5), torch.nn.Linear(4, 1))
for reentrant in (True, False):
    torch.manual_seed(1)
    layer.zero_grad()
    y = checkpoint(layer, x.detach().requires_grad_(), use_reentrant=reentrant)
    y.sum().backward()
    print(y.detach(), layer[0].weight.grad, torch.rand(1))
with torch.no_grad():
    print(checkpoint(function, x, use_reentrant=False).requires_grad)
print(checkpoint(lambda x: (x * 2, {'a': x.sin()}, 3), x, use_reentrant=False))
print(checkpoint_sequential([torch.sin, torch.exp, torch.cos], 2, x, use_reentrant=False), checkpoint_sequential(layer.eval(), 2, x, use_reentrant=False).shape)
attempt(lambda: checkpoint_sequential([torch.sin], 2, x, use_reentrant=False))
attempt(lambda: checkpoint_sequential([torch.sin] * 3, 0, x, use_reentrant=False))
