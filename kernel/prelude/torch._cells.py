"""One step of recurrent layers, and tensors made of bytes."""

import torch
from torch._C import _nn

_linear = _nn.linear


def _check(input, hx, w_ih, w_hh):
    if input.size(1) != w_ih.size(1):
        raise RuntimeError('input has inconsistent input_size: got %d expected %d' % (input.size(1), w_ih.size(1)))
    if input.size(0) != hx.size(0):
        raise RuntimeError("Input batch size %d doesn't match hidden0 batch size %d" % (input.size(0), hx.size(0)))
    if hx.size(1) != w_hh.size(1):
        raise RuntimeError('hidden0 has inconsistent hidden_size: got %d, expected %d' % (hx.size(1), w_hh.size(1)))


def _summed(input, hx, w_ih, w_hh, b_ih, b_hh):
    _check(input, hx, w_ih, w_hh)
    return _linear(input, w_ih, b_ih) + _linear(hx, w_hh, b_hh)


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a recurrent layer: the tanh of both products."""
    return _summed(input, hx, w_ih, w_hh, b_ih, b_hh).tanh()


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a recurrent layer: the relu of both products."""
    return _summed(input, hx, w_ih, w_hh, b_ih, b_hh).relu()


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a gated recurrent layer; the rows of the weights are those of the reset, the update and the new gate."""
    _check(input, hx, w_ih, w_hh)
    reset, update, new = _linear(input, w_ih, b_ih).chunk(3, 1)
    reset_h, update_h, new_h = _linear(hx, w_hh, b_hh).chunk(3, 1)
    reset = (reset_h + reset).sigmoid()
    update = (update_h + update).sigmoid()
    new = (new + new_h * reset).tanh()
    return (hx - new) * update + new


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a layer with long and short memory: (h, c); the rows of the weights are those of the input, the forget, the
    cell and the output gate."""
    if len(hx) != 2:
        raise RuntimeError('lstm_cell expects two hidden states')
    h, c = hx
    gates = _summed(input, h, w_ih, w_hh, b_ih, b_hh)
    enter, forget, cell, leave = gates.chunk(4, 1)
    c = forget.sigmoid() * c + enter.sigmoid() * cell.tanh()
    return leave.sigmoid() * c.tanh(), c


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of the bytes of a buffer that is not written any more: bytes, or a view of such."""
    if not isinstance(buffer, (bytes, bytearray, memoryview)):
        raise ValueError('object does not implement Python buffer protocol.')
    if isinstance(buffer, bytearray) or isinstance(buffer, memoryview) and not buffer.readonly:
        raise NotImplementedError('frombuffer: only buffers that cannot be written are taken in this version: give bytes(buffer)')
    data = bytes(buffer)
    size, total = torch.empty(0, dtype=dtype).element_size(), len(data)
    if total == 0 or count == 0:
        raise ValueError('both buffer length (%d) and count (%d) must not be 0' % (total, count))
    if not 0 <= offset < total:
        raise ValueError('offset (%d bytes) must be non-negative and no greater than buffer length (%d bytes) minus 1' % (offset, total))
    if count > 0 and offset + count * size > total:
        raise ValueError('requested buffer length (%d * %d bytes) after offset (%d bytes) must not be greater than actual buffer length '
                         '(%d bytes)' % (count, size, offset, total))
    if count < 0 and (total - offset) % size:
        raise ValueError('buffer length (%d bytes) after offset (%d bytes) must be a multiple of element size (%d)' % (total, offset, size))
    end = total if count < 0 else offset + count * size
    made = torch.tensor(list(data[offset:end]), dtype=torch.uint8)
    made = made != 0 if dtype is torch.bool else made.view(dtype)
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError('Only Tensors of floating point and complex dtype can require gradients')
    return made.requires_grad_(requires_grad)
