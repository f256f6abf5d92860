# Recipes in short: deep Q learning, policy gradient, VAE, diffusion with an average, metric learning, CTC, distillation.
import torch
from torch import nn
from torch.nn import functional as F
import math
import collections
import random
import copy
from torch.distributions import *
torch.manual_seed(0)
random.seed(0)
Tr = collections.namedtuple('Transition', ('state', 'action', 'next_state', 'reward'))

class Mem:

    def __init__(s, n):
        s.m = collections.deque([], maxlen=n)

    def push(s, *a):
        s.m.append(Tr(*a))

    def sample(s, b):
        return random.sample(s.m, b)
pol = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
tgt = copy.deepcopy(pol)
tgt.load_state_dict(pol.state_dict())
opt = torch.optim.AdamW(pol.parameters(), 0.01, amsgrad=True)
mem = Mem(50)
st = torch.randn(1, 4)
for i in range(40):
    with torch.no_grad():
        a = pol(st).max(1).indices.view(1, 1) if random.random() > 0.3 else torch.tensor([[random.randrange(2)]])
    ns = st * 0.9 + (a.float() - 0.5) * 0.1 + torch.randn(1, 4) * 0.01
    r = torch.tensor([1.0 - ns.abs().sum().item()])
    done = i % 10 == 9
    mem.push(st, a, None if done else ns, r)
    st = torch.randn(1, 4) if done else ns
    if len(mem.m) < 16:
        continue
    b = Tr(*zip(*mem.sample(16)))
    nf = torch.tensor(tuple(map(lambda s: s is not None, b.next_state)), dtype=torch.bool)
    nx = torch.cat([s for s in b.next_state if s is not None])
    q = pol(torch.cat(b.state)).gather(1, torch.cat(b.action))
    v = torch.zeros(16)
    with torch.no_grad():
        v[nf] = tgt(nx).max(1).values
    l = nn.SmoothL1Loss()(q, (v * 0.99 + torch.cat(b.reward)).unsqueeze(1))
    opt.zero_grad()
    l.backward()
    nn.utils.clip_grad_value_(pol.parameters(), 100)
    opt.step()
    sd = tgt.state_dict()
    ps = pol.state_dict()
    for k in ps:
        sd[k] = ps[k] * 0.05 + sd[k] * 0.95
    tgt.load_state_dict(sd)
    if i % 5 == 0:
        print(i, '%.4f' % l.item())
net = nn.Linear(3, 4)
o = torch.optim.Adam(net.parameters(), 0.05)
for i in range(5):
    p = Categorical(logits=net(torch.ones(6, 3)))
    a = p.sample()
    R = (a == 2).float()
    l = -(p.log_prob(a) * (R - R.mean())).mean() - 0.01 * p.entropy().mean()
    o.zero_grad()
    l.backward()
    o.step()
    print(a.tolist(), '%.4f' % l.item())
mu, ls = (torch.zeros(2, requires_grad=True), torch.zeros(2, requires_grad=True))
d = TransformedDistribution(Independent(Normal(mu, ls.exp()), 1), [TanhTransform(cache_size=1)])
a = d.rsample((3,))
print(a, d.log_prob(a))
d.log_prob(a).sum().backward()
print(mu.grad, ls.grad, d)

class VAE(nn.Module):

    def __init__(s):
        super().__init__()
        s.e = nn.Linear(8, 6)
        s.m = nn.Linear(6, 2)
        s.v = nn.Linear(6, 2)
        s.d = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 8), nn.Sigmoid())

    def forward(s, x):
        h = F.relu(s.e(x))
        q = Normal(s.m(h), torch.exp(0.5 * s.v(h)))
        z = q.rsample()
        return (s.d(z), q)
v = VAE()
o = torch.optim.Adam(v.parameters(), 0.01)
x = torch.rand(16, 8).round()
for i in range(5):
    r, q = v(x)
    l = F.binary_cross_entropy(r, x, reduction='sum') + kl_divergence(q, Normal(0.0, 1.0)).sum()
    o.zero_grad()
    l.backward()
    o.step()
    print('%.3f' % l.item())
