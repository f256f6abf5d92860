# How results and gradients of images lie in memory, whose channels come last there: as the images, whatever the gradient given lies like
import torch
import torch.nn.functional as F

LAST = torch.channels_last


def steps(t):
    return tuple(s if n > 1 else '.' for n, s in zip(t.shape, t.stride()))


def images(*size, dtype=torch.float32):
    count = 1
    for n in size:
        count *= n
    values = (torch.arange(count, dtype=torch.float64) * 7 % 23 + 1) / 24
    return values.reshape(size).to(dtype).contiguous(memory_format=LAST)


IMAGES = {
    'last': lambda: images(2, 3, 4, 6), 'part': lambda: images(2, 6, 4, 6)[:, 1:4], 'one': lambda: images(1, 3, 4, 6), 'double': lambda: images(2, 3, 4, 6, dtype=torch.float64),
    'transposed': lambda: images(4, 3, 2, 6).permute(2, 1, 0, 3), 'spread': lambda: images(2, 3, 4, 12)[..., ::2], 'plain': lambda: images(2, 3, 4, 6).contiguous(),
}
CALLS = [
    ('avg_pool2d', lambda x: F.avg_pool2d(x, 2, 1, ceil_mode=True)),
    ('max_pool2d', lambda x: F.max_pool2d(x, 2)),
    ('adaptive_avg_pool2d', lambda x: F.adaptive_avg_pool2d(x, 2)),
    ('adaptive_avg_pool2d of one', lambda x: F.adaptive_avg_pool2d(x, 1)),
    ('adaptive_max_pool2d', lambda x: F.adaptive_max_pool2d(x, (3, 1))),
    ('adaptive_max_pool2d of one', lambda x: F.adaptive_max_pool2d(x, 1)),
    ('area', lambda x: F.interpolate(x, (3, 7), mode='area')),
    ('conv2d', lambda x: F.conv2d(x, images(4, 3, 2, 2, dtype=x.dtype).contiguous(), padding=1)),
    ('conv2d of groups', lambda x: F.conv2d(x, images(6, 1, 2, 2, dtype=x.dtype).contiguous(), groups=3)),
    ('conv2d of one tap', lambda x: F.conv2d(x, images(4, 3, 1, 1, dtype=x.dtype).contiguous(), stride=2)),
    ('conv2d of weights', lambda x: F.conv2d(images(2, 3, 9, 9, dtype=x.dtype).contiguous(), x, padding=1)),
    ('conv_transpose2d', lambda x: F.conv_transpose2d(x, images(3, 4, 2, 2, dtype=x.dtype).contiguous(), stride=2)),
    ('replicate', lambda x: F.pad(x, (1, 0, 1, 0), mode='replicate')),
    ('reflect', lambda x: F.pad(x, (1, 2, 1, 0), mode='reflect')),
    ('group_norm', lambda x: F.group_norm(x, 3)),
    ('rms_norm', lambda x: F.rms_norm(x, (6,))),
    ('stack', lambda x: torch.stack([x, x])),
    ('stack before channels', lambda x: torch.stack([x, x], 1)),
    ('stack behind channels', lambda x: torch.stack([x, x * 2], 2)),
    ('stack at the end', lambda x: torch.stack([x, x], -1)),
    ('glu', lambda x: F.glu(x, 2)),
    ('pixel_shuffle', lambda x: F.pixel_shuffle(torch.cat([x, x, x, x], 1), 2)),
    ('pixel_unshuffle', lambda x: F.pixel_unshuffle(x, 2)),
    ('channel_shuffle', lambda x: F.channel_shuffle(torch.cat([x, x], 1), 3)),
    ('roll', lambda x: x.roll(1, 1)),
    ('roll twice', lambda x: x.roll((1, -1), (2, 3))),
    ('roll nothing', lambda x: x.roll(3, 1)),
    ('fftshift', lambda x: torch.fft.fftshift(x, (1, 2))),
]
for name, call in CALLS:
    for kind, make in IMAGES.items():
        x = make().detach().requires_grad_()
        y = call(x)
        found = [steps(y)]
        weights = torch.arange(y.numel(), dtype=x.dtype).reshape(y.shape) % 5
        for g in [torch.ones((), dtype=y.dtype).expand(y.shape), weights] + ([weights.contiguous(memory_format=LAST)] if y.dim() == 4 else []):
            slope, = torch.autograd.grad(y, x, g, retain_graph=True)
            found.append(steps(slope))
        print(name, kind, *found, '%.1f' % (abs((slope.double() * x.double()).sum().item()) + 0.013))
x = images(2, 4, 4, 6, dtype=torch.float64).requires_grad_()
for call in (lambda x: F.max_pool2d(x, 2), lambda x: F.avg_pool2d(x, 2), lambda x: F.adaptive_avg_pool2d(x, 3), lambda x: F.pad(x, (1, 1, 1, 1), mode='reflect'), lambda x: F.channel_shuffle(x, 2)):
    print(torch.autograd.gradgradcheck(lambda x: call(x).square(), (x,)))
