"""The functions behind the layers of torch.nn."""

import warnings

import torch
from torch._C import _nn
from torch._arguments import accept as _accept, cxx_name as _cxx_name, scalar_type as _scalar_type, write_out as _write_out
from torch.nn._losses import (
    poisson_nll_loss, gaussian_nll_loss, hinge_embedding_loss, margin_ranking_loss, triplet_margin_loss,
    triplet_margin_with_distance_loss, cosine_embedding_loss, multilabel_soft_margin_loss,
    soft_margin_loss, multi_margin_loss, multilabel_margin_loss, reduction_code as _reduction_code, reduction_name as _reduction_name)
from torch.nn._normalization import batch_norm, group_norm, instance_norm, layer_norm, local_response_norm, rms_norm
from torch.nn._padding import pad
from torch.nn._fold import fold, unfold
from torch.nn._attention import multi_head_attention_forward, scaled_dot_product_attention
from torch.nn._convolution import conv3d, conv_tbc, conv_transpose1d, conv_transpose2d, conv_transpose3d
from torch.nn._grid_sampler import affine_grid, grid_sample
from torch.nn._ctc import ctc_loss
from torch.nn._embedding_bag import embedding_bag, renormalize_rows as _renormalize_rows
from torch.nn._interpolation import interpolate, upsample, upsample_bilinear, upsample_nearest
from torch.nn._unpooling import max_unpool1d, max_unpool2d, max_unpool3d
from torch.nn._pooling import (
    max_pool1d, max_pool3d, avg_pool1d, avg_pool3d, adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d,
    adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d, lp_pool1d, lp_pool2d, lp_pool3d, fractional_max_pool2d,
    fractional_max_pool3d, fractional_max_pool2d_with_indices, fractional_max_pool3d_with_indices, _with_indices)

linear = _nn.linear
pixel_shuffle = torch.pixel_shuffle
pixel_unshuffle = torch.pixel_unshuffle
channel_shuffle = torch.channel_shuffle
conv1d = torch.conv1d
conv2d = torch.conv2d
softplus = _nn.softplus
logsigmoid = _nn.log_sigmoid
one_hot = _nn.one_hot
pdist = torch.pdist


def tanh(input):
    """The hyperbolic tangent."""
    return input.tanh()


def sigmoid(input):
    """1 / (1 + exp(-x))."""
    return input.sigmoid()


def relu(input, inplace=False):
    """max(x, 0) for each element."""
    return torch.relu_(input) if inplace else torch.relu(input)


def relu_(input):
    """relu in place."""
    return input.relu_()


prelu = torch.prelu
hardshrink = torch.hardshrink
softshrink = _nn.softshrink
elu_ = _nn.elu_
celu_ = torch.celu_
selu_ = torch.selu_
leaky_relu_ = _nn.leaky_relu_
hardtanh_ = _nn.hardtanh_
gelu = _nn.gelu
threshold_ = torch.threshold_
rrelu_ = torch.rrelu_


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where positive, else the slope times x."""
    return (_nn.leaky_relu_ if inplace else _nn.leaky_relu)(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha (exp(x) - 1)."""
    return (_nn.elu_ if inplace else _nn.elu)(input, alpha)


def selu(input, inplace=False):
    """elu with the constants of self-normalising networks."""
    return (torch.selu_ if inplace else torch.selu)(input)


def celu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha (exp(x / alpha) - 1)."""
    return (torch.celu_ if inplace else torch.celu)(input, alpha)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """leaky_relu with slopes from the uniform distribution on [lower, upper) while training (Xu et al. 2015)."""
    return (torch.rrelu_ if inplace else torch.rrelu)(input, lower, upper, training)


def glu(input, dim=-1):
    """a sigmoid(b) of the halves a and b along a dimension (Dauphin et al. 2017)."""
    if input.dim() == 0:
        raise RuntimeError('glu does not support scalars because halving size must be even')
    return _nn.glu(input, dim)


def silu(input, inplace=False):
    """x sigmoid(x)."""
    return (_nn.silu_ if inplace else _nn.silu)(input)


def mish(input, inplace=False):
    """x tanh(softplus(x))."""
    return (_nn.mish_ if inplace else _nn.mish)(input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Limits each element to [min_val, max_val]."""
    if min_val > max_val:
        raise ValueError('min_val cannot be greater than max_val')
    return (_nn.hardtanh_ if inplace else _nn.hardtanh)(input, min_val, max_val)


