# What programs hang on tensors, rows in the other order, how methods are shown, and arguments that no module takes.
import copy

import torch
from torch import nn


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


t = torch.ones(2, requires_grad=True)
t.note = [1, {'a': 2}]
c = copy.deepcopy(t)
print(c.note, c.note is t.note, c.note[1] is t.note[1], copy.copy(t).note is t.note, c.requires_grad, list(c.__dict__))
pair = copy.deepcopy([t, t, t.note])
print(pair[0] is pair[1], pair[0].note is pair[2])
for x in (torch.ones(3)[1:], torch.ones(2).expand(2, 2), torch.ones(2, dtype=torch.cfloat).conj(), torch.eye(2).to_sparse()):
    x.note = 'kept'
    print(copy.deepcopy(x).note, getattr(x.clone(), 'note', None), getattr(x.detach(), 'note', None))
b = nn.Buffer(torch.ones(1))
b.note = 3
print(type(copy.deepcopy(b)), getattr(copy.deepcopy(b), 'note', None))
p = nn.Parameter(torch.ones(1))
p.note = 3
print(getattr(copy.deepcopy(p), 'note', None), copy.copy(p).note)
layer = nn.Linear(2, 2)
layer.weight.note = 'w'
print(getattr(copy.deepcopy(layer).weight, 'note', None))

m = torch.arange(6.).reshape(3, 2).requires_grad_()
print(reversed(m), m.__reversed__().shape)
print(list(reversed(torch.arange(3))), reversed(torch.tensor(3)), reversed(torch.zeros(0, 2)).shape)
for i, row in enumerate(reversed(m.detach())):
    print(i, row.tolist())

print(torch.Tensor.add, torch.Tensor.shape, torch.Tensor.__getitem__)
attempt(torch.Tensor.item, 3)
attempt(torch.Tensor.add)
attempt(torch.Tensor.size)


class Plain(nn.Module):
    pass


class Passing(nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


for cls in (nn.Module, Plain, Passing):
    attempt(cls, 1)
    attempt(cls, size=1)
    attempt(cls, 1, size=2)

x = torch.tensor([[-1., 2., -3.]], requires_grad=True)
for layer in (nn.PReLU(), nn.PReLU(3, init=.5)):
    y = layer(x)
    print(y, y.grad_fn.name(), y.grad_fn.next_functions[1][0].name())
    print(torch.autograd.grad(y.sum(), [x, layer.weight]))
attempt(nn.PReLU(2), x)
attempt(nn.PReLU(3), torch.tensor(1.))
attempt(nn.PReLU(), torch.ones(2, dtype=torch.float64))
