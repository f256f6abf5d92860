# Cells of recurrent layers: one step, with and without a batch, and a loop over steps.
import torch
from torch import nn


def numbers(tensor):
    return ['%.5f' % value for value in tensor.detach().flatten().tolist()]


for make in (lambda: nn.RNNCell(3, 4), lambda: nn.RNNCell(3, 4, nonlinearity='relu'), lambda: nn.RNNCell(3, 4, bias=False), lambda: nn.LSTMCell(3, 4),
             lambda: nn.LSTMCell(3, 4, bias=False), lambda: nn.GRUCell(3, 4), lambda: nn.GRUCell(3, 4, False, dtype=torch.float64)):
    torch.manual_seed(1)
    cell = make()
    print(cell, list(cell.state_dict()), [weight.flatten()[0].item().hex() for weight in cell.parameters()])
    dtype = cell.weight_ih.dtype
    x = torch.randn(2, 3, dtype=dtype, requires_grad=True)
    state = cell(x)
    for part in state if isinstance(state, tuple) else (state,):
        print(type(part.grad_fn).__name__, numbers(part))
    single = cell(x[0].detach())
    print(numbers(single[0] if isinstance(single, tuple) else single))
    steps = torch.randn(4, 2, 3, dtype=dtype)
    for step in steps:
        state = cell(step, state)
    first = state[0] if isinstance(state, tuple) else state
    grads = torch.autograd.grad(first.pow(2).sum(), [x] + list(cell.parameters()), create_graph=True)
    print(['%.5f' % grad.norm() for grad in grads])
    twice = torch.autograd.grad(sum(grad.pow(2).sum() for grad in grads), cell.weight_hh)[0]
    print('%.5f' % twice.norm())
    layer = {'RNNCell': nn.RNN, 'LSTMCell': nn.LSTM, 'GRUCell': nn.GRU}[type(cell).__name__]
    options = {'nonlinearity': cell.nonlinearity} if layer is nn.RNN else {}
    layer = layer(3, 4, bias=cell.bias, dtype=dtype, **options)
    layer.load_state_dict({name + '_l0': value for name, value in cell.state_dict().items()})
    out = layer(x.detach().unsqueeze(0))[0]
    step = cell(x)
    print(torch.allclose(out[0], step[0] if isinstance(step, tuple) else step))
print(nn.RNNCellBase(3, 4, True, 2), [tuple(weight.shape) for weight in nn.RNNCellBase(3, 4, True, 2).parameters()])
