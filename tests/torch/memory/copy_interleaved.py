"""Copies that take a few lines in turn, and the compositions that end with one: transposed convolutions of volumes, unpooling."""
import itertools
import torch
import torch.nn.functional as F


def mark(x):
    """One number that changes where two elements change places."""
    x = x.detach().flatten()
    x = torch.view_as_real(x).sum(-1) if x.is_complex() else x
    return round((x.double() * torch.arange(1, x.numel() + 1)).sum().item() % 1e6, 3)


for dtype in (torch.uint8, torch.int16, torch.float32, torch.float64, torch.complex128):
    for lines, n in itertools.product((2, 3, 4, 5), (3, 8, 33)):
        x = (torch.arange(3 * lines * n * 2) % 251).to(dtype).view(3, lines, n, 2)
        print([mark(x.permute(order).contiguous()) for order in ((0, 2, 1, 3), (0, 3, 2, 1), (2, 0, 3, 1), (3, 0, 2, 1), (1, 3, 0, 2))])
x = torch.arange(2 * 36 * 9 * 10.).view(2, 36, 9, 10)
print([mark(f(x, r)) for r in (2, 3) for f in (F.pixel_shuffle,)], mark(F.pixel_unshuffle(x[:, :, :8], 2)))

ramp = lambda *size: (torch.arange(torch.Size(size).numel()) % 7 - 3.).double().view(size).requires_grad_()
for kernel, stride, dilation, padding, groups in itertools.product((1, 2, 3), (1, 2, 3), (1, 2), (0, 1), (2,)):
    if (2 * stride - 2 * padding + dilation * (kernel - 1) + 1) < 1:
        continue
    x, w, b = ramp(2, 4, 3, 3, 2), ramp(4, 2, kernel, 2, 3), ramp(2 * groups)
    y = F.conv_transpose3d(x, w, b, stride=(stride, 1, 2), padding=(padding, 0, 1), dilation=(dilation, 1, 1), groups=groups)
    grads = torch.autograd.grad(y, (x, w, b), torch.arange(y.numel()).double().view_as(y) % 5)
    print(tuple(y.shape), y.is_contiguous(), y._is_view(), y.grad_fn.name(), mark(y), *map(mark, grads))

for n in (1, 2, 3):
    x = ramp(2, 3, *[4] * n)
    small, index = getattr(F, f'max_pool{n}d')(x, 2, return_indices=True)
    y = getattr(F, f'max_unpool{n}d')(small, index, 2)
    print(tuple(y.shape), y._is_view(), y.grad_fn.name() if n > 1 else '', mark(y), mark(torch.autograd.grad(y.square().sum(), x)[0]))
    try:
        getattr(F, f'max_unpool{n}d')(small, torch.full_like(index, 4 ** n), 2)
    except RuntimeError as error:
        print(error)
