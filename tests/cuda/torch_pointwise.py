"""Pointwise functions on the CUDA plugin against the CPU: layouts that kernels tell apart (dense, in packs of 16 bytes with
a remainder, unaligned to packs, rows and columns repeated, transposed, every second element, numbers), types, conversions.
check-emulated runs it; the last line is "N passed, M failed"."""
import torch

counts = [0, 0]


def same(got, want):
    if got.dtype != want.dtype or got.shape != want.shape or got.stride() != want.stride():
        return False
    got = got.cpu()
    if not want.dtype.is_floating_point:
        return got.equal(want)
    tolerance = {torch.float16: 2e-3, torch.bfloat16: 2e-2, torch.float32: 3e-6, torch.float64: 1e-12}[want.dtype]
    return torch.allclose(got.double(), want.double(), tolerance, tolerance, equal_nan=True)


class Twins:
    """A view of a tensor, and the same view of its copy on the device."""

    def __init__(self, here, there):
        self.here, self.there = here, there


def here(x):
    return x.here if isinstance(x, Twins) else x


def there(x):
    return x.there if isinstance(x, Twins) else x.cuda() if isinstance(x, torch.Tensor) else x


def check(what, f, *operands):
    want = f(*[here(x) for x in operands])
    got = f(*[there(x) for x in operands])
    good = same(got, want)
    counts[not good] += 1
    if not good:
        print('%s: is %s, not %s' % (what, got.flatten()[:8], want.flatten()[:8]))


def layouts(x):
    for (name, one), (_, other) in zip(views(x), views(x.cuda())):
        yield name, Twins(one, other)


def views(x):
    """Views of a matrix of 24 rows and 32 columns that lie differently, all [12, 16]."""
    yield 'dense', x[:12, :16].contiguous()
    yield 'rows', x[:12, :16]
    yield 'off', x[1:13, 3:19]
    yield 'transposed', x.t()[:12, :16]
    yield 'steps', x[::2, ::2]
    yield 'row', x[5, 8:24].expand(12, 16)
    yield 'column', x[4:16, 7:8].expand(12, 16)
    yield 'one', x[3, 3].expand(12, 16)


