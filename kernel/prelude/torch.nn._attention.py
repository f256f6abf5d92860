"""Attention, and convolutions that torch.conv1d and torch.conv2d do not do themselves, for torch.nn.functional."""

import math

import torch
from torch._C import _nn

_WORDS = {torch.float32: 'float', torch.float64: 'double', torch.float16: 'c10::Half', torch.bfloat16: 'c10::BFloat16',
          torch.int64: 'long int', torch.int32: 'int', torch.bool: 'bool'}


def _word(dtype):
    return _WORDS.get(dtype, str(dtype))


def _is_flash(query, key, value, attn_mask):
    """Does PyTorch take its fused kernel? Batches of heads of one size, whose numbers follow each other."""
    shape, other = query.size(), key.size()
    if len(shape) != 4 or other != value.size() or shape[:2] != other[:2] or shape[3] != other[3] or not shape[2] or not other[2] or not shape[3]:
        return False
    if attn_mask is not None and (attn_mask.requires_grad or attn_mask.dim() not in (2, 4)):
        return False
    return query.stride(3) == key.stride(3) == value.stride(3) == 1



def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    """Means of the values, weighted by the softmax of the products of queries and keys."""
    if min(query.dim(), key.dim(), value.dim()) < 2:
        raise RuntimeError('Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: %d key.dim: %d '
                           'and value.dim: %d instead.' % (query.dim(), key.dim(), value.dim()))
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError('Expected query, key, and value to have the same dtype, but got query.dtype: %s key.dtype: %s and '
                           'value.dtype: %s instead.' % (_word(query.dtype), _word(key.dtype), _word(value.dtype)))
    if not query.is_floating_point():
        raise RuntimeError('expected scalar type Float but found ' + torch.nn._borders._name(query))
    if attn_mask is not None:
        if attn_mask.dtype not in (torch.bool, torch.float32, query.dtype):
            raise RuntimeError('Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: %s '
                               'and  query.dtype: %s instead.' % (_word(attn_mask.dtype), _word(query.dtype)))
        if attn_mask.dim() < 2:
            raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got -2)' % (-max(attn_mask.dim(), 1), max(attn_mask.dim(), 1) - 1))
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    at_once = dropout_p == 0.0 and _is_flash(query, key, value, attn_mask)
    if is_causal and attn_mask is not None and not at_once:
        raise RuntimeError('_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True')
    if scale is None:
        scale = 1 / math.sqrt(query.size(-1))
    scores = (query * scale) @ key.transpose(-2, -1)
    if is_causal:
        before = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool, device=query.device).tril()
        attn_mask = (before if attn_mask is None else before & attn_mask if attn_mask.dtype == torch.bool
                     else attn_mask.masked_fill(~before, -math.inf))
    if attn_mask is None:
        weights = scores.softmax(-1)
    else:
        if attn_mask.dtype == torch.bool:
            scores = scores + torch.zeros(attn_mask.size(), dtype=query.dtype, device=query.device).masked_fill(
                ~attn_mask, -math.inf)
        else:
            scores = scores + attn_mask.to(query.dtype)
        nothing = (scores == -math.inf).all(-1, keepdim=True) # a query that sees no key has the result 0
        weights = scores.masked_fill(nothing, 0).softmax(-1).masked_fill(nothing, 0)
    if dropout_p > 0:
        weights = torch.dropout(weights, dropout_p, True)
    result = weights @ value
    if at_once:
        if not query.is_contiguous() and query.transpose(1, 2).is_contiguous():  # the result lies as the queries do
            result = result.transpose(1, 2).contiguous().transpose(1, 2)
        if result.requires_grad:
            result = torch._C._name_node(result, 'ScaledDotProductFlashAttentionForCpuBackward0')
    return result


# ---- the transposed convolution: what each element adds to its window, folded

def _sizes(x, n):
    if isinstance(x, (tuple, list)):
        return tuple(x) * n if len(x) == 1 else tuple(x)
    return (x,) * n


def _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, n):
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('Expected %dD (unbatched) or %dD (batched) input to conv_transpose%dd, but got input of size: %s'
                           % (n + 1, n + 2, n, list(input.size())))
    for name, x in (('stride', stride), ('padding', padding), ('output_padding', output_padding), ('dilation', dilation)):
        m = weight.dim() - 2
        if len(x) != m:
            raise RuntimeError('expected %s to be a single integer value or a list of %d values to match the convolution '
                               'dimensions, but got %s=%s' % (name, m, name, list(x)))
    if input.dtype != weight.dtype:
        raise RuntimeError('expected scalar type %s but found %s' % (
            {torch.float64: 'Double', torch.float32: 'Float', torch.int64: 'Long'}.get(input.dtype, str(input.dtype)),
            {torch.float64: 'Double', torch.float32: 'Float'}.get(weight.dtype, str(weight.dtype))))
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError('Input type (%s) and bias type (%s) should be the same or input should be a MKLDNN tensor and bias is '
                           'a dense tensor' % (input.type(), bias.type()))
    if groups <= 0:
        raise RuntimeError('non-positive groups is not supported')
    if min(padding) < 0:
        raise RuntimeError('negative padding is not supported')
    if min(output_padding) < 0:
        raise RuntimeError('negative output_padding is not supported')
    if min(stride) <= 0:
        raise RuntimeError('non-positive stride is not supported')
    if min(dilation) <= 0:
        sizes = (1,) * (2 - len(dilation)) + tuple(dilation)
        names = ('dilation_depth', 'dilation_height', 'dilation_width')[3 - max(len(dilation), 2):]
        raise RuntimeError('dilation should be greater than zero, but got ' + ', '.join(['%s: %d' % pair for pair in zip(names, sizes)]))
    shape = list(weight.size())
    if weight.size(0) < groups:
        raise RuntimeError('Given groups=%d, expected weight to be at least %d at dimension 0, but got weight of size %s instead' % (groups, groups, shape))
    if weight.size(0) % groups:
        raise RuntimeError('Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size [%s] '
                           'instead' % (groups, groups, shape))
    channels = input.size(input.dim() - n - 1)
    if channels != weight.size(0):
        raise RuntimeError('Given transposed=1, weight of size %s, expected input%s to have %d channels, but got %d channels '
                           'instead' % (shape, list(input.size()), weight.size(0), channels))
    if bias is not None and (bias.dim() != 1 or bias.size(0) != weight.size(1) * groups):
        raise RuntimeError('Given transposed=1, weight of size %s, expected bias to be 1-dimensional with %d elements, but got '
                           'bias of size %s instead' % (shape, weight.size(1) * groups, list(bias.size())))


