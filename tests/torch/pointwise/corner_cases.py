"""Corners of pointwise functions: what numbers fit, what is looked at first, how results lie, what in-place calls record."""
import math

import torch


def show(what, call):
    try:
        y = call()
        print(what, y.dtype, y.stride(), type(y.grad_fn).__name__, y.tolist() if y.numel() < 8 else '')
    except Exception as error:
        print(what, '!', type(error).__name__, str(error)[:150])


print('--- numbers that do not fit')
for dtype in (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32):
    o = torch.ones(2).to(dtype)
    print(dtype)
    for v in (300, -1, math.inf, 1e30, 0.5, math.nan, 2**40):
        show(f'fill {v}', lambda: o.clone().fill_(v))
        show(f'masked_fill {v}', lambda: o.masked_fill(o != 0, v))
        show(f'full_like {v}', lambda: torch.full_like(o, v))
        show(f'clamp {v}', lambda: o.clamp(max=v))
        show(f'clamp_ {v}', lambda: o.clone().clamp_(max=v))
        show(f'threshold {v}', lambda: torch.threshold(o, 0, v))
        show(f'addcmul {v}', lambda: torch.addcmul(o, o, o, value=v))
        show(f'add alpha {v}', lambda: torch.add(o, o, alpha=v))
        show(f'pow {v}', lambda: o ** v)
        show(f'hardtanh {v}', lambda: torch.nn.functional.hardtanh(o, -1, v))
        show(f'lerp {v}', lambda: torch.lerp(o, o, v))
        show(f'where {v}', lambda: torch.where(o != 0, o, v))
show('alpha', lambda: torch.add(torch.ones(2), 1, alpha=1j))
show('alpha', lambda: torch.sub(torch.ones(2, dtype=torch.complex64), 1, alpha=1j))
show('inf', lambda: torch.ones(2, dtype=torch.complex64) + math.inf)

print('--- shapes, then targets, then types')
one = torch.ones
show('broadcast', lambda: one(2, dtype=torch.bool) % one(3, dtype=torch.bool))
show('target shape', lambda: one(()).gcd_(one(2, 3)))
show('target type', lambda: one(2, dtype=torch.int64).__ilshift__(one(2)))
show('kernel', lambda: torch.gcd(one(2), one(2)))
show('empty', lambda: torch.div(one(0, dtype=torch.bool), one(0, dtype=torch.bool), rounding_mode='trunc'))
show('three', lambda: torch.addcmul(one(4), one(3, 2), one(2, 1, 3)))
show('three', lambda: one(3).addcdiv_(one(2, 3), one(3)))
show('three', lambda: torch.addcdiv(one(3), one(3, dtype=torch.int64), one(3, dtype=torch.int64)))
show('three', lambda: torch.addcmul(one(3, dtype=torch.bool), one(3, dtype=torch.bool), one(3, dtype=torch.bool)))
show('clamp', lambda: one(3, dtype=torch.bool).clamp(one(3, dtype=torch.bool), one(3, dtype=torch.bool)))
show('clamp', lambda: one(3, dtype=torch.complex64).clamp(one(3)))
show('clamp', lambda: one(1).clamp_(one(1, 4), one(())))

print('--- how results lie')
a, b = torch.arange(12.).reshape(3, 4).t(), torch.arange(4.)
for y in (a + 1, a + b[:, None], b[:, None] + a, b[:3] + a, a * a.contiguous(), a.contiguous() * a, a[..., ::2].exp(), a[:, None].expand(4, 2, 3).neg(),
          b.expand(3, 4).t() + a, torch.where(a > 3, a, b[:, None]), torch.lerp(a, a, 0.5), torch.addcmul(a, a, a),
          torch.ones(2, 3, 4).permute(2, 0, 1) + torch.ones(4, 1, 1), torch.ones(2, 1, 4).permute(2, 0, 1) * torch.ones(2, 3)):
    print(tuple(y.shape), y.stride())

print('--- the tape of calls in place')
g = torch.tensor([1.5, 0.25, 2.], requires_grad=True)
for name in 'eq_ ne_ lt_ le_ gt_ ge_ less_ greater_ not_equal_ less_equal_ greater_equal_ logical_and_ floor_divide_ copysign_ fmod_ remainder_ xlogy_ ldexp_'.split():
    show(name, lambda: getattr(torch.ones(3), name)(g))
    show(name, lambda: getattr(torch.ones(3).view(3), name)(g))
    show(name, lambda: getattr(torch.ones(3, dtype=torch.int64), name)(g))
    show(name, lambda: getattr(torch.ones(3, dtype=torch.int64).view(3), name)(g))
    if name not in ('logical_and_', 'ldexp_'):
        show(name, lambda: getattr(g * 1, name)(2.))
        show(name, lambda: getattr(g, name)(2.))
        show(name, lambda: getattr(g.view(3), name)(2.))
y = torch.ones(3).view(3).eq_(g)
print([type(node).__name__ for node, _ in y._base.grad_fn.next_functions], torch.autograd.grad(y.sum(), [g]))
y = torch.ones(3).view(3).floor_divide_(g)
print(torch.autograd.grad(y.sum(), [g], allow_unused=True))
y = torch.ones(3).floor_divide_(g)
show('floor_divide_', lambda: torch.autograd.grad(y.sum(), [g])[0])
y = torch.ones(3, dtype=torch.int64).view(3)
y[...] = g[0]
print(y, y.requires_grad)
show('xlogy', lambda: torch.xlogy(g, 2.))
show('xlogy', lambda: torch.xlogy(2., g))
show('xlogy', lambda: torch.xlogy(g, g))
show('lerp', lambda: torch.lerp(g, g, torch.tensor(0.5)))
show('lerp', lambda: torch.lerp(g, g, 0.5))
