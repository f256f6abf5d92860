"""Averages of windows of two columns side by side, and their gradients: whole numbers, so that every sum is exact."""
import itertools
import torch
from torch.nn import functional as F


def mark(x):
    return int((x.detach().double().flatten() * ((torch.arange(x.numel()) * 31) % 97 - 48)).sum().item())


def ramp(*size, dtype):
    return ((torch.arange(torch.Size(size).numel()) * 7919) % 23 - 11).to(dtype).view(size) * 8


for dtype, (height, width), kernel, stride, divisor in itertools.product(
        (torch.float32, torch.float64), ((2, 2), (28, 28), (9, 11), (4, 130), (5, 67)), (1, 2, 4), (1, 2, 5), (None, 1)):
    if kernel > height:
        continue
    for padding in (0, 1):
        if 2 * padding > kernel:
            continue
        x = ramp(2, 3, height, width, dtype=dtype).requires_grad_()
        y = F.avg_pool2d(x, (kernel, 2), (stride, 2), (padding, padding), divisor_override=divisor)
        g, = torch.autograd.grad(y, x, ramp(*y.shape, dtype=dtype))
        print(dtype, height, width, kernel, stride, divisor, padding, tuple(y.shape), mark(y), mark(g))

# rows that are not neighbours, and what is between two windows
x = ramp(2, 4, 10, 14, dtype=torch.float32)
for view in (x[:, ::2], x[..., 1:, 2:], x[:, :, ::2], x.transpose(2, 3)):
    print(tuple(view.shape), mark(F.avg_pool2d(view, 2)))
x = torch.ones(1, 1, 5, 7, requires_grad=True)
F.avg_pool2d(x, (1, 2), (2, 2)).sum().backward()
print(x.grad)

# nan and infinity stay in their windows, zeros have no sign
x = torch.ones(1, 1, 4, 40)
x[0, 0, 0, 3], x[0, 0, 2, 36] = float('nan'), float('-inf')
print(F.avg_pool2d(x, 2).isfinite().logical_not().nonzero().tolist())
print(torch.signbit(F.avg_pool2d(torch.full((1, 1, 4, 36), -0.0), 2)).any().item())
