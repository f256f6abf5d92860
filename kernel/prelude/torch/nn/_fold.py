"""Sliding blocks of images as columns and back (im2col and col2im), for torch.nn.functional."""

import torch
from torch._C import _nn
from torch._arguments import accept, scalar_type


def _pairs(name, input, **options):
    """The options, each for height and width; RuntimeError, or TypeError, for others."""
    pairs = {option: tuple(value) if hasattr(value, '__iter__') else (value, value) for option, value in options.items()}
    accept(name, input, *pairs.values())
    for option, value in pairs.items():
        if len(value) != 2:
            raise RuntimeError('It is expected %s equals to 2, but got size %d' % (option, len(value)))
    return [tuple([int(n) for n in value]) for value in pairs.values()]


def _in_parts(function, input, *sizes):
    """A function of numbers that are moved and added, of types without loops of their own."""
    if input.is_complex():
        return torch.complex(function(input.real, *sizes), function(input.imag, *sizes))
    return function(input.float(), *sizes).bool()


def _check_blocks(kernel, dilation, padding, stride):
    for name, values, positive in (('kernel size', kernel, True), ('dilation', dilation, True), ('padding', padding, False),
                                   ('stride', stride, True)):
        short = {'kernel size': 'kernel', 'padding': 'pad'}.get(name, name)
        if min(values) < (1 if positive else 0):
            raise RuntimeError('%s should be %s, but got %s_height: %d %s_width: %d'
                               % (name, 'greater than zero' if positive else 'non-negative', short, values[0], short, values[1]))


def _counts(size, kernel, dilation, padding, stride):
    return tuple([(size[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in (0, 1)])


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """im2col: the sliding blocks of images (N, C, H, W) as columns (N, C prod(kernel_size), L)."""
    kernel, dilation, padding, stride = _pairs('im2col', input, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _check_blocks(kernel, dilation, padding, stride)
    if input.dim() < 3:
        input.size(1)
        input.size(2)
    if input.dim() not in (3, 4) or 0 in input.size()[-3:]:
        raise RuntimeError('Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions '
                           'for input, but got: %s' % (list(input.size()),))
    size = tuple(input.size()[-2:])
    blocks = _counts(size, kernel, dilation, padding, stride)
    if min(blocks) < 1:
        raise RuntimeError('Given input with spatial size %s, kernel_size=%s, dilation=%s, padding=%s, calculated shape of the '
                           'array of sliding blocks as %s, but its components must be at least one.'
                           % (size, kernel, dilation, padding, blocks))
    if input.dtype in (torch.bool, torch.complex64, torch.complex128):
        return _in_parts(unfold, input, kernel, dilation, padding, stride)
    if not input.is_floating_point():
        raise NotImplementedError('"im2col_out_cpu" not implemented for \'%s\'' % scalar_type(input.dtype))
    if input.dim() == 3:
        return _nn.im2col(input.unsqueeze(0), kernel, dilation, padding, stride).squeeze(0)
    return _nn.im2col(input, kernel, dilation, padding, stride)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """col2im: columns of blocks added up into images, the adjoint of unfold."""
    size, kernel, dilation, padding, stride = _pairs('col2im', input, output_size=output_size, kernel_size=kernel_size, dilation=dilation,
                                                     padding=padding, stride=stride)
    _check_blocks(kernel, dilation, padding, stride)
    if input.dim() not in (2, 3) or 0 in input.size()[-2:]:
        raise RuntimeError('Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions '
                           'for input, but got: %s' % (list(input.size()),))
    if input.size(-2) % (kernel[0] * kernel[1]):
        raise RuntimeError("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
                           'input.size(1)=%d and kernel_size=%s.' % (input.size(-2), kernel))
    blocks = _counts(size, kernel, dilation, padding, stride)
    if blocks[0] * blocks[1] != input.size(-1):
        raise RuntimeError("Given output_size=%s, kernel_size=%s, dilation=%s, padding=%s, stride=%s, expected size of input's "
                           'dimension 2 to match the calculated number of sliding blocks %d * %d = %d, but got '
                           'input.size(2)=%d.' % (size, kernel, dilation, padding, stride, blocks[0], blocks[1],
                                                  blocks[0] * blocks[1], input.size(-1)))
    if min(blocks) < 1:
        raise RuntimeError('Given output_size=%s, kernel_size=%s, dilation=%s, padding=%s, stride=%s, calculated shape of the array of sliding '
                           'blocks as %s, which is too small (non-positive)' % (size, kernel, dilation, padding, stride, blocks))
    if input.dtype in (torch.bool, torch.complex64, torch.complex128):
        return _in_parts(fold, input, size, kernel, dilation, padding, stride)
    if not input.is_floating_point():
        raise NotImplementedError('"col2im_out_cpu" not implemented for \'%s\'' % scalar_type(input.dtype))
    if input.dim() == 2:
        return _nn.col2im(input.unsqueeze(0), size, kernel, dilation, padding, stride).squeeze(0)
    return _nn.col2im(input, size, kernel, dilation, padding, stride)
