# Training that goes on from a file: optimiser, chained schedulers, scaler and generators.
import torch
from torch import nn
from torch.nn import functional as F
import copy
import io
torch.manual_seed(0)

def build():
    torch.manual_seed(5)
    m = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.3), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
    o = torch.optim.NAdam([{'params': m[0].parameters(), 'lr': 0.01}, {'params': list(m[2].parameters()) + list(m[4].parameters())}], lr=0.02, decoupled_weight_decay=True, weight_decay=0.1)
    w = torch.optim.lr_scheduler.LinearLR(o, 0.1, 1.0, 3)
    c = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(o, 3, 2)
    s = torch.optim.lr_scheduler.SequentialLR(o, [w, c], [3])
    sc = torch.amp.GradScaler('cpu', enabled=True, init_scale=4.0)
    return (m, o, s, sc)

def train(m, o, s, sc, n, g):
    out = []
    for i in range(n):
        x = torch.randn(16, 3, generator=g)
        y = (x.sum(1) > 0).long()
        o.zero_grad()
        l = F.cross_entropy(m(x), y)
        sc.scale(l).backward()
        sc.step(o)
        sc.update()
        s.step()
        out.append((round(l.item(), 3), [round(z, 6) for z in s.get_last_lr()]))
    return out
a = build()
g = torch.Generator().manual_seed(1)
r1 = train(*a, 4, g)
b = io.BytesIO()
torch.save({'model': a[0].state_dict(), 'opt': a[1].state_dict(), 'sched': a[2].state_dict(), 'scaler': a[3].state_dict(), 'rng': torch.get_rng_state(), 'gen': g.get_state(), 'epoch': 4}, b)
r2 = train(*a, 6, g)
b.seek(0)
ck = torch.load(b, weights_only=True)
c = build()
c[0].load_state_dict(ck['model'])
c[1].load_state_dict(ck['opt'])
c[2].load_state_dict(ck['sched'])
c[3].load_state_dict(ck['scaler'])
torch.set_rng_state(ck['rng'])
g2 = torch.Generator()
g2.set_state(ck['gen'])
r3 = train(*c, 6, g2)
print(r1)
print(r2)
print(r2 == r3)
print(ck['sched'].keys(), ck['opt']['param_groups'][0].keys(), ck['scaler'])
for k, v in c[1].state_dict()['state'].items():
    print(k, {n: (tuple(t.shape), t.dtype) if torch.is_tensor(t) else t for n, t in v.items()})
o = c[1]
print(o)
o.add_param_group({'params': [nn.Parameter(torch.ones(2))], 'lr': 1.0})
print(len(o.param_groups), o.param_groups[-1]['betas'])
sd = o.state_dict()
sd['param_groups'][0]['lr'] = 9.0
o.load_state_dict(sd)
print(o.param_groups[0]['lr'])
p = nn.Parameter(torch.ones(2))
q = nn.Parameter(torch.ones(2))
o = torch.optim.Adam([p, q], lr=0.1)
p.sum().backward()
o.step()
print(p, q, len(o.state))
o.zero_grad(False)
print(p.grad, q.grad)
o.step()
print(p)
for O, kw in ((torch.optim.SGD, dict(lr=0.1, momentum=0.9, dampening=0.1, weight_decay=0.01)), (torch.optim.RMSprop, dict(lr=0.1, centered=True, momentum=0.5)), (torch.optim.Adagrad, dict(lr=0.1, initial_accumulator_value=0.1, lr_decay=0.1)), (torch.optim.ASGD, dict(lr=0.1, t0=1)), (torch.optim.Rprop, dict(lr=0.1)), (torch.optim.Adam, dict(lr=0.1, amsgrad=True, differentiable=False, weight_decay=0.1)), (torch.optim.RAdam, dict(lr=0.1, decoupled_weight_decay=True, weight_decay=0.1)), (torch.optim.Muon, dict(lr=0.1)), (torch.optim.Adafactor, dict(lr=0.1))):
    torch.manual_seed(3)
    w = nn.Parameter(torch.randn(3, 2))
    o = O([w], **kw)
    X = torch.randn(5, 3)
    for i in range(5):
        o.zero_grad()
        ((X @ w) ** 2).mean().backward()
        o.step()
    print(O.__name__, [round(z, 3) for z in w.flatten().tolist()])
