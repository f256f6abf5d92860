# Modules: text, registration, walking, state, errors.
import torch
from torch import nn
from collections import OrderedDict


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 8)
        self.net = nn.Sequential(nn.Linear(8, 3), nn.ReLU())
        self.ls = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)] + [nn.ReLU()])
        self.register_buffer('count', torch.zeros(1))

    def forward(self, x):
        return self.net(self.fc1(x))


torch.manual_seed(0)
net = Net()
print(net)
print(type(net), type(net.fc1), type(net.fc1.weight), nn.Linear.__module__, nn.ReLU, nn.Module)
for m in [nn.Linear(2, 3, bias=False), nn.ReLU(inplace=True), nn.LeakyReLU(), nn.GELU(), nn.Sigmoid(), nn.Tanh(), nn.Softmax(dim=1), nn.LogSoftmax(dim=-1), nn.ELU(), nn.SiLU(), nn.Softplus(),
          nn.PReLU(), nn.Flatten(), nn.Unflatten(1, (2, 3)), nn.Dropout(), nn.Dropout(0.1), nn.Embedding(10, 3), nn.Embedding(10, 3, padding_idx=0), nn.LayerNorm(10), nn.LayerNorm((2, 3)),
          nn.BatchNorm1d(4), nn.BatchNorm2d(16), nn.Conv2d(1, 20, 5), nn.Conv2d(3, 16, 3, stride=2, padding=1), nn.Conv2d(3, 6, (3, 5), padding=1, dilation=2, groups=3, bias=False, padding_mode='reflect'),
          nn.Conv2d(1, 1, 3, padding='same'), nn.Conv1d(1, 2, 3), nn.MaxPool2d(2), nn.AvgPool2d(2), nn.AdaptiveAvgPool2d((1, 1)), nn.Identity(), nn.MSELoss(), nn.CrossEntropyLoss(),
          nn.BCEWithLogitsLoss(), nn.Bilinear(1, 2, 3), nn.Sequential(), nn.ModuleList(), nn.ModuleDict({'a': nn.ReLU()}), nn.ParameterList([nn.Parameter(torch.zeros(2, 3))]),
          nn.ParameterList([nn.Parameter(torch.zeros(2, 3)), nn.Parameter(torch.zeros(1))]), nn.ReLU6(), nn.Hardtanh(), nn.L1Loss(), nn.NLLLoss(), nn.SmoothL1Loss()]:
    print(m)
print([n for n, p in net.named_parameters()])
print([n for n, m in net.named_modules()])
print([n for n, m in net.named_children()], [n for n, b in net.named_buffers()])
print(list(net.state_dict().keys()))
print(nn.Linear(2, 1, bias=False).state_dict()._metadata, net.state_dict()._metadata['fc1'])
torch.manual_seed(1)
lin = nn.Linear(2, 1)
print(lin.state_dict())
print(lin.weight, lin.bias, lin.weight.grad)
print(lin(torch.ones(1, 2)), lin(torch.ones(2)))
seq = nn.Sequential(OrderedDict([('a', nn.Linear(1, 1)), ('b', nn.ReLU())]))
print(seq, seq.a, seq[0] is seq.a, len(seq), seq[-1], seq[:1], [type(m).__name__ for m in seq])
tr(lambda: seq[5])
tr(lambda: net.ls[3])
tr(lambda: net.ls[1:3])
tr(lambda: lin.foo)
tr(lambda: lin.device)
tr(lambda: nn.Module()(1))
tr(lambda: lin())
tr(lambda: lin(1))
tr(lambda: setattr(lin, 'weight', torch.ones(1)))
tr(lambda: setattr(net, 'fc1', 3))
tr(lambda: nn.Sequential(1))
tr(lambda: nn.Module().register_parameter('a.b', None))
tr(lambda: nn.Module().register_parameter('', None))
tr(lambda: lin.add_module('weight', nn.ReLU()))


class Bad(nn.Module):
    def __init__(self):
        self.a = nn.Linear(1, 1)


tr(Bad)
tr(lambda: lin.load_state_dict({'weight': torch.ones(1, 2)}))
tr(lambda: lin.load_state_dict({'weight': torch.ones(1, 3), 'bias': torch.ones(1), 'foo': 1}))
tr(lambda: lin.load_state_dict([1]))
tr(lambda: lin.load_state_dict({'weight': torch.ones(1, 2)}, strict=False))
tr(lambda: lin.load_state_dict({'weight': torch.ones(1, 2), 'bias': torch.ones(1)}))
print(lin.weight.tolist(), lin.training, lin.eval().training, lin.train().training)
print(net.apply(lambda m: None) is net, net.to(torch.float64) is net, net.fc1.weight.dtype, net.float().fc1.weight.dtype)
tr(lambda: net.to(torch.int64))
w = lin.weight
print(lin.double().weight is w, lin.weight.dtype)
lin.float()
y = lin(torch.ones(3, 2)).sum()
y.backward()
print(lin.weight.grad, lin.bias.grad)
lin.zero_grad()
print(lin.weight.grad)
lin.requires_grad_(False)
print([p.requires_grad for p in lin.parameters()])
shared = nn.Linear(1, 1)
tied = nn.Sequential(shared, nn.ReLU(), shared)
print(len(list(tied.parameters())), tied[0] is tied[2], list(tied.state_dict()))
calls = []
handle = lin.register_forward_hook(lambda m, a, o: calls.append((type(m).__name__, len(a), tuple(o.shape))))
lin(torch.ones(1, 2))
handle.remove()
lin(torch.ones(1, 2))
print(calls)
p = nn.Parameter(torch.ones(2))
print(p, type(p), isinstance(p, torch.Tensor), p.data, p * 2, [p])
print(nn.Parameter(torch.ones(2), requires_grad=False))
tr(lambda: nn.Parameter(torch.ones(2, dtype=torch.int64)))
print(nn.Linear.__name__, lin.__class__.__name__, lin.in_features, lin.extra_repr())
del net.fc1
tr(lambda: net.fc1)
print(hash(lin) == hash(lin), bool(lin), lin == lin)
