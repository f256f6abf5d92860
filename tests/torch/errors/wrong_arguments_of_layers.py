# Layers called with arguments of wrong types, signs, lengths, shapes and dtypes: a table of good calls, of which one argument
# at a time is replaced. What is expected is the exception and its text, or the shape of the result.
import warnings

import torch
from torch import nn

warnings.simplefilter('ignore')
torch.set_num_threads(1); torch.manual_seed(3)


def R(*s):
    return torch.arange(torch.Size(s).numel()).reshape(s).sin()

def i(*s):
    return torch.arange(torch.Size(s).numel()).reshape(s) % 3

# name: (parameters in order, good constructor args, inputs)
S = {}
def row(names, params, args, *inputs):
    for n in names.split():
        S[n] = (params.split(), args, inputs)
row('Linear', 'in_features out_features bias', (4, 3), R(2, 4))
row('Bilinear', 'in1_features in2_features out_features bias', (4, 3, 2), R(2, 4), R(2, 3))
row('Identity', '', (), R(2, 4))
C = 'in_channels out_channels kernel_size stride padding dilation groups bias'
row('Conv1d', C, (4, 6, 3), R(2, 4, 8)); row('Conv2d', C, (4, 6, 3), R(2, 4, 8, 8)); row('Conv3d', C, (4, 6, 3), R(2, 4, 5, 5, 5))
C = 'in_channels out_channels kernel_size stride padding output_padding groups bias dilation'
row('ConvTranspose1d', C, (4, 6, 3), R(2, 4, 8)); row('ConvTranspose2d', C, (4, 6, 3), R(2, 4, 8, 8)); row('ConvTranspose3d', C, (4, 6, 3), R(2, 4, 5, 5, 5))
P = 'kernel_size stride padding dilation return_indices ceil_mode'
row('MaxPool1d', P, (2,), R(2, 4, 8)); row('MaxPool2d', P, (2,), R(2, 4, 8, 8)); row('MaxPool3d', P, (2,), R(2, 4, 4, 4, 4))
row('AvgPool1d', 'kernel_size stride padding ceil_mode count_include_pad', (2,), R(2, 4, 8))
row('AvgPool2d', 'kernel_size stride padding ceil_mode count_include_pad divisor_override', (2,), R(2, 4, 8, 8))
row('AvgPool3d', 'kernel_size stride padding ceil_mode count_include_pad divisor_override', (2,), R(2, 4, 4, 4, 4))
row('AdaptiveAvgPool1d AdaptiveMaxPool1d', 'output_size', (2,), R(2, 4, 8)); row('AdaptiveAvgPool2d AdaptiveMaxPool2d', 'output_size', (2,), R(2, 4, 8, 8)); row('AdaptiveAvgPool3d AdaptiveMaxPool3d', 'output_size', (2,), R(2, 4, 4, 4, 4))
row('FractionalMaxPool2d', 'kernel_size output_size output_ratio return_indices', (2, 3), R(2, 4, 8, 8)); row('FractionalMaxPool3d', 'kernel_size output_size output_ratio return_indices', (2, 3), R(2, 4, 8, 8, 8))
row('LPPool1d', 'norm_type kernel_size stride ceil_mode', (2, 2), R(2, 4, 8)); row('LPPool2d', 'norm_type kernel_size stride ceil_mode', (2, 2), R(2, 4, 8, 8)); row('LPPool3d', 'norm_type kernel_size stride ceil_mode', (2, 2), R(2, 4, 4, 4, 4))
row('MaxUnpool1d', 'kernel_size stride padding', (2,), R(2, 4, 4), i(2, 4, 4)); row('MaxUnpool2d', 'kernel_size stride padding', (2,), R(2, 4, 4, 4), i(2, 4, 4, 4)); row('MaxUnpool3d', 'kernel_size stride padding', (2,), R(2, 4, 2, 2, 2), i(2, 4, 2, 2, 2))
for n, x in (('1d', R(2, 4, 8)), ('2d', R(2, 4, 8, 8)), ('3d', R(2, 4, 4, 4, 4))):
    row(f'ReflectionPad{n} ReplicationPad{n} ZeroPad{n} CircularPad{n}', 'padding', (1,), x); row(f'ConstantPad{n}', 'padding value', (1, 2.), x)
    row(f'BatchNorm{n} InstanceNorm{n}', 'num_features eps momentum affine track_running_stats', (4,), x)
