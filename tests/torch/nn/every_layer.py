"""Every layer of torch.nn once: repr, state dict, initial values, output, gradients, gradients of those."""
import copy
import warnings
import torch
from torch import nn

warnings.simplefilter('ignore')
# PyTorch cannot differentiate the gradients of these
WITHOUT_SECOND = set('CTCLoss Hardsigmoid EmbeddingBag MultiheadAttention TransformerEncoderLayer TransformerDecoderLayer Transformer MultiMarginLoss MultiLabelMarginLoss'.split())
X = dict(s=(2, 3), l=(2, 3, 8), i=(2, 4, 8, 8), v=(1, 2, 6, 6, 6), q=(5, 2, 4))
# name of the class: arguments, shape of the input (or a function that makes the inputs)
ROWS = {}


def row(names, *args, x='s', **kwargs):
    for name in names.split():
        ROWS[name] = (args, kwargs, x)


row('ReLU ReLU6 Sigmoid Tanh SiLU Mish Softplus Softsign Tanhshrink LogSigmoid Hardsigmoid Hardswish Hardtanh SELU CELU ELU GELU LeakyReLU Hardshrink Softshrink Identity PReLU Flatten')
row('Threshold', 0.1, 20.0)
row('RReLU', 0.1, 0.3)
row('Softmin Softmax LogSoftmax', 1)
row('Softmax2d', x='i')
row('GLU', 1, x='i')
row('Dropout AlphaDropout', 0.5)
row('Dropout1d', 0.5, x='l')
row('FeatureAlphaDropout Dropout2d', 0.4, x='i')
row('Dropout3d', 0.5, x='v')
row('Linear', 3, 5)
row('LazyLinear', 4)
row('Bilinear', 3, 3, 2, x=lambda: (inputs('s'), inputs('s')))
row('Conv1d', 3, 6, 3, padding=1, groups=3, padding_mode='circular', x='l')
row('Conv2d', 4, 2, (3, 2), stride=(2, 1), dilation=(1, 2), bias=False, x='i')
row('Conv3d', 2, 2, 3, padding='same', padding_mode='replicate', x='v')
row('ConvTranspose1d', 3, 2, 3, stride=2, output_padding=1, padding=1, x='l')
row('ConvTranspose2d', 4, 4, 3, groups=2, dilation=2, x='i')
row('ConvTranspose3d', 2, 1, 2, stride=2, x='v')
row('LazyConv1d LazyConvTranspose1d', 2, 3, x='l')
row('LazyConv2d LazyConvTranspose2d', 2, 3, x='i')
row('LazyConv3d LazyConvTranspose3d', 2, 2, x='v')
row('BatchNorm1d InstanceNorm1d', 3, affine=True, x='l')
row('BatchNorm2d InstanceNorm2d', 4, momentum=None, track_running_stats=True, x='i')
row('BatchNorm3d InstanceNorm3d', 2, eps=1e-3, affine=False, x='v')
row('LazyBatchNorm1d LazyInstanceNorm1d', x='l')
row('LazyBatchNorm2d LazyInstanceNorm2d', x='i')
row('LazyBatchNorm3d LazyInstanceNorm3d', x='v')
row('SyncBatchNorm', 4, x='i')
row('GroupNorm', 2, 4, x='i')
row('LayerNorm', (8, 8), bias=False, x='i')
row('RMSNorm', 8, eps=1e-5, x='l')
row('LocalResponseNorm', 2, alpha=0.01, x='i')
row('CrossMapLRN2d', 2, 0.01, x='i')
row('MaxPool1d AvgPool1d', 3, 2, 1, x='l')
row('MaxPool2d AvgPool2d', (3, 2), stride=2, ceil_mode=True, x='i')
row('MaxPool3d AvgPool3d', 2, x='v')
row('LPPool1d', 2, 3, x='l')
row('LPPool2d', 2, 2, x='i')
row('LPPool3d', 2, 2, x='v')
row('AdaptiveAvgPool1d AdaptiveMaxPool1d', 3, x='l')
row('AdaptiveAvgPool2d AdaptiveMaxPool2d', (3, None), x='i')
row('AdaptiveAvgPool3d AdaptiveMaxPool3d', 2, x='v')
row('FractionalMaxPool2d', 2, output_ratio=0.6, x='i')
row('FractionalMaxPool3d', 2, output_size=3, x='v')
row('MaxUnpool1d', 2, x=lambda: unpooled('l', nn.functional.max_pool1d))
row('MaxUnpool2d', 2, x=lambda: unpooled('i', nn.functional.max_pool2d))
row('MaxUnpool3d', 2, x=lambda: unpooled('v', nn.functional.max_pool3d))
row('ConstantPad1d', (1, 2), 0.5, x='l')
row('ConstantPad2d', (1, 0, -1, 2), 0.5, x='i')
row('ConstantPad3d', 1, 0.5, x='v')
row('ZeroPad1d ReflectionPad1d ReplicationPad1d CircularPad1d', (1, 2), x='l')
row('ZeroPad2d ReflectionPad2d ReplicationPad2d CircularPad2d', (1, 2, 0, 1), x='i')
row('ZeroPad3d ReflectionPad3d ReplicationPad3d CircularPad3d', (1, 0, 1, 2, 0, 1), x='v')
row('Upsample', scale_factor=2, mode='bilinear', align_corners=True, x='i')
row('UpsamplingNearest2d UpsamplingBilinear2d', scale_factor=2, x='i')
row('PixelShuffle PixelUnshuffle ChannelShuffle', 2, x='i')
row('Unfold', 3, dilation=2, padding=1, x='i')
row('Fold', (4, 5), (2, 2), x=lambda: (inputs((1, 8, 12)),))
row('Unflatten', 1, (2, 2), x='i')
row('CosineSimilarity', 1, x=lambda: (inputs('l'), inputs('l')))
row('PairwiseDistance', 2.0, keepdim=True, x=lambda: (inputs('s'), inputs('s')))
row('Embedding', 7, 3, 1, max_norm=1.0, x=lambda: (torch.tensor([[1, 2, 2], [5, 0, 6]]),))
row('EmbeddingBag', 7, 3, mode='mean', include_last_offset=True, x=lambda: (torch.tensor([1, 2, 2, 5, 0]), torch.tensor([0, 2, 5])))
row('RNN', 4, 3, 2, nonlinearity='relu', bidirectional=True, x='q')
row('LSTM', 4, 3, proj_size=2, x='q')
row('GRU', 4, 3, bias=False, x='q')
row('RNNCell GRUCell LSTMCell', 3, 2)
row('MultiheadAttention', 4, 2, add_bias_kv=True, x=lambda: (inputs('q'),) * 3)
row('TransformerEncoderLayer', 4, 2, 6, 0.0, 'gelu', norm_first=True, x='q')
row('TransformerDecoderLayer', 4, 2, 6, 0.0, x=lambda: (inputs('q'), inputs('q')))
row('Transformer', 4, 2, 1, 1, 6, 0.0, x=lambda: (inputs('q'), inputs('q')))
target = lambda *shape: torch.rand(*shape, dtype=torch.float64)
row('L1Loss MSELoss SmoothL1Loss HuberLoss BCEWithLogitsLoss MultiLabelSoftMarginLoss', x=lambda: (inputs('s'), target(2, 3)))
row('BCELoss', x=lambda: (inputs('s').sigmoid(), target(2, 3)))
row('KLDivLoss', reduction='batchmean', x=lambda: (inputs('s').log_softmax(1), target(2, 3)))
row('PoissonNLLLoss', full=True, x=lambda: (inputs('s'), target(2, 3) * 3))
row('GaussianNLLLoss', full=True, x=lambda: (inputs('s'), target(2, 3), inputs('s').exp()))
row('SoftMarginLoss HingeEmbeddingLoss', x=lambda: (inputs('s'), torch.tensor([[1., -1, 1], [-1, 1, -1]], dtype=torch.float64)))
row('CrossEntropyLoss', label_smoothing=0.1, x=lambda: (inputs('s'), torch.tensor([0, 2])))
row('NLLLoss', ignore_index=1, x=lambda: (inputs('s').log_softmax(1), torch.tensor([0, 1])))
row('MultiMarginLoss', p=2, margin=0.5, x=lambda: (inputs('s'), torch.tensor([0, 2])))
row('MultiLabelMarginLoss', x=lambda: (inputs('s'), torch.tensor([[0, 2, -1], [1, -1, 0]])))
row('CosineEmbeddingLoss', margin=0.1, x=lambda: (inputs('s'), inputs('s'), torch.tensor([1., -1.], dtype=torch.float64)))
row('MarginRankingLoss', margin=0.1, x=lambda: (inputs((4,)), inputs((4,)), torch.tensor([1., -1, 1, -1], dtype=torch.float64)))
row('TripletMarginLoss', swap=True, x=lambda: (inputs('s'), inputs('s'), inputs('s')))
row('TripletMarginWithDistanceLoss', distance_function=lambda a, b: (a - b).abs().sum(1), x=lambda: (inputs('s'), inputs('s'), inputs('s')))
row('CTCLoss', blank=0, x=lambda: (inputs((6, 2, 4)).log_softmax(2), torch.tensor([[1, 2], [3, 3]]), torch.tensor([6, 5]), torch.tensor([2, 1])))
row('AdaptiveLogSoftmaxWithLoss', 4, 8, [2, 5], x=lambda: (inputs((3, 4)), torch.tensor([0, 3, 7])))


