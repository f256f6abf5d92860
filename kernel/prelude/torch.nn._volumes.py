"""Convolution of volumes for torch.nn.functional."""

import torch


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
        raise RuntimeError('dilation should be greater than zero')
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
    if input.dtype != weight.dtype or bias is not None and bias.dtype != input.dtype:
        other, word = (weight, 'weight') if input.dtype != weight.dtype else (bias, 'bias')
        raise RuntimeError('Input type (%s) and %s type (%s) should be the same' % (input.type(), word, other.type()))
    shape = list(weight.size())
    if weight.size(0) % groups:
        raise RuntimeError('Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size %s '
                           'instead' % (groups, groups, shape))
    if x.size(1) != weight.size(1) * groups:
        raise RuntimeError('Given groups=%d, weight of size %s, expected input%s to have %d channels, but got %d channels instead'
                           % (groups, shape, list(input.size()), weight.size(1) * groups, x.size(1)))
    if bias is not None and (bias.dim() != 1 or bias.size(0) != weight.size(0)):
        raise RuntimeError('Given weight of size %s, expected bias to be 1-dimensional with %d elements, but got bias of size %s '
                           'instead' % (shape, weight.size(0), list(bias.size())))
    if any(padding):
        x = torch.constant_pad_nd(x, (padding[2], padding[2], padding[1], padding[1], padding[0], padding[0]), 0)
    spans = [dilation[i] * (kernel[i] - 1) + 1 for i in range(3)]
    sizes = list(x.size()[2:])
    if any([sizes[i] < spans[i] for i in range(3)]):
        raise RuntimeError("Calculated padded input size per channel: (%d x %d x %d). Kernel size: (%d x %d x %d). Kernel size "
                           "can't be greater than actual input size" % (*sizes, *spans))
    n, depth = x.size(0), (sizes[0] - spans[0]) // stride[0] + 1
    out = None
    for k in range(kernel[0]):
        first = k * dilation[0]
        part = x[:, :, first:first + (depth - 1) * stride[0] + 1:stride[0]].transpose(1, 2).flatten(0, 1)
        part = torch.conv2d(part, weight[:, :, k], bias if k == 0 else None, stride[1:], 0, dilation[1:], groups)
        out = part if out is None else out + part
    out = out.unflatten(0, (n, depth)).transpose(1, 2).contiguous()
    return out.squeeze(0) if input.dim() == 4 else out
