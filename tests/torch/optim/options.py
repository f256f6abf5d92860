# Every optimizer: its text, defaults and state_dict, and the errors of options that are wrong or exclude each other.
import torch
from torch import optim

KINDS = (optim.SGD, optim.Adam, optim.AdamW, optim.Adagrad, optim.Adadelta, optim.RMSprop, optim.Adamax, optim.NAdam, optim.RAdam,
         optim.Rprop, optim.ASGD, optim.LBFGS, optim.SparseAdam, optim.Adafactor, optim.Muon)


def attempt(name, function):
    try:
        text = repr(function())
    except Exception as error:
        text = '%s: %s' % (type(error).__name__, error)
    print(name, '->', text)


def param(*shape, dtype=torch.float32):
    return torch.nn.Parameter(torch.ones(*shape or (2, 2), dtype=dtype))


for kind in KINDS:
    weight = param()
    weight.grad = torch.full_like(weight, 0.5)
    optimizer = kind([weight])
    print(optimizer)
    print(optimizer.defaults)
    print(optimizer.state_dict())
    if kind not in (optim.LBFGS, optim.SparseAdam):
        optimizer.step()
        print(optimizer.state_dict()['state'])
        print(weight.data)

OPTIONS = {
    'lr': (-1, float('nan'), 'a', 0), 'momentum': (-1, 0.5), 'weight_decay': (-1,), 'dampening': (-3,), 'betas': ((1.0, 0.9), (0.9, -1)),
    'eps': (-1,), 'lr_decay': (-1,), 'initial_accumulator_value': (-1,), 'rho': (2,), 'alpha': (-1,), 'momentum_decay': (-1,),
    'etas': ((2, 3), (0.5, 1)), 'step_sizes': ((-1, 2),), 'lambd': (-1,), 't0': (-1,), 'history_size': (0,), 'max_iter': (0,),
    'tolerance_grad': (-1,), 'beta2_decay': (1,), 'd': (0,), 'ns_coefficients': ((1, 2),), 'ns_steps': (100,), 'adjust_lr_fn': ('x',),
    'nesterov': (True,), 'line_search_fn': ('x',), 'foreach': (True,), 'fused': (True,), 'capturable': (True,), 'differentiable': (True,),
    'maximize': (True,), 'centered': (True,), 'amsgrad': (True,), 'foo': (1,),
}
for kind in KINDS:
    code = kind.__init__.__code__
    names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    for name, values in OPTIONS.items():
        for value in values if name in names or name == 'foo' else ():
            attempt('%s %s=%r' % (kind.__name__, name, value), lambda: type(kind([param()], **{name: value})))
    for options in ({'lr': torch.tensor(0.1)}, {'lr': torch.tensor([0.1, 0.2])}, {'lr': torch.tensor(0.1), 'foreach': True},
                    {'fused': True, 'foreach': True}, {'fused': True, 'differentiable': True}):
        attempt('%s %s' % (kind.__name__, options), lambda: type(kind([param()], **options)))
    attempt('complex', lambda: type(kind([param(dtype=torch.complex64)])))
for kind, options in ((optim.Adafactor, {'eps': (-1, 1)}), (optim.Adafactor, {'eps': (None, -1)}), (optim.Muon, {'eps': -1}),
                      (optim.Adam, {'betas': (torch.tensor(0.9), 0.9)}), (optim.Adam, {'betas': (torch.tensor(0.9), torch.tensor(0.9))}),
                      (optim.Adam, {'betas': (torch.tensor(0.9), torch.tensor(0.9)), 'foreach': True}), (optim.Adam, {'betas': (0.9,)}),
                      (optim.Adam, {'betas': 0.9}), (optim.AdamW, {'betas': (0.9, 0.9, 0.9)}), (optim.Adam, {'lr': torch.tensor([0.1])})):
    attempt(kind.__name__, lambda: kind([param()], **options))
attempt('Muon 1', lambda: optim.Muon([param(2)]))
attempt('Muon 3', lambda: optim.Muon([param(2, 2, 2)]))
attempt('LBFGS groups', lambda: optim.LBFGS([{'params': [param()]}, {'params': [param()]}]))
attempt('LBFGS without a closure', lambda: optim.LBFGS([param()]).step())


def stepped(kind, dtype=torch.float32, **options):
    weight = param(2, dtype=dtype)
    weight.grad = torch.full_like(weight, 0.5)
    optimizer = kind([weight], **options)
    optimizer.step()
    return weight.data


for kind in KINDS[:11]:
    for options in ({}, {'foreach': True}, {'fused': True}, {'capturable': True}, {'differentiable': True, 'foreach': True},
                    {'capturable': True, 'foreach': True}):
        attempt('%s %s' % (kind.__name__, options), lambda: stepped(kind, **options))
    attempt('%s complex fused' % kind.__name__, lambda: stepped(kind, torch.complex64, fused=True))
    attempt('%s differentiable leaf' % kind.__name__, lambda: stepped(kind, differentiable=True))
attempt('Adafactor complex', lambda: stepped(optim.Adafactor, torch.complex64))
attempt('SparseAdam dense', lambda: stepped(optim.SparseAdam))

# files of older versions: numbers that are tensors now, options that were not there
for kind in KINDS:
    optimizer = kind([param()])
    state = {'step': 3, 'x': torch.ones(2, 2, dtype=torch.float64), 'eta': 0.5, 'mu': 2, 'mu_product': 0.25}
    optimizer.load_state_dict({'state': {0: state}, 'param_groups': [{'params': [0]}]})
    print(kind.__name__, next(iter(optimizer.state.values())), {k: v for k, v in optimizer.param_groups[0].items() if k != 'params'})

# where the classes live
print([kind.__module__ for kind in KINDS])
from torch.optim.adam import Adam  # noqa: E402
from torch.optim.lbfgs import LBFGS  # noqa: E402
from torch.optim.optimizer import Optimizer  # noqa: E402
from torch.optim.sparse_adam import SparseAdam  # noqa: E402
print(Optimizer is optim.Optimizer, Adam is optim.Adam, LBFGS is optim.LBFGS, SparseAdam is optim.SparseAdam, issubclass(optim.AdamW, Adam))
