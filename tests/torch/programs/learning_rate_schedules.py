"""Every usual schedule over one small problem: warm-up then cosine, one cycle, restarts, plateau, chained, exponential; state saved and resumed."""
import math
import torch
from torch import nn
from torch.optim import lr_scheduler as sched

torch.manual_seed(140)
X = torch.randn(50, 5)
y = (X @ torch.tensor([1., -2., 0., 3., 0.5]))[:, None]


def trainer(make, steps=12, momentum=0.9):
    torch.manual_seed(141)
    model = nn.Linear(5, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=momentum)
    scheduler = make(optimizer)
    rates, losses = [], []
    for step in range(steps):
        loss = nn.functional.mse_loss(model(X), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rates.append(optimizer.param_groups[0]['lr'])
        losses.append(loss.item())
        scheduler.step(loss.item()) if isinstance(scheduler, sched.ReduceLROnPlateau) else scheduler.step()
    return rates, losses, scheduler, optimizer


def noam(step, width=16, warm=4):
    step += 1
    return width ** -0.5 * min(step ** -0.5, step * warm ** -1.5)


table = {
    'warm-up, cosine': lambda o: sched.SequentialLR(o, [sched.LinearLR(o, 0.1, 1.0, 4), sched.CosineAnnealingLR(o, 8)], [4]),
    'one cycle': lambda o: sched.OneCycleLR(o, max_lr=0.2, total_steps=12, pct_start=0.3, three_phase=False),
    'one cycle by epochs': lambda o: sched.OneCycleLR(o, 0.2, epochs=3, steps_per_epoch=4, anneal_strategy='linear', cycle_momentum=False),
    'restarts': lambda o: sched.CosineAnnealingWarmRestarts(o, T_0=3, T_mult=2, eta_min=1e-3),
    'plateau': lambda o: sched.ReduceLROnPlateau(o, factor=0.5, patience=1, threshold=0.5, cooldown=1),
    'noam': lambda o: sched.LambdaLR(o, noam),
    'cyclic': lambda o: sched.CyclicLR(o, base_lr=0.01, max_lr=0.1, step_size_up=3, mode='exp_range', gamma=0.95),
    'chained': lambda o: sched.ChainedScheduler([sched.ConstantLR(o, 0.5, 3), sched.ExponentialLR(o, 0.9)]),
    'polynomial': lambda o: sched.PolynomialLR(o, total_iters=10, power=2.0),
    'steps': lambda o: sched.StepLR(o, 4, 0.3),
    'milestones': lambda o: sched.MultiStepLR(o, [3, 3, 8], 0.5),
    'multiplicative': lambda o: sched.MultiplicativeLR(o, lambda e: 0.95 if e < 6 else 1.0)}
for name, make in table.items():
    rates, losses, scheduler, optimizer = trainer(make)
    print(f'{name:20s}', ' '.join(f'{r:.4f}' for r in rates), f'{losses[-1]:.3f}')
    if name == 'one cycle':
        print('momentum', f"{optimizer.param_groups[0]['momentum']:.4f}", scheduler.last_epoch)
        try:
            scheduler.step()
            scheduler.step()
        except ValueError as e:
            print(e)

# stop half-way and go on from a state
for name in ('warm-up, cosine', 'restarts', 'plateau', 'cyclic'):
    whole = trainer(table[name], 12)[0]
    rates, _, first, optimizer = trainer(table[name], 6)
    saved = first.state_dict()
    kept = optimizer.param_groups[0]['lr']
    torch.manual_seed(141)
    model = nn.Linear(5, 1)
    later = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    second = table[name](later)
    second.load_state_dict(saved)
    later.load_state_dict(optimizer.state_dict())
    for i in range(3):
        rates.append(later.param_groups[0]['lr'])
        later.step()
        second.step(1.0) if name == 'plateau' else second.step()
    print(name, 'resumed', all(math.isclose(a, b, rel_tol=1e-9) for a, b in zip(rates[:7], whole)) or name, len(saved) > 3, kept == rates[6])

# by hand: rates for parameter groups, a finder of the largest useful rate
model = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.Adam([{'params': model[0].parameters(), 'lr': 1e-3}, {'params': model[2].parameters()}], lr=1e-2)
two = sched.LambdaLR(opt, [lambda e: 0.5 ** e, lambda e: 1 / (1 + e)])
for _ in range(3):
    opt.step()
    two.step()
print(two.get_last_lr(), [g['initial_lr'] for g in opt.param_groups])
finder, best, rate = [], float('inf'), 1e-4
probe = nn.Linear(5, 1)
torch.nn.init.zeros_(probe.weight)
opt = torch.optim.SGD(probe.parameters(), lr=rate)
while rate < 10:
    for g in opt.param_groups:
        g['lr'] = rate
    opt.zero_grad()
    loss = nn.functional.mse_loss(probe(X), y)
    loss.backward()
    opt.step()
    best = min(best, loss.item())
    finder.append(rate)
    if loss.item() > 4 * best:
        break
    rate *= 1.5
print(len(finder), f'{best:.4f}')
for bad in (lambda: sched.SequentialLR(opt, [two], [1, 2]), lambda: sched.OneCycleLR(opt, 0.1), lambda: sched.CosineAnnealingWarmRestarts(opt, 0),
            lambda: sched.ReduceLROnPlateau(opt, factor=2.0), lambda: sched.CyclicLR(torch.optim.Adagrad(probe.parameters()), 0.1, 0.2)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