def _check_output_padding(stride, output_padding, dilation):
    for i in (0, 1):
        if output_padding[i] >= stride[i] and output_padding[i] >= dilation[i]:
            raise RuntimeError('output padding must be smaller than either stride or dilation, but got output_padding_height: %d '
                               'output_padding_width: %d stride_height: %d stride_width: %d dilation_height: %d dilation_width: '
                               '%d' % (*output_padding, *stride, *dilation))


def _check_spread(x, weight, size, groups):
    """Is there an output? PyTorch's library for floats lets sizes of 0 pass, and takes batches and big images."""
    images, kernel = x.size()[2:], weight.size()[2:]
    library = x.dtype == torch.bfloat16 or x.dtype == torch.float32 and (
        groups > 1 or x.size(0) > 1 or x.numel() > 20480 or kernel[-1] > 3 and kernel[-2] > 3)
    if min(size) >= 1 or library and min(size) == 0:
        return
    if x.size(0) == 0:
        shape = [0, weight.size(1) * groups, *size]
        at = [s < 0 for s in shape].index(True) if min(size) < 0 else 0
        if at:
            raise RuntimeError('invalid shape dimension %d at index %d of shape %s' % (shape[at], at, shape))
        return
    if library:
        raise RuntimeError('could not construct a memory descriptor using a format tag')
    raise RuntimeError('Given input size per channel: (%s). Calculated output size per channel: (%s). Output size is too small'
                       % (' x '.join([str(s) for s in images]), ' x '.join([str(s) for s in size])))


def _spread_whole(x, weight, bias, stride, padding, output_padding, groups, dilation):
    """conv_transpose2d of whole numbers: a convolution of the image with gaps, by the weight turned round."""
    n, c, h, w = x.size()
    gaps = x.new_zeros(n, c, (h - 1) * stride[0] + 1, (w - 1) * stride[1] + 1)
    gaps[:, :, ::stride[0], ::stride[1]] = x
    reach = [dilation[i] * (weight.size(i + 2) - 1) for i in (0, 1)]
    wide = torch.constant_pad_nd(gaps, (reach[1], reach[1] + output_padding[1], reach[0], reach[0] + output_padding[0]))
    turned = weight.flip(2, 3).unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1)
    out = torch.conv2d(wide, turned, bias, 1, 0, dilation, groups)
    return out[:, :, padding[0]:out.size(2) - padding[0], padding[1]:out.size(3) - padding[1]].contiguous()


def _spread(x, weight, bias, stride, padding, output_padding, groups, dilation):
    """conv_transpose2d of a batch."""
    n, c, h, w = x.size()
    each, kernel = weight.size(1), tuple(weight.size()[2:])
    size = [(s - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel[i] - 1) + output_padding[i] + 1
            for i, s in enumerate((h, w))]
    _check_spread(x, weight, size, groups)
    if not (x.is_floating_point() or x.is_complex()):
        if x.dtype != torch.int64:
            names = {torch.int32: 'Int', torch.int16: 'Short', torch.int8: 'Char', torch.uint8: 'Byte', torch.bool: 'Bool'}
            raise NotImplementedError('"slow_conv_transpose2d_out_cpu" not implemented for \'%s\'' % names.get(x.dtype, x.dtype))
        return _spread_whole(x, weight, bias, stride, padding, output_padding, groups, dilation)
    return _nn.conv_transpose2d(x, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of a convolution with respect to its input, as a layer."""
    stride, padding, output_padding, dilation = (_sizes(stride, 2), _sizes(padding, 2), _sizes(output_padding, 2),
                                                 _sizes(dilation, 2))
    _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 2)
    _check_output_padding(stride, output_padding, dilation)
    x = input.unsqueeze(0) if input.dim() == 3 else input
    out = _spread(x, weight, bias, stride, padding, output_padding, groups, dilation)
    return out.squeeze(0) if input.dim() == 3 else out


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of a convolution of sequences with respect to its input, as a layer."""
    stride, padding, output_padding, dilation = (_sizes(stride, 1), _sizes(padding, 1), _sizes(output_padding, 1),
                                                 _sizes(dilation, 1))
    _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 1)
    stride, padding, output_padding, dilation = (1,) + stride, (0,) + padding, (0,) + output_padding, (1,) + dilation
    _check_output_padding(stride, output_padding, dilation)
    x = (input.unsqueeze(0) if input.dim() == 2 else input).unsqueeze(2)
    out = _spread(x, weight.unsqueeze(2), bias, stride, padding, output_padding, groups, dilation).squeeze(2)
    torch._C._name_node(out, 'ConvolutionBackward0')
    return out.squeeze(0) if input.dim() == 2 else out
