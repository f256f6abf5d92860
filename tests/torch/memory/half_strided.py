"""Halves as they lie, columns with gaps, rows that lie differently in their lines, parts of rows that are not long."""
import torch

G = torch.Generator().manual_seed(3)


def numbers(*shape):
    return torch.randint(-64, 65, shape, generator=G).float() / 8


# --- the arithmetic of halves is that of floats, rounded once
for dtype in (torch.float16, torch.bfloat16):
    for n in (1, 7, 8, 9, 31, 1000, 70001):
        a, b = numbers(n).to(dtype), numbers(n).to(dtype)
        same = []
        for call in (torch.add, torch.sub, torch.mul, torch.div):
            x, y = call(a, b), call(a.float(), b.float()).to(dtype)
            same.append(bool(((x == y) | (x.isnan() & y.isnan())).all()))
        print(dtype, n, same)
    a = torch.tensor([0., -0., 1., float('inf'), -float('inf'), float('nan'), 60000., 6e-8, 3e38, 1e-3], dtype=dtype)
    for call in (torch.add, torch.sub, torch.mul, torch.div):
        print(call(a, a).tolist(), call(a, a.flip(0)).tolist())
    a = numbers(300, 40).to(dtype)
    print(torch.equal(a[:, ::2] + a[:, 1::2], (a[:, ::2].float() + a[:, 1::2].float()).to(dtype)))
    print(torch.equal(a + a[0], (a.float() + a[0].float()).to(dtype)), torch.equal(a * a[:, :1], (a.float() * a[:, :1].float()).to(dtype)))
    print((a + torch.tensor(0.30007))[0, :5].tolist(), (a / torch.tensor(3, dtype=torch.float64))[0, :5].tolist(), (a * 0.1)[0, :5].tolist())
    a.add_(a)
    a[1:].mul_(a[:-1].clone())
    print(a.float().abs().amax(1)[:8].tolist())

# --- sums of rows of halves
for dtype in (torch.float16, torch.bfloat16):
    for shape in ((1, 200), (3, 129), (5, 128), (6, 200), (257, 131), (1000, 400)):
        a = numbers(*shape).to(dtype)
        print(dtype, shape, torch.equal(a.sum(0, dtype=torch.float), a.float().sum(0)), a.sum(0)[:4].tolist(), a.float().mean(0).sub(a.mean(0).float()).abs().max().item() < 0.01)

# --- columns with gaps between them
for shape in ((20, 5), (100, 9), (333, 17), (40, 64), (70, 100), (30000, 10)):
    for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.float16, torch.bool):
        a = numbers(*shape).abs().to(dtype)
        for gap in (2, 3, 4):
            for first in (0, 1):
                part = a[:, first::gap]
                dense = part.clone()
                if not torch.equal(part.sum(0), dense.sum(0)):
                    print('sum', shape, dtype, gap, first)
                if not torch.equal(part.amax(0), dense.amax(0)):
                    print('amax', shape, dtype, gap, first)
                if not torch.equal(part[1:].sum(0), dense[1:].sum(0)):
                    print('sum of fewer', shape, dtype, gap, first)
a = numbers(24, 6, 10)
print(torch.equal(a[:, ::2, ::2].sum(0), a[:, ::2, ::2].clone().sum(0)), torch.equal(a[::2, :, ::3].sum((0, 1)), a[::2, :, ::3].clone().sum((0, 1))))
print(a[:, :, ::3].sum((0, 1)).tolist(), a[:, :, ::2].any(0).all().item())

# --- one step through several rows
for dtype in (torch.uint8, torch.int16, torch.float32, torch.float64, torch.complex128):
    a = torch.arange(600).reshape(60, 10).to(dtype)
    print(a[:, ::2].contiguous().flatten()[:9].tolist(), a[::2, ::5].contiguous().flatten()[-4:].tolist(), a[:, 1::3].contiguous().flatten()[-5:].tolist())

# --- long rows that lie differently in their lines
for dtype in (torch.uint8, torch.float32, torch.float64):
    a = torch.arange(5 * 9001).reshape(5, 9001).to(dtype)
    for shift in (1, 3, -5, 8999):
        rolled = a.roll(shift, 1)
        print(dtype, shift, torch.equal(rolled, torch.cat((a[:, -shift % 9001:], a[:, :-shift % 9001]), 1)), rolled[2, [0, 1, 4500, 9000]].tolist())
    print(torch.equal(a.flatten()[3:].clone(), a.flatten()[3:]), torch.equal(a[:1, 1:].expand(7, 9000).clone(), a[:1, 1:].expand(7, 9000)))