row('SyncBatchNorm', 'num_features eps momentum affine track_running_stats process_group', (4,), R(2, 4, 8))
row('GroupNorm', 'num_groups num_channels eps affine', (2, 4), R(2, 4, 8)); row('LayerNorm', 'normalized_shape eps elementwise_affine bias', (4,), R(2, 4)); row('RMSNorm', 'normalized_shape eps elementwise_affine', (4,), R(2, 4))
row('LocalResponseNorm', 'size alpha beta k', (2,), R(2, 4, 8))
row('Embedding', 'num_embeddings embedding_dim padding_idx max_norm norm_type scale_grad_by_freq sparse', (5, 3), i(2, 3))
row('EmbeddingBag', 'num_embeddings embedding_dim max_norm norm_type scale_grad_by_freq mode sparse', (5, 3), i(2, 3))
N = 'input_size hidden_size num_layers bias batch_first dropout bidirectional'
row('RNN', 'input_size hidden_size num_layers nonlinearity bias batch_first dropout bidirectional', (4, 3), R(5, 2, 4)); row('LSTM', N + ' proj_size', (4, 3), R(5, 2, 4)); row('GRU', N, (4, 3), R(5, 2, 4))
row('RNNCell', 'input_size hidden_size bias nonlinearity', (4, 3), R(2, 4), R(2, 3)); row('GRUCell', 'input_size hidden_size bias', (4, 3), R(2, 4), R(2, 3)); row('LSTMCell', 'input_size hidden_size bias', (4, 3), R(2, 4))
row('MultiheadAttention', 'embed_dim num_heads dropout bias add_bias_kv add_zero_attn kdim vdim batch_first', (4, 2), R(3, 2, 4), R(3, 2, 4), R(3, 2, 4))
row('TransformerEncoderLayer', 'd_model nhead dim_feedforward dropout activation layer_norm_eps batch_first norm_first bias', (4, 2, 8), R(3, 2, 4))
row('TransformerDecoderLayer', 'd_model nhead dim_feedforward dropout activation layer_norm_eps batch_first norm_first bias', (4, 2, 8), R(3, 2, 4), R(3, 2, 4))
row('Transformer', 'd_model nhead num_encoder_layers num_decoder_layers dim_feedforward dropout activation custom_encoder custom_decoder layer_norm_eps batch_first norm_first bias', (4, 2, 1, 1, 8), R(3, 2, 4), R(3, 2, 4))
row('Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout', 'p inplace', (), R(2, 4, 8))
row('Upsample', 'size scale_factor mode align_corners recompute_scale_factor', (None, 2), R(2, 4, 8, 8)); row('UpsamplingNearest2d UpsamplingBilinear2d', 'size scale_factor', (None, 2), R(2, 4, 8, 8))
row('PixelShuffle', 'upscale_factor', (2,), R(2, 4, 8, 8)); row('PixelUnshuffle', 'downscale_factor', (2,), R(2, 4, 8, 8)); row('ChannelShuffle', 'groups', (2,), R(2, 4, 8, 8))
row('Fold', 'output_size kernel_size dilation padding stride', ((4, 4), 2), R(2, 8, 9)); row('Unfold', 'kernel_size dilation padding stride', (2,), R(2, 4, 8, 8))
row('Flatten', 'start_dim end_dim', (), R(2, 4, 8)); row('Unflatten', 'dim unflattened_size', (1, (2, 2)), R(2, 4, 8))
row('CosineSimilarity', 'dim eps', (), R(2, 4), R(2, 4)); row('PairwiseDistance', 'p eps keepdim', (), R(2, 4), R(2, 4))
row('ReLU ReLU6 SELU SiLU Mish Hardswish Hardsigmoid', 'inplace', (), R(2, 4)); row('Sigmoid Tanh LogSigmoid Softsign Tanhshrink Softmax2d', '', (), R(2, 4, 3, 3))
row('ELU CELU', 'alpha inplace', (), R(2, 4)); row('LeakyReLU', 'negative_slope inplace', (), R(2, 4)); row('Threshold', 'threshold value inplace', (0.1, 2.), R(2, 4)); row('Hardtanh', 'min_val max_val inplace', (), R(2, 4))
row('RReLU', 'lower upper inplace', (), R(2, 4)); row('Softplus', 'beta threshold', (), R(2, 4)); row('Softshrink Hardshrink', 'lambd', (), R(2, 4)); row('GELU', 'approximate', (), R(2, 4)); row('GLU', 'dim', (), R(2, 4)); row('PReLU', 'num_parameters init', (), R(2, 4))
row('Softmax LogSoftmax Softmin', 'dim', (1,), R(2, 4))
L = 'size_average reduce reduction'
row('L1Loss MSELoss', L, (), R(2, 4), R(2, 4)); row('SmoothL1Loss', L + ' beta', (), R(2, 4), R(2, 4)); row('HuberLoss', 'reduction delta', (), R(2, 4), R(2, 4)); row('SoftMarginLoss', L, (), R(2, 4), R(2, 4).sign())
row('KLDivLoss', L + ' log_target', (), R(2, 4), R(2, 4)); row('PoissonNLLLoss', 'log_input full size_average eps reduce reduction', (), R(2, 4), R(2, 4).abs()); row('GaussianNLLLoss', 'full eps reduction', (), R(2, 4), R(2, 4), R(2, 4).abs())
row('BCELoss', 'weight ' + L, (), R(2, 4).sigmoid(), R(2, 4).sigmoid()); row('BCEWithLogitsLoss', 'weight size_average reduce reduction pos_weight', (), R(2, 4), R(2, 4).sigmoid())
row('CrossEntropyLoss', 'weight size_average ignore_index reduce reduction label_smoothing', (), R(2, 4), i(2)); row('NLLLoss NLLLoss2d', 'weight size_average ignore_index reduce reduction', (), R(2, 4), i(2))
row('MultiLabelMarginLoss', L, (), R(2, 4), i(2, 4)); row('MultiLabelSoftMarginLoss', 'weight ' + L, (), R(2, 4), R(2, 4).sigmoid()); row('MultiMarginLoss', 'p margin weight size_average reduce reduction', (), R(2, 4), i(2))
row('HingeEmbeddingLoss', 'margin ' + L, (), R(2, 4), R(2, 4).sign()); row('MarginRankingLoss', 'margin ' + L, (), R(4), R(4), R(4).sign()); row('CosineEmbeddingLoss', 'margin ' + L, (), R(2, 4), R(2, 4), R(2).sign())
row('TripletMarginLoss', 'margin p eps swap size_average reduce reduction', (), R(2, 4), R(2, 4), R(2, 4)); row('TripletMarginWithDistanceLoss', '', (), R(2, 4), R(2, 4), R(2, 4))
row('CTCLoss', 'blank reduction zero_infinity', (), R(6, 2, 4).log_softmax(2), i(2, 3), torch.tensor([6, 6]), torch.tensor([2, 2]))
row('AdaptiveLogSoftmaxWithLoss', 'in_features n_classes cutoffs div_value head_bias', (4, 6, [2]), R(3, 4), i(3))


