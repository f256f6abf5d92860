"""Classes derived from Tensor: what they are asked for, and what they get back."""
import copy
import operator
import torch
import torch.nn.functional as F

log = []


class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func.__name__ != '__repr__':
            log.append('%s(%s%s)' % (func.__name__, ', '.join(type(a).__name__ for a in args), ', **%s' % kwargs if kwargs else ''))
        return super().__torch_function__(func, types, args, kwargs or {})


class Plain(torch.Tensor):
    pass


class Below(Plain):
    pass


class Other(torch.Tensor):
    pass


n = torch.arange(1, 5).view(2, 2).as_subclass(Logged)
f = torch.ones(2, 2).as_subclass(Logged)
p = torch.ones(2, 2)


def show(name, function):
    log.clear()
    try:
        result = type(function()).__name__
    except Exception as error:
        result = '%s: %s' % (type(error).__name__, str(error)[:60])
    print(name, result, log)


for name in 'add sub mul mod and_ or_ xor lshift rshift matmul pow floordiv'.split():
    function, in_place = getattr(operator, name), getattr(operator, 'i' + name.strip('_'))
    show(name, lambda: function(n, n))
    show('number ' + name, lambda: function(2, n))
    show('plain ' + name, lambda: function(p.long(), n))
    show('in place ' + name, lambda: in_place(n.clone(), n))
for name in 'eq ne lt le gt ge'.split():
    function = getattr(operator, name)
    show(name, lambda: function(n, 1))
    show('number ' + name, lambda: function(1, n))
for name, function in {
        'neg': lambda: -n, 'pos': lambda: +n, 'invert': lambda: ~n, 'abs': lambda: abs(n), 'truediv': lambda: f / 2, 'len': lambda: len(n),
        'bool': lambda: bool(n[0, 0]), 'index': lambda: [1, 2, 3][n[0, 0]], 'int': lambda: int(n[0, 0]), 'float': lambda: float(n[0, 0]),
        'hash': lambda: hash(n), 'contains': lambda: 1 in n, 'getitem': lambda: n[0], 'by a tensor': lambda: p[n - 1],
        'setitem': lambda: operator.setitem(f, 0, 1), 'into a plain one': lambda: operator.setitem(p, 0, f[0]), 'shape': lambda: f.shape,
        'grad': lambda: f.grad, 'T': lambda: f.T, 'data': lambda: f.data, 'set grad': lambda: setattr(f, 'grad', p),
        'del grad': lambda: delattr(f, 'grad'), 'item': lambda: f[0, 0].item(), 'tolist': lambda: n.tolist(), 'tensor': lambda: torch.as_tensor(f),
        'like': lambda: torch.zeros_like(f), 'new': lambda: f.new_zeros(2), 'cat': lambda: torch.cat([p, f]), 'stack': lambda: torch.stack((p, f)),
        'max': lambda: f.max(dim=0, keepdim=True), 'split': lambda: f.split(1),
        'torch.split': lambda: torch.split(f, 1), 'unbind': lambda: f.unbind()[0], 'iter': lambda: list(f)[0], 'relu': lambda: F.relu(f),
        'softmax': lambda: F.softmax(f, dim=1), 'dropout': lambda: F.dropout(f, .5), 'layer_norm': lambda: F.layer_norm(f, (2,)),
        'cross_entropy': lambda: F.cross_entropy(f, f), 'pool': lambda: F.max_pool2d(f[None], 1), 'pad': lambda: F.pad(f, (1, 1)),
        'conv2d': lambda: F.conv2d(f[None, None], f[None, None]), 'embedding': lambda: F.embedding(n - 1, p.repeat(2, 1)),
        'linear': lambda: torch.nn.Linear(2, 2)(f), 'einsum': lambda: torch.einsum('ij,jk->ik', f, f), 'norm': lambda: f.norm(),
        'tensordot': lambda: torch.tensordot(f, f, 1), 'unique': lambda: f.unique(), 'allclose': lambda: torch.allclose(f, f),
        'equal': lambda: torch.equal(f, f), 'is_tensor': lambda: torch.is_tensor(f), 'size': lambda: f.size(0), 'to': lambda: f.to(torch.float64),
        'as_subclass': lambda: f.as_subclass(torch.Tensor), 'repr': lambda: len(repr(f)), 'deepcopy': lambda: copy.deepcopy(f)}.items():
    show(name, function)
x = torch.ones(2, 2, requires_grad=True)
y = (x.as_subclass(Logged) * 3).sum()
y.backward()
print(type(y).__name__, x.grad)

s = torch.arange(3.).as_subclass(Plain)
print(s, s + 1, repr(s.sum()), s.shape, type(s[0]).__name__, type(torch.stack([s, s])).__name__, type(s.max(0).values).__name__)
print([type(v).__name__ for v in (s + p[0, 0], p[0, 0] + s, torch.nn.Parameter(p[0]) + s[:2], s + torch.ones(3).as_subclass(Below))])
print([type(v).__name__ for v in (s.clone(), s.detach(), s.double(), s.split(1)[0], s.data, s.cpu(), s.requires_grad_(), s.grad)])
try:
    s + torch.ones(3).as_subclass(Other)
except TypeError as error:
    print(error)
try:
    torch.add(s, torch.ones(3).as_subclass(Other))
except TypeError as error:
    print(error)
with torch._C.DisableTorchFunctionSubclass():
    print(type(s + 1), s.detach())
with torch._C.DisableTorchFunction():
    print(type(s + 1))
print(type(s + 1))


class Tagged(torch.Tensor):
    """Keeps a note of where it comes from, as tutorials do."""

    @staticmethod
    def __new__(cls, x, note, **kwargs):
        return super().__new__(cls, x)

    def __init__(self, x, note):
        self.note = note

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        notes = [a.note for a in args if hasattr(a, 'note')]
        result = super().__torch_function__(func, types, args, kwargs)
        if isinstance(result, cls):
            result.note = notes[0] + '>' + func.__name__
        return result


t = Tagged([1., 2.], 'data')
print((t * 2).note, torch.exp(t + 1).note, type(t).__mro__[1:3], t)
print(torch.nn.Parameter.__torch_function__ is torch._C._disabled_torch_function_impl, type(torch.nn.Parameter(p) + 1).__name__)
