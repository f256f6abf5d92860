"""What goes wrong with gradients and in-place changes, and what is said about it."""
import torch
import torch.nn.functional as F


def attempt(name, function):
    try:
        print(name, '->', function())
    except Exception as error:
        print(name, '!!', type(error).__name__, str(error))


x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * 2
z = (y ** 2).sum()
z.backward()
print(x.grad, y.grad_fn, z.grad_fn.next_functions[0][0].__class__.__name__) if False else print(x.grad)
attempt('twice', lambda: z.backward())
attempt('vector', lambda: (x * 2).backward())
attempt('with weights', lambda: (x * 2).backward(torch.ones(3)))
attempt('wrong weights', lambda: (x * 2).backward(torch.ones(2)))
print(x.grad)
attempt('no history', lambda: torch.ones(2).sum().backward())
attempt('leaf', lambda: x.add_(1))
attempt('leaf by index', lambda: x.__setitem__(0, 5.0))
attempt('leaf view', lambda: x[:2].mul_(2))
attempt('leaf out', lambda: torch.add(x, 1, out=x))
attempt('whole numbers', lambda: torch.tensor([1, 2], requires_grad=True))
attempt('whole numbers later', lambda: torch.arange(3).requires_grad_())
attempt('bool', lambda: (x > 1).requires_grad_())
attempt('numpy-free item', lambda: x.item())
attempt('int of', lambda: int(x[0]))
attempt('truth', lambda: bool(x))
attempt('truth of one', lambda: bool(x[0]))
attempt('if empty', lambda: bool(torch.tensor([])))
attempt('deepcopy of result', lambda: __import__('copy').deepcopy(x * 2))
attempt('deepcopy of leaf', lambda: __import__('copy').deepcopy(x))
attempt('requires_grad of result', lambda: setattr(y, 'requires_grad', False))
attempt('grad type', lambda: setattr(x, 'grad', torch.ones(3).double()))
attempt('grad size', lambda: setattr(x, 'grad', torch.ones(4)))
attempt('grad of what', lambda: setattr(x, 'grad', 1.0))


def saved_then_changed():
    a = torch.ones(3, requires_grad=True)
    b = a.exp()
    b.mul_(2)
    b.sum().backward()


def changed_view():
    a = torch.ones(4, requires_grad=True)
    b = a * 1
    c = b[:2]
    d = b * b
    c.zero_()
    d.sum().backward()


def fine_in_place():
    a = torch.ones(3, requires_grad=True)
    b = a * 3
    b.add_(1)
    b.relu_()
    b[0] = 0
    b.sum().backward()
    return a.grad, b


def weights_changed():
    w = torch.ones(2, 2, requires_grad=True)
    v = torch.ones(1, 2, requires_grad=True)
    out = (v @ w).sum()
    with torch.no_grad():
        w += 1
    out.backward()


def unbound():
    a = torch.ones(3, requires_grad=True) * 1
    p, q, r = a.unbind()
    p.add_(1)


def expanded():
    a = torch.zeros(1, 3).expand(2, 3)
    a.add_(1)


def overlapping():
    a = torch.arange(6.)
    a[1:].copy_(a[:-1])
    b = torch.arange(6.)
    b[1:] += b[:-1]
    return a, b


def in_no_grad():
    with torch.no_grad():
        a = x * 2
    a.sum().backward()


def detached():
    a = (x * 3).detach()
    return a.requires_grad, a.is_leaf, torch.autograd.grad((a * x).sum(), x)


def inference():
    with torch.inference_mode():
        a = torch.ones(3)
    a.add_(1)


def inference_saved():
    with torch.inference_mode():
        a = torch.ones(3)
    (a * x).sum().backward()


def broken():
    s = torch.tensor(0.0)
    for v in x:
        s = s + v.item() ** 2
    return s.requires_grad


def data_lies():
    a = torch.ones(2, requires_grad=True)
    b = a.sigmoid()
    b.data.zero_()
    b.sum().backward()
    return a.grad


def freed_parts():
    a = x.exp()
    torch.autograd.grad(a.sum(), x)
    torch.autograd.grad((a * 2).sum(), x)