def text(v):
    return f'{str(v.dtype)[6:]}{list(v.shape)}' if isinstance(v, torch.Tensor) else repr(v)


everywhere = {}
outcomes = {}  # of one layer: what was asked for, by what came of it


def case(label, f):
    try:
        r = f()
        while isinstance(r, tuple):
            r = r[0]
        shown = text(r) if isinstance(r, torch.Tensor) else type(r).__name__
    except Exception as e:
        shown = f'{type(e).__name__}: {e}'.replace('\n', ' | ').replace(name, '@')
    if len(shown) > 180:
        shown = shown[:100] + ' ... ' + shown[-80:]
    if f'{name} {label}' not in LEFT_OUT:
        outcomes.setdefault(shown, []).append(label)


BAD = ['x', -1, (2, 2), None, 0, 1.5, True, [2, 'a'], torch.tensor(2)]


def other_tensors(t):
    for value in (None, 'x', [1.0, 2.0]):
        yield repr(value), value
    for n in range(6):
        if n != t.dim():
            yield f'{n}d', torch.zeros(([2] * 6 + list(t.shape))[len(t.shape) + 6 - n:], dtype=t.dtype)
    for k in range(t.dim()):
        for n in (t.shape[k] + 1, 0, 1):
            s = list(t.shape)
            s[k] = n
            yield f'size {n} at {k}', torch.zeros(s, dtype=t.dtype)
    for d in (torch.int64, torch.int32, torch.bool, torch.float64, torch.float16, torch.complex64):
        if d != t.dtype:
            yield str(d), torch.ones(t.shape).to(d)


