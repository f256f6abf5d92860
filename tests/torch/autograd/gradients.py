# The tape: gradients, names, rules about leaves.
import torch

x = torch.arange(4.0, requires_grad=True)
y = 2 * torch.dot(x, x)
print(x, y, y.grad_fn is not None, x.grad, x.is_leaf, y.is_leaf)
y.backward()
print(x.grad, x.grad == 4 * x)
x.grad.zero_()
x.sum().backward()
print(x.grad)
x.grad = None
u = (x * x).detach()
z = u * x
z.sum().backward()
print(x.grad == u, u.requires_grad)
with torch.no_grad():
    w = x * 2
print(w.requires_grad, x.requires_grad)
for make in (lambda t: t + 1, lambda t: t * t, lambda t: t / 2, lambda t: t - t, lambda t: -t, lambda t: t ** 2, lambda t: t.exp(),
             lambda t: t.relu(), lambda t: t.sigmoid(), lambda t: t.tanh(), lambda t: t.reshape(2, 2), lambda t: t[1:], lambda t: t.sum(),
             lambda t: t.mean(), lambda t: t.reshape(2, 2).t(), lambda t: t.reshape(2, 2) @ t.reshape(2, 2), lambda t: t.abs(),
             lambda t: (t + 1).log(), lambda t: (t + 1).sqrt(), lambda t: torch.cat([t, t]), lambda t: t.max(), lambda t: t.clone(),
             lambda t: torch.stack([t, t]), lambda t: t.norm(), lambda t: t.unsqueeze(0), lambda t: t.cumsum(0)):
    x.grad = None
    result = make(x)
    print(result)
    result.sum().backward()
    print(x.grad)


def loop(a):
    b = a * 2
    while b.norm() < 1000:
        b = b * 2
    return b if b.sum() > 0 else 100 * b


a = torch.tensor(0.5, requires_grad=True)
d = loop(a)
d.backward()
print(a.grad == d / a)
for bad in (lambda: x.backward(), lambda: torch.ones(2).sum().backward(), lambda: x.add_(1), lambda: torch.tensor([1], requires_grad=True)):
    try:
        bad()
    except RuntimeError as problem:
        print(problem)