def inputs(kind):
    return torch.randn(X[kind] if isinstance(kind, str) else kind, dtype=torch.float64, requires_grad=True)


def unpooled(kind, pool):
    return pool(inputs(kind), 2, return_indices=True)


def tensors(result):
    if isinstance(result, torch.Tensor):
        return [result]
    return [t for part in result if part is not None for t in tensors(part)] if isinstance(result, (tuple, list)) else []


def total(ts):
    return ' '.join('%.4f' % (round(float((t.detach().double() * torch.arange(1, t.numel() + 1).view(t.shape).double().cos()).sum()), 4) + 0.0) for t in ts)


for name, (args, kwargs, x) in ROWS.items():
    torch.manual_seed(len(name))
    layer = getattr(nn, name)(*args, **kwargs)
    print(layer if '(0)' not in repr(layer) and 'function' not in repr(layer) else type(layer).__name__)
    layer = layer.double()
    given = x() if callable(x) else (inputs(x),)
    for part in given:
        if part.is_floating_point() and not part.is_leaf:
            part.retain_grad()
    lazy = name.startswith('Lazy')
    out = layer(*given)
    print('  ', {key: tuple(value.shape) for key, value in layer.state_dict().items()})
    print('  ', 'values', total(layer.state_dict().values()))
    outs = [t for t in tensors(out) if t.is_floating_point() and t.requires_grad]
    print('  ', 'output', [tuple(t.shape) for t in tensors(out)], total(tensors(out)))
    leaves = [t for t in given if t.requires_grad] + [p for p in layer.parameters() if p.requires_grad]
    leaves = list(dict.fromkeys(leaves))
    loss = sum((t * t).sum() for t in outs)
    first = torch.autograd.grad(loss, leaves, create_graph=True, allow_unused=True) if name != 'CrossMapLRN2d' else ()
    print('  ', 'gradients', total([g for g in first if g is not None]))
    again = [g for g in first if g is not None and g.requires_grad]
    if again and name not in WITHOUT_SECOND:
        second = torch.autograd.grad(sum((g * g).sum() for g in again), leaves, allow_unused=True)
        print('  ', 'second', total([g for g in second if g is not None]))
    same = copy.deepcopy(layer)
    print('  ', 'evaluated', total(tensors(same.eval()(*[t.detach() for t in given]))))
missing = sorted(name for name in dir(nn) if isinstance(getattr(nn, name), type) and issubclass(getattr(nn, name), nn.Module) and name not in ROWS and name != 'NLLLoss2d')
print(missing)
