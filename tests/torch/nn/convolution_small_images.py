"""Convolutions whose windows lie beside small images with many of their columns: whole numbers, so that every sum is exact."""
import itertools
import torch
import torch.nn.functional as F


def ramp(*size, dtype):
    n = torch.Size(size).numel()
    return ((torch.arange(n) * 7919) % 11 - 5).to(dtype).view(size)


def mark(x):
    return int((x.detach().double().flatten() * ((torch.arange(x.numel()) * 31) % 97 - 48)).sum().item())


for dtype, channels, outputs in ((torch.float32, 32, 8), (torch.float64, 17, 33)):
    for (h, w), kernel, dilation, padding, stride, groups in itertools.product(
            ((4, 4), (14, 9), (1, 6), (20, 3)), (3, 5), (1, 4), (1, 4), (1, 2), (1, 2)):
        reach = dilation * (kernel - 1) + 1
        if h + 2 * padding < reach or w + 2 * padding < reach:
            continue
        x = ramp(3, channels * groups, h, w, dtype=dtype).requires_grad_()
        weight, bias = ramp(outputs * groups, channels, kernel, kernel, dtype=dtype).requires_grad_(), ramp(outputs * groups, dtype=dtype)
        y = F.conv2d(x, weight, bias, stride, padding, dilation, groups)
        grads = torch.autograd.grad(y, (x, weight), ramp(*y.shape, dtype=dtype))
        print(h, w, kernel, dilation, padding, stride, groups, channels, outputs, tuple(y.shape), mark(y), *map(mark, grads))
