"""Images on the CUDA plugin against the CPU, values and gradients: other sizes, places of grids, borders, pooling,
convolutions, patches. check-emulated runs it; the last line is "N passed, M failed"."""
import torch
import torch.nn.functional as F

torch.backends.cudnn.allow_tf32 = False
counts = [0, 0]
near = {torch.float64: 1e-12, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}


def differs(here, there, tolerance):
    """None, or what is the matter."""
    if here.dtype != there.dtype or here.shape != there.shape:
        return '%s %s, not %s %s' % (there.dtype, tuple(there.shape), here.dtype, tuple(here.shape))
    if here.dim() == 4 and there.stride() != here.stride():
        return 'strides %s, not %s' % (there.stride(), here.stride())
    there = there.cpu()
    if not here.dtype.is_floating_point and not here.dtype.is_complex:
        return None if here.equal(there) else 'other elements'
    wide = torch.complex128 if here.dtype.is_complex else torch.float64
    a, b = here.detach().to(wide), there.detach().to(wide)
    if not torch.allclose(a, b, rtol=tolerance, atol=tolerance * 8, equal_nan=True):
        return 'by up to %g' % (a - b).abs().max().item()


def run(f, inputs, device, gradients):
    """Results of f, the gradients of its inputs behind them, or the text of its error."""
    inputs = [x.to(device) for x in inputs]
    leaves = [x.requires_grad_() for x in inputs if gradients and x.dtype.is_floating_point]
    try:
        results = f(*inputs)
        results = list(results) if isinstance(results, tuple) else [results]
        if leaves:
            r = results[0]
            g = torch.sin(torch.arange(r.numel(), dtype=torch.float64).reshape(r.shape) * 0.7).to(r.dtype).to(device)
            results += [x for x in torch.autograd.grad(r, leaves, g, allow_unused=True) if x is not None]
        return results
    except (RuntimeError, ValueError, NotImplementedError) as e:
        return type(e).__name__ + ' ' + str(e).split('\n')[0]


def check(what, f, *inputs, gradients=True, tolerance=0):
    here, there = run(f, [x.clone() for x in inputs], 'cpu', gradients), run(f, inputs, 'cuda', gradients)
    wrong = None
    if isinstance(here, str) or isinstance(there, str):
        told = [x if isinstance(x, str) else 'works' for x in (here, there)]
        wrong = None if 'works' not in told else '%s on the CPU, %s on the device' % tuple(told)
    elif len(here) != len(there):
        wrong = '%d results, not %d' % (len(there), len(here))
    else:
        for i, (a, b) in enumerate(zip(here, there)):
            wrong = wrong or differs(a, b, tolerance or max([near[x.dtype] for x in inputs if x.dtype in near] or [0]))
            if wrong and 'result' not in wrong:
                wrong = 'result %d differs: %s' % (i, wrong)
    counts[wrong is not None] += 1
    if wrong:
        print('%s: %s' % (what, wrong))


def image(*shape, dtype=torch.float32, seed=0):
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).to(dtype)


# ---- other sizes
sizes1, sizes2, sizes3 = [(13,), (4,), (7,), (1,)], [(13, 9), (4, 5), (3, 16), (7, 6), (14, 12), (1, 1)], [(4, 9, 3),
                                                                                                     (6, 8, 10), (2, 2, 2)]
plain = [('nearest', (1, 2, 3)), ('nearest-exact', (1, 2, 3)), ('linear', (1,)), ('bilinear', (2,)), ('bicubic', (2,)),
         ('trilinear', (3,)), ('area', (1, 2, 3))]
