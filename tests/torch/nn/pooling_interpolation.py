# Pooling of sequences and volumes, adaptive pooling, and interpolation of images.
import torch
import torch.nn.functional as F

def refused(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

def slopes(f, shape):
    torch.manual_seed(4)
    x = torch.randn(shape, requires_grad=True)
    out = f(x)
    (out * torch.arange(1., out.numel() + 1).reshape(out.shape)).sum().backward()
    print(out.shape, out.detach().flatten()[:40], x.grad.flatten()[:40])

x = torch.tensor([[[3., 1, 4, 1, 5, 9, 2, 6, 5]]])
print(F.max_pool1d(x, 3), F.max_pool1d(x, 3, 2, 1, return_indices=True), F.max_pool1d(x[0], 2, 2, ceil_mode=True), F.max_pool1d(x, 2, 1, dilation=2))
print(F.avg_pool1d(x, 3), F.avg_pool1d(x, 3, 2, 1), F.avg_pool1d(x, 3, 2, 1, True, False), F.avg_pool1d(x[0], (2,)))
print(F.adaptive_avg_pool1d(x, 4), F.adaptive_max_pool1d(x, 4, return_indices=True), F.lp_pool1d(x, 2, 3), F.lp_pool1d(x, 3, 2, 1, True))
slopes(lambda x: F.max_pool1d(x, 2), (2, 1, 5))
slopes(lambda x: F.avg_pool1d(x, 2, padding=1), (2, 1, 5))
for f in (F.max_pool3d, F.avg_pool3d):
    slopes(lambda x: f(x, 2), (1, 2, 4, 4, 4))
    slopes(lambda x: f(x, (2, 3, 1), (1, 2, 3), (1, 1, 0), ceil_mode=True), (2, 3, 4, 5))
slopes(lambda x: F.avg_pool3d(x, 2, padding=1, count_include_pad=False), (1, 1, 3, 3, 3))
slopes(lambda x: F.avg_pool3d(x, 2, divisor_override=3), (1, 1, 3, 3, 3))
torch.manual_seed(1)
v = torch.randn(1, 2, 3, 4, 5)
print(F.max_pool3d(v, 2, 1, return_indices=True), F.max_pool3d(v[0], 2, 2, 1, dilation=(1, 2, 1), return_indices=True))
for size in (2, (3, 1), (None, 2), (5, 7)):
    slopes(lambda x: F.adaptive_avg_pool2d(x, size), (1, 2, 4, 5))
    slopes(lambda x: F.adaptive_max_pool2d(x, size), (2, 4, 5))
    print(F.adaptive_max_pool2d(v[0], size, return_indices=True)[1].flatten())
for size in (2, (3, 1, 2), (None, 2, 7)):
    slopes(lambda x: F.adaptive_avg_pool3d(x, size), (1, 2, 3, 4, 5))
    slopes(lambda x: F.adaptive_max_pool3d(x, size), (2, 3, 4, 5))
    print(F.adaptive_max_pool3d(v, size, return_indices=True)[1].flatten())
slopes(lambda x: F.lp_pool2d(x, 2, 2), (1, 1, 4, 4))
slopes(lambda x: F.lp_pool3d(x, 2, 2), (1, 1, 2, 4, 4))
print(F.adaptive_avg_pool2d(v[0], 0).shape, F.adaptive_max_pool2d(v[0], (0, 2)).shape, F.adaptive_avg_pool2d(v[0, :0], 2).shape)
for f in (lambda: F.max_pool1d(x, 0), lambda: F.max_pool1d(x, 10), lambda: F.max_pool1d(x, 2, 2, 2), lambda: F.max_pool1d(x[0, 0], 2),
          lambda: F.avg_pool1d(x[0, 0], 2), lambda: F.avg_pool1d(x, (2, 2)), lambda: F.max_pool3d(v, (2, 2)), lambda: F.avg_pool3d(v, 4),
          lambda: F.max_pool3d(v, 4), lambda: F.avg_pool3d(v[0, 0], 2), lambda: F.adaptive_avg_pool1d(x, (1, 1)), lambda: F.adaptive_max_pool2d(x[0], 2),
          lambda: F.adaptive_avg_pool2d(v[0], (-1, 2)), lambda: F.adaptive_avg_pool3d(v, (1, 2))):
    refused(f)

# other sizes
i = torch.arange(1., 13).reshape(1, 1, 3, 4)
for mode in ('nearest', 'nearest-exact', 'bilinear', 'bicubic', 'area'):
    print(mode, F.interpolate(i, scale_factor=2, mode=mode), F.interpolate(i, size=(2, 7), mode=mode))
    slopes(lambda x: F.interpolate(x, scale_factor=(1.7, .6), mode=mode), (1, 2, 5, 6))
    slopes(lambda x: F.interpolate(x, scale_factor=1.3, mode=mode, recompute_scale_factor=True), (1, 2, 5, 6))
    if mode != 'bicubic':
        slopes(lambda x: F.interpolate(x, scale_factor=1.1, mode=mode), (1, 1, 3, 4))
    print(F.interpolate(i, scale_factor=1.1, mode=mode))
for mode in ('bilinear', 'bicubic'):
    print(F.interpolate(i, size=(5, 1), mode=mode, align_corners=True), F.interpolate(i, size=(5, 3), mode=mode, align_corners=False))
    slopes(lambda x: F.interpolate(x, scale_factor=1.5, mode=mode, align_corners=True), (1, 1, 3, 4))
slopes(lambda x: F.interpolate(x, size=7, mode='linear'), (2, 1, 4))
slopes(lambda x: F.interpolate(x, size=7, mode='nearest'), (2, 1, 4))
slopes(lambda x: F.interpolate(x, size=(2, 5, 3), mode='trilinear'), (1, 1, 3, 3, 4))
slopes(lambda x: F.interpolate(x, scale_factor=2), (1, 1, 2, 1, 2))
print(F.interpolate((i * 9).byte(), size=(2, 5)), F.interpolate(i.double(), size=5, mode='bilinear'), F.interpolate(i, size=(3, 4)))
for options in ({}, dict(size=3, scale_factor=2), dict(size=(1, 2, 3)), dict(scale_factor=(1, 2, 3)), dict(size=3, mode='other'), dict(size=3, align_corners=True),
                dict(size=0), dict(size=2, antialias=True), dict(size=2, recompute_scale_factor=True), dict(size=2, mode='linear'), dict(size=2, mode='trilinear')):
    refused(F.interpolate, i, **options)
refused(F.interpolate, i[0, 0], size=2)
refused(F.interpolate, i[0], size=2, mode='bilinear')
# values and indices are a plain tuple
x = torch.arange(16.).view(1, 1, 4, 4)
for f in (F.max_pool2d, F.adaptive_max_pool2d, F.max_pool2d_with_indices):
    print(f(x, 2, return_indices=True) if f is not F.max_pool2d_with_indices else f(x, 2))
