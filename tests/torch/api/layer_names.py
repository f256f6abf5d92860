# Every layer under all paths that lead to it: its class knows its name and module, options show in help's way, wrong ones in __init__'s words.
from torch import nn
import torch.nn.modules.activation as activation
from torch.nn.modules.loss import *
from torch.nn.modules.pooling import AvgPool2d

for name in '''ReLU ReLU6 LeakyReLU ELU SELU GELU SiLU Mish Sigmoid LogSigmoid Tanh Softsign Tanhshrink Hardtanh Hardsigmoid Hardswish Softplus Threshold
        Softmax LogSoftmax Softmin PReLU Dropout Dropout2d Flatten Unflatten MaxPool2d AvgPool2d AdaptiveAvgPool2d MSELoss L1Loss SmoothL1Loss HuberLoss NLLLoss
        CrossEntropyLoss BCELoss BCEWithLogitsLoss KLDivLoss Linear Bilinear Identity LayerNorm BatchNorm1d BatchNorm2d Conv1d Conv2d Embedding Sequential
        ModuleList ModuleDict ParameterList ParameterDict Softmax2d RReLU ZeroPad1d CircularPad3d MaxUnpool2d FractionalMaxPool3d LPPool1d CTCLoss TripletMarginLoss
        CosineSimilarity PairwiseDistance Fold PixelShuffle ChannelShuffle Upsample UpsamplingBilinear2d LocalResponseNorm BatchNorm3d Dropout1d Conv3d ConvTranspose2d GroupNorm RMSNorm InstanceNorm3d EmbeddingBag'''.split():
    cls = getattr(nn, name)
    print(cls, cls.__name__, cls.__qualname__, bool(cls.__doc__),
          getattr(__import__(cls.__module__, fromlist=[name]), name) is cls, getattr(nn.modules, name) is cls, name in nn.modules.__all__)
print(MSELoss is nn.MSELoss, AvgPool2d is nn.AvgPool2d, activation.SiLU is nn.SiLU, 'Mish' in dir(activation), 'Mish' in activation.__all__)

for name in 'ReLU ELU GELU Threshold Softmax Softplus CrossEntropyLoss HuberLoss Flatten AvgPool2d'.split():
    cls = getattr(nn, name)
    code = cls.__init__.__code__
    print(name, code.co_varnames[:code.co_argcount], cls.__init__.__defaults__, cls.__init__.__qualname__, sorted(cls.__constants__))
    for options in ({'nothing': 1}, {'dim': 0, 'beta': 2}):
        try:
            print(cls(**options))
        except TypeError as error:
            print(error)


class Gate(nn.Hardtanh):
    """A layer of a reader's own."""

    def __init__(self, low, **options):
        super().__init__(min_val=low, **options)
        self.low = low

    def extra_repr(self):
        return super().extra_repr() + ', low=%s' % self.low


gate = Gate(-2.5, inplace=True)
print(gate, isinstance(gate, nn.Module), Gate.__mro__[1:3], gate.max_val, gate.inplace)
for module in (activation, nn.modules):
    try:
        module.Relu
    except AttributeError as error:
        print(error)
