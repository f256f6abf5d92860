"""Pooling of images whose channels come last in memory: results and gradients lie likewise."""
import torch
from torch.nn import functional as F

image = (torch.arange(2 * 5 * 4 * 3).reshape(2, 5, 4, 3) * 7 % 31).float().movedim(-1, 1)
calls = [lambda x: F.max_pool2d(x, 2), lambda x: F.max_pool2d(x, 3, 2, 1), lambda x: F.avg_pool2d(x, 2, 1), lambda x: F.avg_pool2d(x, 3, 2, 1, False, False),
         lambda x: F.adaptive_avg_pool2d(x, (2, 3)), lambda x: F.adaptive_max_pool2d(x, (3, 2)), lambda x: F.max_pool2d(x, 3, 1, 1, 1, True)]
for call in calls:
    for dtype in (torch.float32, torch.float64):
        x = image.to(dtype, copy=True).requires_grad_()
        y = call(x)
        g, = torch.autograd.grad(y, x, torch.ones_like(y))
        print(dtype, tuple(y.shape), y.stride(), g.stride(), y.sum().item(), g.double().pow(2).sum().item())
        print(y[0, 1])
values, places = F.max_pool2d(image, 2, return_indices=True)
print(values.stride(), places.stride(), places[1, 2])
image[0, :, 1, 1] = float('nan')
values, places = F.max_pool2d(image, (2, 3), 1, return_indices=True)
print(values[0, 0], places[0, 0])
print(F.max_pool2d(image[:, :, 1:, :-1], 2).stride(), F.avg_pool2d(image[:, :1], 2).stride(), F.avg_pool2d(image[0], 2).stride())
