"""What lies where: tensors of the host while another device is the default one. The argument is that device; the expected output is PyTorch's
with `meta`, which has no elements, so nothing here asks for those of tensors on it:

    python tests/devices/host_tensors.py meta > tests/devices/host_tensors.out
"""
import copy
import io
import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence, unpad_sequence

device = sys.argv[1]
host = {'device': 'cpu'}
x, images, index, steps = torch.rand(4, 6), torch.rand(2, 4, 5, 5), torch.tensor([0, 2]), torch.rand(3, 2, 6)
linear, rnn = nn.Linear(6, 3), nn.GRU(6, 3)
file = io.BytesIO()
torch.save({'x': x, 'linear': linear.state_dict()}, file)
torch.set_default_device(device)


def place(value):
    if isinstance(value, torch.Tensor):
        return 'host' if value.device.type == 'cpu' else 'there'
    if isinstance(value, dict):
        return {k: place(v) for k, v in value.items()}
    return [place(v) for v in value] if isinstance(value, (tuple, list)) else value


def show(name, function):
    try:
        print(name, place(function()))
    except Exception as e:
        print(name, type(e).__name__, str(e).replace(device, 'DEVICE')[:120])


def loaded():
    file.seek(0)
    return torch.load(file)


def one_step(kind):
    model = copy.deepcopy(linear)
    optimizer = kind(model.parameters(), lr=0.1)
    model(x).sum().backward()
    optimizer.step()
    return {k: v for k, v in optimizer.state[model.weight].items() if isinstance(v, torch.Tensor)}


show('load', loaded)
for name, function in {
        'conversions': lambda: [torch.as_tensor(x), torch.asarray(x), torch.as_tensor(x, **host), torch.as_tensor([1]), torch.tensor(x), torch.asarray(x, **host)],
        'factories': lambda: [torch.normal(0., 1., (2,)), torch.range(0, 1), torch.tril_indices(2, 2), torch.triu_indices(3, 2, **host), torch.arange(3),
                              torch.kaiser_window(4), torch.Tensor(2), torch.zeros_like(x), torch.normal(0., 1., (2,), **host)],
        'kaiser_window': lambda: torch.kaiser_window(5, **host), 'rrelu': lambda: F.rrelu(-x, training=True), 'alpha_dropout': lambda: F.alpha_dropout(x, 1.0, True),
        'feature_alpha_dropout': lambda: F.feature_alpha_dropout(images, training=True), 'dropout2d': lambda: F.dropout2d(images),
        'CrossMapLRN2d': lambda: nn.CrossMapLRN2d(3)(images), 'histogram': lambda: torch.histogram(x, 4), 'index_fill': lambda: x.index_fill(0, index, 1.), 'rnn': lambda: rnn(steps),
        'pack': lambda: [pack_padded_sequence(steps, n, enforce_sorted=s).batch_sizes for n, s in (([3, 2], True), ([2, 3], False), (torch.tensor([3, 2], **host), True))],
        'packed rnn': lambda: pad_packed_sequence(rnn(pack_padded_sequence(steps, [2, 3], enforce_sorted=False))[0]), 'pack_sequence': lambda: pack_sequence([x[0], x[1]]),
        'pad': lambda: [pad_sequence([x, x[:2]]), *unpad_sequence(steps, torch.tensor([3, 2], **host))],
        'Wishart': lambda: torch.distributions.Wishart(torch.tensor(4., **host), torch.eye(3, **host)).sample(), 'Adam': lambda: one_step(torch.optim.Adam),
        'AdamW': lambda: one_step(torch.optim.AdamW), 'SGD': lambda: one_step(torch.optim.SGD), 'clip': lambda: nn.utils.clip_grad_norm_(linear.parameters(), 1.)}.items():
    show(name, function)
