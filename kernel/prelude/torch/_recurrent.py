"""Recurrent layers in stacks and in both directions: torch.lstm, torch.gru, torch.rnn_tanh, torch.rnn_relu.

One direction of one layer is one call of torch._recurrence, which takes the rows of all steps. A batch of sequences of one length
is the case in which all steps have the same number of rows.
"""

import torch
from torch._C import _name_node, _nn
from torch._warnings import once

_linear = _nn.linear

# name: the kind of torch._recurrence, gates of a unit
KINDS = {'rnn_tanh': (0, 1), 'rnn_relu': (1, 1), 'lstm': (2, 4), 'gru': (3, 3)}
_PADDED = ('input', 'hx', 'params', 'has_biases', 'num_layers', 'dropout', 'train', 'bidirectional', 'batch_first')
_PACKED = ('data', 'batch_sizes') + _PADDED[1:-1]


def _arguments(given, named):
    """The arguments of a call by their names, of whichever of the two forms it is."""
    packed = 'data' in named or 'batch_sizes' in named or len(given) > 2 and isinstance(given[2], torch.Tensor) or (
        len(given) > 3 and not isinstance(given[2], bool) and not isinstance(given[3], bool))
    return dict(zip(_PACKED if packed else _PADDED, given), **named)


def _slices(params, each, count):
    """The parameters of each layer and direction of an LSTM."""
    if len(params) % each:
        raise RuntimeError('MatrixRef: ArrayRef size %d not divisible by stride %d' % (len(params), each))
    for start in range(0, count * each, each):
        if start + each > len(params):
            raise RuntimeError('ArrayRef: invalid slice, N = %d; M = %d; size = %d' % (start, each, len(params)))
    return [params[start:start + each] for start in range(0, count * each, each)]


def _groups(params, each, count, directions, states):
    """The parameters of each layer and direction of the other kinds."""
    if len(params) % each:
        raise RuntimeError('got an incorrect number of RNN parameters')
    groups = [params[start:start + each] for start in range(0, len(params), each)]
    if directions == 2 and (len(groups) % 2 or states % 2):
        raise RuntimeError('Odd number of params or hiddens given to a bidirectional RNN')
    if len(groups) != count or states != count:
        raise RuntimeError('Expected more hidden states in stacked_rnn')
    return groups


def _step_sizes(batch_sizes, rows):
    """The sizes of the steps of packed sequences as a list."""
    if batch_sizes.dtype != torch.int64:
        raise RuntimeError('expected scalar type Long but found ' + torch._arguments.scalar_type(batch_sizes.dtype))
    sizes = batch_sizes.tolist()
    used = 0
    for size in sizes:
        if used + size > rows:
            raise RuntimeError('start (%d) + length (%d) exceeds dimension size (%d).' % (used, size, rows))
        used += size
    return sizes, used


def _fits(rows, states, weights, sizes):
    """Do sizes and types go together?"""
    w_ih, w_hh = weights[:2]
    tensors = [rows, *states, *weights]
    return all(tensor.dtype == rows.dtype for tensor in tensors) and rows.dim() == 2 and rows.size(1) == w_ih.size(1) and (
        all(state.dim() == 2 and state.size(0) == sizes[0] for state in states) and states[0].size(1) == w_hh.size(1))


def _fail(rows, states, weights, sizes):
    """Makes the first step with ops that say what does not fit."""
    rows.size(1)
    biases = weights[2:4] if len(weights) > 3 else (None, None)
    of_input = _linear(rows, weights[0], biases[0])[:sizes[0]]
    products = _linear(states[0], weights[1], biases[1]) + of_input
    raise RuntimeError('the sizes of input %s, states and weights do not go together' % list(products.shape))


def _direction(kind, rows, states, weights, sizes, reverse):
    """(output, states after the last step) of one direction of one layer."""
    has_biases = len(weights) > 3
    w_ih, w_hh = weights[:2]
    b_ih, b_hh = weights[2:4] if has_biases else (None, None)
    w_hr = weights[-1] if len(weights) % 2 else None
    number = KINDS[kind][0]
    cell = states[1] if len(states) > 1 else None
    autocast = number != 2 and torch._C._autocast_enabled(rows.device.type)
    dual = torch._C._has_tangents((rows, *states, *weights)) and (number != 2 or rows.dtype != torch.float32)
    if not autocast and not _fits(rows, states, weights, sizes):
        _fail(rows, states, weights, sizes)
    if w_hr is not None or autocast or dual:
        output, *after = torch._recurrence_steps(rows, states[0], cell, w_ih, w_hh, b_ih, b_hh, w_hr, number, sizes, reverse)
    elif rows.dtype.itemsize == 2:
        wide = [None if tensor is None else tensor.float() for tensor in (rows, states[0], cell, w_ih, w_hh, b_ih, b_hh)]
        output, *after = [tensor.to(rows.dtype) for tensor in torch._recurrence(*wide, number, sizes, reverse)[:3]]
    else:
        output, *after = torch._recurrence(rows, states[0], cell, w_ih, w_hh, b_ih, b_hh, number, sizes, reverse)[:3]
    return output, after[:len(states)]


