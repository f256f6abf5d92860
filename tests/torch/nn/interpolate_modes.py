# images in other sizes and with borders made from them: every mode, sizes on both sides of a vector, types, gradients
import torch
import torch.nn.functional as F

G = torch.Generator().manual_seed(1)


def image(*size, dtype=torch.float32):
    return torch.randn(*size, generator=G).to(dtype)


def digest(t):
    """Two numbers in which every element counts."""
    t = torch.view_as_real(t) if t.is_complex() else t
    flat = t.detach().double().flatten()
    weights = torch.cos(torch.arange(flat.numel(), dtype=torch.float64))
    return '%.3f %.3f' % (flat.sum().item(), (flat * weights).sum().item())


def show(name, x, call):
    x.requires_grad_(x.is_floating_point() or x.is_complex())
    y = call(x)
    print(name, y.dtype, tuple(y.shape), digest(y), end='')
    if x.requires_grad:
        g = image(*y.shape, dtype=y.dtype)
        first, = torch.autograd.grad(y, x, g.requires_grad_(), create_graph=True)
        again, = torch.autograd.grad(first, g, torch.ones_like(first))
        print(';', y.grad_fn.name(), digest(first), type(first.grad_fn).__name__, digest(again), end='')
    print()


for mode in ('nearest', 'nearest-exact', 'bilinear', 'bicubic'):
    for size, to in (((3, 4), (6, 8)), ((5, 40), (7, 33)), ((17, 9), (4, 50)), ((40, 3), (13, 3)), ((1, 1), (2, 30)), ((6, 100), (1, 1)), ((2, 16), (2, 16))):
        show(mode, image(2, 2, *size), lambda x: F.interpolate(x, size=to, mode=mode))
        if mode.startswith('bi'):
            show(mode + ' aligned', image(1, 2, *size, dtype=torch.float64), lambda x: F.interpolate(x, size=to, mode=mode, align_corners=True))
    for factor in (0.5, 1.0, 1.01, 2, 2.7, (1, 3)):
        show(mode + ' scaled', image(1, 3, 9, 20), lambda x: F.interpolate(x, scale_factor=factor, mode=mode))
for mode in ('nearest', 'nearest-exact', 'linear'):
    for size, to in ((5, 12), (40, 64), (64, 40), (1, 3), (33, 1)):
        show(mode, image(2, 3, size), lambda x: F.interpolate(x, size=to, mode=mode))
    show(mode, image(2, 3, 17), lambda x: F.interpolate(x, scale_factor=1.01, mode=mode))
for mode in ('nearest', 'nearest-exact', 'trilinear'):
    for size, to in (((2, 3, 4), (4, 6, 8)), ((5, 4, 20), (3, 4, 31)), ((4, 4, 4), (1, 1, 1))):
        show(mode, image(1, 2, *size), lambda x: F.interpolate(x, size=to, mode=mode))
for mode in ('bilinear', 'bicubic'):
    for size, to in (((20, 30), (7, 11)), ((5, 6), (8, 9)), ((40, 40), (40, 7))):
        show(mode + ' antialias', image(1, 2, *size), lambda x: F.interpolate(x, size=to, mode=mode, antialias=True))
for mode in ('reflect', 'replicate', 'circular'):
    for size, pad in (((4, 5), (1, 2, 3, 1)), ((3, 40), (2, 2, 0, 0)), ((6, 20), (-1, 3, 2, -2)), ((9, 17), (0, 0, 1, 1)), ((5, 6), (0, 0, 0, 0))):
        show(mode, image(2, 2, *size).abs(), lambda x: F.pad(x, pad, mode=mode) * 1)
    show(mode, image(3, 30), lambda x: F.pad(x, (5, 4), mode=mode) * 1)
    show(mode, image(1, 2, 3, 4, 5), lambda x: F.pad(x, (1, 1, 2, 0, 1, 2), mode=mode) * 1)
    show(mode, image(2, 4, 5), lambda x: F.pad(x, (1, 2, 0, 2), mode=mode) * 1)
    for dtype in (torch.uint8, torch.int64, torch.int16, torch.float64, torch.complex64, torch.complex128):
        show(mode, image(1, 2, 7).mul(20).abs().to(dtype), lambda x: F.pad(x, (3, 2), mode=mode) * 1)
show('wide border', image(1, 1, 3), lambda x: F.pad(x, (100, 90), mode='replicate') * 1)
show('transposed', image(1, 3, 8, 6).movedim(1, -1).contiguous().movedim(-1, 1), lambda x: F.interpolate(x, scale_factor=2, mode='bilinear'))
show('transposed', image(1, 3, 8, 6).transpose(2, 3), lambda x: F.pad(x, (1, 1, 1, 1), mode='reflect') * 1)
show('infinite', torch.tensor([[[1.0, float('inf'), 2.0, 3.0]]]), lambda x: torch.nan_to_num(F.interpolate(x, size=7, mode='linear'), 7.0, 8.0, 9.0))
for dtype in (torch.float16, torch.bfloat16):
    x = torch.arange(12.0).view(1, 1, 3, 4).to(dtype)
    print(F.interpolate(x, size=(4, 6), mode='bilinear'), F.interpolate(x, size=(2, 3)), F.pad(x, (1, 1, 1, 1), mode='reflect'), sep='\n')
print(F.interpolate(torch.arange(6, dtype=torch.uint8).view(1, 1, 2, 3), scale_factor=2))
print(F.interpolate(torch.zeros(0, 3, 4, 4), size=(2, 2), mode='bilinear').shape, F.pad(torch.zeros(0, 3, 4, 4), (1, 1, 1, 1), mode='reflect').shape)
