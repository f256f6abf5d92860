# Schedulers: errors of their arguments, warnings about the order of steps, states, and what objects hold that are called.
import warnings

import torch
from torch import optim
from torch.optim import lr_scheduler as ls


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            text = repr(function())
        except Exception as error:
            text = '%s: %s' % (type(error).__name__, error)
    print(name, '->', text.split(' object at ')[0], [(each.category.__name__, str(each.message)) for each in caught] or '')


def param():
    return torch.nn.Parameter(torch.ones(2))


def made(lr=1.0, groups=1, kind=optim.SGD, **options):
    return kind([{'params': [param()], 'lr': lr * (i + 1)} for i in range(groups)], lr=lr, **options)


def half(epoch):
    return 0.5


ROWS = {
    ls.LambdaLR: [{'lr_lambda': [half, half]}, {'lr_lambda': 5}, {'lr_lambda': (half,)}],
    ls.MultiplicativeLR: [{'lr_lambda': [half, half]}],
    ls.StepLR: [{'step_size': 0}, {'step_size': -1}, {'step_size': 'a'}, {'step_size': 1, 'verbose': True}, {'step_size': 1, 'last_epoch': 3}],
    ls.MultiStepLR: [{'milestones': 5}, {'milestones': [3, 1]}],
    ls.ConstantLR: [{'factor': 2}, {'factor': -0.1}, {'total_iters': -1}, {'factor': 0}],
    ls.LinearLR: [{'start_factor': 2}, {'start_factor': 0}, {'end_factor': 2}, {'end_factor': -1}, {'total_iters': 0}],
    ls.ExponentialLR: [{'gamma': -1}, {}],
    ls.PolynomialLR: [{'total_iters': 0}],
    ls.CosineAnnealingLR: [{'T_max': 0}],
    ls.CosineAnnealingWarmRestarts: [{'T_0': 0}, {'T_0': -1}, {'T_0': 1.5}, {'T_0': 2, 'T_mult': 0}, {'T_0': 2, 'T_mult': 1.5},
                                     {'T_0': 2, 'eta_min': 'a'}, {'T_0': 2, 'eta_min': 1}, {'T_0': 'a'}],
    ls.ReduceLROnPlateau: [{'mode': 'x'}, {'factor': 1.0}, {'factor': 2}, {'min_lr': [1, 2]}, {'threshold_mode': 'x'}, {'min_lr': (0.1,)},
                           {'patience': -1}, {'verbose': True}],
    ls.CyclicLR: [dict({'base_lr': 0.1, 'max_lr': 1.0, 'cycle_momentum': False}, **more) for more in (
        {'mode': 'x'}, {'mode': 'x', 'scale_fn': half}, {'base_lr': [1, 2]}, {'max_lr': [1, 2]}, {'step_size_up': 0}, {'scale_mode': 'x'},
        {'cycle_momentum': True}, {'cycle_momentum': True, 'base_momentum': [1, 2]}, {'cycle_momentum': True, 'max_momentum': [1, 2]})],
    ls.OneCycleLR: [dict({'max_lr': 1.0}, **more) for more in (
        {}, {'total_steps': 0}, {'total_steps': -1}, {'total_steps': 1.5}, {'epochs': 2}, {'steps_per_epoch': 2},
        {'epochs': 0, 'steps_per_epoch': 2}, {'epochs': 2, 'steps_per_epoch': 0}, {'epochs': 2.5, 'steps_per_epoch': 1},
        {'total_steps': 5, 'pct_start': 2}, {'total_steps': 5, 'pct_start': -1}, {'total_steps': 5, 'pct_start': 1},
        {'total_steps': 5, 'pct_start': 'a'}, {'total_steps': 5, 'anneal_strategy': 'x'}, {'total_steps': 5, 'max_lr': [1, 2]},
        {'total_steps': 5, 'base_momentum': [1, 2]}, {'total_steps': 5, 'max_momentum': [0.1, 0.2]})],
    ls.LRScheduler: [{}],
}
for kind, rows in ROWS.items():
    for options in rows:
        shown = {name: value for name, value in options.items() if value is not half and name != 'lr_lambda'}
        attempt('%s %s' % (kind.__name__, shown), lambda: kind(made(momentum=0.9), **options))
    attempt('%s of a number' % kind.__name__, lambda: kind(5, **rows[-1]))
for kind in (ls.CyclicLR, ls.OneCycleLR):
    for of in (optim.Adam, optim.Adagrad, optim.RMSprop):
        attempt('%s %s' % (kind.__name__, of.__name__), lambda: kind(made(kind=of), 0.1, 10))
optimizer = made(momentum=0.9)
scheduler = ls.OneCycleLR(optimizer, 1.0, 3)
attempt('too many', lambda: [(optimizer.step(), scheduler.step()) for _ in range(5)])
scheduler = ls.CosineAnnealingWarmRestarts(made(), 2)
attempt('before 0', lambda: scheduler.step(-1))
attempt('a fraction', lambda: (scheduler.step(2.5), scheduler.get_last_lr(), scheduler.last_epoch, scheduler.T_cur, scheduler.T_i))

