# Probing and rebuilding a network: hooks, class activation, learning rate finder, averages, mixup, penalties.
import torch
from torch import nn
from torch.nn import functional as F
import functools
import itertools
import contextlib
import copy
import collections
torch.manual_seed(3)
torch.set_printoptions(precision=3, sci_mode=False)
net = nn.Sequential(collections.OrderedDict(conv1=nn.Conv2d(3, 4, 3, padding=1), bn1=nn.BatchNorm2d(4), relu1=nn.ReLU(inplace=True), pool=nn.MaxPool2d(2), conv2=nn.Conv2d(4, 8, 3, padding=1), relu2=nn.ReLU(), gap=nn.AdaptiveAvgPool2d(1), flat=nn.Flatten(), fc=nn.Linear(8, 5)))
acts = {}
hs = [m.register_forward_hook(lambda mod, i, o, n=n: acts.__setitem__(n, tuple(o.shape))) for n, m in net.named_children()]
x = torch.randn(2, 3, 8, 8)
net(x)
print(acts)
[h.remove() for h in hs]
A = G = None

def fh(m, i, o):
    global A
    A = o.detach()

def bh(m, gi, go):
    global G
    G = go[0].detach()
h1 = net.conv2.register_forward_hook(fh)
h2 = net.conv2.register_full_backward_hook(bh)
net.eval()
o = net(x)
o[0, o[0].argmax()].backward()
cam = F.relu((G.mean((2, 3), keepdim=True) * A).sum(1))
cam = F.interpolate(cam[:, None], size=8, mode='bilinear', align_corners=False)
print(cam.shape, cam[0].max())
h1.remove()
h2.remove()
for n, p in net.named_parameters():
    p.requires_grad = n.startswith('fc')
net.fc = nn.Linear(8, 2)
print([n for n, p in net.named_parameters() if p.requires_grad])

def set_bn_eval(m):
    if isinstance(m, nn.BatchNorm2d):
        m.eval()
net.train()
net.apply(set_bn_eval)
print(net.bn1.training, net.training)
for p in net.parameters():
    p.requires_grad_()
groups = [{'params': m.parameters(), 'lr': 0.1 * 0.5 ** i} for i, m in enumerate(reversed([m for m in net if list(m.parameters())]))]
opt = torch.optim.SGD(groups, momentum=0.9)
print([g['lr'] for g in opt.param_groups], len(opt.param_groups[0]['params']))
lrs = []
ls = []
st = copy.deepcopy(net.state_dict())
lr = 0.0001
for i in range(6):
    for g in opt.param_groups:
        g['lr'] = lr
    l = F.cross_entropy(net(x), torch.tensor([0, 1]))
    opt.zero_grad()
    l.backward()
    opt.step()
    lrs.append(lr)
    ls.append(round(l.item(), 4))
    lr *= 4
print(ls)
net.load_state_dict(st)

class EMA:

    def __init__(s, m, d):
        s.sh = {k: v.clone().detach() for k, v in m.state_dict().items()}
        s.d = d

    def update(s, m):
        with torch.no_grad():
            for k, v in m.state_dict().items():
                if v.dtype.is_floating_point:
                    s.sh[k].mul_(s.d).add_(v, alpha=1 - s.d)
                else:
                    s.sh[k].copy_(v)

    @contextlib.contextmanager
    def apply(s, m):
        bk = copy.deepcopy(m.state_dict())
        m.load_state_dict(s.sh)
        try:
            yield m
        finally:
            m.load_state_dict(bk)
e = EMA(net, 0.9)
for i in range(3):
    opt.zero_grad()
    F.cross_entropy(net(x), torch.tensor([0, 1])).backward()
    opt.step()
    e.update(net)
with e.apply(net) as n:
    print(n.fc.bias)
print(net.fc.bias)
lam = torch.distributions.Beta(0.4, 0.4).sample()
idx = torch.randperm(2)
mx = lam * x + (1 - lam) * x[idx]
print(lam, idx, mx.mean())

def focal(l, t, g=2.0, a=0.25):
    ce = F.cross_entropy(l, t, reduction='none')
    return (a * (1 - torch.exp(-ce)) ** g * ce).mean()
print(focal(net(x), torch.tensor([0, 1])))
W = nn.Parameter(torch.randn(4, 6))
emb = torch.randn(5, 6)
t = torch.arange(5) % 4
cos = F.linear(F.normalize(emb), F.normalize(W)).clamp(-1 + 1e-07, 1 - 1e-07)
th = torch.acos(cos)
oh = F.one_hot(t, 4).bool()
print(F.cross_entropy(16 * torch.where(oh, torch.cos(th + 0.5), cos), t))
xi = torch.randn(3, 4, requires_grad=True)
f = nn.Sequential(nn.Linear(4, 6), nn.Softplus(), nn.Linear(6, 1))
g = torch.autograd.grad(f(xi).sum(), xi, create_graph=True)[0]
((g.norm(2, 1) - 1) ** 2).mean().backward()
print(f[0].weight.grad.norm(), xi.grad.norm())
J = torch.autograd.functional.jacobian(f, xi.detach(), vectorize=True)
print(J.shape, torch.autograd.functional.hessian(lambda z: f(z).sum(), xi.detach()[0]).shape)
print([(n, tuple(p.shape)) for n, p in itertools.islice(net.named_parameters(), 3)], sum((b.numel() for b in net.buffers())))
enc = nn.Embedding(6, 4)
dec = nn.Linear(4, 6, bias=False)
dec.weight = enc.weight
mm = nn.ModuleDict({'e': enc, 'd': dec})
print(len(list(mm.parameters())), list(mm.state_dict()), torch.load.__name__)
s = [p for p in mm.parameters()]
print(s[0] is enc.weight, mm['d'].weight.data_ptr() == enc.weight.data_ptr())
c = copy.deepcopy(mm)
print(c.e.weight is c.d.weight)
print(torch.nn.utils.parameters_to_vector(net.parameters()).norm())
print(net)
print(repr(net.fc.weight)[:60])
