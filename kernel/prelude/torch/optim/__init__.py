"""Optimizers: how parameters follow their gradients."""

from torch._C import _import

# Every name is imported when it is first used: the module of each class.
_MODULE_OF = {
    'Adafactor': '_adafactor', 'Adadelta': 'adadelta', 'Adagrad': 'adagrad', 'Adam': 'adam', 'Adamax': 'adamax', 'AdamW': 'adamw',
    'ASGD': 'asgd', 'LBFGS': 'lbfgs', 'Muon': '_muon', 'NAdam': 'nadam', 'Optimizer': 'optimizer', 'RAdam': 'radam',
    'RMSprop': 'rmsprop', 'Rprop': 'rprop', 'SGD': 'sgd', 'SparseAdam': 'sparse_adam',
    'swap_in_optimizer_params_and_state': '_swap',
}
_MODULES = ('lr_scheduler', 'swa_utils')

__all__ = [*_MODULE_OF, *_MODULES]


def __getattr__(name):
    if name in _MODULES:
        value = _import('torch.optim.' + name)
    elif name in _MODULE_OF:
        value = getattr(_import('torch.optim.' + _MODULE_OF[name]), name)
    else:
        raise AttributeError("module 'torch.optim' has no attribute '%s'" % name)
    globals()[name] = value
    return value


def __complete__():
    for name in __all__:
        __getattr__(name)


def __dir__():
    return sorted({*globals(), *__all__})
