"""Optimisers of our own over torch.optim.Optimizer: Lion, LARS, AdaBelief, Lookahead around another, SAM with two passes, Shampoo for matrices."""
import math
from collections import defaultdict
import torch
from torch import nn
from torch.optim import Optimizer


class Lion(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0):
        if lr <= 0.0:
            raise ValueError(f'Invalid learning rate: {lr}')
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group['params']:
                if p.grad is None:
                    continue
                p.mul_(1 - group['lr'] * group['weight_decay'])
                state = self.state[p]
                if len(state) == 0:
                    state['exp_avg'] = torch.zeros_like(p)
                m, (b1, b2) = state['exp_avg'], group['betas']
                p.add_(torch.sign(m * b1 + p.grad * (1 - b1)), alpha=-group['lr'])
                m.mul_(b2).add_(p.grad, alpha=1 - b2)
        return loss


class LARS(Optimizer):
    def __init__(self, params, lr, momentum=0.9, trust=0.02):
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'trust': trust})

    @torch.no_grad()
    def step(self):
        for g in self.param_groups:
            for p in filter(lambda p: p.grad is not None, g['params']):
                d = p.grad
                if p.ndim > 1:
                    pn, gn = p.norm(), d.norm()
                    q = torch.where(pn > 0., torch.where(gn > 0, g['trust'] * pn / gn, 1.), 1.)
                    d = d.mul(q)
                mu = self.state[p].setdefault('mu', torch.zeros_like(p))
                mu.mul_(g['momentum']).add_(d)
                p.sub_(g['lr'] * mu)


class AdaBelief(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            b1, b2 = group['betas']
            for p in group['params']:
                s = self.state[p]
                if not s:
                    s.update(step=0, m=torch.zeros_like(p), v=torch.zeros_like(p))
                s['step'] += 1
                s['m'].lerp_(p.grad, 1 - b1)
                r = p.grad - s['m']
                s['v'].mul_(b2).addcmul_(r, r, value=1 - b2).add_(group['eps'])
                scale = group['lr'] / (1 - b1 ** s['step'])
                p.addcdiv_(s['m'], s['v'].div(1 - b2 ** s['step']).sqrt().add_(group['eps']), value=-scale)


class Lookahead(Optimizer):
    def __init__(self, base, k=5, alpha=0.5):
        self.optimizer, self.k, self.alpha, self.counter = base, k, alpha, 0
        self.param_groups, self.state, self.defaults = base.param_groups, defaultdict(dict), base.defaults
        for group in self.param_groups:
            for p in group['params']:
                self.state[p]['slow'] = p.detach().clone()

    def zero_grad(self, set_to_none=True):
        self.optimizer.zero_grad(set_to_none)

    @torch.no_grad()
    def step(self, closure=None):
        loss = self.optimizer.step(closure)
        self.counter += 1
        if self.counter % self.k == 0:
            for p, s in self.state.items():
                s['slow'].lerp_(p, self.alpha)
                p.copy_(s['slow'])
        return loss


class SAM(Optimizer):
    def __init__(self, params, base, rho=0.05, **kwargs):
        super().__init__(params, dict(rho=rho, **kwargs))
        self.base = base(self.param_groups, **kwargs)
        self.param_groups = self.base.param_groups

    @torch.no_grad()
    def step(self, closure):
        closure = torch.enable_grad()(closure)
        norm = torch.stack([p.grad.norm() for g in self.param_groups for p in g['params']]).norm()
        for g in self.param_groups:
            for p in g['params']:
                self.state[p]['old'] = p.clone()
                p.add_(p.grad * (g['rho'] / (norm + 1e-12)))
        self.zero_grad()
        closure()
        for g in self.param_groups:
            for p in g['params']:
                p.copy_(self.state[p]['old'])
        self.base.step()


class Shampoo(Optimizer):
    def __init__(self, params, lr=0.1, eps=1e-3):
        super().__init__(params, dict(lr=lr, eps=eps))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group['params']:
                g, s = p.grad, self.state[p]
                if g.ndim < 2:
                    p.add_(g, alpha=-group['lr'])
                    continue
                if not s:
                    s['L'], s['R'] = group['eps'] * torch.eye(g.shape[0]), group['eps'] * torch.eye(g.shape[1])
                s['L'] += g @ g.T
                s['R'] += g.T @ g
                root = []
                for name in 'LR':
                    w, v = torch.linalg.eigh(s[name])
                    root.append(v @ torch.diag(w.clamp(min=1e-6) ** -0.25) @ v.T)
                p.sub_(group['lr'] * root[0] @ g @ root[1])


torch.manual_seed(220)
X = torch.randn(64, 6)
Y = torch.stack([X[:, 0].sin(), X[:, 1] * X[:, 2]], 1)
makers = {
    'Lion': lambda p: Lion(p, lr=5e-3, weight_decay=0.01), 'LARS': lambda p: LARS(p, lr=0.5), 'AdaBelief': lambda p: AdaBelief(p, lr=1e-2),
    'Lookahead': lambda p: Lookahead(torch.optim.SGD(p, lr=0.1, momentum=0.9)), 'SAM': lambda p: SAM(p, torch.optim.SGD, rho=0.05, lr=0.1), 'Shampoo': Shampoo}
for name, make in makers.items():
    torch.manual_seed(221)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 2))
    opt = make(net.parameters())
    losses = []
    for it in range(20):
        def closure():
            loss = nn.functional.mse_loss(net(X), Y)
            loss.backward()
            return loss
        opt.zero_grad()
        loss = closure()
        opt.step(closure) if name == 'SAM' else opt.step()
        losses.append(loss.item())
    print(name, [f'{v:.3f}' for v in losses[::5]], sorted({k for s in opt.state.values() for k in s}))
print(makers['Lion'](net.parameters()))
lion = Lion([{'params': net[0].parameters()}, {'params': net[2].parameters(), 'lr': 1e-4}], lr=1e-2)
lion.zero_grad()
nn.functional.mse_loss(net(X), Y).backward()
lion.step()
saved = lion.state_dict()
print(saved['param_groups'], {k: list(v) for k, v in saved['state'].items()})
twin = Lion([{'params': net[0].parameters()}, {'params': net[2].parameters()}])
twin.load_state_dict(saved)
print([g['lr'] for g in twin.param_groups], torch.equal(twin.state[net[0].weight]['exp_avg'], lion.state[net[0].weight]['exp_avg']))
sched = torch.optim.lr_scheduler.ExponentialLR(lion, 0.5)
lion.step(), sched.step()
print([g['lr'] for g in lion.param_groups], lion.step(lambda: 7))
for bad in (lambda: Lion([], lr=1), lambda: Lion(net.parameters(), lr=0), lambda: Lion([{'params': [X * 2]}]), lambda: Lion(X), lambda: lion.add_param_group({'params': net[0].weight})):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
assert math.isfinite(losses[-1])
