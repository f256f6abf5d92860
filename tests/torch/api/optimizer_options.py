# Optimizers and schedulers: options that are accepted change what happens, or are refused.
import warnings

import torch
from torch.optim import SGD, Adadelta, Adagrad, Adam, AdamW, RMSprop
from torch.optim.lr_scheduler import ExponentialLR, LambdaLR, MultiStepLR, StepLR


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            text = repr(function())
        except Exception as error:
            text = '%s: %s' % (type(error).__name__, str(error).split('\n')[0][:150])
    print(name, '->', text, [str(each.message)[:60] for each in caught] or '')


def stepped(kind, dtype=torch.float32, **options):
    param = torch.nn.Parameter(torch.tensor([1.0, 2.0], dtype=dtype))
    param.grad = torch.tensor([0.5, 0.25], dtype=dtype)
    optimizer = kind([param], **options)
    optimizer.step()
    return param.data, dict(optimizer.state[param]).get('step')


for kind in (SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta):
    for options in ({}, {'foreach': True}, {'maximize': True}, {'differentiable': True}, {'lr': torch.tensor(0.1)},
                    {'lr': torch.tensor([0.1, 0.2])}):
        attempt('%s %s' % (kind.__name__, options), lambda: stepped(kind, **options))
for kind in (SGD, Adam, AdamW, Adagrad):
    for options in ({'fused': True}, {'fused': False}, {'fused': True, 'foreach': True}, {'fused': True, 'differentiable': True},
                    {'fused': True, 'dtype': torch.complex64}):
        attempt('%s %s' % (kind.__name__, options), lambda: stepped(kind, **options))
for kind in (Adam, AdamW, RMSprop, Adadelta):
    for options in ({'capturable': True}, {'foreach': True, 'differentiable': True}):
        attempt('%s %s' % (kind.__name__, options), lambda: stepped(kind, **options))
attempt('lr', lambda: stepped(Adam, lr=torch.tensor(0.1), foreach=True))
attempt('betas', lambda: stepped(Adam, betas=(0.9, torch.tensor(0.9))))
attempt('decoupled', lambda: stepped(AdamW, decoupled_weight_decay=False))
attempt('unknown', lambda: stepped(SGD, foo=1))


def differentiated(kind, **options):
    lr = torch.tensor(0.1, requires_grad=True)
    leaf = torch.tensor([1.0, 2.0], requires_grad=True)
    param = leaf * 1
    optimizer = kind([param], lr=lr, differentiable=True, **options)
    param.grad = torch.tensor([0.5, 0.25])
    optimizer.step()
    return torch.autograd.grad(param.sum(), [lr, leaf], allow_unused=True)


for kind, options in ((SGD, {}), (SGD, {'momentum': 0.9}), (Adam, {}), (AdamW, {})):
    attempt('differentiated %s' % kind.__name__, lambda: differentiated(kind, **options))


def made(**options):
    return SGD([torch.nn.Parameter(torch.tensor([1.0]))], lr=1.0, **options)


def rates(scheduler, *epochs):
    found = []
    for epoch in epochs:
        scheduler.step() if epoch is None else scheduler.step(epoch)
        found.append(round(scheduler.get_last_lr()[0], 6))
    return found, scheduler.last_epoch


attempt('StepLR', lambda: rates(StepLR(made(), 2, gamma=0.1), 5, None, None))
attempt('MultiStepLR', lambda: rates(MultiStepLR(made(), [2, 4], gamma=0.1), 5, 3))
attempt('ExponentialLR', lambda: rates(ExponentialLR(made(), gamma=0.1), 3, None))
attempt('LambdaLR', lambda: rates(LambdaLR(made(), lambda e: 1 / (e + 1)), 3, None))
attempt('resumed', lambda: StepLR(made(), 1, last_epoch=3))
attempt('verbose', lambda: StepLR(made(), 1, verbose=True))


def in_order():
    optimizer = made()
    scheduler = StepLR(optimizer, 1)
    optimizer.step()
    return rates(scheduler, None, None)


attempt('in order', in_order)
