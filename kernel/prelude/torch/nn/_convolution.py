"""Convolutions that are made of those of the op table, for torch.nn.functional: transposed ones, of volumes, with the time first."""

import torch
from torch._C import _nn
from torch._arguments import cxx_name, n_tuple, scalar_type


def _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, n):
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('Expected %dD (unbatched) or %dD (batched) input to conv_transpose%dd, but got input of size: %s'
                           % (n + 1, n + 2, n, list(input.size())))
    for name, x in (('stride', stride), ('padding', padding), ('output_padding', output_padding), ('dilation', dilation)):
        m = weight.dim() - 2
        if len(x) != m:
            raise RuntimeError('expected %s to be a single integer value or a list of %d values to match the convolution '
                               'dimensions, but got %s=%s' % (name, m, name, list(x)))
    if input.is_complex() and not weight.is_complex():
        raise RuntimeError('Input type (CPU%sType) and weight type (%s) should be the same' % (scalar_type(input.dtype), weight.type()))
    if input.dtype in (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32):
        raise NotImplementedError('"slow_conv_transpose%dd_out_cpu" not implemented for \'%s\'' % (max(n, 2), scalar_type(input.dtype)))
    if input.dtype != weight.dtype:
        raise RuntimeError('expected scalar type %s but found %s' % (scalar_type(input.dtype), scalar_type(weight.dtype)))
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
    if min(dilation) < 0:
        raise RuntimeError('dilation should be greater than zero')
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


def _check_output_size(x, weight, size, groups):
    """RuntimeError where the output would be empty. PyTorch's library for floats (oneDNN), which takes batches and big images, lets
    sizes of 0 pass."""
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


def _conv_transpose2d_integral(x, weight, bias, stride, padding, output_padding, groups, dilation):
    """conv_transpose2d of integers: a convolution of the image with zeros between its pixels, by the flipped weight."""
    n, c, h, w = x.size()
    dilated = x.new_zeros(n, c, (h - 1) * stride[0] + 1, (w - 1) * stride[1] + 1)
    dilated[:, :, ::stride[0], ::stride[1]] = x
    extent = [dilation[i] * (weight.size(i + 2) - 1) for i in (0, 1)]
    padded = torch.constant_pad_nd(dilated, (extent[1], extent[1] + output_padding[1], extent[0], extent[0] + output_padding[0]))
    flipped = weight.flip(2, 3).unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1)
    out = torch.conv2d(padded, flipped, bias, 1, 0, dilation, groups)
    return out[:, :, padding[0]:out.size(2) - padding[0], padding[1]:out.size(3) - padding[1]].contiguous()