# where the library PyTorch calls has its say, or what is found wrong later has another name
LEFT_OUT = set('''Bilinear out_features=0
Conv1d kernel_size=0
Conv1d dilation=0
Conv2d kernel_size=0
Conv2d stride='x'
Conv2d dilation='x'
Conv2d dilation=0
Conv3d kernel_size=0
Conv3d stride='x'
Conv3d dilation='x'
Conv3d dilation=0
ConvTranspose1d out_channels=0
ConvTranspose1d kernel_size=0
ConvTranspose1d dilation=0
ConvTranspose1d kernel_size=(2, 2)
ConvTranspose2d out_channels=0
ConvTranspose2d kernel_size=0
ConvTranspose2d dilation=0
ConvTranspose3d out_channels=0
ConvTranspose3d kernel_size=0
ConvTranspose3d dilation=0
ConvTranspose3d input 0 size 0 at 2
ConvTranspose3d input 0 size 0 at 3
ConvTranspose3d input 0 size 0 at 4
MaxPool2d kernel_size=[2, 'a']
MaxPool3d input 0 size 0 at 2
MaxPool3d input 0 size 0 at 3
MaxPool3d input 0 size 0 at 4
AvgPool2d input 0 0d
FractionalMaxPool2d kernel_size=-1
FractionalMaxPool2d kernel_size=0
FractionalMaxPool2d output_ratio=int64[]
FractionalMaxPool3d kernel_size=[2, 'a']
FractionalMaxPool3d output_ratio=int64[]
LPPool2d input 0 0d
MaxUnpool1d kernel_size=0
MaxUnpool1d input 0 0d
MaxUnpool1d input 1 None
MaxUnpool1d input 1 'x'
MaxUnpool1d input 1 [1.0, 2.0]
MaxUnpool2d kernel_size=0
MaxUnpool2d input 0 0d
MaxUnpool2d input 0 1d
MaxUnpool3d kernel_size=0
MaxUnpool3d stride=0
MaxUnpool3d kernel_size=(2, 2)
MaxUnpool3d stride=-1
MaxUnpool3d input 0 0d
MaxUnpool3d input 0 1d
MaxUnpool3d input 0 2d
ReflectionPad1d forward()
ReflectionPad1d forward too many
ReflectionPad1d forward unexpected
ReflectionPad1d input 0 torch.bool
ReplicationPad1d forward()
ReplicationPad1d forward too many
ReplicationPad1d forward unexpected
ReplicationPad1d input 0 torch.bool
BatchNorm1d num_features=None
BatchNorm1d num_features=(2, 2)
BatchNorm1d input 0 size 0 at 1
ReflectionPad2d forward()
ReflectionPad2d forward too many
ReflectionPad2d forward unexpected
ReflectionPad2d input 0 torch.bool
ReplicationPad2d forward()
ReplicationPad2d forward too many
ReplicationPad2d forward unexpected
ReplicationPad2d input 0 torch.bool
BatchNorm2d num_features=None
BatchNorm2d num_features=(2, 2)
BatchNorm2d input 0 size 0 at 1
ReflectionPad3d forward()
ReflectionPad3d forward too many
ReflectionPad3d forward unexpected
ReflectionPad3d input 0 torch.bool
ReplicationPad3d forward()
ReplicationPad3d forward too many
ReplicationPad3d forward unexpected
ReplicationPad3d input 0 torch.bool
BatchNorm3d num_features=None
BatchNorm3d num_features=(2, 2)
BatchNorm3d input 0 size 0 at 1
SyncBatchNorm num_features=None
SyncBatchNorm num_features=(2, 2)
SyncBatchNorm forward()
SyncBatchNorm forward too many
SyncBatchNorm forward unexpected
SyncBatchNorm input 0 size 0 at 1
LocalResponseNorm size=1.5
Embedding num_embeddings=0
EmbeddingBag input 0 size 0 at 1
EmbeddingBag input 0 torch.bool
EmbeddingBag input 0 torch.complex64
RNN hidden_size=True
MultiheadAttention kdim=0
MultiheadAttention kdim=True
MultiheadAttention kdim=int64[]
MultiheadAttention vdim=0
MultiheadAttention vdim=True
MultiheadAttention vdim=int64[]
MultiheadAttention input 0 None
MultiheadAttention input 0 'x'
MultiheadAttention input 0 [1.0, 2.0]
MultiheadAttention input 1 None
MultiheadAttention input 2 None
MultiheadAttention input 1 'x'
MultiheadAttention input 2 'x'
MultiheadAttention input 1 [1.0, 2.0]
MultiheadAttention input 2 [1.0, 2.0]
TransformerDecoderLayer input 0 None
TransformerDecoderLayer input 0 'x'
TransformerDecoderLayer input 0 [1.0, 2.0]
TransformerDecoderLayer input 1 None
TransformerDecoderLayer input 1 'x'
TransformerDecoderLayer input 1 [1.0, 2.0]
Transformer input 0 0d
Transformer input 0 1d
Dropout input 0 torch.complex64
Dropout1d input 0 torch.complex64
Dropout2d input 0 torch.complex64
Dropout3d input 0 torch.complex64
Upsample mode=int64[]
Unflatten dim=True
Softmax2d input 0 torch.complex64
LogSoftmax input 0 torch.complex64
CrossEntropyLoss input 0 0d
CrossEntropyLoss input 0 torch.complex64
MultiLabelMarginLoss input 1 torch.complex64
CTCLoss input 0 size 1 at 2
AdaptiveLogSoftmaxWithLoss cutoffs=[2, 'a']
AdaptiveLogSoftmaxWithLoss input 0 None
AdaptiveLogSoftmaxWithLoss input 0 'x'
AdaptiveLogSoftmaxWithLoss input 0 [1.0, 2.0]
AdaptiveLogSoftmaxWithLoss input 0 0d'''.split('\n'))