def relu6(input, inplace=False):
    """Limits each element to [0, 6]."""
    if not isinstance(input, torch.Tensor):
        raise TypeError("relu6(): argument 'input' (position 1) must be Tensor, not " + type(input).__name__)
    return (_nn.hardtanh_ if inplace else _nn.hardtanh)(input, 0, 6)


def hardsigmoid(input, inplace=False):
    """clamp(x + 3, 0, 6) / 6."""
    return (_nn.hardsigmoid_ if inplace else _nn.hardsigmoid)(input)


def hardswish(input, inplace=False):
    """x clamp(x + 3, 0, 6) / 6."""
    return (_nn.hardswish_ if inplace else _nn.hardswish)(input)


def softsign(input):
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def tanhshrink(input):
    """x - tanh(x)."""
    return input - input.tanh()


def threshold(input, threshold, value, inplace=False):
    """x where above the threshold, else a value."""
    return (torch.threshold_ if inplace else torch.threshold)(input, threshold, value)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Samples softmax((logits + Gumbel noise) / tau) (Jang et al. 2017); hard: as one-hot vectors with the gradients of the soft ones."""
    if eps != 1e-10:
        warnings.warn('`eps` parameter is deprecated and has no effect.')
    noise = -torch.empty_like(logits, memory_format=torch.contiguous_format).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    chosen = torch.zeros_like(logits, memory_format=torch.contiguous_format).scatter_(dim, index, 1.0)
    return chosen - soft.detach() + soft


def _softmax_dim(name, ndim):
    warnings.warn('Implicit dimension choice for %s has been deprecated. Change the call to include dim=X as an argument.' % name,
                  stacklevel=3)
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) / sum exp(x) along a dimension."""
    if dim is None:
        dim = _softmax_dim('softmax', input.dim())
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log of softmax along a dimension."""
    if dim is None:
        dim = _softmax_dim('log_softmax', input.dim())
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax of the negative."""
    if dim is None:
        dim = _softmax_dim('softmin', input.dim())
    return (-input).softmax(dim) if dtype is None else (-input).softmax(dim, dtype=dtype)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """x / max(||x||_p, eps), the norm along a dimension."""
    lengths = input.norm(p, dim, True).clamp_min(eps)
    unit = input / lengths.expand_as(input)
    return unit if out is None else _write_out(out, unit)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along a dimension."""
    if not eps >= 0:
        raise RuntimeError('eps must be non-negative, got: %s' % eps)
    dtype, units = torch.result_type(x1, x2), []
    shape = (x1.detach() == x2.detach()).shape if x1.shape != x2.shape else x1.shape
    if not dtype.is_floating_point:
        raise RuntimeError('expected common dtype to be floating point, yet common dtype is '
                           + _scalar_type(dtype))
    for x in (x1, x2):
        x = x.to(dtype) if x.shape == shape else x.to(dtype).expand(shape)
        length = torch.linalg.vector_norm(x, 2, dim, True).clone()
        with torch.no_grad():  # norms below eps are replaced in the division only
            length.clamp_min_(eps)
        units.append(x / length)
    return (units[0] * units[1]).sum(dim)


def bilinear(input1, input2, weight, bias=None):
    """y[o] = x1^T weight[o] x2 + bias[o]."""
    if input1.dim() != input2.dim():
        raise RuntimeError('bilinear(): input dimensions do not match: got %d and %d' % (input1.dim(), input2.dim()))
    operands = [('input1', input1), ('input2', input2), ('weight', weight)] + ([] if bias is None else [('bias', bias)])
    if any([x.dtype != weight.dtype for _, x in operands]):
        raise RuntimeError('All tensors must have the same dtype, got ' + ', '.join(['%s: %s' % (what, _cxx_name(x.dtype)) for what, x in operands]))
    for i in range(input1.dim() - 1):
        if input1.size(i) != input2.size(i):
            raise RuntimeError('bilinear(): input batch dimensions do not match at dim %d: got %d and %d'
                               % (i, input1.size(i), input2.size(i)))
    for i, x in ((1, input1), (2, input2)):
        if x.size(-1) != weight.size(i):
            raise RuntimeError('bilinear(): input%d size does not match weight size: got %d but expected %d'
                               % (i, x.size(-1), weight.size(i)))
    if bias is not None and bias.size(0) != weight.size(0):
        raise RuntimeError('bilinear(): bias size does not match weight size: got %d but expected %d'
                           % (bias.size(0), weight.size(0)))
    o, i, j = weight.size()
    left = input1.reshape(-1, i) @ weight.permute(1, 0, 2).reshape(i, o * j)
    out = (left.reshape(-1, o, j) * input2.reshape(-1, 1, j)).sum(-1).reshape(*input1.size()[:-1], o)
    return out if bias is None else out + bias


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The norms of the differences of rows."""
    return torch._C._name_node(torch._add_scalar(x1 - x2, eps).norm(p, -1, keepdim), 'NormBackward1')


