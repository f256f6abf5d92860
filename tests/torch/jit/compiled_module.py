"""A module behind torch.compile: its attributes, state, text and copies."""
import copy

import torch
from torch import nn


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 3)
        self.extra = 5

    def forward(self, x):
        return self.linear(x)

    def other(self):
        return 'other'


torch.manual_seed(0)
net = Net()
compiled = torch.compile(net, backend='eager')
print(compiled)
print(type(compiled), isinstance(compiled, Net), isinstance(compiled, nn.Module))
print(list(compiled.state_dict()), [name for name, _ in compiled.named_parameters()], [name for name, _ in compiled.named_modules()])
print(compiled.extra, compiled.other(), compiled.linear, compiled._orig_mod is net)
compiled.extra = 6
compiled.new = 1
print(net.extra, net.new)
del compiled.new
print(hasattr(net, 'new'))
attempt(lambda: compiled.nope)
print(compiled(torch.ones(1, 2)))
compiled.eval()
print(compiled.training, net.training)
compiled.train()
net.eval()
print(compiled.training)
again = torch.compile(compiled, backend='eager')
print(again is compiled, type(again).__name__)
print(compiled.__class__.__name__, compiled.__class__.__module__)
layers = torch.compile(nn.Sequential(nn.Linear(2, 2), nn.ReLU()), backend='eager')
print(layers)
attempt(lambda: layers[0])
attempt(lambda: len(layers))
attempt(lambda: compiled.load_state_dict(net.state_dict()))
attempt(lambda: compiled.load_state_dict({'_orig_mod.' + key: value for key, value in net.state_dict().items()}))
print(net.compile(backend='eager'), net)
print(net(torch.ones(1, 2)))
print(torch.compile(net.other, backend='eager')())
copied = copy.deepcopy(compiled)
print(copied, copied._orig_mod is net, torch.equal(copied.linear.weight, net.linear.weight))
print(compiled.to(torch.float64).linear.weight.dtype, net.linear.weight.dtype)
compiled.float()
print('_orig_mod' in dir(compiled), 'extra' in dir(compiled), 'other' in dir(compiled), 'linear' in dir(compiled))
optimizer = torch.optim.SGD(compiled.parameters(), lr=0.1)
loss = compiled(torch.ones(4, 2)).pow(2).mean()
loss.backward()
optimizer.step()
print(loss, net.linear.bias)
compiled.zero_grad()
print(net.linear.weight.grad, sum(p.numel() for p in compiled.parameters()))
print(torch.compile(net, disable=True) is net)
print(torch.compiler.disable(net)._orig_mod is net)
