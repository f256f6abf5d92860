# Arcs, hyperbolic functions and lengths of doubles, slices with steps, short rows that repeat, sums at indices in all types, results into tensors given
import torch
G = torch.Generator().manual_seed(3)
INF, NAN = float('inf'), float('nan')
special = torch.tensor([0., -0., 1., -1., 0.5, -0.25, 0.4142135623730951, 2., -3., 700., -709.5, 20., 1e-9, 1e-300, -1e300, INF, -INF, NAN], dtype=torch.float64)
spread = torch.cat((special, torch.randn(50, generator=G).double(), torch.randn(50, generator=G).double() * 100))


def digits(t):
    return [float('%.13g' % v) for v in t.tolist()]


for name in ('exp2', 'sinh', 'cosh', 'atanh', 'atan', 'asin', 'acos'):
    print(name, digits(getattr(spread, name)()))
for name in ('atan2', 'hypot'):
    print(name, digits(getattr(torch, name)(special.repeat(18), special.repeat_interleave(18))))
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.complex64):
    def made(*shape):
        return torch.randint(0, 9, shape, generator=G).to(dtype)

    def show(name, t):
        t = torch.view_as_real(t) if t.is_complex() else t
        places = torch.arange(t.numel()).reshape(t.shape) % 1009
        print(dtype, name, t.dtype, tuple(t.shape), (t.double() * places).sum().item())
    x, long = made(40, 101), made(3, 2000)
    for step in (2, 3, 4, 5):
        show(step, x[:, ::step].contiguous())
        show(step, long[:, 1::step].clone())
        show(step, (x[:, ::step] == x[:, 1:2]).sum(1))
        show(step, x[::step].t().contiguous())
    a, b = made(90, 4), made(70, 4)
    show('pairs', a[:, None] != b)
    cube = made(20, 30, 8)
    show('cube', cube.logical_or(cube[:, :1]))
    show('cube', cube.logical_and(cube[:, :, :1]))
    index = torch.randint(0, 20, (60,), generator=G)
    if dtype != torch.bool:
        show('index_add', cube.index_add(0, index, made(60, 30, 8)))
        show('index_add', cube.index_add(1, index, made(20, 60, 8)))
        show('short', cube.sum(1)), show('short', cube.sum(2)), show('short', cube.sum(0))
        show('neg', -cube)
        show('abs', (cube[:, ::2] - cube[:, 1::2]).abs())
    if dtype.is_floating_point:
        show('mean', cube.mean(1) * 240)
        show('norm', (cube / 8).norm(3, dim=1).round())
        out = torch.zeros(20, 30, 8, dtype=dtype)
        show('out', torch.add(cube, 2, out=out))
        show('out', torch.mul(cube, out, out=out))
        show('out', torch.sub(out[:, :15], cube[:, 15:], out=out[:, :15]))
        print(torch.maximum(cube, out, out=out) is out, out._version)