x1, x2, x3 = image(2, 3, 7), image(2, 3, 7, 6), image(2, 2, 3, 4, 5)
for mode, dims in plain:
    for n in dims:
        x, sizes = {1: (x1, sizes1), 2: (x2, sizes2), 3: (x3, sizes3)}[n]
        for size in sizes:
            check('interpolate %s %s' % (mode, size), lambda x: F.interpolate(x, size=size, mode=mode), x)
            if mode in ('linear', 'bilinear', 'bicubic', 'trilinear'):
                check('interpolate aligned %s %s' % (mode, size),
                      lambda x: F.interpolate(x, size=size, mode=mode, align_corners=True), x.double())
        for scale in (2, 0.6, 1.7):
            for again in (False, True):
                check('interpolate %s by %g' % (mode, scale),
                      lambda x: F.interpolate(x, scale_factor=scale, mode=mode, recompute_scale_factor=again), x)
for mode in ('bilinear', 'bicubic'):
    for size in sizes2 + [(40, 2)]:
        for align in (False, True):
            check('antialias %s %s %s' % (mode, size, align),
                  lambda x: F.interpolate(x, size=size, mode=mode, antialias=True, align_corners=align), x2)
    check('antialias of many ' + mode, lambda x: F.interpolate(x, size=(3, 5), mode=mode, antialias=True),
          image(1, 2, 50, 61))
    check('antialias of more ' + mode, lambda x: F.interpolate(x, size=(50, 61), mode=mode, antialias=True),
          image(1, 2, 3, 5, dtype=torch.float64))
    for size in ((50, 3), (3, 50)):
        check('antialias both ways %s %s' % (mode, size),
              lambda x: F.interpolate(x, size=size, mode=mode, antialias=True), image(2, 3, 53 - size[0], 53 - size[1]))
for mode in ('nearest', 'bilinear', 'bicubic', 'nearest-exact'):
    for dtype in (torch.float16, torch.bfloat16):
        check('interpolate %s %s' % (mode, dtype), lambda x: F.interpolate(x, size=(9, 4), mode=mode), image(1, 2, 5, 5, dtype=dtype))
    check('from one ' + mode, lambda x: F.interpolate(x, size=(40, 50), mode=mode), image(2, 2, 1, 1))
    check('channels last ' + mode, lambda x: F.interpolate(x.contiguous(memory_format=torch.channels_last), scale_factor=2,
                                                           mode=mode), image(2, 5, 4, 3))
    check('transposed ' + mode, lambda x: F.interpolate(x.transpose(2, 3), size=(5, 9), mode=mode), x2)
    check('no images ' + mode, lambda x: F.interpolate(x, size=(5, 9), mode=mode), image(0, 3, 4, 4))
check('nearest of bytes', lambda x: F.interpolate(x, size=(9, 5), mode='nearest'),
      torch.arange(60).reshape(1, 3, 4, 5).to(torch.uint8), gradients=False)
check('many planes', lambda x: F.interpolate(x, size=(3, 2), mode='bilinear'), image(70, 1000, 2, 2))

# ---- borders
for mode in ('reflect', 'replicate', 'circular', 'constant'):
    for x, pads in ((x1, ((2, 3), (0, 1), (-2, 3), (-1, -2))), (x2, ((1, 2, 3, 1), (0, 0, 2, 0), (-1, 2, 3, -2), (5, 5, 6, 6))),
                    (x3, ((1, 2, 0, 3, 2, 1), (-1, 2, 1, 1, 0, 2)))):
        for pad in pads:
            check('pad %s %s' % (mode, pad), lambda x: F.pad(x, pad, mode=mode), x)
check('pad far', lambda x: F.pad(x, (40, 50, 60, 70), mode='replicate'), x2)
check('pad around', lambda x: F.pad(x, (6, 6, 7, 7), mode='circular'), x2)
check('pad complex', lambda x: F.pad(x, (1, 2), mode='reflect'), torch.complex(x1, x1 + 1), gradients=False)
check('pad integers', lambda x: F.pad(x, (1, 2, 2, 1), mode='replicate'), torch.arange(24).reshape(1, 2, 3, 4), gradients=False)