a, b = made(), made()
attempt('chained', lambda: ls.ChainedScheduler([]))
attempt('chained', lambda: ls.ChainedScheduler(5))
attempt('chained', lambda: ls.ChainedScheduler([ls.StepLR(a, 1), ls.StepLR(b, 1)]))
attempt('chained', lambda: ls.ChainedScheduler([ls.StepLR(a, 1), ls.StepLR(a, 1)], optimizer=b))
attempt('chained', lambda: ls.ChainedScheduler([ls.StepLR(a, 1), 5]))
attempt('chained', lambda: ls.ChainedScheduler([ls.ReduceLROnPlateau(a)]))
attempt('chained', lambda: ls.ChainedScheduler([ls.StepLR(a, 1)]).step(5))
attempt('sequential', lambda: ls.SequentialLR(5, [], []))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1)], []))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1)], [1]))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1), ls.StepLR(a, 1)], [1, 2]))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1), ls.StepLR(b, 1)], [1]))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1), 5], [1]))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1), ls.ReduceLROnPlateau(a)], [1]))
attempt('sequential', lambda: ls.SequentialLR(b, [ls.StepLR(a, 1), ls.StepLR(a, 2)], [1]))
attempt('sequential', lambda: ls.SequentialLR(a, [ls.StepLR(a, 1), ls.StepLR(a, 2)], [1], last_epoch=3).last_epoch)
print(issubclass(ls.StepLR, ls.LRScheduler), issubclass(ls._LRScheduler, ls.LRScheduler), issubclass(ls.ReduceLROnPlateau, ls.LRScheduler))


# the order of both steps
def scheduler_first():
    optimizer = made()
    scheduler = ls.StepLR(optimizer, 1)
    scheduler.step()
    optimizer.step()
    scheduler.step()
    return scheduler.get_last_lr()


def optimizer_first():
    optimizer = made()
    scheduler = ls.StepLR(optimizer, 1)
    optimizer.step()
    scheduler.step()
    return scheduler.get_last_lr(), optimizer.step.__name__


def replaced():
    optimizer = made()
    scheduler = ls.StepLR(optimizer, 1)
    optimizer.step = lambda: None
    optimizer.step()
    scheduler.step()


def without_steps():
    optimizer = made(momentum=0.9)
    ls.ReduceLROnPlateau(optimizer).step(1.0)
    ls.CosineAnnealingWarmRestarts(optimizer, 1).step()
    ls.SequentialLR(optimizer, [ls.StepLR(optimizer, 1), ls.StepLR(optimizer, 1)], [1]).step()
    ls.ChainedScheduler([ls.StepLR(optimizer, 1)]).step()


class Own(optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, {'lr': 1.0})

    def step(self, closure=None):
        return closure


def own_optimizer():
    optimizer = Own([param()])
    scheduler = ls.ExponentialLR(optimizer, 0.5)
    scheduler.step()
    return optimizer.step(3), scheduler.step(), scheduler.get_last_lr()


for function in (scheduler_first, optimizer_first, replaced, without_steps, own_optimizer):
    attempt(function.__name__, function)


# states
class Power:
    def __init__(self):
        self.base = 3

    def __call__(self, epoch):
        return self.base ** epoch


for make in (lambda o: ls.LambdaLR(o, Power()), lambda o: ls.MultiplicativeLR(o, Power()), lambda o: ls.LambdaLR(o, half), lambda o: ls.StepLR(o, 3),
             lambda o: ls.MultiStepLR(o, [2, 5, 5]), lambda o: ls.ConstantLR(o), lambda o: ls.LinearLR(o), lambda o: ls.ExponentialLR(o, 0.9),
             lambda o: ls.PolynomialLR(o), lambda o: ls.CosineAnnealingLR(o, 5), lambda o: ls.CosineAnnealingWarmRestarts(o, 3),
             lambda o: ls.CyclicLR(o, 0.1, 1.0, scale_fn=half, cycle_momentum=False), lambda o: ls.CyclicLR(o, 0.1, 1.0, scale_fn=Power(), cycle_momentum=False),
             lambda o: ls.OneCycleLR(o, 1.0, 10), lambda o: ls.ReduceLROnPlateau(o),
             lambda o: ls.ChainedScheduler([ls.StepLR(o, 1), ls.ExponentialLR(o, 0.9)]),
             lambda o: ls.SequentialLR(o, [ls.StepLR(o, 1), ls.ExponentialLR(o, 0.9)], [2])):
    optimizer = made(momentum=0.9)
    scheduler = make(optimizer)
    state = scheduler.state_dict()
    print(type(scheduler).__name__, state, list(optimizer.param_groups[0])[-5:])
    if isinstance(state.get('lr_lambdas', [None])[0], dict):
        state['lr_lambdas'][0]['base'] = 0.5
    attempt('loaded', lambda: (scheduler.load_state_dict(dict(state)), scheduler.state_dict() == state, list(state)[-1]))
    attempt('get_lr', lambda: scheduler.get_lr())
    attempt('loaded nothing', lambda: scheduler.load_state_dict({}))
attempt('no metric', lambda: ls.ReduceLROnPlateau(made()).step())
attempt('text', lambda: ls.ReduceLROnPlateau(made()).step('a'))
scheduler = ls.ReduceLROnPlateau(made(), patience=0)
attempt('epoch', lambda: (scheduler.step(torch.tensor(2.0), 7), scheduler.best, scheduler.last_epoch))
for least in (0.1, [0.1]):
    optimizer = made()
    scheduler = ls.ReduceLROnPlateau(optimizer, patience=0, min_lr=least)
    optimizer.add_param_group({'params': [param()]})
    attempt('groups', lambda: (scheduler.step(1.0), scheduler.step(1.0), scheduler.min_lrs, scheduler.get_last_lr()))
