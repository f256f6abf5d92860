"""Hooks of modules: before and after forward, around backward, for all modules, of registrations."""
import warnings
import torch
from torch import nn

warnings.simplefilter('always')


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, str(each.message).split('.')[0])


class Double(nn.Module):
    def forward(self, x, *, scale=2):
        return x * scale


def said(text, value=None):
    def hook(module, *rest):
        print('  ', text, [tuple(r.shape) if isinstance(r, torch.Tensor) else
                           [tuple(e.shape) if isinstance(e, torch.Tensor) else e for e in r] if isinstance(r, tuple) else r for r in rest])
        return value
    return hook


x = torch.ones(2)
m = Double()
handles = [m.register_forward_pre_hook(said('pre 1')), m.register_forward_pre_hook(said('pre 2', torch.ones(3))),
           m.register_forward_pre_hook(said('pre 0'), prepend=True),
           m.register_forward_pre_hook(lambda module, args, kwargs: (args, {'scale': 5}), with_kwargs=True),
           m.register_forward_hook(said('post 1')), m.register_forward_hook(said('post 2', torch.zeros(1))),
           m.register_forward_hook(said('post 0'), prepend=True),
           m.register_forward_hook(said('post k'), with_kwargs=True)]
attempt('all', lambda: m(x))
print(type(handles[0]).__name__, type(handles[0]).__module__, len(m._forward_hooks), len(m._forward_pre_hooks), type(m._forward_hooks).__name__)
print(sorted(m._forward_hooks_with_kwargs.values()), len(m._forward_hooks_always_called))
for h in handles:
    h.remove()
attempt('none', lambda: m(x))
print(len(m._forward_hooks), len(m._forward_pre_hooks), len(m._forward_hooks_with_kwargs))
with m.register_forward_hook(said('with')):
    m(x)
m(x)
attempt('bad kwargs', lambda: [m.register_forward_pre_hook(lambda *a: 3, with_kwargs=True), m(x)])
m._forward_pre_hooks.clear()


class Fails(nn.Module):
    def forward(self, x):
        raise ValueError('no')


f = Fails()
f.register_forward_hook(said('usual'))
f.register_forward_hook(said('always'), always_call=True)
f.register_forward_hook(said('always k'), always_call=True, with_kwargs=True)
attempt('always', lambda: f(x))


def broken(module, args, output):
    raise KeyError('hook')


f.register_forward_hook(broken, always_call=True)
attempt('always broken', lambda: f(x))
m = Double()
m.register_forward_hook(broken)
m.register_forward_hook(said('rest'), always_call=True)
attempt('broken', lambda: m(x))

print('backward')
torch.manual_seed(0)
lin = nn.Linear(2, 3)
lin.register_full_backward_hook(said('full'))
lin.register_full_backward_pre_hook(said('full pre'))
out = lin(torch.ones(4, 2))
print(type(out.grad_fn).__name__)
out.sum().backward()
inp = torch.ones(4, 2, requires_grad=True)
out = lin(inp)
print(type(out.grad_fn).__name__, type(out.grad_fn.next_functions[0][0]).__name__)
out.sum().backward()
print(inp.grad)
lin = nn.Linear(2, 3)
lin.register_full_backward_hook(lambda mod, gi, go: tuple(None if g is None else g * 10 for g in gi))
inp = torch.ones(1, 2, requires_grad=True)
(lin(inp).sum()).backward()
print(torch.allclose(inp.grad, lin.weight.sum(0) * 10), lin.weight.grad)
lin.register_full_backward_pre_hook(lambda mod, go: (go[0] * 3,))
inp = torch.ones(1, 2, requires_grad=True)
(lin(inp).sum()).backward()
print(torch.allclose(inp.grad, lin.weight.sum(0) * 30), lin.weight.grad)
lin.register_full_backward_hook(said('first'), prepend=True)
lin.register_full_backward_pre_hook(said('first pre'), prepend=True)
lin(inp).sum().backward()
lin = nn.Linear(2, 3)
lin.register_full_backward_hook(lambda mod, gi, go: (torch.ones(4, 2),))
attempt('no input requires', lambda: lin(torch.ones(4, 2)).sum().backward())
lin = nn.Linear(2, 3)
lin.register_full_backward_hook(lambda mod, gi, go: (torch.ones(4, 2), None))
attempt('wrong count', lambda: lin(torch.ones(4, 2, requires_grad=True)).sum().backward())


