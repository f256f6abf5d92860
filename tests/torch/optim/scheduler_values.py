# Every scheduler over twenty epochs: rates, momenta, jumps to an epoch, runs that go on, tensors as rates.
import warnings

import torch
from torch import optim
from torch.optim import lr_scheduler as ls

warnings.simplefilter('ignore')


def made(lr=1.0, groups=1, kind=optim.SGD, **options):
    return kind([{'params': [torch.nn.Parameter(torch.ones(1))], 'lr': lr * (i + 1)} for i in range(groups)], lr=lr, **options)


class Power:
    def __init__(self, base):
        self.base = base

    def __call__(self, epoch):
        return self.base ** epoch


ROWS = {
    'LambdaLR': lambda o, **k: ls.LambdaLR(o, lambda e: 0.9 ** e, **k),
    'MultiplicativeLR': lambda o, **k: ls.MultiplicativeLR(o, lambda e: 1 / (e + 1), **k),
    'StepLR': lambda o, **k: ls.StepLR(o, 3, gamma=0.3, **k),
    'MultiStepLR': lambda o, **k: ls.MultiStepLR(o, [7, 2, 5, 5], gamma=0.5, **k),
    'ConstantLR': lambda o, **k: ls.ConstantLR(o, factor=0.3, total_iters=4, **k),
    'LinearLR': lambda o, **k: ls.LinearLR(o, start_factor=0.2, end_factor=0.7, total_iters=6, **k),
    'LinearLR default': lambda o, **k: ls.LinearLR(o, **k),
    'ExponentialLR': lambda o, **k: ls.ExponentialLR(o, 0.9, **k),
    'PolynomialLR': lambda o, **k: ls.PolynomialLR(o, total_iters=7, power=2.0, **k),
    'CosineAnnealingLR': lambda o, **k: ls.CosineAnnealingLR(o, 5, eta_min=0.01, **k),
    'CosineAnnealingWarmRestarts': lambda o, **k: ls.CosineAnnealingWarmRestarts(o, 3, **k),
    'CosineAnnealingWarmRestarts twice': lambda o, **k: ls.CosineAnnealingWarmRestarts(o, 2, T_mult=2, eta_min=0.05, **k),
    'CyclicLR': lambda o, **k: ls.CyclicLR(o, 0.1, 1.0, step_size_up=3, **k),
    'CyclicLR triangular2': lambda o, **k: ls.CyclicLR(o, 0.1, 1.0, step_size_up=2, step_size_down=4, mode='triangular2', **k),
    'CyclicLR exp_range': lambda o, **k: ls.CyclicLR(o, 0.1, 1.0, step_size_up=3, mode='exp_range', gamma=0.9, cycle_momentum=False, **k),
    'CyclicLR function': lambda o, **k: ls.CyclicLR(o, 0.1, 1.0, step_size_up=3, scale_fn=Power(0.5), scale_mode='iterations', **k),
    'OneCycleLR': lambda o, **k: ls.OneCycleLR(o, 1.0, total_steps=21, **k),
    'OneCycleLR linear': lambda o, **k: ls.OneCycleLR(o, 1.0, epochs=7, steps_per_epoch=3, anneal_strategy='linear', pct_start=0.4, **k),
    'OneCycleLR three': lambda o, **k: ls.OneCycleLR(o, 1.0, 25, three_phase=True, div_factor=10.0, final_div_factor=100.0, **k),
}


def run(optimizer, scheduler, epochs):
    rates, momenta = [], []
    for _ in range(epochs):
        optimizer.step()
        scheduler.step()
        rates.append([float(rate) for rate in scheduler.get_last_lr()])
        group = optimizer.param_groups[-1]
        momenta.append(group['betas'][0] if 'betas' in group else group['momentum'])
    return rates, momenta


