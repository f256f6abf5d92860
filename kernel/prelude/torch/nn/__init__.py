"""Networks: layers, losses, initial values, functions."""

from torch._C import _import
from torch.nn.parameter import Buffer, Parameter
from torch.nn.modules.module import Module
from torch.nn.modules.linear import Linear
from torch.nn.modules.container import Sequential

# The other names are imported when they are first used: the names of each module of torch.nn.
_names_of = {
    'parameter': 'UninitializedBuffer UninitializedParameter',
    'modules.linear': 'Identity Bilinear LazyLinear',
    'modules.activation': 'ReLU ReLU6 LeakyReLU PReLU RReLU ELU CELU SELU GELU GLU Hardshrink Softshrink Softmax2d SiLU Mish Sigmoid LogSigmoid Tanh Softsign Tanhshrink Hardtanh '
                          'Hardsigmoid Hardswish Softplus Threshold Softmax LogSoftmax Softmin MultiheadAttention',
    'modules.transformer': 'Transformer TransformerEncoder TransformerDecoder TransformerEncoderLayer TransformerDecoderLayer',
    'modules.adaptive': 'AdaptiveLogSoftmaxWithLoss',
    'modules.container': 'ModuleList ModuleDict ParameterList ParameterDict Container',
    'modules.loss': 'MSELoss NLLLoss2d L1Loss SmoothL1Loss HuberLoss NLLLoss CrossEntropyLoss BCELoss BCEWithLogitsLoss KLDivLoss '
                    'SoftMarginLoss HingeEmbeddingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss PoissonNLLLoss '
                    'GaussianNLLLoss MarginRankingLoss CosineEmbeddingLoss TripletMarginLoss TripletMarginWithDistanceLoss CTCLoss LinearCrossEntropyLoss',
    'modules.linear_cross_entropy_options': 'LinearCrossEntropyOptions',
    'modules.flatten': 'Flatten Unflatten',
    'modules.dropout': 'Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout',
    'modules.sparse': 'Embedding EmbeddingBag',
    'modules.normalization': 'LayerNorm GroupNorm RMSNorm LocalResponseNorm CrossMapLRN2d',
    'modules.batchnorm': 'BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d SyncBatchNorm',
    'modules.rnn': 'RNNBase RNN LSTM GRU RNNCellBase RNNCell LSTMCell GRUCell',
    'modules.conv': 'Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d '
                    'LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d',
    'modules.pooling': 'MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d AdaptiveAvgPool1d '
                       'AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d MaxUnpool1d '
                       'MaxUnpool2d MaxUnpool3d FractionalMaxPool2d FractionalMaxPool3d',
    'modules.padding': 'ConstantPad1d ConstantPad2d ConstantPad3d ZeroPad1d ZeroPad2d ZeroPad3d ReflectionPad1d ReflectionPad2d '
                       'ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d CircularPad1d CircularPad2d CircularPad3d',
    'modules.instancenorm': 'InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d',
    'modules.distance': 'CosineSimilarity PairwiseDistance',
    'modules.fold': 'Fold Unfold',
    'modules.pixelshuffle': 'PixelShuffle PixelUnshuffle',
    'modules.channelshuffle': 'ChannelShuffle',
    'modules.upsampling': 'Upsample UpsamplingNearest2d UpsamplingBilinear2d',
    'parallel': 'DataParallel',
}
_module_of = {name: 'torch.nn.' + module for module, names in _names_of.items() for name in names.split()}
for _name in ('attention', 'common_types', 'functional', 'grad', 'init', 'modules', 'parameter', 'quantized', 'utils', 'parallel'):
    _module_of[_name] = 'torch.nn.' + _name

__all__ = ['Buffer', 'Parameter', 'Module', 'Linear', 'Sequential'] + [name for name in _module_of if name[0].isupper()]


def factory_kwargs(kwargs):
    """What of the options of a layer is for the functions that make its tensors: device, dtype, memory_format, also inside of factory_kwargs."""
    if kwargs is None:
        return {}
    names = ('device', 'dtype', 'memory_format')
    others = {name for name in kwargs if name not in names + ('factory_kwargs',)}
    if others:
        raise TypeError('unexpected kwargs %s' % others)
    out = dict(kwargs.get('factory_kwargs', {}))
    for name in names:
        if name in kwargs:
            if name in out:
                raise TypeError('%s specified twice, in **kwargs and in factory_kwargs' % name)
            out[name] = kwargs[name]
    return out


def __getattr__(name):
    path = _module_of.get(name)
    if path is None:
        raise AttributeError("module 'torch.nn' has no attribute '%s'" % name)
    module = _import(path)
    value = getattr(module, name) if name[0].isupper() else module
    globals()[name] = value
    return value


def __complete__():
    for name in _module_of:
        __getattr__(name)


def __dir__():
    return sorted(set(list(globals()) + list(_module_of)))