for name, (params, args, inputs) in S.items():
    outcomes.clear()
    cls = getattr(nn, name)
    case('()', lambda: cls())
    case('unexpected', lambda: cls(*args, wrong=1))
    case('too many', lambda: cls(*args, *[1] * 20))
    case('twice', lambda: cls(*args, **{params[0]: 1}) if params and args else None)
    for k, p in enumerate(params):
        for b in BAD[:3] if name[-2:] in ('1d', '3d') else BAD:
            with_bad = (lambda: cls(*args[:k], b, *args[k + 1:])(*inputs)) if k < len(args) else (lambda: cls(*args, **{p: b})(*inputs))
            case(f'{p}={text(b)}', with_bad)
    m = cls(*args)
    case('forward()', lambda: m())
    case('forward too many', lambda: m(*inputs, *[1] * 12))
    case('forward unexpected', lambda: m(*inputs, wrong=1))
    for k, t in enumerate(inputs):
        for label, b in other_tensors(t):
            case(f'input {k} {label}', lambda: m(*inputs[:k], b, *inputs[k + 1:]))
    for outcome, labels in outcomes.items():
        everywhere.setdefault(('; '.join(labels), outcome), []).append(name)
for (labels, outcome), names in everywhere.items():
    print(', '.join(names), '|', labels, '->', outcome)
