"""Networks: layers, losses, initial values, functions."""

from torch._C import _import
from torch.nn.parameter import Buffer, Parameter
from torch.nn.modules.module import Module
from torch.nn.modules.linear import Linear
from torch.nn.modules.container import Sequential

# The other layers are compiled when they are first named: their module, and the names in it.
_places = {
    'linear': 'Identity Bilinear',
    'activation': 'ReLU ReLU6 LeakyReLU PReLU ELU SELU GELU SiLU Mish Sigmoid LogSigmoid Tanh Softsign Tanhshrink Hardtanh '
                  'Hardsigmoid Hardswish Softplus Threshold Softmax LogSoftmax Softmin',
    'container': 'ModuleList ModuleDict ParameterList ParameterDict',
    'loss': 'MSELoss L1Loss SmoothL1Loss HuberLoss NLLLoss CrossEntropyLoss BCELoss BCEWithLogitsLoss KLDivLoss',
    'flatten': 'Flatten Unflatten',
    'dropout': 'Dropout Dropout2d',
    'sparse': 'Embedding',
    'normalization': 'LayerNorm',
    'batchnorm': 'BatchNorm1d BatchNorm2d',
    'conv': 'Conv1d Conv2d',
    'pooling': 'MaxPool2d AvgPool2d AdaptiveAvgPool2d',
}
_homes = {name: 'torch.nn.modules.' + home for home, names in _places.items() for name in names.split()}
for _name in ('functional', 'init', 'modules', 'parameter', 'utils', 'parallel'):
    _homes[_name] = 'torch.nn.' + _name
_homes['DataParallel'] = 'torch.nn.parallel'

__all__ = ['Buffer', 'Parameter', 'Module', 'Linear', 'Sequential'] + [name for name in _homes if name[0].isupper()]


def __getattr__(name):
    home = _homes.get(name)
    if home is None:
        raise AttributeError("module 'torch.nn' has no attribute '%s'" % name)
    module = _import(home)
    value = getattr(module, name) if name[0].isupper() else module
    globals()[name] = value
    return value


def __dir__():
    return sorted(set(list(globals()) + list(_homes)))
