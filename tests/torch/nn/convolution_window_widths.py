"""Gradients of convolutions with windows of one to eight columns and few or many outputs: whole numbers, so that every sum is exact."""
import torch
import torch.nn.functional as F


def ramp(*size, dtype):
    return ((torch.arange(torch.Size(size).numel()) * 7919) % 11 - 5).to(dtype).view(size)


def mark(x):
    return int((x.detach().double().flatten() * ((torch.arange(x.numel()) * 31) % 97 - 48)).sum().item())


def show(n, channels, height, width, outputs, kernel, dtype=torch.float32, **options):
    x = ramp(n, channels, height, width, dtype=dtype).requires_grad_()
    weight = ramp(outputs, channels // options.get('groups', 1), *kernel, dtype=dtype).requires_grad_()
    y = F.conv2d(x, weight, **options)
    grads = torch.autograd.grad(y, (x, weight), ramp(*y.shape, dtype=dtype))
    print(dtype, (n, channels, height, width, outputs, kernel), options, tuple(y.shape), mark(y), *map(mark, grads))


for dtype in (torch.float32, torch.float64):
    for columns in range(1, 9):
        for outputs in (8, 16, 17, 40):
            show(3, 7, 10, 13, outputs, (2, columns), dtype)
        show(2, 5, 12, 12, 24, (columns, 3), dtype, padding=1, stride=2)
        show(2, 8, 9, 20, 32, (1, columns), dtype, dilation=(1, 2), groups=2)

# many small images, with few channels: lanes of vectors are images
for outputs in (4, 6, 7, 13):
    for size in (5, 8, 14, 16):
        show(37, outputs, size, size, 16, (5, 5))
        show(20, outputs, size, size, 6, (3, 3), padding=1)

# images of which several are taken at once, or one in strips
show(40, 16, 20, 24, 33, (5, 5), padding=2)
show(1, 16, 120, 130, 32, (3, 3), padding=1)
