"""The tree of modules: names, submodules by path, copies, shared layers, conversions, attributes and their errors."""
import copy
import warnings

import torch
from torch import nn


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = self.a
        self.seq = nn.Sequential(nn.ReLU(), nn.BatchNorm1d(2))
        self.none = None
        self.tied = self.a.weight
        self.register_buffer('buf', torch.zeros(1))
        self.register_buffer('tmp', torch.zeros(1), persistent=False)
        self.register_parameter('nothing', None)
        self.text = 'x'


net = Net()
print([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters(remove_duplicate=False)])
print([n for n, _ in net.named_parameters(prefix='m', recurse=False)], [n for n, _ in net.named_buffers('m')], [n for n, _ in net.named_buffers(remove_duplicate=False)])
print([n for n, _ in net.named_modules()], [n for n, _ in net.named_modules(remove_duplicate=False)], [n for n, _ in net.named_modules(prefix='p')])
print([n for n, _ in net.named_modules({net.a})], [n for n, _ in net.named_children()], len(list(net.children())))
print(len(list(net.modules())), len(list(net.modules(remove_duplicate=False))), len(list(net.parameters())), len(list(net.parameters(False))), len(list(net.buffers())))
print(list(net.state_dict()))
print(net)

print('paths')
attempt('get', lambda: net.get_submodule('seq.1'))
attempt('get root', lambda: net.get_submodule('') is net)
attempt('get none', lambda: net.get_submodule('seq.7'))
attempt('get text', lambda: net.get_submodule('text'))
attempt('get parameter', lambda: net.get_parameter('a.bias').shape)
attempt('get parameter none', lambda: net.get_parameter('a.x'))
attempt('get parameter not', lambda: net.get_parameter('seq.1.running_mean'))
attempt('get buffer', lambda: net.get_buffer('seq.1.running_mean'))
attempt('get buffer none', lambda: net.get_buffer('seq.1.x'))
attempt('get buffer not', lambda: net.get_buffer('a.weight'))
attempt('set', lambda: [net.set_submodule('seq.0', nn.Tanh()), net.seq])
attempt('set new', lambda: [net.set_submodule('seq.new', nn.Tanh()), net.seq])
attempt('set strict', lambda: net.set_submodule('seq.newer', nn.Tanh(), strict=True))
attempt('set strict there', lambda: net.set_submodule('seq.new', nn.Sigmoid(), strict=True))
attempt('set empty', lambda: net.set_submodule('', nn.Tanh()))
attempt('set missing parent', lambda: net.set_submodule('no.way', nn.Tanh()))
attempt('set not a module', lambda: net.set_submodule('text', nn.Tanh()))
attempt('set in text', lambda: net.set_submodule('text.a', nn.Tanh()))
attempt('set text', lambda: net.set_submodule('seq.0', 'text'))
attempt('set parameter', lambda: net.set_submodule('a.weight', nn.Tanh()))

print('attributes')
attempt('get', lambda: net.missing)
attempt('delete', lambda: delattr(net, 'missing'))
attempt('assign', lambda: setattr(net, 'tied', torch.ones(1)))
attempt('assign module', lambda: setattr(net, 'seq', torch.ones(1)))
attempt('assign buffer', lambda: setattr(net, 'buf', 'text'))
attempt('assign parameter over buffer', lambda: [setattr(net, 'buf', nn.Parameter(torch.ones(1))), list(net._parameters), list(net._buffers)])
attempt('module over parameter', lambda: setattr(net, 'buf', nn.ReLU()))
print(list(net._parameters), list(net._modules))
del net.buf, net.tied, net.tmp
print(list(net._parameters), list(net._modules), list(net._buffers), net._non_persistent_buffers_set)
for bad in [3, 'a.b', '', 'text', 'seq', 'forward']:
    attempt('buffer %r' % (bad,), lambda: net.register_buffer(bad, torch.ones(1)))
    attempt('parameter %r' % (bad,), lambda: net.register_parameter(bad, nn.Parameter(torch.ones(1))))
    attempt('module %r' % (bad,), lambda: net.add_module(bad, net.seq))
attempt('buffer text', lambda: net.register_buffer('ok', 'text'))
attempt('parameter tensor', lambda: net.register_parameter('ok', torch.ones(1)))
attempt('parameter not leaf', lambda: net.register_parameter('ok', (nn.Parameter(torch.ones(1)) * 2)))
attempt('module text', lambda: net.add_module('ok', 'text'))
attempt('buffer parameter', lambda: [net.register_buffer('pb', nn.Parameter(torch.ones(1))), type(net._buffers['pb']).__name__])


class Early(nn.Module):
    def __init__(self, kind):
        if kind == 'parameter':
            self.x = nn.Parameter(torch.ones(1))
        elif kind == 'module':
            self.x = nn.ReLU()
        elif kind == 'buffer':
            self.register_buffer('x', torch.ones(1))
        elif kind == 'Buffer':
            self.x = nn.Buffer(torch.ones(1))
        elif kind == 'register_parameter':
            self.register_parameter('x', None)
        elif kind == 'get':
            self.missing
        elif kind == 'plain':
            self.x = 3