T = 20
be = torch.linspace(0.0001, 0.2, T)
al = (1 - be).cumprod(0)

class Eps(nn.Module):

    def __init__(s):
        super().__init__()
        s.emb = nn.Embedding(T, 8)
        s.n = nn.ModuleList([nn.Linear(2 + 8, 32), nn.Linear(32, 32), nn.Linear(32, 2)])

    def forward(s, x, t):
        h = torch.cat([x, s.emb(t)], -1)
        for l in s.n[:-1]:
            h = F.silu(l(h))
        return s.n[-1](h)
e = Eps()
o = torch.optim.Adam(e.parameters(), 0.01)
ema = torch.optim.swa_utils.AveragedModel(e, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.9))
X = torch.randn(64, 2) * 0.1 + torch.tensor([1.0, -1.0])
for i in range(10):
    t = torch.randint(0, T, (64,))
    n = torch.randn_like(X)
    a = al[t][:, None]
    l = F.mse_loss(e(a.sqrt() * X + (1 - a).sqrt() * n, t), n)
    o.zero_grad()
    l.backward()
    o.step()
    ema.update_parameters(e)
    print('%.4f' % l.item(), end=' ')
print()

@torch.no_grad()
def sample(n):
    x = torch.randn(n, 2)
    for t in reversed(range(T)):
        z = torch.randn_like(x) if t else 0
        x = (x - be[t] / (1 - al[t]).sqrt() * ema(x, torch.full((n,), t))) / (1 - be[t]).sqrt() + be[t].sqrt() * z
    return x
print(sample(4).mean(0))
f = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
a, b, c = torch.randn(3, 6, 5)
print('%.4f' % nn.TripletMarginLoss(margin=0.5, p=2, swap=True)(f(a), f(b), f(c)).item(), '%.4f' % nn.TripletMarginWithDistanceLoss(distance_function=lambda x, y: 1 - F.cosine_similarity(x, y), margin=0.3)(f(a), f(b), f(c)).item(), '%.4f' % nn.CosineEmbeddingLoss(0.1)(f(a), f(b), torch.tensor([1, -1, 1, -1, 1, -1])).item(), '%.4f' % nn.HingeEmbeddingLoss()(F.pairwise_distance(f(a), f(b)), torch.tensor([1.0, -1] * 3)).item())
z = F.normalize(torch.cat([f(a), f(b)]), dim=1)
s = z @ z.T / 0.5
s.masked_fill_(torch.eye(12, dtype=torch.bool), -1000000000.0) if False else None
s = s - torch.eye(12) * 1000000000.0
tt = (torch.arange(12) + 6) % 12
print('%.4f' % F.cross_entropy(s, tt).item())

def pin(p, y, qs=(0.1, 0.5, 0.9)):
    return sum((torch.max((q - 1) * (y - p[:, i]), q * (y - p[:, i])) for i, q in enumerate(qs))).mean()
print('%.4f' % pin(f(a), a[:, 0]).item())
lo = torch.randn(12, 2, 5).log_softmax(2).requires_grad_()
l = F.ctc_loss(lo, torch.tensor([[1, 2, 2], [3, 4, 1]]), (12, 10), (3, 2), reduction='mean', zero_infinity=True)
l.backward()
print('%.4f %.4f' % (l.item(), lo.grad.abs().sum().item()))
te, stu = (torch.randn(4, 5), torch.randn(4, 5, requires_grad=True))
Tm = 3.0
l = nn.KLDivLoss(reduction='batchmean', log_target=True)(F.log_softmax(stu / Tm, 1), F.log_softmax(te / Tm, 1)) * Tm * Tm + 0.5 * F.cross_entropy(stu, torch.tensor([0, 1, 2, 3]))
l.backward()
print('%.4f' % l.item(), stu.grad.norm())