# ---- places of a grid
for dims, x in ((2, image(2, 3, 5, 6)), (3, image(2, 2, 3, 4, 5))):
    grid = image(2, *(4, 7, 2) if dims == 2 else (2, 3, 4, 3), seed=1) * 0.9
    for mode in ('bilinear', 'nearest', 'bicubic')[:5 - dims]:
        for padding in ('zeros', 'border', 'reflection'):
            for align in (False, True):
                for dtype in (torch.float32, torch.float64):
                    check('grid_sample %d %s %s %s' % (dims, mode, padding, align),
                          lambda x, g: F.grid_sample(x, g, mode=mode, padding_mode=padding, align_corners=align),
                          x.to(dtype), grid.to(dtype))
    odd = grid.clone()
    odd.view(-1)[::5] = float('nan')
    odd.view(-1)[1::7] = 1e30
    for mode in ('bilinear', 'nearest', 'bicubic')[:5 - dims]:
        for padding in ('zeros', 'border', 'reflection'):
            check('grid_sample of odd places %d %s %s' % (dims, mode, padding),
                  lambda x, g: F.grid_sample(x, g, mode=mode, padding_mode=padding, align_corners=False), x, odd,
                  gradients=False)
check('grid_sample of many channels', lambda x, g: F.grid_sample(x, g, align_corners=False), image(1, 300, 4, 4),
      image(1, 2, 3, 2, seed=1))
check('only places', lambda x, g: F.grid_sample(x.detach(), g, align_corners=False), image(2, 3, 4, 4), image(2, 5, 5, 2))
check('only images', lambda x, g: F.grid_sample(x, g.detach(), align_corners=False), image(2, 3, 4, 4), image(2, 5, 5, 2))
check('affine', lambda t, x: F.grid_sample(x, F.affine_grid(t, (2, 3, 5, 5), align_corners=False), align_corners=False),
      image(2, 2, 3), image(2, 3, 4, 4))

# ---- pooling
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    x = image(2, 3, 9, 10, dtype=dtype)
    for k, s, p, d, c in ((2, 2, 0, 1, False), (3, 2, 1, 1, True), (3, 1, 1, 2, False), ((2, 3), (3, 2), (1, 0), 1, True), (5, 3, 2, 1, False)):
        check('max_pool2d %s %s' % (k, dtype), lambda x: F.max_pool2d(x, k, s, p, d, c, return_indices=True), x)
        if d == 1:
            for inside in (False, True):
                for divisor in (None, 5):
                    check('avg_pool2d %s %s' % (k, dtype), lambda x: F.avg_pool2d(x, k, s, p, c, inside, divisor), x)
    for size in ((3, 4), (1, 1), (9, 10), (5, 7), (12, 3)):
        check('adaptive_max_pool2d %s %s' % (size, dtype), lambda x: F.adaptive_max_pool2d(x, size, return_indices=True), x)
        check('adaptive_avg_pool2d %s %s' % (size, dtype), lambda x: F.adaptive_avg_pool2d(x, size), x)
    for what, f in (('max_pool2d', lambda x: F.max_pool2d(x, 3, 2)), ('avg_pool2d', lambda x: F.avg_pool2d(x, 3, 2, 1)),
                    ('adaptive_avg_pool2d', lambda x: F.adaptive_avg_pool2d(x, (4, 3)))):
        check('%s channels last %s' % (what, dtype), lambda x: f(x.contiguous(memory_format=torch.channels_last)), x)
for f in (F.max_pool1d, F.avg_pool1d):
    check(f.__name__, lambda x: f(x, 3, 2, 1), x1)
for f in (F.max_pool3d, F.avg_pool3d):
    check(f.__name__, lambda x: f(x, 2, 1, 1), x3)