for kind in ['parameter', 'module', 'buffer', 'Buffer', 'register_parameter', 'get', 'plain']:
    attempt('early ' + kind, lambda: Early(kind).x)
attempt('early repr', lambda: repr(Early('plain')))
attempt('arguments', lambda: nn.Module(1))
attempt('keywords', lambda: nn.Module(a=1))
print([n for n in dir(nn.Linear(1, 1)) if n in ('weight', 'bias', 'in_features', 'forward', '_parameters', 'register_full_backward_pre_hook')])
print([n for n in dir(nn.Sequential(nn.ReLU())) if n[0].isdigit()])
attempt('no forward', lambda: Net()(1))

print('buffers')
b = nn.Module()
b.x = nn.Buffer(torch.ones(2))
b.y = nn.Buffer(torch.ones(2), persistent=False)
print(list(b.state_dict()), [n for n, _ in b.named_buffers()], type(b.x), isinstance(b.x, nn.Buffer), isinstance(torch.ones(1), nn.Buffer), b.x)
print(nn.Buffer(), nn.Buffer(torch.ones(1, requires_grad=True)).requires_grad, b.x.persistent)
attempt('no tensor', lambda: nn.Buffer(3))
print(isinstance(nn.Parameter(), nn.Parameter), nn.Parameter(), nn.Parameter(torch.ones(1), False))
attempt('parameter 3', lambda: nn.Parameter(3))
attempt('parameter int', lambda: nn.Parameter(torch.tensor([1, 2])))

print('changes')
n2 = copy.deepcopy(net)
print(n2.a is n2.b, n2.a.weight is net.a.weight, torch.equal(n2.a.weight, net.a.weight), n2.text)
net.a.weight.grad = torch.ones(2, 2)
print(copy.deepcopy(net).a.weight.grad)
shallow = copy.copy(net)
print(shallow.a is net.a, shallow._modules is net._modules)
e = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
attempt('to_empty', lambda: [tuple(p.shape) for p in e.to_empty(device='cpu').parameters()])
attempt('to_empty no device', lambda: e.to_empty())
attempt('to_empty not recursive', lambda: type(e.to_empty(device='cpu', recurse=False)).__name__)
attempt('share', lambda: [p.is_shared() for p in e.share_memory().state_dict().values()])
attempt('requires_grad_', lambda: [p.requires_grad for p in e.requires_grad_(False).parameters()])
e.requires_grad_()
e(torch.randn(3, 2)).sum().backward()
print([p.grad is None for p in e.parameters()])
e.zero_grad(set_to_none=False)
print([p.grad.sum().item() for p in e.parameters()])
e.zero_grad()
print([p.grad is None for p in e.parameters()])
attempt('train', lambda: e.train('yes'))
attempt('train', lambda: e.train(1))
attempt('apply', lambda: e.apply(lambda m: print('  ', type(m).__name__)) is e)
attempt('to int', lambda: e.to(torch.int))
attempt('to complex', lambda: nn.Linear(1, 1).to(torch.complex64).weight.dtype)
attempt('to', lambda: e.to('cpu', torch.double)[0].weight.dtype)
attempt('to tensor', lambda: e.to(torch.ones(1, dtype=torch.half))[0].weight.dtype)
attempt('type', lambda: e.type(torch.float)[1].num_batches_tracked.dtype)
attempt('half', lambda: [e.half()[1].num_batches_tracked.dtype, e.float()[0].weight.dtype])
for kind in ('xpu', 'ipu', 'mtia'):
    attempt(kind, lambda: getattr(e, kind)())
    attempt(kind, lambda: getattr(nn.ReLU(), kind)())
attempt('apply odd', lambda: e.to(None))
attempt('constants', lambda: e.__constants__)
print(nn.Conv2d(1, 1, 3, padding=1)._reversed_padding_repeated_twice, nn.Conv2d(1, 1, 3, padding='same')._reversed_padding_repeated_twice,
      nn.Conv1d(1, 1, 4, padding='same', dilation=3)._reversed_padding_repeated_twice, nn.ConvTranspose2d(1, 1, 3, padding=(1, 2))._reversed_padding_repeated_twice,
      nn.Conv2d(1, 1, 3, padding='valid')._reversed_padding_repeated_twice)
for layer in [nn.Linear(1, 1), nn.Conv2d(1, 1, 1), nn.ReLU(), nn.Dropout(), nn.BatchNorm1d(1), nn.LayerNorm(1), nn.Embedding(1, 1), nn.MaxPool2d(1), nn.Bilinear(1, 1, 1), nn.Softmax(), nn.CrossEntropyLoss(), nn.PReLU()]:
    print(type(layer).__name__, layer.__constants__)
keys = net.state_dict()
print(nn.Module.dump_patches, nn.Module.call_super_init)


class Mixed(nn.Module):
    call_super_init = True

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


class Other:
    def __init__(self, value=0):
        self.value = value


class Both(Mixed, Other):
    pass


attempt('call_super_init', lambda: Both(7).value)


class Shown(nn.Module):
    def __init__(self, lines):
        super().__init__()
        self.lines = lines
        if lines > 2:
            self.child = Shown(lines - 2)

    def extra_repr(self):
        return '\n'.join(['line %d' % i for i in range(self.lines)])


for i in range(5):
    print(Shown(i))
