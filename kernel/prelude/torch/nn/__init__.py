"""Networks: layers, losses, initial values, functions."""

from torch._C import _import
from torch.nn.parameter import Buffer, Parameter
from torch.nn.modules.module import Module
from torch.nn.modules.linear import Linear
from torch.nn.modules.container import Sequential

# The other names are imported when they are first used: the names of each module of torch.nn.
_names_of = {
    'modules.linear': 'Identity Bilinear',
    'modules.activation': 'ReLU ReLU6 LeakyReLU PReLU ELU SELU GELU SiLU Mish Sigmoid LogSigmoid Tanh Softsign Tanhshrink Hardtanh '
                          'Hardsigmoid Hardswish Softplus Threshold Softmax LogSoftmax Softmin',
    'modules.container': 'ModuleList ModuleDict ParameterList ParameterDict',
    'modules.loss': 'MSELoss L1Loss SmoothL1Loss HuberLoss NLLLoss CrossEntropyLoss BCELoss BCEWithLogitsLoss KLDivLoss',
    'modules.flatten': 'Flatten Unflatten',
    'modules.dropout': 'Dropout Dropout2d',
    'modules.sparse': 'Embedding',
    'modules.normalization': 'LayerNorm',
    'modules.batchnorm': 'BatchNorm1d BatchNorm2d',
    'modules.conv': 'Conv1d Conv2d',
    'modules.pooling': 'MaxPool2d AvgPool2d AdaptiveAvgPool2d',
    'parallel': 'DataParallel',
}
_module_of = {name: 'torch.nn.' + module for module, names in _names_of.items() for name in names.split()}
for _name in ('functional', 'init', 'modules', 'parameter', 'utils', 'parallel'):
    _module_of[_name] = 'torch.nn.' + _name

__all__ = ['Buffer', 'Parameter', 'Module', 'Linear', 'Sequential'] + [name for name in _module_of if name[0].isupper()]


def __getattr__(name):
    path = _module_of.get(name)
    if path is None:
        raise AttributeError("module 'torch.nn' has no attribute '%s'" % name)
    module = _import(path)
    value = getattr(module, name) if name[0].isupper() else module
    globals()[name] = value
    return value


def __dir__():
    return sorted(set(list(globals()) + list(_module_of)))
