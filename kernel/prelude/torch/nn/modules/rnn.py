"""Recurrent layers and their cells."""

import math
import warnings

import torch
from torch import _recurrent
from torch._arguments import accept
from torch.nn.modules._parameters import create, reset_uniform
from torch.nn.modules.module import Module
from torch.nn.utils.rnn import PackedSequence

# mode: (gates of a unit, the function)
_MODES = {'LSTM': (4, 'lstm'), 'GRU': (3, 'gru'), 'RNN_TANH': (1, 'rnn_tanh'), 'RNN_RELU': (1, 'rnn_relu')}


def apply_permutation(tensor, permutation, dim=1):
    """The deprecated spelling of tensor.index_select(dim, permutation)."""
    warnings.warn('`apply_permutation` is deprecated, please use `tensor.index_select(dim, permutation)` instead', FutureWarning, stacklevel=2)
    return tensor.index_select(dim, permutation)


def _reset(module):
    """New values of all parameters between -1/sqrt(hidden_size) and 1/sqrt(hidden_size)."""
    reset_uniform(1 / math.sqrt(module.hidden_size) if module.hidden_size > 0 else 0, *module.parameters())


def _check_options(dropout, num_layers, input_size, hidden_size, proj_size, **flags):
    """The errors of RNNBase's options, in PyTorch's order."""
    if not isinstance(dropout, (int, float)) or isinstance(dropout, bool) or not 0 <= dropout <= 1:
        raise ValueError('dropout should be a number in range [0, 1] representing the probability of an element being zeroed')
    if dropout > 0 and num_layers == 1:
        warnings.warn('dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers greater '
                      'than 1, but got dropout=%s and num_layers=%s' % (dropout, num_layers), stacklevel=4)
    sizes = {'input_size': input_size, 'hidden_size': hidden_size}
    for name, value in sizes.items():
        if not isinstance(value, int):
            raise TypeError('%s should be of type int, got: %s' % (name, type(value).__name__))
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError('%s should be of type bool, got: %s' % (name, type(value).__name__))
    for name, value in {**sizes, 'num_layers': num_layers}.items():
        if value <= 0:
            raise ValueError(name + ' must be greater than zero')
    if proj_size < 0:
        raise ValueError('proj_size should be a positive integer or zero to disable projections')
    if proj_size >= hidden_size:
        raise ValueError('proj_size has to be smaller than hidden_size')