for name, make in ROWS.items():
    optimizer = made(momentum=0.9)
    scheduler = make(optimizer)
    start = scheduler.get_last_lr(), optimizer.param_groups[0]['momentum']
    rates, momenta = run(optimizer, scheduler, 20)
    print(name, start, [rate for rate, in rates])
    if len(set(momenta)) > 1:
        print('    momentum', momenta)
    optimizer = made(0.5, groups=2, kind=optim.Adam)
    print('    two groups', run(optimizer, make(optimizer), 4))
    optimizer = made(torch.tensor(1.0), momentum=0.9)
    rate = optimizer.param_groups[0]['lr']
    print('    tensor', run(optimizer, make(optimizer), 4)[0], optimizer.param_groups[0]['lr'] is rate)
    for jump in (0, 2, 6):
        optimizer = made(momentum=0.9)
        scheduler = make(optimizer)
        scheduler.step(jump)
        print('    to', jump, scheduler.get_last_lr(), scheduler.last_epoch, run(optimizer, scheduler, 3)[0])
    # a run that goes on: the rates are those of the saved optimizer
    optimizer = made(momentum=0.9)
    scheduler = make(optimizer)
    run(optimizer, scheduler, 4)
    again = made(momentum=0.9)
    again.load_state_dict(optimizer.state_dict())
    scheduler = make(again, last_epoch=4)
    print('    from 4', scheduler.get_last_lr(), scheduler.last_epoch, run(again, scheduler, 4)[0])
    other = made(momentum=0.9)
    follower = make(other)
    follower.load_state_dict(scheduler.state_dict())
    other.load_state_dict(again.state_dict())
    print('    loaded', run(other, follower, 3) == run(again, scheduler, 3))

# one after the other, and together
for name, make in {
        'SequentialLR': lambda o: ls.SequentialLR(o, [ls.ConstantLR(o, factor=0.1, total_iters=3), ls.ExponentialLR(o, 0.9)], [3]),
        'SequentialLR three': lambda o: ls.SequentialLR(o, [ls.LinearLR(o, total_iters=3), ls.StepLR(o, 2), ls.CosineAnnealingLR(o, 4)], [3, 7]),
        'SequentialLR warm': lambda o: ls.SequentialLR(o, [ls.LinearLR(o, total_iters=3), ls.CosineAnnealingWarmRestarts(o, 4)], [3]),
        'ChainedScheduler': lambda o: ls.ChainedScheduler([ls.ConstantLR(o, factor=0.5, total_iters=4), ls.ExponentialLR(o, 0.9)]),
        'ChainedScheduler in SequentialLR': lambda o: ls.SequentialLR(
            o, [ls.ChainedScheduler([ls.StepLR(o, 2), ls.ExponentialLR(o, 0.5)]), ls.PolynomialLR(o)], [4])}.items():
    optimizer = made(groups=2)
    scheduler = make(optimizer)
    print(name, scheduler.get_last_lr(), run(optimizer, scheduler, 12)[0])
    print('   ', scheduler.state_dict())

# what does not get better
for options in ({}, {'mode': 'max'}, {'patience': 1}, {'patience': 0, 'cooldown': 2}, {'patience': 1, 'threshold': 0.2},
                {'patience': 1, 'threshold': 0.2, 'threshold_mode': 'abs'}, {'patience': 0, 'min_lr': 0.2}, {'patience': 0, 'min_lr': [0.05, 0.5]},
                {'mode': 'max', 'patience': 1, 'threshold': 0.1, 'threshold_mode': 'abs'}, {'patience': 0, 'eps': 0.5}, {'factor': 0.5, 'patience': 2}):
    optimizer = made(groups=2)
    scheduler = ls.ReduceLROnPlateau(optimizer, **options)
    rates = []
    for loss in (1.0, 0.9, 0.95, 0.89, 0.7, 0.72, 0.71, 0.9, 1.2, 0.7, 0.69, float('nan'), 0.6):
        scheduler.step(loss)
        rates.append(scheduler.get_last_lr()[0])
    print('ReduceLROnPlateau', options, rates, scheduler.get_last_lr()[1], scheduler.in_cooldown)
    print('   ', scheduler.state_dict())
