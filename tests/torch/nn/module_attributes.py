"""Attributes of modules: what is registered, what is an attribute, and how both are read, replaced and deleted."""
import copy
import torch
from torch import nn


def attempt(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


def shown(m):
    return [list(table) for table in (m._parameters, m._buffers, m._modules)], sorted(m._non_persistent_buffers_set), [k for k in vars(m) if k[0] != '_']


class Net(nn.Module):
    scale = 2
    late = None

    def __init__(self):
        super().__init__()
        self.plain = 1
        self.fc = nn.Linear(2, 2)
        self.register_buffer('seen', torch.zeros(1))
        self.register_buffer('hidden', torch.ones(1), persistent=False)
        self.free = torch.ones(2)
        self.w = nn.Parameter(torch.ones(2))

    @property
    def twice(self):
        return self.plain * self.scale

    @twice.setter
    def twice(self, value):
        self.plain = value // 2

    def forward(self, x):
        return self.fc(x) * self.w


net = Net()
print(shown(net), net.twice, net.training)
net.twice, net.scale, net.plain2 = 10, 3, [1]
print(net.plain, net.twice, Net.scale, shown(net))
# one kind takes another's place
net.free = nn.Parameter(torch.zeros(1))
net.late = nn.ReLU()
net.plain2 = nn.Linear(1, 1)
print(shown(net), type(net.late).__name__)
net.seen = torch.full((1,), 5.0)
net.seen = None
net.hidden = nn.Parameter(torch.zeros(1))
net.w = None
net.late = None
print(shown(net), net.w, net.late, net.seen, 'hidden' in net.state_dict())
net.late = nn.Tanh()
net.w = nn.Parameter(torch.ones(2) * 4)
print(net(torch.zeros(1, 2)).shape, [n for n, _ in net.named_parameters()])
for name, value in (('w', 3), ('w', torch.ones(2)), ('fc', 3), ('fc', torch.ones(1)), ('seen', 3), ('seen', torch.ones(3)), ('fc', nn.Parameter(torch.ones(1))), ('free', nn.ReLU())):
    attempt(lambda: setattr(net, name, value))
print(shown(net))
for name in ('plain', 'w', 'seen', 'fc', 'late', 'nothing', 'plain', 'scale', 'scale'):
    attempt(lambda: delattr(net, name))
print(shown(net))
attempt(lambda: net.plain)
attempt(lambda: net.nothing)
attempt(lambda: hasattr(net, 'w'))
attempt(lambda: getattr(net, 'w', 'none'))
attempt(lambda: nn.Module.__getattr__(net, 'free'))
net.__dict__['direct'] = 7
net.direct += 1
print(net.direct, vars(net)['direct'], 'direct' in dir(net))


# before __init__
class Early(nn.Module):
    def __init__(self, what):
        self.number = 3
        what(self)
        super().__init__()


for what in (lambda m: setattr(m, 'p', nn.Parameter(torch.ones(1))), lambda m: setattr(m, 'm', nn.ReLU()), lambda m: setattr(m, 'b', nn.Buffer(torch.ones(1))),
             lambda m: setattr(m, 't', torch.ones(1)), lambda m: m.register_buffer('b', None), lambda m: m.register_parameter('p', None)):
    attempt(lambda: sorted(k for k in vars(Early(what)) if k[0] != '_'))


# classes with rules of their own
class Told(nn.Module):
    def __setattr__(self, name, value):
        print('set', name)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        print('delete', name)
        super().__delattr__(name)

    def __getattr__(self, name):
        return 'made up' if name == 'wish' else super().__getattr__(name)


told = Told()
told.a, told.p, told.m = 1, nn.Parameter(torch.ones(1)), nn.ReLU()
del told.a, told.p
print(shown(told), told.wish, hasattr(told, 'p'), told.train(False).training, told.m.training)
nn.Module.__setattr__(told, 'b', 2)
object.__setattr__(told, 'c', 3)
print(told.b, told.c)


class Fixed(nn.Module):
    def __getattribute__(self, name):
        return 42 if name == 'answer' else super().__getattribute__(name)


fixed = Fixed()
fixed.layer, fixed.answer = nn.Linear(1, 1), 1
print(fixed.answer, fixed.layer.in_features, [n for n, _ in fixed.named_parameters()])
# copies, hooks, many of a class at one site
twin = copy.deepcopy(net)
twin.free = nn.Parameter(torch.ones(3))
print(shown(twin) == shown(net), twin.free.shape, net.free.shape)
layers = [nn.Linear(i, 2) for i in range(1, 4)] + [twin, told]
for layer in layers:
    layer.tag = len(list(layer.parameters()))
print([layer.tag for layer in layers], [layer.training for layer in layers], [getattr(layer, 'in_features', None) for layer in layers])
calls = []
one = nn.Linear(1, 1)
one.register_forward_hook(lambda m, args, out: calls.append('after'))
one.register_forward_pre_hook(lambda m, args: calls.append('before'))
one(torch.ones(1))
print(calls)
# convolutions as they are
for conv in (nn.Conv2d(1, 1, 2, padding=1), nn.Conv2d(1, 1, 3, padding='same'), nn.Conv1d(1, 1, 2, stride=2, bias=False), nn.Conv2d(1, 1, 2, padding='valid', dilation=2), nn.Conv2d(2, 2, 1, groups=2)):
    x = torch.ones([1, conv.in_channels] + [4] * len(conv.kernel_size))
    for p in conv.parameters():
        nn.init.constant_(p, 0.5)
    print(conv(x).tolist(), conv(x[0]).shape, type(conv(x).grad_fn).__name__)
# losses of classes
x, y = torch.tensor([[1., 2.], [0., -1.]]), torch.tensor([1, -100])
for loss in (nn.CrossEntropyLoss(), nn.CrossEntropyLoss(reduction='sum'), nn.CrossEntropyLoss(reduction='none'), nn.CrossEntropyLoss(torch.tensor([0.5, 2.])), nn.CrossEntropyLoss(ignore_index=1, label_smoothing=0.1)):
    print([round(v, 4) for v in loss(x, y.clamp(min=0)).reshape(-1).tolist()], loss(x.requires_grad_(), torch.tensor([1, 1])).requires_grad, [round(v, 4) for v in nn.functional.cross_entropy(x.detach(), torch.softmax(x, 1).detach()).reshape(-1).tolist()])
F = nn.functional
for call in (lambda: F.cross_entropy(x, y), lambda: F.cross_entropy(x, torch.tensor([2, 0])), lambda: F.cross_entropy(x, y, reduction='mode'),
             lambda: F.cross_entropy(x, y[:1]), lambda: F.cross_entropy(x, y, label_smoothing=2.0), lambda: F.cross_entropy(x[0], y[0]), lambda: F.cross_entropy(target=y, input=x, reduction='sum')):
    attempt(call)