class RNNBase(Module):
    """What RNN, LSTM and GRU share: parameters weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0 (weight_hr_l0 with projections), those of
    the other direction with the ending _reverse, and so on for each layer; checks of input and states."""

    __constants__ = ['mode', 'input_size', 'hidden_size', 'num_layers', 'bias', 'batch_first', 'dropout', 'bidirectional', 'proj_size']

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
                 proj_size=0, device=None, dtype=None):
        super().__init__()
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        _check_options(dropout, num_layers, input_size, hidden_size, proj_size, bias=bias, batch_first=batch_first)
        if mode not in _MODES:
            raise ValueError('Unrecognized RNN mode: ' + mode)
        self._all_weights = []
        directions, state = (2 if bidirectional else 1), proj_size or hidden_size
        wide = _MODES[mode][0] * hidden_size
        for layer in range(num_layers):
            for ending in ('', '_reverse')[:directions]:
                shapes = {'weight_ih': (wide, input_size if layer == 0 else state * directions), 'weight_hh': (wide, state)}
                if bias:
                    shapes.update(bias_ih=wide, bias_hh=wide)
                if proj_size:
                    shapes['weight_hr'] = (proj_size, hidden_size)
                shapes = {'%s_l%d%s' % (name, layer, ending): shape for name, shape in shapes.items()}
                create(self, device, dtype, **shapes)
                self._all_weights.append(list(shapes))
        self.reset_parameters()

    def reset_parameters(self):
        """New random values between -1/sqrt(hidden_size) and 1/sqrt(hidden_size)."""
        _reset(self)

    @property
    def _flat_weights_names(self):
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self):
        return [getattr(self, name, None) for name in self._flat_weights_names]

    @property
    def all_weights(self):
        """The parameters of each layer and direction, a list of lists."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self):
        """Does nothing: parameters are used where they are."""

    def _weights_have_changed(self):
        return False

    def check_input(self, input, batch_sizes):
        """Type and size of a batch, or of the rows of packed sequences."""
        weight = getattr(self, self._all_weights[0][0])
        if input.dtype != weight.dtype and not torch._C._autocast_enabled(input.device.type):
            raise ValueError('RNN input dtype (%s) does not match weight dtype (%s). Convert input: input.to(%s), or convert model: model.to(%s)' % (
                input.dtype, weight.dtype, weight.dtype, input.dtype))
        wanted = 3 if batch_sizes is None else 2
        if input.dim() != wanted:
            raise RuntimeError('input must have %d dimensions, got %d' % (wanted, input.dim()))
        if input.size(-1) != self.input_size:
            raise RuntimeError('input.size(-1) must be equal to input_size. Expected %s, got %s' % (self.input_size, input.size(-1)))

    def _state_size(self, input, batch_sizes, units):
        batch = int(batch_sizes[0]) if batch_sizes is not None else input.size(0 if self.batch_first else 1)
        return self.num_layers * (2 if self.bidirectional else 1), batch, units

    def get_expected_hidden_size(self, input, batch_sizes):
        """The size of the state: (layers times directions, batch, units)."""
        return self._state_size(input, batch_sizes, self.proj_size or self.hidden_size)

    def check_hidden_size(self, hx, expected_hidden_size, msg='Expected hidden size {}, got {}'):
        """RuntimeError unless the state has that size."""
        if hx.size() != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input, hidden, batch_sizes):
        """Checks input and state."""
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx, permutation):
        """The state with its sequences in another order."""
        return hx if permutation is None else hx.index_select(1, permutation)

    def _check_devices(self, input):
        for name in self._flat_weights_names:
            weight = getattr(self, name)
            if weight.device != input.device:
                raise RuntimeError('Input and parameter tensors are not at the same device, found input tensor at %s and parameter tensor at %s' % (
                    input.device, weight.device))

    # what tells an LSTM, whose state are two tensors, from the others
    _checks_packed = True

    def _zeros(self, input, batch_sizes):
        return torch.zeros(self._state_size(input, batch_sizes, self.hidden_size), dtype=input.dtype, device=input.device)

    def _check_state_dims(self, hx, batched):
        if hx.dim() != 2 + batched:
            raise RuntimeError('For %s input, hx should also be %d-D but got %d-D tensor' % (
                'batched 3-D' if batched else 'unbatched 2-D', 2 + batched, hx.dim()))

    def _each(self, hx, function):
        """A function of the tensors of a state."""
        return function(hx)

    def _run(self, input, hx, batch_sizes):
        """(output, state after the last step)"""
        weights = self._flat_weights
        self._check_devices(input)
        options = (weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        accept(*(self.mode.lower(), input, hx, *options, self.batch_first) if batch_sizes is None else (self.mode.lower(), input, batch_sizes, hx, *options))
        output, *after = _recurrent.run(
            _MODES[self.mode][1], input, [hx] if isinstance(hx, torch.Tensor) else hx, weights, self.bias, self.num_layers, self.dropout,
            self.training, self.bidirectional, self.batch_first and batch_sizes is None, batch_sizes)
        return output, after[0] if len(after) == 1 else tuple(after)

    def _forward_packed(self, input, hx):
        data, batch_sizes, sorted_indices, unsorted_indices = input
        hx = self._zeros(data, batch_sizes) if hx is None else self.permute_hidden(hx, sorted_indices)
        if self._checks_packed:
            self.check_forward_args(data, hx, batch_sizes)
        output, after = self._run(data, hx, batch_sizes)
        return PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices), self.permute_hidden(after, unsorted_indices)

    def _forward(self, input, hx):
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        if input.dim() not in (2, 3):
            raise ValueError('%s: Expected input to be 2D or 3D, got %dD %sinstead' % (
                self._get_name(), input.dim(), 'tensor ' if self.mode.startswith('RNN') else ''))
        batched, dim = input.dim() == 3, 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(dim)
        if hx is None:
            hx = self._zeros(input, None)
        else:
            self._check_state_dims(hx, batched)
            if not batched:
                hx = self._each(hx, lambda state: state.unsqueeze(1))
        self.check_forward_args(input, hx, None)
        output, after = self._run(input, hx, None)
        if not batched:
            output, after = output.squeeze(dim), self._each(after, lambda state: state.squeeze(1))
        return output, after

    def extra_repr(self):
        shown = ['%s, %s' % (self.input_size, self.hidden_size)]
        for name, usual in (('proj_size', 0), ('num_layers', 1), ('bias', True), ('batch_first', False), ('dropout', 0), ('bidirectional', False)):
            value = getattr(self, name)
            if value != usual:
                shown.append('%s=%s' % (name, value))
        return ', '.join(shown)


def _without_projections(options):
    """The options of a layer that has none."""
    if 'proj_size' in options:
        raise ValueError('proj_size argument is only supported for LSTM, not RNN or GRU')
    return options


class RNN(RNNBase):
    """RNN(input_size, hidden_size, num_layers=1, nonlinearity='tanh', bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None,
    dtype=None): h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu of it (Elman 1990).

    The input is (steps, batch, input_size), with batch_first (batch, steps, input_size), without a batch (steps, input_size), or a
    PackedSequence; hx (layers times directions, batch, hidden_size) is zero where it is not given. Returns the states of the last layer at
    all steps and those of all layers after the last step. dropout works between layers while training.
    """

    def __init__(self, *args, **kwargs):
        _without_projections(kwargs)
        if len(args) > 3:
            nonlinearity, args = args[3], args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop('nonlinearity', 'tanh')
        if nonlinearity not in ('tanh', 'relu'):
            raise ValueError("Unknown nonlinearity '{}'. Select from 'tanh' or 'relu'.".format(nonlinearity))
        self.nonlinearity = nonlinearity
        super().__init__('RNN_' + nonlinearity.upper(), *args, **kwargs)


class LSTM(RNNBase):
    """LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None,
    dtype=None): long short-term memory (Hochreiter and Schmidhuber 1997).

    i, f, o = sigmoid and g = tanh of W x + b + W h + b; c' = f c + i g; h' = o tanh(c'), with proj_size W_hr times that. Rows of the weights:
    i, f, g, o. Input and output as those of RNN, but the state is a pair (h, c).
    """

    _checks_packed = False

    def __init__(self, *args, **kwargs):
        super().__init__('LSTM', *args, **kwargs)

    def get_expected_cell_size(self, input, batch_sizes):
        """The size of the cells: (layers times directions, batch, hidden_size)."""
        return self._state_size(input, batch_sizes, self.hidden_size)

    def check_forward_args(self, input, hidden, batch_sizes):
        """Checks input and both parts of the state."""
        self.check_input(input, batch_sizes)
        for i, size in enumerate((self.get_expected_hidden_size, self.get_expected_cell_size)):
            self.check_hidden_size(hidden[i], size(input, batch_sizes), 'Expected hidden[%d] size {}, got {}' % i)

    def permute_hidden(self, hx, permutation):
        """The state with its sequences in another order."""
        return hx if permutation is None else tuple(state.index_select(1, permutation) for state in hx)

    def _zeros(self, input, batch_sizes):
        sizes = self.get_expected_hidden_size(input, batch_sizes), self.get_expected_cell_size(input, batch_sizes)
        return tuple(torch.zeros(size, dtype=input.dtype, device=input.device) for size in sizes)

    def _check_state_dims(self, hx, batched):
        if hx[0].dim() != 2 + batched or hx[1].dim() != 2 + batched:
            raise RuntimeError('For %s input, hx and cx should also be %d-D but got (%d-D, %d-D) tensors' % (
                'batched 3-D' if batched else 'unbatched 2-D', 2 + batched, hx[0].dim(), hx[1].dim()))

    def _each(self, hx, function):
        return function(hx[0]), function(hx[1])


class GRU(RNNBase):
    """GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None): gated
    recurrent units (Cho et al. 2014).

    r, z = sigmoid of W x + b + W h + b; n = tanh(W x + b + r (W h + b)); h' = (1 - z) n + z h. Rows of the weights: r, z, n. Input and output as
    those of RNN.
    """

    def __init__(self, *args, **kwargs):
        super().__init__('GRU', *args, **_without_projections(kwargs))


def _forward_of(layer):
    def forward(self, input, hx=None):
        return self._forward(input, hx)

    forward.__qualname__ = layer.__name__ + '.forward'
    return forward


for _layer in (RNN, LSTM, GRU):  # RNNBase has none
    _layer.forward = _forward_of(_layer)
del _layer

# ---- cells ----


_CELL_WEIGHTS = ['weight_ih', 'weight_hh', 'bias_ih', 'bias_hh']


class RNNCellBase(Module):
    """What the cells share: the parameters weight_ih, weight_hh, bias_ih and bias_hh of num_chunks gates."""

    __constants__ = ['input_size', 'hidden_size', 'bias']

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        wide = num_chunks * hidden_size
        create(self, device, dtype, weight_ih=(wide, input_size), weight_hh=(wide, hidden_size), bias_ih=wide if bias else None,
               bias_hh=wide if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """New random values between -1/sqrt(hidden_size) and 1/sqrt(hidden_size)."""
        _reset(self)

    def extra_repr(self):
        shown = '%s, %s' % (self.input_size, self.hidden_size)
        if 'bias' in self.__dict__ and self.bias is not True:
            shown += ', bias=%s' % self.bias
        if 'nonlinearity' in self.__dict__ and self.nonlinearity != 'tanh':
            shown += ', nonlinearity=%s' % self.nonlinearity
        return shown

    def _check_dims(self, **tensors):
        for name, tensor in tensors.items():
            if isinstance(tensor, torch.Tensor) and tensor.dim() not in (1, 2):
                raise ValueError('%s: Expected %s to be 1D or 2D, got %dD instead' % (self._get_name(), name, tensor.dim()))

    def _step(self, function, input, hx):
        """A step of a batch of sequences, or of one, which is a batch for the function; hx None: zeros."""
        lone = input.dim() == 1
        rows = input.unsqueeze(0) if lone else input
        if hx is None:
            hx = rows.new_zeros(rows.size(0), self.hidden_size)
            hx = (hx, hx) if function is torch.lstm_cell else hx
        elif lone:
            hx = _of_each(hx, lambda state: state.unsqueeze(0))
        after = function(rows, hx, *[getattr(self, name) for name in _CELL_WEIGHTS])
        return _of_each(after, lambda state: state.squeeze(0)) if lone else after


def _of_each(states, function):
    """A function of a state, or of each of a pair."""
    return function(states) if isinstance(states, torch.Tensor) else tuple(function(state) for state in states)


class RNNCell(RNNCellBase):
    """One step: h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu of it. The input is (batch, input_size) or (input_size), hx like it of
    hidden_size."""

    __constants__ = RNNCellBase.__constants__ + ['nonlinearity']

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity='tanh', device=None, dtype=None):
        RNNCellBase.__init__(self, input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        self._check_dims(input=input, hidden=_state(hx))
        steps = {'tanh': torch.rnn_tanh_cell, 'relu': torch.rnn_relu_cell}
        if not isinstance(self.nonlinearity, str) or self.nonlinearity not in steps:
            raise RuntimeError('Unknown nonlinearity: {}'.format(self.nonlinearity))
        return self._step(steps[self.nonlinearity], input, hx)


def _state(hx):
    """The state, which must have dimensions, or None."""
    if hx is not None:
        hx.dim()
    return hx


class LSTMCell(RNNCellBase):
    """One step of long short-term memory: (h', c') from the input, (batch, input_size) or (input_size), and hx = (h, c)."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        RNNCellBase.__init__(self, input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        self._check_dims(input=input, **{'hx[%d]' % i: state for i, state in enumerate(() if hx is None else hx)})
        return self._step(torch.lstm_cell, input, hx)


class GRUCell(RNNCellBase):
    """One step of gated recurrent units: h' from the input, (batch, input_size) or (input_size), and hx like it of hidden_size."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        RNNCellBase.__init__(self, input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        self._check_dims(input=input, hidden=_state(hx))
        return self._step(torch.gru_cell, input, hx)


__all__ = ['RNNBase', 'RNN', 'LSTM', 'GRU', 'RNNCellBase', 'RNNCell', 'LSTMCell', 'GRUCell']