def run(kind, input, states, params, has_biases, num_layers, dropout, train, bidirectional, batch_first=False, batch_sizes=None):
    """(output, states of all layers after the last step); the input is [steps, batch, features], or with batch_sizes
    [rows of all steps, features]."""
    directions, count = 1 + bidirectional, num_layers * (1 + bidirectional)
    lstm, packed = kind == 'lstm', batch_sizes is not None
    if batch_first:
        input = input.transpose(0, 1)
    projected = lstm and states[0].size(2) != states[1].size(2)
    if lstm:
        if torch._C._autocast_enabled(input.device.type) and input.dtype == torch.float32:
            dtype = torch.get_autocast_dtype(input.device.type)
            input, states, params = input.to(dtype), [state.to(dtype) for state in states], [each.to(dtype) for each in params]
        if projected and input.device.type == 'cpu':
            once('LSTM with projections is not supported with oneDNN. Using default implementation.', stacklevel=3)
        elif not projected and input.dtype == torch.float32 and any(state.dtype == torch.float64 for state in states):
            raise RuntimeError('get_mkldnn_dtype: unsupported data type')
        groups = _slices(params, (4 if has_biases else 2) + projected, count)
    else:
        groups = _groups(params, 4 if has_biases else 2, count, directions, states[0].size(0))
    if packed:
        sizes, used = _step_sizes(batch_sizes, input.size(0))
        rows = input if used == input.size(0) else input[:used]
    else:
        if input.size(0) == 0:
            raise RuntimeError('Expected sequence length to be larger than 0 in RNN')
        input.size(1)
        sizes, rows = [input.size(1)] * input.size(0), input.reshape(-1, *input.shape[2:])
    shape = () if packed else input.shape[:2]
    after, layers = [[] for _ in states], [state.unbind(0) for state in states]
    for layer in range(num_layers):
        outputs = []
        for k in range(layer * directions, (layer + 1) * directions):
            output, ended = _direction(kind, rows, [each[k] for each in layers], groups[k], sizes, k % directions == 1)
            outputs.append(output)
            for list_, state in zip(after, ended):
                list_.append(state)
        rows = torch.cat(outputs, -1) if bidirectional else output
        if dropout and train and layer < num_layers - 1:
            rows = torch.dropout(rows, dropout, train)
    output = rows if packed else rows.view(*shape, rows.size(-1))
    fused = lstm and not projected and output.dtype in (torch.float32, torch.bfloat16)
    if output.requires_grad:
        _name_node(output, 'CatBackward0' if packed or bidirectional else 'MkldnnRnnLayerBackward0' if fused else 'StackBackward0')
    if batch_first:
        output = output.transpose(0, 1)
        if output.requires_grad and not fused:
            _name_node(output, 'TransposeBackward1')
    return (output, *[torch.stack(list_) for list_ in after])


def _function(kind, doc):
    def function(*args, **kwargs):
        call = _arguments(args, kwargs)
        states = call.pop('hx')
        if kind != 'lstm':
            states = [states]
        elif len(states) != 2:
            raise RuntimeError('lstm expects two hidden states')
        if 'data' in call:
            call['input'] = call.pop('data')
        return run(kind, states=states, **call)

    function.__name__ = function.__qualname__ = kind
    function.__doc__ = doc
    return function


_DOC = """%s over the steps of sequences, in num_layers layers and one or two directions.

The input is [steps, batch, features] (with batch_first [batch, steps, features]), or packed: the rows of all steps, and batch_sizes.
hx: [layers times directions, batch, units]%s. params: w_ih, w_hh and with has_biases b_ih, b_hh of each layer and direction.
dropout: the share of zeros between layers, if train. Returns the states of the last layer at all steps and the last ones of all layers."""
rnn_tanh = _function('rnn_tanh', _DOC % ("Elman's recurrent layers with tanh", ''))
rnn_relu = _function('rnn_relu', _DOC % ("Elman's recurrent layers with relu", ''))
lstm = _function('lstm', _DOC % ('Long short-term memory', ', and the cells likewise'))
gru = _function('gru', _DOC % ('Gated recurrent units', ''))