torch.manual_seed(0)
F = torch.nn.functional
maps = {
    'neg': torch.neg, 'abs': torch.abs, 'square': torch.square, 'reciprocal': torch.reciprocal, 'sqrt': lambda x: x.abs().sqrt(),
    'rsqrt': lambda x: x.abs().rsqrt(), 'exp': torch.exp, 'log1p': lambda x: x.abs().log1p(), 'sin': torch.sin, 'tanh': torch.tanh,
    'erf': torch.erf, 'sigmoid': torch.sigmoid, 'silu': F.silu, 'gelu': F.gelu, 'relu': torch.relu, 'elu': F.elu,
    'leaky_relu': F.leaky_relu, 'softplus': F.softplus, 'floor': torch.floor, 'round': torch.round, 'clamp': lambda x: x.clamp(-0.5, 0.7),
    'isnan': torch.isnan, 'isfinite': torch.isfinite, 'not': torch.logical_not, 'mish': F.mish, 'hardswish': F.hardswish,
    'digamma': torch.digamma, 'lgamma': torch.lgamma, 'i0': torch.special.i0, 'erfinv': lambda x: torch.erfinv(x / 4),
    'bessel_j1': torch.special.bessel_j1, 'polygamma': lambda x: torch.polygamma(1, x.abs() + 1),
}
zips = {
    'add': torch.add, 'alpha': lambda x, y: torch.add(x, y, alpha=3), 'sub': torch.sub, 'mul': torch.mul, 'div': torch.div,
    'pow': lambda x, y: x.abs() ** y, 'maximum': torch.maximum, 'minimum': torch.minimum, 'eq': torch.eq, 'lt': torch.lt,
    'ge': torch.ge, 'floor_divide': torch.floor_divide, 'remainder': torch.remainder, 'atan2': torch.atan2,
    'logaddexp': torch.logaddexp, 'igamma': lambda x, y: torch.igamma(x.abs() + 0.1, y.abs()),
    'mse': lambda x, y: F.mse_loss(x, y, reduction='none'), 'xor': torch.logical_xor,
}
for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
    data = (torch.randn(24, 32) * 2).to(dtype)
    data[0, 0], data[1, 3], data[2, 2], data[0, 8] = float('nan'), float('inf'), 0, -0.
    wide = dtype in (torch.float32, torch.float64)
    for name, x in layouts(data):
        for function in maps:
            if wide or function not in ('digamma', 'lgamma', 'i0', 'erfinv', 'bessel_j1', 'polygamma'):
                check('%s %s %s' % (function, name, dtype), maps[function], x)
    pairs = list(layouts(data))
    others = list(layouts(torch.randn(24, 32).to(dtype)))
    for i, (name, x) in enumerate(pairs):
        for k, (other, y) in enumerate(others):
            for j, function in enumerate(zips):
                if (i + k + j) % 3 == 0 and (wide or function not in ('igamma', 'floor_divide', 'remainder')):
                    check('%s %s %s %s' % (function, name, other, dtype), zips[function], x, y)
        for function in ('add', 'sub', 'mul', 'div', 'lt', 'maximum'):
            number = 0.75 if function != 'maximum' else torch.tensor(0.75, dtype=dtype)
            check('%s %s number %s' % (function, name, dtype), zips[function], x, number)
        check('rsub %s %s' % (name, dtype), lambda x: 2.5 - x, x)
    masks = list(layouts(torch.rand(24, 32) > 0.5))
    for i, (name, x) in enumerate(pairs):
        for k, (other, y) in enumerate(others):
            mask = masks[(i * 3 + k) % len(masks)]
            check('where %s %s %s %s' % (mask[0], name, other, dtype), torch.where, mask[1], x, y)
        check('where %s number %s' % (name, dtype), lambda c, x: torch.where(c, x, -1.5), masks[i][1], x)
        check('masked_fill %s %s' % (name, dtype), lambda x, c: x.masked_fill(c, float('-inf')), x, masks[k][1])
    # whole packs and rests
    for n in (0, 1, 3, 7, 8, 15, 16, 17, 31, 1023, 1025):
        x, y, z = torch.randn(n).to(dtype), torch.randn(n).to(dtype), torch.randn(n).to(dtype)
        check('rest %d %s' % (n, dtype), lambda x, y: (x * y + 1).tanh() > 0, x, y)
        check('addcmul %d %s' % (n, dtype), lambda x, y, z: torch.addcmul(x, y, z, value=0.5), x, y, z)
        check('addcdiv %d %s' % (n, dtype), lambda x, y, z: torch.addcdiv(x, y, z.abs() + 1, value=2), x, y, z)
        check('lerp %d %s' % (n, dtype), lambda x, y, z: torch.lerp(x, y, z.sigmoid()), x, y, z)
        check('clamp %d %s' % (n, dtype), lambda x, y, z: torch.clamp(x, y, z), x, y, z)
        check('where %d %s' % (n, dtype), lambda x, y: torch.where(x > y, x, 0.25), x, y)
        check('off %d %s' % (n, dtype), lambda x: x[n // 3:] + x[:n - n // 3], x)
    check('many dimensions %s' % dtype, lambda x, y: x.permute(3, 1, 0, 2) + y, torch.randn(4, 3, 2, 8).to(dtype),
          torch.randn(3, 1, 2).to(dtype).expand(8, 3, 4, 2))

# integers, bools, and mixed types
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool):
    data = torch.randint(-50 if dtype.is_signed else 0, 100, (24, 32)).to(dtype)
    for name, x in layouts(data):
        y = Twins(data.flip(0)[:12, :16], data.cuda().flip(0)[:12, :16])
        check('and %s %s' % (name, dtype), torch.bitwise_and, x, y)
        check('eq %s %s' % (name, dtype), torch.eq, x, y)
        check('where %s %s' % (name, dtype), lambda x, y: torch.where(x > 3, x, y), x, y)
        if dtype != torch.bool:
            check('mul %s %s' % (name, dtype), torch.mul, x, y)
            check('floor %s %s' % (name, dtype), lambda x, y: x // (y | 1), x, y)
        check('mixed %s %s' % (name, dtype), lambda x, y: x + y, x, torch.randn(12, 16))

# conversions, dense and not
types = (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.int32, torch.int16, torch.uint8, torch.bool)
for source in types:
    data = torch.randint(0, 100, (5, 37)).to(source)
    for target in types:
        check('%s to %s' % (source, target), lambda x: x.to(target), data)
        check('%s to %s, transposed' % (source, target), lambda x: x.t()[1:].to(target), data)
        check('%s to %s, off' % (source, target), lambda x: x.flatten()[1:].to(target), data)

print('%d passed, %d failed' % tuple(counts))
