"""Unpooling for torch.nn.functional: maxima back at the indices where max pooling found them."""

import math

import torch
from torch._arguments import accept, n_tuple, scalar_type


def _output_size(input, kernel, stride, padding, output_size):
    """The size of the image that was pooled: as asked for, if it can be, or the smallest."""
    n = len(kernel)
    size = [(input.size(i - n) - 1) * stride[i] + kernel[i] - 2 * padding[i] for i in range(n)]
    for i, length in enumerate(size if output_size is None else ()):
        if not length >= 0:
            raise ValueError('max_unpooling: output_size must contain non-negative spatial dimensions, but got output_size[%d]=%s' % (i, length))
    if output_size is None:
        return size
    if len(output_size) == n + 2:
        output_size = output_size[2:]
    if len(output_size) != n:
        raise ValueError("output_size should be a sequence containing %d or %d elements, but it has a length of '%d'"
                         % (n, n + 2, len(output_size)))
    for i in range(n):
        low, high = size[i] - stride[i], size[i] + stride[i]
        if not low < output_size[i] < high:
            raise ValueError('invalid output_size "%s" (dim %d must be between %d and %d)' % (output_size, i, low, high))
    return list(output_size)


def _scatter(input, indices, size):
    """Zeros of the size with the elements of input at their indices in each channel."""
    n = len(size)
    if indices.dtype != torch.int64:
        raise RuntimeError('elements in indices should be type int64' + (
            ' but got: ' + scalar_type(indices.dtype) if n == 2 else ''))
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('Input to max_unpooling%dd should be a %dd or %dd Tensor, but got a tensor with %d dimensions.'
                           % (n, n + 1, n + 2, input.dim()))
    if input.size() != indices.size():
        raise RuntimeError('Expected shape of indices to be same as that of the input tensor (%s) but got indices tensor with '
                           'shape: %s' % (list(input.size()), list(indices.size())))
    for i in range(input.dim() - n - 1, input.dim()):
        if input.size(i) == 0:
            raise RuntimeError('max_unpooling%dd_forward_out_cpu(): Expected input to have non-zero size for non-batch '
                               'dimensions, but got %s with dimension %d being empty.' % (n, list(input.size()), i))
    if not input.is_floating_point():
        raise NotImplementedError('"max_unpool%dd" not implemented for \'%s\'' % (n, scalar_type(input.dtype)))
    numel = math.prod(size)
    flat = indices.flatten(-n)
    if flat.numel() and input.device.type == 'cpu':
        low, high = flat.aminmax()
        if low.item() < 0 or high.item() >= numel:
            wrong = flat[(flat < 0) | (flat >= numel)]
            raise RuntimeError('Found an invalid max index: %d (output volumes are of size %s)'
                               % (wrong[0].item(), 'x'.join([str(each) for each in size])))
    out = torch.zeros((*input.size()[:-n], numel), dtype=input.dtype, device=input.device)
    out = out.scatter_(-1, flat, input.flatten(-n)).unflatten(-1, tuple(size))
    return torch._C._name_node(out, 'MaxUnpool%dDBackward0' % n)


def _unpool(n, input, indices, kernel_size, stride, padding, output_size):
    kernel = n_tuple(kernel_size, n)
    stride = kernel if stride is None else n_tuple(stride, n)
    size = _output_size(input, kernel, stride, n_tuple(padding, n), output_size)
    accept(*('max_unpool3d', input, indices, size, stride, n_tuple(padding, 3)) if n == 3 else ('max_unpool2d', input, indices, (*size, 1)[:2]))
    if n > 1:
        return _scatter(input, indices, size)
    return _scatter(input.unsqueeze(-1), indices.unsqueeze(-1), size + [1]).squeeze(-1)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The inverse of max_pool1d, with zeros where no maximum was."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _unpool(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The inverse of max_pool2d, with zeros where no maximum was."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _unpool(2, input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The inverse of max_pool3d, with zeros where no maximum was."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _unpool(3, input, indices, kernel_size, stride, padding, output_size)