# ---- dropout, embedding, normalisation

def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError('dropout probability has to be between 0 and 1, but got {}'.format(p))


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeroes elements with probability p while training and scales the rest."""
    _check_probability(p)
    return torch.dropout_(input, p, training) if inplace else torch.dropout(input, p, training)


def _channels(name, input, p, low, high, deprecated):
    _check_probability(p)
    if input.dim() not in (low, high):
        if not deprecated:
            raise RuntimeError('%s: Expected %dD or %dD input, but received a %dD input. Note that %s exists to provide '
                               'channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional '
                               'batch dimension (i.e. 2D or 3D inputs).' % (name, low, high, input.dim(), name))
        warnings.warn('%s: Received a %d-D input to %s, which is deprecated and will result in an error in a future release. '
                      'To retain the behavior and silence this warning, please use dropout instead. Note that %s exists to '
                      'provide channel-wise dropout on inputs with %d spatial dimensions, a channel dimension, and an optional '
                      'batch dimension (i.e. %dD or %dD inputs).' % (name, input.dim(), name, name, low - 1, low, high))


def _feature(input, p, training, inplace):
    return torch.feature_dropout_(input, p, training) if inplace else torch.feature_dropout(input, p, training)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zeroes entire channels of sequences with probability p while training."""
    _channels('dropout1d', input, p, 2, 3, False)
    single = input.dim() == 2
    result = _feature(input.unsqueeze_(0) if single and inplace else input.unsqueeze(0) if single else input, p, training,
                      inplace)
    return (result.squeeze_(0) if inplace else result.squeeze(0)) if single else result


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Zeroes entire channels with probability p while training."""
    _check_probability(p)
    if input.dim() not in (3, 4):
        _channels('dropout2d', input, p, 3, 4, True)
    elif input.dim() == 3:
        warnings.warn('dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired '
                      '- input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a '
                      'future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To '
                      'maintain the 1D channel-wise dropout behavior, please switch to using dropout1d instead.')
    return _feature(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Zeroes entire channels of volumes with probability p while training."""
    _channels('dropout3d', input, p, 4, 5, True)
    single = input.dim() != 5
    result = _feature(input.unsqueeze_(0) if single and inplace else input.unsqueeze(0) if single else input, p, training,
                      inplace)
    return (result.squeeze_(0) if inplace else result.squeeze(0)) if single else result


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps the mean and the variance of selu's results (Klambauer et al. 2017)."""
    _check_probability(p)
    return torch.alpha_dropout_(input, p, training) if inplace else torch.alpha_dropout(input, p, training)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of entire channels."""
    _check_probability(p)
    return (torch.feature_alpha_dropout_ if inplace else torch.feature_alpha_dropout)(input, p, training)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Rows of a table."""
    if padding_idx is None:
        padding_idx = -1
    else:
        assert padding_idx < weight.size(0) and padding_idx >= -weight.size(0), 'Padding_idx must be within num_embeddings'
        if type(padding_idx) is not int:
            _accept('embedding', weight, input, padding_idx, scale_grad_by_freq, sparse)
        padding_idx = padding_idx % weight.size(0)
    if max_norm is not None:
        _accept('embedding_renorm_', weight, input, max_norm, norm_type)
        _renormalize_rows(weight, input, max_norm, norm_type)
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


# ---- pooling

