"""The layers of torch.nn, one module a family."""

from torch._C import _import


def __getattr__(name):
    if name[:1].isupper():
        return getattr(_import('torch.nn'), name)
    raise AttributeError("module 'torch.nn.modules' has no attribute '%s'" % name)


__all__ = '''AdaptiveAvgPool2d AvgPool2d BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d Bilinear Conv1d Conv2d
CrossEntropyLoss Dropout Dropout2d ELU Embedding Flatten GELU Hardsigmoid Hardswish Hardtanh HuberLoss
Identity KLDivLoss L1Loss LayerNorm LeakyReLU Linear LogSigmoid LogSoftmax MSELoss MaxPool2d Mish Module
ModuleDict ModuleList NLLLoss PReLU ParameterDict ParameterList ReLU ReLU6 SELU Sequential SiLU Sigmoid
SmoothL1Loss Softmax Softmin Softplus Softsign Tanh Tanhshrink Threshold Unflatten'''.split()