def _conv_transpose2d(x, weight, bias, stride, padding, output_padding, groups, dilation):
    """conv_transpose2d of a batch."""
    n, c, h, w = x.size()
    kernel = tuple(weight.size()[2:])
    size = [(s - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel[i] - 1) + output_padding[i] + 1
            for i, s in enumerate((h, w))]
    _check_output_size(x, weight, size, groups)
    if not (x.is_floating_point() or x.is_complex()):
        if x.dtype != torch.int64:
            raise NotImplementedError('"slow_conv_transpose2d_out_cpu" not implemented for \'%s\'' % scalar_type(x.dtype))
        return _conv_transpose2d_integral(x, weight, bias, stride, padding, output_padding, groups, dilation)
    return _nn.conv_transpose2d(x, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of a convolution with respect to its input, as a layer."""
    stride, padding, output_padding, dilation = (n_tuple(stride, 2), n_tuple(padding, 2), n_tuple(output_padding, 2),
                                                 n_tuple(dilation, 2))
    _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 2)
    _check_output_padding(stride, output_padding, dilation)
    x = input.unsqueeze(0) if input.dim() == 3 else input
    out = _conv_transpose2d(x, weight, bias, stride, padding, output_padding, groups, dilation)
    return out.squeeze(0) if input.dim() == 3 else out


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of a convolution of sequences with respect to its input, as a layer."""
    stride, padding, output_padding, dilation = (n_tuple(stride, 1), n_tuple(padding, 1), n_tuple(output_padding, 1),
                                                 n_tuple(dilation, 1))
    _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 1)
    stride, padding, output_padding, dilation = (1,) + stride, (0,) + padding, (0,) + output_padding, (1,) + dilation
    _check_output_padding(stride, output_padding, dilation)
    x = (input.unsqueeze(0) if input.dim() == 2 else input).unsqueeze(2)
    out = _conv_transpose2d(x, weight.unsqueeze(2), bias, stride, padding, output_padding, groups, dilation).squeeze(2)
    torch._C._name_node(out, 'ConvolutionBackward0')
    return out.squeeze(0) if input.dim() == 2 else out


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution of volumes (N, C, D, H, W): the slices that a window sees become channels of a conv2d."""
    if input.dim() not in (4, 5):
        raise RuntimeError('Expected 4D (unbatched) or 5D (batched) input to conv3d, but got input of size: %s' % list(input.size()))
    stride, dilation = n_tuple(stride, 3), n_tuple(dilation, 3)
    if weight.dim() != 5:
        m = weight.dim() - 2
        if m < 1:
            raise RuntimeError('weight should have at least three dimensions')
        raise RuntimeError('expected stride to be a single integer value or a list of %d values to match the convolution '
                           'dimensions, but got stride=%s' % (m, list(stride)))
    if groups <= 0:
        raise RuntimeError('non-positive groups is not supported')
    for name, sizes in (('stride', stride), ('padding', 0 if isinstance(padding, str) else padding), ('dilation', dilation)):
        if isinstance(sizes, (tuple, list)) and len(sizes) not in (1, 3):
            raise RuntimeError('expected %s to be a single integer value or a list of 3 values to match the convolution dimensions, but got %s=%s'
                               % (name, name, list(sizes)))
    if min(stride) <= 0:
        raise RuntimeError('non-positive stride is not supported')
    if min(dilation) <= 0:
        raise RuntimeError('dilation should be greater than zero' + (', but got [%d, %d, %d]' % tuple(dilation) if min(dilation) == 0 else ''))
    x = input.unsqueeze(0) if input.dim() == 4 else input
    kernel = tuple(weight.size()[2:])
    if padding == 'valid':
        padding = 0
    elif padding == 'same':
        if stride != (1, 1, 1):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        padded = []
        for i in (2, 1, 0):
            total = dilation[i] * (kernel[i] - 1)
            padded += [total // 2, total - total // 2]
        x, padding = torch.constant_pad_nd(x, padded, 0), 0
    elif isinstance(padding, str):
        raise RuntimeError('Invalid padding string: \'%s\'' % padding)
    padding = n_tuple(padding, 3)
    if min(padding) < 0:
        raise RuntimeError('negative padding is not supported')
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError('Input type (%s) and bias type (%s) should be the same' % (cxx_name(input.dtype), cxx_name(bias.dtype)))
    shape = list(weight.size())
    if weight.size(0) < groups:
        raise RuntimeError('Given groups=%d, expected weight to be at least %d at dimension 0, but got weight of size %s instead' % (groups, groups, shape))
    if weight.size(0) % groups:
        raise RuntimeError('Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size [%s] '
                           'instead' % (groups, groups, shape))
    if x.size(1) != weight.size(1) * groups:
        raise RuntimeError('Given groups=%d, weight of size %s, expected input%s to have %d channels, but got %d channels instead'
                           % (groups, shape, list(x.size()), weight.size(1) * groups, x.size(1)))
    if bias is not None and (bias.dim() != 1 or bias.size(0) != weight.size(0)):
        raise RuntimeError('Given weight of size %s, expected bias to be 1-dimensional with %d elements, but got bias of size %s '
                           'instead' % (shape, weight.size(0), list(bias.size())))
    spans = [dilation[i] * (kernel[i] - 1) + 1 for i in range(3)]
    sizes = [x.size(2 + i) + 2 * padding[i] for i in range(3)]
    if any([sizes[i] < spans[i] for i in range(3)]):
        raise RuntimeError("Calculated padded input size per channel: (%d x %d x %d). Kernel size: (%d x %d x %d). Kernel size "
                           "can't be greater than actual input size" % (*sizes, *spans))
    if input.dtype != weight.dtype:
        raise RuntimeError('expected scalar type %s but found %s' % (scalar_type(input.dtype), scalar_type(weight.dtype)))
    if padding[0]:
        x = torch.constant_pad_nd(x, (0, 0, 0, 0, padding[0], padding[0]), 0)
    n, depth = x.size(0), (sizes[0] - spans[0]) // stride[0] + 1
    if kernel[0] == 1:
        slices = x[:, :, ::stride[0]].transpose(1, 2).flatten(0, 1)
    else: # the slices of a window become channels
        slices = x.unfold(2, spans[0], stride[0])[..., ::dilation[0]].permute(0, 2, 1, 5, 3, 4).flatten(2, 3).flatten(0, 1)
    out = torch.conv2d(slices, weight.flatten(1, 2), bias, stride[1:], padding[1:], dilation[1:], groups)
    out = out.unflatten(0, (n, depth)).transpose(1, 2).contiguous()
    out = torch._C._name_node(out.flatten().view(out.size()), 'ConvolutionBackward0')
    return out.squeeze(0) if input.dim() == 4 else out


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of a convolution of volumes with respect to its input, as a layer: slice by slice of the weight."""
    stride, padding, output_padding, dilation = n_tuple(stride, 3), n_tuple(padding, 3), n_tuple(output_padding, 3), n_tuple(dilation, 3)
    _check_transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 3)
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
    _check_output_size(x, weight, size, groups)
    flat = x.transpose(1, 2).flatten(0, 1)
    # what each slice adds to the slices of its window, which are channels here
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
