"""Norms of channels, borders and patches for torch.nn.functional."""

import torch
from torch._C import _nn


def _several(sizes):
    count = sizes[0]
    for n in sizes[2:]:
        count *= n
    if count == 1:
        raise ValueError('Expected more than 1 value per channel when training, got input size %s' % (sizes,))


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalises groups of channels."""
    if input.dim() < 2:
        raise RuntimeError('Expected at least 2 dimensions for input tensor but received %d' % input.dim())
    _several([input.size(0) * input.size(1) // num_groups, num_groups] + list(input.size()[2:]))
    return torch.group_norm(input, num_groups, weight, bias, eps)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1,
                  eps=1e-5):
    """Normalises each channel of each image."""
    if use_input_stats:
        count = 1
        for n in input.size()[2:]:
            count *= n
        if count == 1:
            raise ValueError('Expected more than 1 spatial element when training, got input size %s' % (input.size(),))
    elif running_mean is None or running_var is None:
        raise RuntimeError('Expected running_mean and running_var to be defined when use_input_stats is false')
    n, c = input.size(0), input.size(1)

    def each(x):
        return None if x is None else x.repeat(n)

    mean, var = each(running_mean), each(running_var)
    out = torch.batch_norm(input.contiguous().view(1, n * c, *input.size()[2:]), each(weight), each(bias), mean, var,
                           use_input_stats, momentum, eps, True)
    with torch.no_grad():
        if running_mean is not None:
            running_mean.copy_(mean.view(n, c).mean(0))
        if running_var is not None:
            running_var.copy_(var.view(n, c).mean(0))
    return out.view(input.size())


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divides by the root of the mean square over the last dimensions."""
    shape = list(normalized_shape)
    n = len(shape)
    if n == 0:
        raise RuntimeError('Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, '
                           'but got normalized_shape = []')
    if weight is not None and list(weight.size()) != shape:
        raise RuntimeError('Expected weight to be of same shape as normalized_shape, but got weight of shape %s and '
                           'normalized_shape = %s' % (list(weight.size()), shape))
    if list(input.size())[-n:] != shape:
        raise RuntimeError('Given normalized_shape=%s, expected input with shape [*%s], but got input of size%s'
                           % (shape, ', '.join(map(str, shape)), list(input.size())))
    wide = input.float() if input.dtype in (torch.float16, torch.bfloat16) else input
    if eps is None:
        eps = torch.finfo(wide.dtype).eps
    out = (wide * torch._add_number(wide.pow(2).mean(list(range(-n, 0)), keepdim=True), eps).rsqrt())
    out = (out if weight is None else out * weight).to(input.dtype)
    if out.dim() in (4, 5) and out.is_contiguous(memory_format=torch.channels_last if out.dim() == 4 else torch.channels_last_3d):
        return out
    return out.contiguous()


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divides by what the squares of neighbouring channels sum up to."""
    if input.dim() < 3:
        raise ValueError('Expected 3D or higher dimensionality                          input (got %d dimensions)' % input.dim())
    if input.numel() == 0:
        return input
    squares = (input * input).flatten(2).unsqueeze(1)
    if size <= 0:
        raise RuntimeError('kernel size should be greater than zero, but got kT: %d kH: 1 kW: 1' % size)
    border = torch.constant_pad_nd(squares, (0, 0, size // 2, (size - 1) // 2), 0.0)
    means = _nn.avg_pool2d(border, (size, 1), 1).squeeze(1).reshape(input.size())
    return input / (means * alpha + k) ** beta


def bilinear(input1, input2, weight, bias=None):
    """input1 times a matrix times input2, for each of several matrices."""
    if input1.dim() != input2.dim():
        raise RuntimeError('bilinear(): input dimensions do not match: got %d and %d' % (input1.dim(), input2.dim()))
    if not input1.dtype == input2.dtype == weight.dtype:
        raise RuntimeError('All tensors must have the same dtype, got input1: %s, input2: %s, weight: %s'
                           % tuple([torch.linalg._cxx_name(x.dtype) for x in (input1, input2, weight)]))
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


# ---- borders

_WHERE = {2: 'pads last dimension', 4: 'pads last 2 dimensions', 6: 'pads last 3 dimensions'}


def _check_border(input, pad, mode, dims):
    shape = list(input.size())
    for d in range(dims):
        before, after, size = pad[2 * d], pad[2 * d + 1], shape[-1 - d]
        if mode == 'circular':
            if before > size or after > size:
                raise RuntimeError('Padding value causes wrapping around more than once.')
            if before + after + size < 0:
                raise RuntimeError('Negative padding value is resulting in an empty dimension')
        elif mode == 'reflect' and (before >= size or after >= size):
            raise RuntimeError('Argument #%d: Padding size should be less than the corresponding input dimension, but got: '
                               'padding (%d, %d) at dimension %d of input %s'
                               % (4 + 2 * d, before, after, input.dim() - 1 - d, shape))
        if before + after + size < 0:
            raise RuntimeError('Trying to create tensor with negative dimension %d: %s'
                               % (before + after + size, shape[:-1 - d] + [before + after + size]))


def pad(input, pad, mode='constant', value=None):
    """Adds a border: of one value, of the mirrored input, of its edge, or of its other end."""
    if mode in ('reflect', 'replicate'):
        input, = torch._C._autocast_take('pool3d', (input,))
    if mode not in ('constant', 'reflect', 'replicate', 'circular'):
        raise NotImplementedError('Unrecognised padding mode ' + str(mode))
    if len(pad) % 2:
        raise RuntimeError('Padding length must be divisible by 2')
    if len(pad) > 2 * input.dim():
        raise RuntimeError('Padding length should be less than or equal to two times the input dimension but got padding '
                           'length %d and input of dimension %d' % (len(pad), input.dim()))
    if mode == 'constant':
        return torch.constant_pad_nd(input, pad, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError('Padding mode "%s" doesn\'t take in value argument' % mode)
    dims = len(pad) // 2
    if len(pad) not in _WHERE or input.dim() not in (dims + 1, dims + 2):
        raise NotImplementedError('Padding size %d is not supported for %dD input tensor.\nSupported combinations for '
                                  'non-constant padding:\n' % (len(pad), input.dim()) + '\n'.join(
                                      ['  - %dD or %dD input: padding size = %d (%s)' % (n // 2 + 1, n // 2 + 2, n, _WHERE[n])
                                       for n in _WHERE]))
    if mode != 'circular' and 0 in input.size()[-dims - 1:]:
        raise RuntimeError('Expected %dD or %dD (batch mode) tensor with possibly 0 batch size and other non-zero dimensions '
                           'for input, but got: %s' % (dims + 1, dims + 2, list(input.size())))
    _check_border(input, pad, mode, dims)
    before = [pad[2 * d] for d in range(dims - 1, -1, -1)]
    size = [input.size(-1 - d) + pad[2 * d] + pad[2 * d + 1] for d in range(dims - 1, -1, -1)]
    input = _nn._resample(input, size, mode, before, False, 1.0, 1.0, 1.0)
    name = {'reflect': 'ReflectionPad%dDBackward0' % dims, 'replicate': 'ReplicationPad%dDBackward0' % dims, 'circular': 'CopySlices'}[mode]
    return torch._C._name_node(input, name)


# ---- patches

def _pair(x):
    if isinstance(x, (tuple, list)):
        return (x[0], x[0]) if len(x) == 1 else tuple(x)
    return (x, x)


def _check_patches(kernel, dilation, padding, stride):
    for name, values, positive in (('kernel size', kernel, True), ('dilation', dilation, True), ('padding', padding, False),
                                   ('stride', stride, True)):
        short = {'kernel size': 'kernel', 'padding': 'pad'}.get(name, name)
        if min(values) < (1 if positive else 0):
            raise RuntimeError('%s should be %s, but got %s_height: %d %s_width: %d'
                               % (name, 'greater than zero' if positive else 'non-negative', short, values[0], short, values[1]))


def _blocks(size, kernel, dilation, padding, stride):
    return tuple([(size[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in (0, 1)])


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """The patches of images as columns."""
    kernel, dilation, padding, stride = _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride)
    _check_patches(kernel, dilation, padding, stride)
    if input.dim() < 3:
        input.size(2)
    if input.dim() not in (3, 4) or 0 in input.size()[-3:]:
        raise RuntimeError('Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions '
                           'for input, but got: %s' % (list(input.size()),))
    size = tuple(input.size()[-2:])
    blocks = _blocks(size, kernel, dilation, padding, stride)
    if min(blocks) < 1:
        raise RuntimeError('Given input with spatial size %s, kernel_size=%s, dilation=%s, padding=%s, calculated shape of the '
                           'array of sliding blocks as %s, but its components must be at least one.'
                           % (size, kernel, dilation, padding, blocks))
    if not input.is_floating_point() and not input.is_complex():
        raise NotImplementedError('"im2col_out_cpu" not implemented for \'%s\'' % _name(input))
    if input.dim() == 3:
        return _nn.im2col(input.unsqueeze(0), kernel, dilation, padding, stride).squeeze(0)
    return _nn.im2col(input, kernel, dilation, padding, stride)


def _name(input):
    """'Half' of a tensor of halves."""
    return input.type().rpartition('.')[2][:-6]


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Columns of patches added up into images."""
    size, kernel, dilation, padding, stride = (_pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding),
                                               _pair(stride))
    _check_patches(kernel, dilation, padding, stride)
    if input.dim() not in (2, 3) or 0 in input.size()[-2:]:
        raise RuntimeError('Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions '
                           'for input, but got: %s' % (list(input.size()),))
    if input.size(-2) % (kernel[0] * kernel[1]):
        raise RuntimeError("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
                           'input.size(1)=%d and kernel_size=%s.' % (input.size(-2), kernel))
    blocks = _blocks(size, kernel, dilation, padding, stride)
    if min(blocks) < 1 or blocks[0] * blocks[1] != input.size(-1):
        raise RuntimeError("Given output_size=%s, kernel_size=%s, dilation=%s, padding=%s, stride=%s, expected size of input's "
                           'dimension 2 to match the calculated number of sliding blocks %d * %d = %d, but got '
                           'input.size(2)=%d.' % (size, kernel, dilation, padding, stride, blocks[0], blocks[1],
                                                  blocks[0] * blocks[1], input.size(-1)))
    if not input.is_floating_point() and not input.is_complex():
        raise NotImplementedError('"col2im_out_cpu" not implemented for \'%s\'' % _name(input))
    if input.dim() == 2:
        return _nn.col2im(input.unsqueeze(0), size, kernel, dilation, padding, stride).squeeze(0)
    return _nn.col2im(input, size, kernel, dilation, padding, stride)
