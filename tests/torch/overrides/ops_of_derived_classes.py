# __torch_dispatch__ of classes derived from Tensor: with elements of their own, wrappers without, parameters, gradients, refusals.
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Logged(torch.Tensor):
    @staticmethod
    def __new__(cls, elem):
        made = torch.Tensor._make_wrapper_subclass(cls, elem.size(), strides=elem.stride(), storage_offset=elem.storage_offset(),
                                                   dtype=elem.dtype, layout=elem.layout, device=elem.device, requires_grad=elem.requires_grad)
        made.elem = elem
        return made

    def __repr__(self):
        return 'Logged(%s)' % self.elem

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print(func, [t.__name__ for t in types])
        result = func(*tree_map(lambda x: getattr(x, 'elem', x), args), **tree_map(lambda x: getattr(x, 'elem', x), kwargs or {}))
        return tree_map(lambda x: cls(x) if isinstance(x, torch.Tensor) else x, result)


a = Logged(torch.arange(4.))
b = a + 1
print(b, type(b), b.shape, b.dtype, b.device, b.stride(), b.requires_grad)
print((a * b).sum(), a[1:], a.view(2, 2), torch.cat([a, a]), torch.ones(4) - a, a.softmax(0))
a.add_(1)
print(a, a.is_contiguous(), len(a), a.numel())
x = Logged(torch.ones(2)).requires_grad_()
(x * 3).sum().backward()
print(x.grad, type(x.grad))


class Tagged(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print('tagged', func, [t.__name__ for t in types])
        return super().__torch_dispatch__(func, types, args, kwargs or {})


t = torch.ones(2).as_subclass(Tagged)
print(type(t), type(t + 1), type(torch.Tensor._make_subclass(Tagged, torch.ones(3)) * 2))
print(Tagged.__torch_function__ is torch._C._disabled_torch_function_impl)


class Scaled(torch.Tensor):
    """A matrix kept as whole numbers and a scale."""

    @staticmethod
    def __new__(cls, numbers, scale):
        return torch.Tensor._make_wrapper_subclass(cls, numbers.shape, dtype=torch.float32, device=numbers.device)

    def __init__(self, numbers, scale):
        self.numbers, self.scale = numbers, scale

    def __repr__(self):
        return 'Scaled(%s, %s)' % (self.numbers.tolist(), self.scale)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        plain = [x.numbers * x.scale if isinstance(x, cls) else x for x in args]
        if func in (torch.ops.aten.mm.default, torch.ops.aten.addmm.default):
            return func(*plain)
        if func in (torch.ops.aten.detach.default, torch.ops.aten.t.default):
            return cls(func(args[0].numbers), args[0].scale)
        return NotImplemented


w = Scaled(torch.tensor([[1, 2], [3, 4], [5, 6]], dtype=torch.int8), .5)
print(w, w.t(), torch.ones(1, 3) @ w, F.linear(torch.ones(1, 2), w, torch.zeros(3)))
p = nn.Parameter(w, requires_grad=True)
layer = nn.Linear(2, 3)
layer.weight = p
print(type(p), isinstance(p, nn.Parameter), isinstance(w, nn.Parameter), p.requires_grad, [type(q).__name__ for q in layer.parameters()])
nn.init.zeros_(layer.bias)
print(layer(torch.ones(1, 2)).detach())
for f in (lambda: w.sum(), lambda: w.clone(), lambda: w.tolist(), lambda: torch.relu(w), lambda: w.zero_()):
    attempt(f)


class Plain(torch.Tensor):
    pass


attempt(torch.Tensor._make_wrapper_subclass, Plain, (2,))
q = nn.Parameter(Plain([1., 2.]))
print(q, type(q), q._is_param, isinstance(q, nn.Parameter), type(q * 2))


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print('mode', func, [t.__name__ for t in types])
        return func(*args, **(kwargs or {}))


with Seen():
    torch.ones(1, 3) @ w
