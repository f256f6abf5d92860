# Recurrent layers: parameters, initial values to the bit, outputs, gradients and double backward with every option.
import torch
from torch import nn

CASES = [dict(), dict(num_layers=2), dict(bias=False), dict(batch_first=True), dict(bidirectional=True), dict(num_layers=2, bidirectional=True,
         batch_first=True), dict(num_layers=3, dropout=0.5), dict(num_layers=2, dropout=0.25, bidirectional=True)]


def total(after):
    return sum(after) if isinstance(after, tuple) else after


def numbers(tensor):
    return ['%.5f' % value for value in tensor.detach().flatten()[:4].tolist()] + ['%.4f' % tensor.detach().double().pow(2).sum().sqrt()]


def run(net, x, hx=None):
    out, after = net(x, hx)
    print(tuple(out.shape), out.stride(), type(out.grad_fn).__name__, numbers(out))
    for state in after if isinstance(after, tuple) else (after,):
        print('  state', tuple(state.shape), type(state.grad_fn).__name__, numbers(state))
    weights = list(net.parameters())
    loss = (out * out.cos()).sum() + total(after).pow(2).sum()
    grads = torch.autograd.grad(loss, [x] + weights, create_graph=True)
    print('  gradients', [numbers(grad)[-1] for grad in grads])
    twice = torch.autograd.grad(sum((grad * grad).sum() for grad in grads), [x] + weights)
    print('  twice', ['%.4g' % grad.double().pow(2).sum().sqrt() for grad in twice])


for name in ('RNN', 'LSTM', 'GRU'):
    for case in CASES:
        torch.manual_seed(7)
        net = getattr(nn, name)(3, 4, **case)
        print(net, list(net.state_dict()) if case else [tuple(weight.shape) for weight in net.parameters()])
        print('  ', [weight.flatten()[0].item().hex() for weight in net.parameters()])
        run(net, torch.randn(5, 2, 3, requires_grad=True))
        if case.get('dropout'):
            run(net.eval(), torch.randn(5, 2, 3, requires_grad=True))
    torch.manual_seed(8)
    net = getattr(nn, name)(3, 4, dtype=torch.float64)
    run(net, torch.randn(5, 2, 3, dtype=torch.float64, requires_grad=True))
    state = torch.randn(1, 2, 4, dtype=torch.float64, requires_grad=True)
    run(net, torch.randn(5, 2, 3, dtype=torch.float64, requires_grad=True), (state, state.cos()) if name == 'LSTM' else state)
    run(net, torch.randn(5, 3, dtype=torch.float64, requires_grad=True))
    run(net, torch.randn(1, 3, dtype=torch.float64, requires_grad=True))
torch.manual_seed(9)
run(nn.RNN(3, 4, nonlinearity='relu', num_layers=2), torch.randn(5, 2, 3, requires_grad=True))
run(nn.LSTM(3, 4, num_layers=2, proj_size=2, bidirectional=True, dtype=torch.float64), torch.randn(5, 2, 3, dtype=torch.float64, requires_grad=True))

# gradients of the states given, and of a part of the results
for name in ('RNN', 'LSTM', 'GRU'):
    torch.manual_seed(10)
    net, x = getattr(nn, name)(3, 4, bidirectional=True), torch.randn(6, 2, 3)
    states = [torch.randn(2, 2, 4, requires_grad=True) for _ in range(2 if name == 'LSTM' else 1)]
    out, after = net(x, tuple(states) if name == 'LSTM' else states[0])
    print([numbers(grad) for grad in torch.autograd.grad(total(after).sin().sum(), states, retain_graph=True)])
    print([numbers(grad)[-1] for grad in torch.autograd.grad(out[2].sum(), states + list(net.parameters()))])

# packed sequences
for name in ('RNN', 'LSTM', 'GRU'):
    for bidirectional in (False, True):
        torch.manual_seed(11)
        net = getattr(nn, name)(3, 4, num_layers=2, dropout=0.5, bidirectional=bidirectional)
        x = torch.randn(5, 4, 3, requires_grad=True)
        packed = nn.utils.rnn.pack_padded_sequence(x, [2, 5, 1, 3], enforce_sorted=False)
        out, after = net(packed)
        print(out.batch_sizes, out.sorted_indices, out.data.shape, type(out.data.grad_fn).__name__, numbers(out.data))
        loss = out.data.cos().sum() + total(after).pow(2).sum()
        grads = torch.autograd.grad(loss, [x] + list(net.parameters()), create_graph=True)
        print([numbers(grad)[-1] for grad in grads])
        twice = torch.autograd.grad(sum((grad * grad).sum() for grad in grads), net.weight_hh_l0)
        print('%.4g' % twice[0].norm())

# names of the library
net = nn.LSTM(2, 3, num_layers=2, proj_size=1)
print(net._flat_weights_names, [len(row) for row in net.all_weights], net.all_weights[1][0] is net.weight_ih_l1, net.flatten_parameters())
print(net.mode, nn.GRU(1, 1).mode, nn.RNN(1, 1).mode, nn.RNN(1, 1, nonlinearity='relu').mode, nn.RNN(1, 1).nonlinearity)
print(net.get_expected_hidden_size(torch.ones(5, 7, 2), None), net.get_expected_cell_size(torch.ones(5, 7, 2), None))
print(nn.LSTM.__constants__, nn.RNNCell.__constants__, nn.LSTM.__mro__[1].__name__, nn.modules.rnn.__all__)
other = nn.LSTM(2, 3, num_layers=2, proj_size=1)
print(other.load_state_dict(net.state_dict()), all(torch.equal(a, b) for a, b in zip(net.parameters(), other.parameters())))
for dtype in (torch.bfloat16, torch.float16):
    print([part.dtype for part in nn.GRU(2, 3, dtype=dtype)(torch.ones(2, 2, 2, dtype=dtype))])
