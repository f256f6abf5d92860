"""One step of recurrent layers: Elman's, the gated unit of Cho et al. (2014), long short-term memory (Hochreiter and Schmidhuber, 1997)."""

from torch._C import _nn

_linear = _nn.linear


def _check(input, hx, w_ih, w_hh, cx=None):
    if input.size(1) != w_ih.size(1):
        raise RuntimeError('input has inconsistent input_size: got %d expected %d' % (input.size(1), w_ih.size(1)))
    if input.size(0) != hx.size(0):
        raise RuntimeError("Input batch size %d doesn't match hidden0 batch size %d" % (input.size(0), hx.size(0)))
    if cx is not None and input.size(0) != cx.size(0):
        raise RuntimeError("Input batch size %d doesn't match hidden1 batch size %d" % (input.size(0), cx.size(0)))
    if hx.size(1) != w_hh.size(1):
        raise RuntimeError('hidden0 has inconsistent hidden_size: got %d, expected %d' % (hx.size(1), w_hh.size(1)))


def _summed(input, hx, w_ih, w_hh, b_ih, b_hh, cx=None):
    _check(input, hx, w_ih, w_hh, cx)
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
    """One step of a long short-term memory layer: (h, c); the rows of the weights are those of the input, the forget, the
    cell and the output gate."""
    if len(hx) != 2:
        raise RuntimeError('lstm_cell expects two hidden states')
    h, c = hx
    gates = _summed(input, h, w_ih, w_hh, b_ih, b_hh, c)
    enter, forget, cell, leave = gates.chunk(4, 1)
    c = forget.sigmoid() * c + enter.sigmoid() * cell.tanh()
    return leave.sigmoid() * c.tanh(), c