class Two(nn.Module):
    def forward(self, a, b, n, flag=False):
        return (a * b, a + n) if flag else {'p': a * b, 'q': [a + n]}


two = Two()
two.register_full_backward_hook(said('two'))
two.register_full_backward_pre_hook(said('two pre'))
a, b = torch.ones(2, requires_grad=True), torch.ones(2)
p, q = two(a, b, 3, flag=True)
(p.sum() + q.sum()).backward()
p, q = two(a, b, 3, flag=True)
p.sum().backward()
out = two(a, b, 3)
out['p'].sum().backward()
attempt('in place', lambda: two(a, b, 3, flag=True)[0].add_(1))
attempt('input in place', lambda: [lin.register_full_backward_hook(said('r')) is None, nn.Sequential(lin, nn.ReLU(inplace=True))(torch.ones(1, 2, requires_grad=True)).shape])
relu = nn.ReLU(inplace=True)
relu.register_full_backward_hook(said('r'))
attempt('relu in place', lambda: relu(torch.ones(1, requires_grad=True) * 1))

print('old backward hooks')
lin = nn.Tanh()
attempt('register', lambda: lin.register_backward_hook(lambda m, gi, go: print('  old', [None if g is None else tuple(g.shape) for g in gi], [tuple(g.shape) for g in go])) is None)
attempt('run', lambda: lin(torch.ones(4, 2, requires_grad=True)).sum().backward())
attempt('mixed', lambda: lin.register_full_backward_hook(said('x')))
full = nn.Linear(2, 3)
full.register_full_backward_hook(said('x'))
attempt('mixed 2', lambda: full.register_backward_hook(said('x')))
attempt('not a tensor', lambda: [two.register_forward_hook(lambda m, a, o: 'text') is None, two(a, b, 3)])

print('global')
from torch.nn.modules.module import (register_module_forward_pre_hook, register_module_forward_hook, register_module_full_backward_hook,
                                     register_module_full_backward_pre_hook, register_module_backward_hook, register_module_buffer_registration_hook,
                                     register_module_module_registration_hook, register_module_parameter_registration_hook)


def named(text, value=None):
    def hook(module, *rest):
        print('  ', text, type(module).__name__)
        return value
    return hook


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
net[0].register_forward_hook(named('own'))
net[0].register_forward_pre_hook(named('own pre'))
net[0].register_full_backward_hook(named('own full'))
handles = [register_module_forward_pre_hook(named('g pre')), register_module_forward_hook(named('g post')),
           register_module_full_backward_hook(named('g full')), register_module_full_backward_pre_hook(named('g full pre')),
           register_module_forward_hook(named('g kw'), with_kwargs=True, always_call=True)]
net(torch.ones(1, 2, requires_grad=True)).sum().backward()
attempt('old after full', lambda: register_module_backward_hook(named('x')))
for h in handles:
    h.remove()
net(torch.ones(1, 2))
attempt('old', lambda: handles.append(register_module_backward_hook(named('x'))))
attempt('old', lambda: handles.append(register_module_backward_hook(named('x'))))
for h in handles[5:]:
    h.remove()


def registration(text, value=None):
    def hook(module, name, what):
        print('  ', text, type(module).__name__, name, type(what).__name__)
        return value
    return hook


handles = [register_module_parameter_registration_hook(registration('parameter')), register_module_buffer_registration_hook(registration('buffer')),
           register_module_module_registration_hook(registration('module'))]


class Reg(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(1))
        self.register_parameter('q', None)
        self.register_buffer('b', torch.ones(1))
        self.b = torch.zeros(1)
        self.act = nn.Tanh()
        self.add_module('other', None)
        self.other = nn.Tanh()


r = Reg()
r.p = None
r.p = nn.Parameter(torch.zeros(1))
nn.Linear(1, 1)
for h in handles:
    h.remove()
with register_module_parameter_registration_hook(registration('p', nn.Parameter(torch.full((1,), 7.0)))):
    print(Reg().p)
with register_module_buffer_registration_hook(registration('b', torch.full((1,), 7.0))):
    print(Reg().b)
with register_module_module_registration_hook(registration('m', nn.Sigmoid())):
    print(Reg())
with register_module_parameter_registration_hook(registration('p', 3)):
    attempt('bad parameter', Reg)
with register_module_buffer_registration_hook(registration('b', 3)):
    attempt('bad buffer', Reg)
with register_module_module_registration_hook(registration('m', 3)):
    attempt('bad module', Reg)
