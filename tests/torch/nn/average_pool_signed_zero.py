"""Means of windows: sums begin with zero, so that negative zeros are none in the result; and short rows of results."""
import itertools
import torch
import torch.nn.functional as F

x = (torch.arange(2 * 3 * 9 * 8) * 7919 % 23 - 11.).view(2, 3, 9, 8)
zeros = torch.full((1, 2, 9, 8), -0.)
for dtype, size, kernel, stride, padding, inside in itertools.product(
        (torch.float32, torch.float64), ((9, 8), (4, 4), (3, 8), (9, 2)), (1, 2, (2, 1), (1, 4)), (None, 1, 3), (0, 1), (False, True)):
    try:
        y, z = [F.avg_pool2d(t.to(dtype)[..., :size[0], :size[1]], kernel, stride, padding, count_include_pad=inside) for t in (x, zeros)]
        print(tuple(y.shape), '%.3f' % (y.double().flatten() * torch.arange(1, y.numel() + 1)).sum().item(), z.signbit().any().item(), y.signbit().sum().item())
    except RuntimeError as error:
        print(error)
for kernel, stride, padding, ceil in itertools.product((1, 2, 3), (None, 1, 2), (0, 1), (False, True)):
    for f in (F.avg_pool1d, F.max_pool1d):
        try:
            y = f(x[0, :, :, 0], kernel, stride, padding, ceil_mode=ceil)
            print(f.__name__, tuple(y.shape), y._is_view(), '%.3f' % (y.flatten() * torch.arange(1, y.numel() + 1)).sum().item())
        except RuntimeError as error:
            print(error)