def unused():
    a = torch.ones(2, requires_grad=True)
    return torch.autograd.grad(x.sum(), [x, a])


def versions():
    a = torch.zeros(2)
    before = a._version
    a.add_(1)
    a[0] = 2
    a.data.add_(1)
    a.detach().add_(1)
    return before, a._version


for f in (saved_then_changed, changed_view, fine_in_place, weights_changed, unbound, expanded, overlapping, in_no_grad, detached, inference, inference_saved, broken, data_lies, freed_parts, unused, versions):
    attempt(f.__name__, f)
attempt('allow unused', lambda: torch.autograd.grad(x.sum(), [x, torch.ones(1, requires_grad=True)], allow_unused=True))
attempt('materialize', lambda: torch.autograd.grad(x.sum(), [x, torch.ones(1, requires_grad=True)], materialize_grads=True))
attempt('grad of int', lambda: torch.autograd.grad(x.sum(), [torch.arange(3)]))
attempt('second order', lambda: torch.autograd.grad(torch.autograd.grad((x ** 3).sum(), x, create_graph=True)[0].sum(), x))
attempt('second order without', lambda: torch.autograd.grad(torch.autograd.grad((x ** 3).sum(), x)[0].sum(), x))
attempt('hook', lambda: (x.register_hook(lambda g: g * 0), x.grad.zero_(), (x * 2).sum().backward(), x.grad)[-1])
attempt('hook on constant', lambda: torch.ones(2).register_hook(print))
attempt('retain on constant', lambda: torch.ones(2).retain_grad())
attempt('nan', lambda: torch.autograd.grad(torch.sqrt(x - 1).sum(), x))
attempt('where nan', lambda: torch.autograd.grad(torch.where(x > 1, torch.sqrt(x - 1), 0.0).sum(), x))
attempt('zero norm', lambda: torch.autograd.grad((x - x.detach()).norm(), x))
attempt('power of zero', lambda: torch.autograd.grad(((x - 1) ** 0.5).sum(), x))
attempt('abs', lambda: torch.autograd.grad((x - 2).abs().sum(), x))
attempt('ties', lambda: (torch.autograd.grad(torch.ones_like(x).mul(x * 0 + 1).max(), x), torch.autograd.grad((x * 0).amax(), x)))
attempt('numbers', lambda: x.tolist() + [x.sum()])
attempt('iterate', lambda: [v.grad_fn.name() for v in x])
attempt('compare', lambda: (x == x.clone(), x.equal(x.clone()), x is x.data, x.data.data_ptr() == x.data_ptr()))
attempt('in list', lambda: x in [torch.zeros(3), x])
attempt('contains', lambda: (2.0 in x, 7 in x))
attempt('hash', lambda: len({x, x.clone(), x}))
attempt('sum of list', lambda: sum([x, x]))
attempt('max of two', lambda: max(x[0], x[2]))
attempt('max of vectors', lambda: max(x, x * 2))
attempt('range', lambda: list(range(torch.tensor(3))))
attempt('index', lambda: [10, 20, 30][torch.tensor(1)])
attempt('index float', lambda: [10, 20, 30][torch.tensor(1.0)])
attempt('power', lambda: 2 ** torch.arange(4))
attempt('integer power', lambda: torch.arange(3) ** -1)
attempt('divide whole', lambda: torch.tensor([1, 2]).div_(2))
attempt('add to whole', lambda: torch.arange(2).add_(0.5))
attempt('bytes', lambda: torch.tensor([250], dtype=torch.uint8) + 10)
attempt('mean of whole', lambda: torch.arange(3).mean())
attempt('half and float', lambda: (torch.ones(2).half() + torch.ones(2)).dtype)
attempt('mixed product', lambda: torch.ones(2, 2).double() @ torch.ones(2, 2))
attempt('float and long', lambda: torch.ones(2, 2) @ torch.ones(2, 2).long())
attempt('linear', lambda: F.linear(torch.ones(2, 3), torch.ones(4, 2)))
attempt('device', lambda: torch.ones(2, device='cuda'))
attempt('device name', lambda: torch.ones(2, device='gpu'))
