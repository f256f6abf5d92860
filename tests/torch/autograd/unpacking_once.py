"""A hook of saved tensors is called once for each in a backward, in the order of the arguments, however often the formula reads it; so a
checkpoint computes its function twice, not more."""
import torch
import torch.nn.functional as F
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
w = torch.randn(6, 3, requires_grad=True)
a = torch.randn(2, 6, requires_grad=True)
c = torch.randn(2, 6, 3, 3, requires_grad=True)
k = torch.randn(4, 6, 1, 1, requires_grad=True)


def order(function, again=False):
    saved, got = [], []

    def pack(x):
        saved.append(x)
        return len(saved) - 1

    def unpack(i):
        got.append(i)
        return saved[i]

    with saved_tensors_hooks(pack, unpack):
        y = function()
    y.sum().backward(retain_graph=again)
    if again:
        y.sum().backward()
    return len(saved), got


rows = {
    'mm': lambda: a @ w, 'relu': lambda: torch.relu(a @ w), 'mul': lambda: a * a, 'div': lambda: a / (a + 1), 'exp': lambda: a.exp(),
    'pow': lambda: a.abs() ** (a + 1), 'softmax': lambda: a.softmax(1), 'norm': lambda: F.batch_norm(a, None, None, w[:, 0], w[:, 1], True),
    'conv': lambda: F.conv2d(c, k), 'linear': lambda: F.linear(a, w.T), 'atan2': lambda: torch.atan2(a, a + 1),
    'mse': lambda: F.mse_loss(a, w.T[:2]), 'bmm': lambda: torch.bmm(c[:, :, 0], c[:, :, 0].mT), 'addcdiv': lambda: torch.addcdiv(a, a, a),
    'where': lambda: torch.where(a > 0, a, a * 2), 'prod': lambda: a.prod(1), 'cumprod': lambda: a.cumprod(1), 'norm1': lambda: a.norm(dim=1)}
for name, function in rows.items():
    print(name, *order(function))
print(order(rows['addcdiv'], True))

calls = [0]
norm, conv = torch.nn.BatchNorm2d(12), torch.nn.Conv2d(12, 2, 1)


def block(*x):
    calls[0] += 1
    return conv(torch.relu(norm(torch.cat(x, 1))))


checkpoint(block, c, c * 2, use_reentrant=False).sum().backward()
print(calls, norm.num_batches_tracked)
y = checkpoint(block, c, c * 2, use_reentrant=False)
z = checkpoint(lambda y: y.exp() / y, y, use_reentrant=False)
torch.cat([y, z], 1).sum().backward()
print(calls, norm.num_batches_tracked)


def fails(i):
    raise ValueError(f'lost {i}')


seen = []
with saved_tensors_hooks(lambda x: seen.append(0) or len(seen), fails):
    y = a / (a + 1)
try:
    y.sum().backward()
except ValueError as e:
    print(e)
