"""Padding for torch.nn.functional."""

import torch
from torch._C import _nn
from torch._arguments import accept

_PADDED = {2: 'pads last dimension', 4: 'pads last 2 dimensions', 6: 'pads last 3 dimensions'}


def _check_padding(input, pad, mode, dims):
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
    """Pads the last dimensions with a value, with the reflected input, with its edge (replicate), or with its other end (circular).

    pad has the elements before and after for each dimension, the last one first.
    """
    accept('pad', input, pad, mode, value)
    if isinstance(pad, int):
        pad = (pad,)
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
    if len(pad) not in _PADDED or input.dim() not in (dims + 1, dims + 2):
        raise NotImplementedError('Padding size %d is not supported for %dD input tensor.\nSupported combinations for '
                                  'non-constant padding:\n' % (len(pad), input.dim()) + '\n'.join(
                                      ['  - %dD or %dD input: padding size = %d (%s)' % (n // 2 + 1, n // 2 + 2, n, _PADDED[n])
                                       for n in _PADDED]))
    if mode != 'circular' and 0 in input.size()[-dims - 1:]:
        raise RuntimeError('Expected %dD or %dD (batch mode) tensor with possibly 0 batch size and other non-zero dimensions '
                           'for input, but got: %s' % (dims + 1, dims + 2, list(input.size())))
    _check_padding(input, pad, mode, dims)
    before = [pad[2 * d] for d in range(dims - 1, -1, -1)]
    size = [input.size(-1 - d) + pad[2 * d] + pad[2 * d + 1] for d in range(dims - 1, -1, -1)]
    input = _nn._resample(input, size, mode, before, False, 1.0, 1.0, 1.0)
    name = {'reflect': 'ReflectionPad%dDBackward0' % dims, 'replicate': 'ReplicationPad%dDBackward0' % dims, 'circular': 'CopySlices'}[mode]
    return torch._C._name_node(input, name)
