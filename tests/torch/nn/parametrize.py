"""torch.nn.utils.parametrize: tensors of a module as functions of others."""
import warnings

import torch
from torch import nn


def at(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


from torch.nn.utils import parametrize
import copy


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, a):
        return a.triu()


class Exp(nn.Module):
    def forward(self, x):
        return x.exp()


class Rank(nn.Module):
    def __init__(self, rank=1):
        super().__init__()
        self.rank = rank

    def forward(self, a, b):
        return a @ b

    def right_inverse(self, x):
        u, s, v = torch.linalg.svd(x, full_matrices=False)
        return (u * s)[:, :self.rank], v[:self.rank]


class Counted(nn.Module):
    calls = 0

    def forward(self, x):
        Counted.calls += 1
        return x * 2


torch.manual_seed(0)
layer = nn.Linear(3, 3)
before = layer.weight.detach().clone()
print(parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, 'weight'))
print(parametrize.register_parametrization(layer, 'weight', Symmetric()) is layer)
print(layer, type(layer), type(layer).__module__, isinstance(layer, nn.Linear), layer.weight, layer.parametrizations.weight.original)
print([n for n, _ in layer.named_parameters()], list(layer.state_dict()), [n for n, _ in layer.named_modules()])
print(parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, 'weight'), parametrize.is_parametrized(layer, 'bias'), parametrize.type_before_parametrizations(layer))
layer(torch.ones(1, 3)).sum().backward()
print(layer.parametrizations.weight.original.grad)
layer.weight = torch.arange(9.0).view(3, 3)
print(layer.weight, layer.parametrizations.weight.original)
at('parameter', lambda: setattr(layer, 'weight', nn.Parameter(torch.ones(3, 3))))
at('delete', lambda: delattr(layer, 'weight'))
parametrize.register_parametrization(layer, 'weight', Exp())
at('no inverse', lambda: setattr(layer, 'weight', torch.ones(3, 3)))
print(layer, len(layer.parametrizations.weight), layer.parametrizations.weight[1], layer.weight)
parametrize.register_parametrization(layer, 'bias', Counted())
print(layer, list(layer.state_dict()))
with parametrize.cached():
    print(layer.bias is layer.bias, Counted.calls)
    layer.bias
print(layer.bias is layer.bias, Counted.calls)
parametrize.remove_parametrizations(layer, 'bias')
print(layer, layer.bias, parametrize.is_parametrized(layer, 'bias'))
parametrize.remove_parametrizations(layer, 'weight')
print(layer, type(layer), [(n, p.requires_grad) for n, p in layer.named_parameters()], list(layer.state_dict()))
at('remove again', lambda: parametrize.remove_parametrizations(layer, 'weight'))

layer = nn.Linear(3, 2)
parametrize.register_parametrization(layer, 'weight', Rank())
print(layer, list(layer.state_dict()), layer.parametrizations.weight.original0.shape, layer.weight.shape)
at('two remove not leaving', lambda: parametrize.remove_parametrizations(layer, 'weight', leave_parametrized=False))
state = layer.state_dict()
other = nn.Linear(3, 2)
parametrize.register_parametrization(other, 'weight', Rank())
print(other.load_state_dict(state), torch.equal(other.weight, layer.weight))
c = copy.deepcopy(layer)
print(type(c), torch.equal(c.weight, layer.weight), c.parametrizations is layer.parametrizations)
parametrize.remove_parametrizations(layer, 'weight')
print(layer.weight.shape, layer.weight.requires_grad, type(layer.weight))
one = nn.Linear(2, 2)
parametrize.register_parametrization(one, 'weight', Symmetric())
original = one.parametrizations.weight.original
parametrize.remove_parametrizations(one, 'weight', leave_parametrized=False)
print(one.weight is original)
buffered = nn.BatchNorm1d(2)
parametrize.register_parametrization(buffered, 'running_mean', Exp())
print(buffered, list(buffered.state_dict()), buffered.running_mean, [n for n, _ in buffered.named_buffers()])
parametrize.remove_parametrizations(buffered, 'running_mean')
print(list(buffered.state_dict()), buffered.running_mean, type(buffered))


def shaped(forward, right_inverse=None):
    class Shaped(nn.Module):
        pass
    Shaped.forward = forward
    if right_inverse:
        Shaped.right_inverse = right_inverse
    return Shaped()


m = nn.Linear(2, 2)
at('no such name', lambda: parametrize.register_parametrization(m, 'foo', Exp()))
at('name of a module', lambda: parametrize.register_parametrization(nn.Sequential(m), '0', Exp()))
at('shape', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x[0])))
at('type', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x.double())))
at('not a tensor', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: 3)))
at('inverse type', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x, lambda self, x: 3)))
at('inverse shape', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x.expand(2, 2), lambda self, x: x[:1])))
at('inverse dtype', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x.float(), lambda self, x: x.double())))
at('inverse fails', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x, lambda self, x: 1 / 0)))
at('forward takes more', lambda: parametrize.register_parametrization(m, 'weight', Rank.__mro__[0](9)) is m)
m = nn.Linear(2, 2)
at('unsafe', lambda: [parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x[0]), unsafe=True) is m, m.weight.shape])
at('second shape', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: x.double())))
m = nn.Linear(2, 2)
parametrize.register_parametrization(m, 'weight', Symmetric())
at('second of two', lambda: parametrize.register_parametrization(m, 'weight', Rank()))
at('second not a tensor', lambda: parametrize.register_parametrization(m, 'weight', shaped(lambda self, x: 3)))
at('list', lambda: parametrize.ParametrizationList([], torch.ones(1)))
at('list', lambda: parametrize.ParametrizationList([Exp()], nn.Parameter(torch.ones(1)))())
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
parametrize.register_parametrization(a, 'weight', Symmetric())
at('transfer', lambda: [parametrize.transfer_parametrizations_and_params(a, b) is b, b, torch.equal(a.weight, b.weight), b.parametrizations.weight[0] is a.parametrizations.weight[0]])
at('transfer name', lambda: parametrize.transfer_parametrizations_and_params(nn.Linear(2, 2), nn.Linear(2, 2), 'weight'))
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
parametrize.register_parametrization(net[0], 'weight', Symmetric())
print(net, net.double()[0].weight.dtype, [n for n, _ in net.named_parameters()])
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(4, 2, dtype=torch.float64)).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 10))
