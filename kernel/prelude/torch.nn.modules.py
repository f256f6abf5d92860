"""The layers of torch.nn."""

from torch.nn.modules.module import Module
from torch.nn.modules.linear import Identity, Linear, Bilinear
from torch.nn.modules.activation import (ReLU, ReLU6, LeakyReLU, PReLU, ELU, SELU, GELU, SiLU, Mish, Sigmoid, LogSigmoid, Tanh,
                                         Softsign, Tanhshrink, Hardtanh, Hardsigmoid, Hardswish, Softplus, Threshold, Softmax,
                                         LogSoftmax, Softmin)
from torch.nn.modules.container import Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict
from torch.nn.modules.loss import (MSELoss, L1Loss, SmoothL1Loss, HuberLoss, NLLLoss, CrossEntropyLoss, BCELoss,
                                   BCEWithLogitsLoss, KLDivLoss)
from torch.nn.modules.flatten import Flatten, Unflatten
from torch.nn.modules.dropout import Dropout, Dropout2d
from torch.nn.modules.sparse import Embedding
from torch.nn.modules.normalization import LayerNorm
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d
from torch.nn.modules.conv import Conv1d, Conv2d
from torch.nn.modules.pooling import MaxPool2d, AvgPool2d, AdaptiveAvgPool2d
