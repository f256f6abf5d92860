# Programs with optimizers of their own: Lion, LARS with its schedule, Lookahead around Adam, and gradient noise by a hook.
import math

import torch
from torch import nn
from torch.nn import functional as F
from torch.optim import Adam, Optimizer
from torch.optim.lr_scheduler import LambdaLR, LRScheduler


class Lion(Optimizer):
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.0):
        if lr <= 0:
            raise ValueError(f'Invalid lr: {lr}')
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            beta1, beta2 = group['betas']
            for p in group['params']:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state['step'] = 0
                    state['exp_avg'] = torch.zeros_like(p)
                state['step'] += 1
                p.mul_(1 - group['lr'] * group['weight_decay'])
                update = state['exp_avg'].mul(beta1).add_(p.grad, alpha=1 - beta1).sign_()
                p.add_(update, alpha=-group['lr'])
                state['exp_avg'].lerp_(p.grad, 1 - beta2)
        return loss


class LARS(Optimizer):
    def __init__(self, params, lr, momentum=0.9, trust=0.02):
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'trust': trust})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group['params']:
                if p.grad is not None:
                    weight, grad = p.norm(), p.grad.norm()
                    scale = torch.where((weight > 0) & (grad > 0), group['trust'] * weight / grad, torch.ones_like(weight))
                    buffer = self.state[p].setdefault('momentum', torch.zeros_like(p))
                    buffer.mul_(group['momentum']).add_(p.grad * scale)
                    p.add_(buffer, alpha=-group['lr'])


class Lookahead(Optimizer):
    def __init__(self, inner, steps=3, alpha=0.5):
        self.inner, self.steps, self.alpha, self.count = inner, steps, alpha, 0
        super().__init__(inner.param_groups, {})
        for group in self.param_groups:
            for p in group['params']:
                self.state[p]['slow'] = p.detach().clone()

    def zero_grad(self, set_to_none=True):
        self.inner.zero_grad(set_to_none)

    def step(self, closure=None):
        loss = self.inner.step(closure)
        self.count += 1
        if self.count % self.steps == 0:
            with torch.no_grad():
                for group in self.param_groups:
                    for p in group['params']:
                        slow = self.state[p]['slow']
                        slow.add_(p - slow, alpha=self.alpha)
                        p.copy_(slow)
        return loss


class WarmupCosine(LRScheduler):
    def __init__(self, optimizer, warmup, total, last_epoch=-1):
        self.warmup, self.total = warmup, total
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        step = self.last_epoch
        if step < self.warmup:
            return [base * (step + 1) / self.warmup for base in self.base_lrs]
        part = (step - self.warmup) / (self.total - self.warmup)
        return [base * 0.5 * (1 + math.cos(math.pi * part)) for base in self.base_lrs]


def data():
    torch.manual_seed(0)
    x = torch.rand(64, 2) * 4 - 2
    return x, (x[:, :1].sin() + x[:, 1:].cos())


def train(make, scheduler=None, steps=60, each=15, closure=False):
    x, y = data()
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = make(model.parameters())
    schedule = scheduler and scheduler(optimizer)
    for step in range(steps):
        def loss_of():
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            return loss
        if closure:
            loss = optimizer.step(loss_of)
        else:
            loss = loss_of()
            optimizer.step()
        if schedule:
            schedule.step()
        if step % each == each - 1:
            print(f'  step {step + 1:3d}  loss {loss.item():.4f}  lr {optimizer.param_groups[0].get("lr", 0):.5f}')
    return model, optimizer


print('Lion')
model, optimizer = train(lambda params: Lion(params, weight_decay=0.01), closure=True)
print(optimizer)
saved = optimizer.state_dict()
print(saved['param_groups'], [sorted(state) for state in saved['state'].values()], saved['state'][0]['step'])
other = Lion(model.parameters(), lr=1.0)
other.load_state_dict(saved)
print(other.param_groups[0]['lr'], all(torch.equal(optimizer.state[p]['exp_avg'], other.state[p]['exp_avg']) for p in model.parameters()))
try:
    Lion(model.parameters(), lr=0)
except ValueError as error:
    print(error)
print('LARS')
train(lambda params: LARS(params, lr=1.0), lambda optimizer: WarmupCosine(optimizer, 10, 60))
print('Lookahead')
train(lambda params: Lookahead(Adam(params, lr=0.02)), closure=True)
print('groups')


def grouped(params):
    weights, biases = [], []
    for p in params:
        (weights if p.ndim > 1 else biases).append(p)
    return Lion([{'params': weights, 'weight_decay': 0.1}, {'params': biases, 'lr': 0.05}])


model, optimizer = train(grouped, lambda optimizer: LambdaLR(optimizer, [lambda e: 0.97 ** e, lambda e: 0.9 ** e]))
print([(group['lr'], group['initial_lr'], group['weight_decay'], len(group['params'])) for group in optimizer.param_groups])
print('noise')


def noisy(params):
    optimizer = Adam(params, lr=0.02)

    def noise(optimizer, args, kwargs):
        for group in optimizer.param_groups:
            for p in group['params']:
                if p.grad is not None:
                    p.grad.add_(torch.randn_like(p.grad), alpha=0.01)
    optimizer.register_step_pre_hook(noise)
    return optimizer


train(noisy)
