"""Convolutions of volumes, and of sequences with the time first, for torch.nn.functional."""

import torch
from torch.nn import _attention


_CXX = {torch.float32: 'float', torch.float64: 'double', torch.float16: 'c10::Half', torch.bfloat16: 'c10::BFloat16', torch.int64: 'long int',
        torch.int32: 'int', torch.int16: 'short int', torch.int8: 'signed char', torch.uint8: 'unsigned char', torch.bool: 'bool'}


def _three(x):
    if isinstance(x, (tuple, list)):
        return tuple(x) * 3 if len(x) == 1 else tuple(x)
    return (x, x, x)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution of volumes: the sum of the convolutions of their slices."""
    if input.dim() not in (4, 5):
        raise RuntimeError('Expected 4D (unbatched) or 5D (batched) input to conv3d, but got input of size: %s' % list(input.size()))
    stride, dilation = _three(stride), _three(dilation)
    if weight.dim() != 5:
        m = weight.dim() - 2
        raise RuntimeError('expected stride to be a single integer value or a list of %d values to match the convolution '
                           'dimensions, but got stride=%s' % (m, list(stride)))
    if groups <= 0:
        raise RuntimeError('non-positive groups is not supported')
    if min(stride) <= 0:
        raise RuntimeError('non-positive stride is not supported')
    if min(dilation) <= 0:
        raise RuntimeError('dilation should be greater than zero, but got [%d, %d, %d]' % tuple(dilation))
    x = input.unsqueeze(0) if input.dim() == 4 else input
    kernel = tuple(weight.size()[2:])
    if padding == 'valid':
        padding = 0
    elif padding == 'same':
        if stride != (1, 1, 1):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        border = []
        for i in (2, 1, 0):
            whole = dilation[i] * (kernel[i] - 1)
            border += [whole // 2, whole - whole // 2]
        x, padding = torch.constant_pad_nd(x, border, 0), 0
    elif isinstance(padding, str):
        raise RuntimeError('Invalid padding string: \'%s\'' % padding)
    padding = _three(padding)
    if min(padding) < 0:
        raise RuntimeError('negative padding is not supported')
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError('Input type (%s) and bias type (%s) should be the same' % (_CXX[input.dtype], _CXX[bias.dtype]))
    shape = list(weight.size())
    if weight.size(0) < groups:
        raise RuntimeError('Given groups=%d, expected weight to be at least %d at dimension 0, but got weight of size %s instead' % (groups, groups, shape))
    if weight.size(0) % groups:
        raise RuntimeError('Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size [%s] '
                           'instead' % (groups, groups, shape))
    if x.size(1) != weight.size(1) * groups:
        raise RuntimeError('Given groups=%d, weight of size %s, expected input%s to have %d channels, but got %d channels instead'
                           % (groups, shape, list(input.size()), weight.size(1) * groups, x.size(1)))
    if bias is not None and (bias.dim() != 1 or bias.size(0) != weight.size(0)):
        raise RuntimeError('Given weight of size %s, expected bias to be 1-dimensional with %d elements, but got bias of size %s '
                           'instead' % (shape, weight.size(0), list(bias.size())))
    spans = [dilation[i] * (kernel[i] - 1) + 1 for i in range(3)]
    sizes = [x.size(2 + i) + 2 * padding[i] for i in range(3)]
    if any([sizes[i] < spans[i] for i in range(3)]):
        raise RuntimeError("Calculated padded input size per channel: (%d x %d x %d). Kernel size: (%d x %d x %d). Kernel size "
                           "can't be greater than actual input size" % (*sizes, *spans))
    if input.dtype != weight.dtype:
        raise RuntimeError('expected scalar type %s but found %s' % (input.type()[6:-6], weight.type()[6:-6]))
    if padding[0]:
        x = torch.constant_pad_nd(x, (0, 0, 0, 0, padding[0], padding[0]), 0)
    n, depth = x.size(0), (sizes[0] - spans[0]) // stride[0] + 1
    if kernel[0] == 1:
        slices = x[:, :, ::stride[0]].transpose(1, 2).flatten(0, 1)
    else: # what a window sees of a line of slices becomes channels
        slices = x.unfold(2, spans[0], stride[0])[..., ::dilation[0]].permute(0, 2, 1, 5, 3, 4).flatten(2, 3).flatten(0, 1)
    out = torch.conv2d(slices, weight.flatten(1, 2), bias, stride[1:], padding[1:], dilation[1:], groups)
    out = out.unflatten(0, (n, depth)).transpose(1, 2).contiguous()
    out = torch._C._name_node(out.flatten().view(out.size()), 'ConvolutionBackward0')
    return out.squeeze(0) if input.dim() == 4 else out


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of a convolution of volumes with respect to its input, as a layer: slice by slice of the weight."""
    stride, padding, output_padding, dilation = _three(stride), _three(padding), _three(output_padding), _three(dilation)
    _attention._check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 3)
    for i in range(3):
        if output_padding[i] >= stride[i] and output_padding[i] >= dilation[i]:
            raise RuntimeError('output padding must be smaller than either stride or dilation, but got output_padding_depth: %d '
                               'output_padding_height: %d output_padding_width: %d stride_depth: %d stride_height: %d stride_width: '
                               '%d dilation_depth: %d dilation_height: %d dilation_width: %d'
                               % (*output_padding, *stride, *dilation))
    x = input.unsqueeze(0) if input.dim() == 4 else input
    n, c, d, h, w = x.size()
    kernel = tuple(weight.size()[2:])
    size = [(s - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel[i] - 1) + output_padding[i] + 1
            for i, s in enumerate((d, h, w))]
    _attention._check_spread(x, weight, size, groups)
    flat = x.transpose(1, 2).flatten(0, 1)
    # what each slice adds to all that it reaches, one of them after the other as channels
    parts = torch.conv_transpose2d(flat, weight.flatten(1, 2), None, stride[1:], padding[1:], output_padding[1:], groups, dilation[1:])
    parts = parts.view(n, d, weight.size(1) * groups, kernel[0], *size[1:])
    if kernel[0] == stride[0] and (dilation[0] == 1 or kernel[0] == 1) and not output_padding[0]: # no slice is reached twice
        out, parts = parts.permute(0, 2, 1, 3, 4, 5).flatten(2, 3).contiguous(), None
    else:
        out = x.new_zeros(n, weight.size(1) * groups, size[0] + 2 * padding[0], size[1], size[2])
        first = torch.arange(d, device=x.device) * stride[0]
        for k in range(kernel[0]):
            out = out.index_add(2, first + k * dilation[0], parts[:, :, :, k].transpose(1, 2))
    if padding[0]:
        out = out.narrow(2, padding[0], size[0]).contiguous().flatten().view(n, -1, *size)
    if bias is not None:
        out = out + bias.reshape(-1, 1, 1, 1)
    torch._C._name_node(out, 'ConvolutionBackward0')
    return out.squeeze(0) if input.dim() == 4 else out


def conv_tbc(input, weight, bias, pad=0):
    """Convolution of sequences as [time, batch, channels]."""
    if input.dim() != 3:
        raise RuntimeError('Input must have 3 dims: time, batch, in_channel')
    if weight.dim() != 3:
        raise RuntimeError('Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.')
    if bias.dim() != 1:
        raise RuntimeError('Bias must be 1-D')
    if input.size(2) != weight.size(1):
        raise RuntimeError('Input dim 2 (input channels) is not == dim 1 in the weight tensor')
    if weight.size(2) != bias.size(0):
        raise RuntimeError('Bias size must equal dim 2 in the weight tensor (output channels).')
    out = torch.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1).contiguous()
    return torch._C._name_node(out, 'ConvTbcBackward0')