def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window."""
    stride = [] if stride is None else stride
    if return_indices:
        return torch.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """The mean of each window."""
    return _nn.avg_pool2d(input, kernel_size, [] if stride is None else stride, padding, ceil_mode, count_include_pad,
                          divisor_override)


# ---- losses

def _warn_sizes(target, input):
    if target.size() != input.size():
        warnings.warn('Using a target size (%s) that is different to the input size (%s). This will likely lead to incorrect '
                      'results due to broadcasting. Please ensure they have the same size.' % (target.size(), input.size()),
                      stacklevel=3)


def _weighted(loss, input, weight, reduction):
    """The losses of the elements times weights; their mean is the weighted one."""
    if reduction not in ('none', 'mean', 'sum'):
        raise ValueError("Invalid reduction mode: %s. Expected one of 'none', 'mean', 'sum'." % reduction)
    if weight.size() != input.size():
        raise ValueError('Weights and input must have the same size.')
    each = loss * weight
    if reduction == 'mean':
        return torch.sum(each) / torch.sum(weight)
    return each if reduction == 'none' else torch.sum(each)


def mse_loss(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    """The mean squared error."""
    if target.size() != input.size():
        _warn_sizes(target, input)
        if input.dim() == 0 or target.dim() == 0:  # of full rank, whose types both count
            input, target = torch.broadcast_tensors(input, target)
    if weight is not None:
        return _weighted(_nn.mse_loss(input, target, 0), input, weight, _reduction_name(size_average, reduce, reduction))
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    return _nn.mse_loss(input, target, code)


def l1_loss(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    """The mean absolute error."""
    if target.size() != input.size():
        _warn_sizes(target, input)
        if input.dim() == 0 or target.dim() == 0:  # of full rank, whose types both count
            input, target = torch.broadcast_tensors(input, target)
    if weight is not None:
        return _weighted(_nn.l1_loss(input, target, 0), input, weight, _reduction_name(size_average, reduce, reduction))
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    return _nn.l1_loss(input, target, code)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction='mean', beta=1.0):
    """Squared near zero, absolute beyond beta."""
    if target.size() != input.size():
        _warn_sizes(target, input)
        if input.dim() == 0 or target.dim() == 0:  # of full rank, whose types both count
            input, target = torch.broadcast_tensors(input, target)
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    return _nn.l1_loss(input, target, code) if beta == 0.0 else _nn.smooth_l1_loss(input, target, code, beta)


def huber_loss(input, target, reduction='mean', delta=1.0, weight=None):
    """Squared near zero, linear beyond delta."""
    if target.size() != input.size():
        _warn_sizes(target, input)
        if input.dim() == 0 or target.dim() == 0:  # of full rank, whose types both count
            input, target = torch.broadcast_tensors(input, target)
    if weight is not None:
        each = _weighted(_nn.huber_loss(input, target, 0, delta), input, weight, 'none' if reduction == 'mean' else reduction)
        return torch.mean(each) if reduction == 'mean' else each
    return _nn.huber_loss(input, target, _reduction_code(None, None, reduction), delta)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
    """The negative log likelihood."""
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    if type(ignore_index) is not int or not isinstance(input, torch.Tensor) or not isinstance(target, torch.Tensor):
        _accept('nll_loss_nd', input, target, weight, code, ignore_index)
    if input.dim() == 0:
        raise ValueError('Expected 1 or more dimensions (got 0)')
    return (_nn.nll_loss if input.dim() < 3 else _nn.nll_loss_nd)(input, target, weight, code, ignore_index)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean',
                  label_smoothing=0.0):
    """nll_loss of log_softmax."""
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    if torch._C._autocast_enabled('cpu') and input.dtype in (torch.bfloat16, torch.float16):
        input = input.float()
    return _nn.cross_entropy_loss(input, target, weight, code, ignore_index,
                                  label_smoothing)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction='mean'):
    """The binary cross entropy of probabilities."""
    if target.size() != input.size():
        raise ValueError('Using a target size (%s) that is different to the input size (%s) is deprecated. Please ensure they '
                         'have the same size.' % (target.size(), input.size()))
    if weight is not None:
        weight = weight.expand(torch.broadcast_shapes(target.size(), weight.size()))
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    return _nn.binary_cross_entropy(input, target, weight, code)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction='mean',
                                     pos_weight=None):
    """The binary cross entropy of logits."""
    if target.size() != input.size():
        raise ValueError('Target size (%s) must be the same as input size (%s)' % (target.size(), input.size()))
    code = 1 if reduction == 'mean' and size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
    return _nn.binary_cross_entropy_with_logits(input, target, weight, pos_weight, code)


def kl_div(input, target, size_average=None, reduce=None, reduction='mean', log_target=False):
    """The Kullback-Leibler divergence."""
    if reduction == 'batchmean':
        code = 2 if size_average is None and reduce is None else _reduction_code(size_average, reduce, reduction)
        return _nn.kl_div(input, target, code, log_target=log_target) / input.size(0)
    if reduction == 'mean' and size_average is None and reduce is None:
        warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by the batch "
                      "size, and aligns with the KL div math definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
                      'release.', stacklevel=2)
    return _nn.kl_div(input, target, _reduction_code(size_average, reduce, reduction), log_target=log_target)


# ---- the forms that always return indices

max_pool1d_with_indices = _with_indices(max_pool1d)
max_pool2d_with_indices = _with_indices(max_pool2d)
max_pool3d_with_indices = _with_indices(max_pool3d)
adaptive_max_pool1d_with_indices = _with_indices(adaptive_max_pool1d)
adaptive_max_pool2d_with_indices = _with_indices(adaptive_max_pool2d)
adaptive_max_pool3d_with_indices = _with_indices(adaptive_max_pool3d)
native_channel_shuffle = torch.channel_shuffle


def linear_cross_entropy(input, linear_weight, target, *, linear_bias=None, weight=None, reduction='mean', ignore_index=None,
                         label_smoothing=0.0, options=None):
    """cross_entropy of linear(input, linear_weight, linear_bias): input (N, in_features), linear_weight (C, ..., in_features); with
    options, LinearCrossEntropyOptions, in chunks of the batch, so that the logits are never there at once."""
    from torch.nn.modules.linear_cross_entropy import linear_cross_entropy as computed
    return computed(input, linear_weight, target, linear_bias, weight, reduction, ignore_index, label_smoothing, options)


def grouped_mm(mat_a, mat_b, *, offs=None, bias=None, out_dtype=None):
    """Products of groups of matrices: of a 3-d operand each matrix is a group, of a 2-d one the rows (columns) up to each of offs."""
    from torch.nn import _grouped_products
    return _grouped_products.grouped_mm(mat_a, mat_b, offs, bias, out_dtype)


def scaled_mm(mat_a, mat_b, scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a=None, swizzle_b=None, bias=None,
              output_dtype=torch.bfloat16, contraction_dim=(), use_fast_accum=False):
    """The product of two matrices of 8-bit floats, times their scales: one number, or one for each row of mat_a and column of mat_b."""
    from torch.nn import _grouped_products
    return _grouped_products.scaled_mm(mat_a, mat_b, scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a, swizzle_b, bias, output_dtype,
                                       contraction_dim)


def scaled_grouped_mm(mat_a, mat_b, scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a=None, swizzle_b=None, bias=None, offs=None,
                      output_dtype=torch.bfloat16, contraction_dim=(), use_fast_accum=False):
    """grouped_mm of scaled operands: on no device that is there."""
    from torch.nn import _grouped_products
    return _grouped_products.scaled_grouped_mm(mat_a.device.type)


def assert_int_or_pair(arg, arg_name, message):
    """AssertionError with the message, in which {} is the name, unless arg is an int or has two elements."""
    assert isinstance(arg, int) or len(arg) == 2, message.format(arg_name)


def __getattr__(name):
    """How operands of scaled_mm are scaled, loaded when asked for."""
    if name in ('ScalingType', 'SwizzleType'):
        from torch.nn import _grouped_products
        return getattr(_grouped_products, '_' + name)
    raise AttributeError("module 'torch.nn.functional' has no attribute '%s'" % name)


for _name in '''adaptive_avg_pool1d avg_pool1d avg_pool2d avg_pool3d bilinear celu_ channel_shuffle conv1d conv2d conv3d conv_transpose1d
        conv_transpose2d conv_transpose3d relu_ cosine_similarity one_hot pairwise_distance pdist pixel_shuffle pixel_unshuffle prelu rrelu_ selu_ threshold_
        scaled_dot_product_attention'''.split():
    if type(globals().get(_name)) is type(lambda: 0):
        globals()[_name] = torch._C._check_arguments(globals()[_name], _name)

# what PyTorch calls them where arguments are missing
for _name in 'adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d max_pool1d max_pool2d max_pool3d threshold'.split():
    if type(globals()[_name]) is type(lambda: 0):
        globals()[_name].__qualname__ = '_' + _name

# whose plain cases are rows of the op table
for _name in '''interpolate max_pool1d max_pool2d adaptive_max_pool1d adaptive_max_pool2d pad unfold relu silu mish selu hardsigmoid hardswish leaky_relu
        elu celu hardtanh relu6 softmax log_softmax dropout batch_norm group_norm layer_norm instance_norm rms_norm cross_entropy
        triplet_margin_loss'''.split():
    torch._C._fast_path(globals()[_name], 'nn_' + _name)
torch._C._fast_path(torch.nn._pooling.adaptive_avg_pool2d, 'adaptive_avg_pool2d')
torch._C._fast_path(glu, 'glu')