check('adaptive_max_pool3d', lambda x: F.adaptive_max_pool3d(x, (2, 3, 3)), x3)
check('adaptive_avg_pool3d', lambda x: F.adaptive_avg_pool3d(x, (2, 3, 3)), x3)
check('adaptive_avg_pool1d', lambda x: F.adaptive_avg_pool1d(x, 5), x1)
check('lp_pool2d', lambda x: F.lp_pool2d(x.abs() + 0.1, 3, 2), x2)
check('max_unpool2d', lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2), image(2, 3, 6, 8))
hole = x2.clone()
hole[0, 1, 2:4] = float('nan')
hole[1, 2] = -float('inf')
check('max_pool2d of odd numbers', lambda x: F.max_pool2d(x, 3, 2, 1, return_indices=True), hole, gradients=False)
for samples in (torch.rand(2, 3, 2, generator=torch.Generator().manual_seed(3)),):
    check('fractional_max_pool2d', lambda x, s: F.fractional_max_pool2d(x, 2, output_size=(4, 3), _random_samples=s.detach(), return_indices=True), x2, samples)
    check('fractional_max_pool3d', lambda x, s: F.fractional_max_pool3d(x, 2, output_size=(2, 3, 4), _random_samples=s.detach(), return_indices=True),
          image(2, 3, 4, 5, 6), torch.rand(2, 3, 3, generator=torch.Generator().manual_seed(4)))

# ---- convolutions
ways = [dict(), dict(stride=2, padding=1), dict(padding=2, dilation=2), dict(stride=3, padding=1, groups=2), dict(groups=4)]
for n, f, transposed in ((1, F.conv1d, F.conv_transpose1d), (2, F.conv2d, F.conv_transpose2d), (3, F.conv3d, F.conv_transpose3d)):
    for way in ways:
        groups = way.get('groups', 1)
        for dtype in (torch.float32, torch.float64) if n == 2 else (torch.float32,):
            shape, window = (2, 4) + (8, 7, 6)[:n], (3, 2, 3)[:n]
            x, bias = image(*shape, dtype=dtype), image(4, dtype=dtype)
            check('%s %s' % (f.__name__, way), lambda x, w, b: f(x, w, b, **way), x, image(4, 4 // groups, *window, dtype=dtype), bias)
            check('%s %s' % (transposed.__name__, way), lambda x, w, b: transposed(x, w, b, **way), x,
                  image(4, 4 // groups, *window, dtype=dtype), bias)
check('conv2d 1 x 1', lambda x, w: F.conv2d(x, w), image(2, 3, 8, 8), image(5, 3, 1, 1))
check('conv2d same', lambda x, w: F.conv2d(x, w, padding='same'), image(2, 3, 8, 8), image(5, 3, 3, 5))
check('conv_transpose2d with more', lambda x, w: F.conv_transpose2d(x, w, stride=3, output_padding=2), image(2, 3, 4, 4), image(3, 2, 3, 3))
for dtype in (torch.float16, torch.bfloat16):
    check('conv2d %s' % dtype, lambda x, w: F.conv2d(x, w, padding=1), image(2, 3, 6, 6, dtype=dtype), image(4, 3, 3, 3, dtype=dtype), tolerance=5e-2)
    check('depthwise %s' % dtype, lambda x, w: F.conv2d(x, w, padding=1, groups=4), image(2, 4, 6, 6, dtype=dtype),
          image(4, 1, 3, 3, dtype=dtype), tolerance=5e-2)

# ---- patches
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    for way in (dict(), dict(padding=1, stride=2), dict(dilation=2, padding=(2, 1)), dict(stride=(3, 1))):
        x = image(2, 3, 7, 8, dtype=dtype)
        check('unfold %s %s' % (way, dtype), lambda x: F.unfold(x, (2, 3), **way), x)
        check('fold %s %s' % (way, dtype), lambda x: F.fold(x, (7, 8), (2, 3), **way),
              F.unfold(x.float(), (2, 3), **way).to(dtype))
check('unfold of a dimension', lambda x: x.unfold(2, 3, 2).unfold(3, 2, 1), x2)
check('pixel_shuffle', lambda x: F.pixel_shuffle(x, 2), image(2, 12, 3, 4))
check('pixel_unshuffle', lambda x: F.pixel_unshuffle(x, 2), image(2, 3, 6, 4))
check('channel_shuffle', lambda x: F.channel_shuffle(x, 3), image(2, 6, 3, 4))
print('%d passed, %d failed' % tuple(counts))
