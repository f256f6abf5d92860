"""Normalisation for torch.nn.functional: by the statistics of a batch, of groups of channels, of each image or sample."""

import math

import torch
from torch._C import _nn
from torch._arguments import accept, scalar_type


def _require_values(sizes):
    """ValueError where a channel has a single value over batch and space: it has no variance."""
    if math.prod([sizes[0], *sizes[2:]]) == 1:
        raise ValueError('Expected more than 1 value per channel when training, got input size %s' % (sizes,))


def _by_channel(input, affine, running, by_batch, momentum, eps):
    """torch.batch_norm; affine: (weight, bias), running: (mean, variance)."""
    return torch.batch_norm(input, *affine, *running, by_batch, momentum, eps, True)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """(x - mean) / sqrt(var + eps) * weight + bias for each channel of a batch (Ioffe and Szegedy 2015)."""
    if training:
        _require_values(input.size())
        if eps <= 0.0:
            raise ValueError('batch_norm eps must be positive during training, but got %s' % (eps,))
    return _by_channel(input, (weight, bias), (running_mean, running_var), training, momentum, eps)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """(x - mean) / sqrt(var + eps) * weight + bias over the last dimensions (Ba et al. 2016)."""
    return torch.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """(x - mean) / sqrt(var + eps) * weight + bias over each of num_groups groups of channels (Wu and He 2018)."""
    if input.dim() < 2:
        raise RuntimeError('Expected at least 2 dimensions for input tensor but received %d' % input.dim())
    sizes = list(input.size())
    # every group of an image counts as a channel
    _require_values([sizes[0] * sizes[1] // num_groups, num_groups, *sizes[2:]])
    return torch.group_norm(input, num_groups, weight, bias, eps)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1,
                  eps=1e-5):
    """(x - mean) / sqrt(var + eps) * weight + bias for each channel of each image (Ulyanov et al. 2016)."""
    if use_input_stats:
        if math.prod(input.size()[2:]) == 1:
            raise ValueError('Expected more than 1 spatial element when training, got input size %s' % (input.size(),))
    elif running_mean is None or running_var is None:
        raise RuntimeError('Expected running_mean and running_var to be defined when use_input_stats is false')
    accept('instance_norm', input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, True)
    n, c = input.size(0), input.size(1)

    def each(x):
        return None if x is None else x.repeat(n)

    mean, var = each(running_mean), each(running_var)
    rows = input.contiguous().view(1, n * c, *input.size()[2:])  # each channel of each image as a channel of one image
    out = _by_channel(rows, (each(weight), each(bias)), (mean, var), use_input_stats, momentum, eps)
    with torch.no_grad():
        if running_mean is not None:
            running_mean.copy_(mean.view(n, c).mean(0))
        if running_var is not None:
            running_var.copy_(var.view(n, c).mean(0))
    return out.view(input.size())


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """x / sqrt(mean(x^2) + eps) * weight over the last dimensions (Zhang and Sennrich 2019)."""
    accept('rms_norm', input, normalized_shape, weight, eps)
    shape = [int(size) for size in normalized_shape]
    n = len(shape)
    if n == 0:
        raise RuntimeError('Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, '
                           'but got normalized_shape = []')
    if weight is not None and list(weight.size()) != shape:
        raise RuntimeError('Expected weight to be of same shape as normalized_shape, but got weight of shape %s and '
                           'normalized_shape = %s' % (list(weight.size()), shape))
    if input.dim() < n:
        raise ValueError('Input tensor must have at least %d dimensions, but got %d' % (n, input.dim()))
    if not input.is_floating_point() and not input.is_complex():
        raise NotImplementedError('"rms_norm" not implemented for \'%s\'' % scalar_type(input.dtype))
    if list(input.size())[-n:] != shape:
        raise RuntimeError('Given normalized_shape=%s, expected input with shape [*%s], but got input of size%s'
                           % (shape, ', '.join(map(str, shape)), list(input.size())))
    x = input.float() if input.dtype in (torch.float16, torch.bfloat16) else input
    if eps is None:
        eps = torch.finfo(x.dtype).eps
    out = (x * torch._add_scalar(x.pow(2).mean(list(range(-n, 0)), keepdim=True), eps).rsqrt())
    out = (out if weight is None else out * weight).to(input.dtype)
    if out.dim() in (4, 5) and out.is_contiguous(memory_format=torch.channels_last if out.dim() == 4 else torch.channels_last_3d):
        return out
    return out.contiguous()


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """x / (k + alpha mean(x^2))^beta, the mean over `size` neighbouring channels (Krizhevsky et al. 2012)."""
    if input.dim() < 3:
        raise ValueError('Expected 3D or higher dimensionality                          input (got %d dimensions)' % input.dim())
    if input.numel() == 0:
        return input
    around = (size // 2, (size - 1) // 2)
    squares = (input * input).flatten(2).unsqueeze(1)
    if size <= 0:
        raise RuntimeError('kernel size should be greater than zero, but got ' + ('kH: %d kW: 1' if input.dim() == 3 else 'kT: %d kH: 1 kW: 1') % size)
    padded = torch.constant_pad_nd(squares, (0, 0, *around), 0.0)
    means = _nn.avg_pool2d(padded, (size, 1), 1).squeeze(1).reshape(input.size())
    return input / means.mul(alpha).add(k).pow(beta)
