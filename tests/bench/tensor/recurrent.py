"""Recurrent layers of 35 steps: forward and gradients of all parameters (train), and forward alone (infer), with one thread and with two
(the last part of a row's name); the sizes are batch and units."""
import torch
from torch import nn


def layer(kind, batch, units, threads, layers=1, bidirectional=False, lengths=None, train=True):
    def make():
        torch.set_num_threads(threads)
        torch.manual_seed(0)
        net = getattr(nn, kind)(units, units, layers, bidirectional=bidirectional)
        parameters = list(net.parameters())
        x = torch.randn(35, batch, units)
        if lengths:
            x = nn.utils.rnn.pack_padded_sequence(x, lengths)

        def step():
            out = net(x)[0]
            out = out.data if lengths else out
            return torch.autograd.grad(out.sum(), parameters)[0]

        def forward():
            with torch.no_grad():
                out = net(x)[0]
            return out.data if lengths else out
        return step if train else forward
    return make


ROWS, GOALS = {}, {}
for threads in (1, 2):
    for kind in ('LSTM', 'GRU', 'RNN'):
        for batch, units in ((1, 128), (20, 64), (32, 128), (20, 200), (64, 256)):
            name = f'{kind.lower()}_{batch}x{units}_{threads}'
            ROWS[name] = layer(kind, batch, units, threads)
            GOALS[name] = 1.5
        ROWS[f'{kind.lower()}_infer_32x128_{threads}'] = layer(kind, 32, 128, threads, train=False)
    ROWS[f'lstm_stack_20x200_{threads}'] = layer('LSTM', 20, 200, threads, layers=2, bidirectional=True)
    ROWS[f'gru_packed_16x128_{threads}'] = layer('GRU', 16, 128, threads, lengths=list(range(35, 3, -2)))
    ROWS[f'lstm_packed_16x128_{threads}'] = layer('LSTM', 16, 128, threads, lengths=list(range(35, 3, -2)))
