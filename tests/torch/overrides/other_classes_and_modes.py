"""__torch_function__ of classes that are no tensors, modes, and the helpers of torch.overrides."""
import torch
import torch.nn.functional as F
from torch.overrides import (TorchFunctionMode, BaseTorchFunctionMode, handle_torch_function, has_torch_function, is_tensor_like,
                             is_tensor_method_or_property, resolve_name, wrap_torch_function, get_overridable_functions)


class Refuses:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class Below(Refuses):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print('asked', func.__name__, [kind.__name__ for kind in types])
        return NotImplemented


class Answers:
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func.__name__, len(args), kwargs


def show(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


a, b, c, p = Refuses(), Below(), Answers(), torch.ones(2)
for function in (lambda: torch.add(a, a), lambda: torch.add(a, b), lambda: p + a, lambda: p.add(a), lambda: F.relu(a), lambda: p * b,
                 lambda: torch.cat([a, b]), lambda: a + p, lambda: p == a, lambda: p[a], lambda: torch.add(p, p, out=a),
                 lambda: torch.zeros(2).copy_(a)):
    show(function)
for function in (lambda: torch.add(c, 1), lambda: torch.sum(c, dim=0), lambda: p + c, lambda: c + p, lambda: p == c, lambda: 2 * p * c,
                 lambda: F.softmax(c, dim=1), lambda: F.mse_loss(c, p), lambda: torch.cat([c, p]), lambda: p.add(c), lambda: torch.stack((c,)),
                 lambda: F.linear(p, c), lambda: torch.where(c, 1, 2), lambda: torch.nn.ReLU()(c), lambda: torch.einsum('i', c),
                 lambda: torch.zeros_like(c), lambda: torch.is_tensor(c), lambda: F.pad(c, [1, 1], value=3), lambda: torch.split(c, 2)):
    show(function)
print(is_tensor_like(a), is_tensor_like(p), is_tensor_like(1), has_torch_function((a, p)), has_torch_function((p,)),
      has_torch_function((torch.nn.Parameter(p),)))


class Counts(TorchFunctionMode):
    def __init__(self, name):
        self.name = name

    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(self.name, func.__name__, types, kwargs or {})
        return func(*args, **(kwargs or {}))


with Counts('outer') as mode:
    torch.ones(2)
    p + 1
    F.relu(p)
    p.shape
    torch.tensor([1.])
    torch.rand(2)
    torch.arange(3)
    print(p.sum().item())
    with Counts('inner'):
        torch.zeros(1)
        torch.full((2,), 3.)
    torch.stack([p, p])
print(mode.name, p + 1)


class Halves(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.rand:
            return torch.full(args, .5, **(kwargs or {}))
        return func(*args, **(kwargs or {}))


with Halves(), BaseTorchFunctionMode():
    print(torch.rand(2), torch.ones(2))
show(lambda: TorchFunctionMode().__torch_function__(1, 2))
try:
    with TorchFunctionMode():
        torch.ones(1)
except NotImplementedError:
    print('a mode of nothing')
try:
    with Halves():
        raise ValueError('inside')
except ValueError as error:
    print(error, torch.overrides._get_current_function_mode_stack())

print(resolve_name(torch.add), resolve_name(torch.Tensor.add), resolve_name(torch.Tensor.shape.__get__), resolve_name(F.relu),
      resolve_name(len))
print(is_tensor_method_or_property(torch.Tensor.add), is_tensor_method_or_property(torch.add),
      is_tensor_method_or_property(torch.Tensor.shape.__get__))
spaces = get_overridable_functions()
print(torch.add in spaces[torch], torch.Tensor.add in spaces[torch.Tensor], F.relu in spaces[F], torch.zeros in spaces[torch])


@wrap_torch_function(lambda a, b=None: (a, b))
def wrapped(a, b=None):
    return 'plain'


def own(a, b):
    if has_torch_function((a, b)):
        return handle_torch_function(own, (a, b), a, b=b)
    return a + b


print(wrapped(1), wrapped(c), wrapped(1, b=c)[:2], own(1, 2), own(c, 2))
show(lambda: own(a, b))