# --- elements at places of rows that are not long
for n in (100, 128, 129, 200, 400, 511, 512, 700):
    a = torch.randperm(n * 3, generator=G).reshape(3, n).float() - n
    order = a.sort(1)[0]
    for k in (1, 2, 40, n // 2, n - 1, n):
        value, place = a.kthvalue(k, 1)
        if not torch.equal(value, order[:, k - 1]) or not torch.equal(a.gather(1, place[:, None])[:, 0], value):
            print('kthvalue', n, k)
    value, place = a.median(1)
    print(n, torch.equal(value, order[:, (n - 1) // 2]), place.tolist(), a.topk(33, 1)[1].sum().item())
a = torch.randint(0, 9, (4, 300), generator=G)
print(a.kthvalue(150, 1), a.double().median(1)[0], a.float().kthvalue(7, 1)[0])
a = numbers(3, 300)
a[1, 7] = float('nan')
print(a.median(1)[0], a.median(1)[1][1], a.nanmedian(1)[0])

# --- products of many
a = torch.ones(4, 3000)
a[1] = 1.25
a[1, ::2] = .8
a[2, :] = 1e-30
a[2, ::2] = 1e30
a[3, 17] = float('inf')
print([round(x, 2) for x in a.prod(1).tolist()], [round(x, 2) for x in a.double().prod(1).tolist()], a[:3].prod().item())
a[3, 2000] = 0
print(a[2:].prod(1).tolist(), (-a[:1, 1:]).prod().item(), torch.full((5000,), 1e-20).prod().item(), torch.full((5000,), 1e20).prod().item())

# --- sums and products so far of rows that follow each other, and of others
for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.int8, torch.bool, torch.float16):
    for shape in ((3, 5), (4, 7), (9, 17), (4001, 17), (6, 3, 40), (5, 1)):
        a = torch.randint(0, 3, shape, generator=G).to(dtype)
        x, y = a.cumsum(-1), torch.stack([a[..., :i + 1].sum(-1) for i in range(shape[-1])], -1)
        if x.dtype != y.dtype or not torch.equal(x, y):
            print('cumsum', dtype, shape)
        x, y = a.cumprod(-1), a.transpose(-1, -2).contiguous().cumprod(-2).transpose(-1, -2)
        if not torch.equal(x, y) or not torch.equal(a.cumsum(-1, dtype=torch.float64), a.double().cumsum(-1)):
            print('cumprod', dtype, shape)
print(numbers(5, 6).cumsum(1), (numbers(5, 4) / 4).cumprod(1), torch.full((4, 3), 200, dtype=torch.uint8).cumprod(1))

# --- how many are true
for n in (1, 63, 64, 65, 1000, 1025, 70000, 140001):
    a = torch.randint(0, 2, (2, n), generator=G).bool()
    print(n, a.sum().item() == a.int().sum().item() == a.count_nonzero().item(), torch.equal(a.sum(1), a.int().sum(1)), torch.equal(a[:, ::2].sum(1), a[:, ::2].int().sum(1)), torch.equal(a[:, 1:].sum(), a[:, 1:].int().sum()))

# --- distances of points of all lengths, sums of complex numbers
for n in (1, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 50, 64, 100):
    a, b = numbers(3, n), numbers(4, n)
    for p in (0., 1., 2., 3., 4., float('inf'), 1.5):
        far = (a[:, None] - b[None]).double().abs()
        far = (far != 0).double().sum(-1) if p == 0 else far.amax(-1) if p == float('inf') else (far ** p).sum(-1) ** (1 / p)
        for dtype in (torch.float32, torch.float64):
            if not torch.allclose(torch.cdist(a.to(dtype), b.to(dtype), p, 'donot_use_mm_for_euclid_dist').double(), far, 1e-5, 1e-5):
                print('cdist', n, p, dtype)
    x = numbers(5, n, 2)
    for dtype in (torch.complex64, torch.complex128):
        z = torch.view_as_complex(x).to(dtype)
        if not torch.allclose(torch.view_as_real(z.sum(1)).float(), x.sum(1)) or not torch.allclose(torch.view_as_real(z.sum()).float(), x.sum((0, 1))):
            print('sum', n, dtype)
a = numbers(4, 37)
a[1, 20] = float('nan')
print(torch.pdist(a, 1.), torch.pdist(a, 2.), torch.pdist(a, 0.))
