"""Elements read and written at indices and where masks hold: all sizes of elements, layouts, and numbers of indices on both sides of what is done at once."""
import torch

TYPES = (torch.bool, torch.uint8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex128)


def mark(t):
    """One number for values and places."""
    flat = t.reshape(-1)
    flat = (flat.real + 3 * flat.imag if flat.is_complex() else flat).to(torch.int64)
    return (flat * (torch.arange(flat.numel()) % 1009 + 1)).sum().item() % 1000003


def joined(found):
    return sum(k * f for k, f in enumerate(found, 1)) % 1000003


def numbers(shape, dtype=torch.float32):
    n = 1
    for size in shape:
        n *= size
    return (torch.arange(n) * 7 % 113).to(dtype).reshape(shape)


def places(shape, size, by=31):
    n = 1
    for s in shape:
        n *= s
    return (torch.arange(n) * by + torch.arange(n) // 7) % size if n == 0 else ((torch.arange(n) * by + torch.arange(n) // 7) % size).reshape(shape)


def fails(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


# gather and scatter along each dimension
for dtype in TYPES:
    found = []
    for shape in ((1, 1), (3, 5), (20, 70), (130, 1), (4, 600), (600, 4), (3, 4, 50)):
        x = numbers(shape, dtype)
        for dim in range(len(shape)):
            i = places(shape, shape[dim])
            transposed = x.transpose(0, -1).contiguous().transpose(0, -1)
            found += [mark(x.gather(dim, i)), mark(transposed.gather(dim, i)), mark(x.gather(dim, i.transpose(0, -1).contiguous().transpose(0, -1)[:, :1])), mark(x.gather(dim, i[::2]))]
            once = torch.argsort(i, dim=dim, stable=True) # no place twice
            found += [mark(x.scatter(dim, once, transposed)), mark(transposed.clone().scatter_(dim, once[:1], x)), mark(x.scatter(dim, i, 3)), mark(x.clone().scatter_(dim, i, 1))]
            if dtype not in (torch.bool, torch.float16, torch.bfloat16, torch.uint8, torch.int16):
                found += [mark(x.scatter_add(dim, i, x)), mark(torch.zeros_like(x).scatter_add_(dim, i, transposed)), mark(x.t().scatter_add(1 - dim, i.t(), x.t()) if len(shape) == 2 else x)]
    print(str(dtype)[6:], joined(found))
for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.float16):
    found = []
    for shape in ((3, 5), (20, 70), (2, 700)):
        x, i = numbers(shape, dtype) % 13, places(shape, shape[1], 5)
        for reduce in ('sum', 'amax', 'amin', 'mean'):
            if dtype in (torch.float16, torch.uint8) and reduce in ('sum', 'mean'):
                continue
            found += [mark(x.scatter_reduce(1, i, x + 1, reduce)), mark(x.scatter_reduce(1, i, x + 1, reduce, include_self=False)), mark(x.clone().scatter_reduce_(1, i, x, reduce)), mark(x.t().scatter_reduce(0, i.t(), x.t(), reduce))]
        found.append(mark(torch.ones_like(x).scatter_reduce(1, i[:, :6], x % 3 + 1, 'prod')))
    print(str(dtype)[6:], joined(found))
x, i = torch.tensor([[1., float('nan'), 2.]]), torch.tensor([[0, 0, 1]])
print(x.scatter_reduce(1, i, torch.tensor([[float('nan'), 3., -1.]]), 'amax'), x.scatter_reduce(1, i, torch.tensor([[5., float('nan'), 7.]]), 'amin'), torch.zeros(1, 3).scatter_reduce(1, i, x, 'sum'))

# far apart: more than fits near the processor
x, r, c = numbers((900, 700)), places((900, 700), 900, 17), places((900, 700), 700, 13)
print(mark(x.gather(0, r)), mark(x.gather(1, c)), mark(x.scatter(0, torch.argsort(r, dim=0, stable=True), x)), mark(torch.zeros_like(x).scatter_add_(0, r, x)), mark(x.scatter_add(1, c, x)), mark(x.scatter_reduce(0, r, x, 'amax')),
      mark(x.double().gather(0, r)), mark(x.half().gather(0, r)), mark(x.t().gather(1, r.t())), mark(x.scatter_add(0, r[:, :300], x)), mark(x.scatter_add(0, r[:, 300:], x[:, 100:])), mark(x[:, :650].scatter_add(0, r[:, :650], x)), mark(torch.zeros_like(x).scatter_add_(0, r[:1].expand(900, 700), x)))
f = numbers((800000,)).long()
print(mark(f.take(places((70000,), 800000, 7919))), mark(f.index_put((places((70000,), 800000, 7919),), f[:70000], accumulate=True)), mark(f.clone().put_(torch.arange(0, 800000, 11), f[:72728])), mark(torch.zeros(1000).scatter_add_(0, places((800000,), 1000), torch.ones(800000))))

# several indices, of several types, negative ones, and runs
for dtype in (torch.uint8, torch.float16, torch.float32, torch.int64, torch.complex128):
    found = []
    for shape in ((7, 5), (60, 80), (30, 20, 12), (5, 6, 7, 8)):
        x = numbers(shape, dtype)
        i, j = places((900,), shape[0]), places((900,), shape[1], 13)
        forms = [(i,), (i - shape[0],), (i, j), (i[:3], j[:3] - shape[1]), (i[:9, None], j[:8]), (i.int(), j), (i[:4].reshape(2, 2),), (slice(None), j[:50]), (slice(1, None), j[:3]), (..., places((5,), shape[-1])),
                 ([0, -1, 2],), (i[:0],), (i[::2], j[::2]), (slice(None, None, 2), j[:6].expand(2, 6)), (2, j[:7]), (i[:7], None, 3)]
        if len(shape) > 2:
            forms += [(i[:6], slice(None), places((6,), shape[2])), (i[:6], j[:6], places((6,), shape[2])), (slice(None), i[:5] % shape[1], 1), (0, slice(None), places((4,), shape[2]))]
        transposed = x.transpose(0, 1).contiguous().transpose(0, 1)
        for form in forms:
            one, other = x[form], transposed[form]
            found += [mark(one), tuple(one.shape) == tuple(other.shape) and mark(other)]
            y = x.clone()
            y[form] = 3
            z = transposed.clone()
            z[form] = one * 0 + 5
            found += [mark(y), mark(z)]
        for k in (torch.tensor([1, 0, 4]), torch.tensor([4, -1, 0])):
            y = x.clone()
            y[k] = numbers((3,) + shape[1:], dtype) + 1
            y[:, k] = numbers(shape[1:2], dtype)[:1] * 0 + 9
            found.append(mark(y))
            found += [mark(x.index_fill(1, k % 5, 4)), mark(x.index_copy(0, k % 5, x[:3])), mark(x.index_copy(1, k % 5, x[:, 2:5])), mark(x.index_select(1, k % 5))]
            if dtype in (torch.float32, torch.int64):
                found += [mark(x.index_add(0, k % 5, x[:3])), mark(x.index_add(1, k % 5, x[:, :3])), mark(x.index_put((i % 5, j), torch.ones((), dtype=dtype), accumulate=True)), mark(x.index_put((i % 5,), x[:1].expand(900, *shape[1:]), accumulate=True))]
    print(str(dtype)[6:], joined(found))
for rows, columns in ((4, 300), (500, 3), (40, 4000)):
    x, i = numbers((rows, columns)), places((rows,), rows)
    print(mark(x[i]), mark(x.index_add(0, i, x)), mark(x.index_put((i,), x, accumulate=True)), mark(x.index_fill(0, i[:2], 8)), mark(x.index_copy(0, torch.arange(rows).flip(0), x)), mark(torch.zeros_like(x).index_put_((i,), x[0], accumulate=True)), mark(x.double().index_add(0, i, x.double())))
fails(lambda: numbers((5, 6))[torch.tensor([0, 5])])
fails(lambda: numbers((5, 6))[torch.tensor([0, 1]), torch.tensor([2, -7])])
fails(lambda: numbers((5, 6))[torch.tensor([9, 1]), torch.tensor([-8, 2])])
fails(lambda: numbers((5, 6)).gather(1, torch.tensor([[0, -1]])))
fails(lambda: numbers((5, 6)).scatter(1, torch.tensor([[0, 6]]), 1.))
fails(lambda: numbers((5, 600)).scatter_add(1, torch.full((5, 600), 600), torch.ones(5, 600)))
y = torch.zeros(2, 600)
for call in (lambda i: y.scatter_(1, i, 1.), lambda i: y.scatter_add_(1, i, torch.ones(2, 600)), lambda i: y.scatter_reduce_(1, i, torch.ones(2, 600), 'amax'), lambda i: y.t().scatter_(0, i.t(), 1.), lambda i: y.scatter_(0, i // 300, 2.)):
    i = torch.arange(1200).reshape(2, 600) % 600
    i[1, 599] = 600
    fails(lambda: call(i))
    y.zero_()
v = y._version
y.scatter_(1, torch.tensor([[3], [4]]), 1.).scatter_add_(1, torch.tensor([[3], [4]]), torch.ones(2, 1)).scatter_(1, torch.tensor([[3], [4]]), 2., reduce='multiply')
print(y.sum(), y._version - v)
a = torch.arange(6.).reshape(2, 3).requires_grad_()
b = a * 2
b.scatter_(1, torch.tensor([[0], [2]]), 7.)
b.scatter_add_(1, torch.tensor([[1], [1]]), a[:, :1])
b.scatter_(1, torch.tensor([[1], [2]]), a[:, 1:2])
b.scatter_reduce_(1, torch.tensor([[0, 0], [1, 1]]), a[:, 1:] * 3, 'amax')
print(b)
b.square().sum().backward()
print(a.grad)

# masks
for dtype in TYPES:
    found = []
    for shape in ((1,), (5,), (64,), (65,), (1000,), (1025,), (7, 9), (40, 30), (300, 200), (3, 70, 40)):
        x = numbers(shape, dtype)
        for m in (numbers(shape) > 55, numbers(shape) % 2 == 0, numbers(shape) == 14, numbers(shape) >= 0, numbers(shape) < 0, numbers(shape) != 21):
            found += [mark(x[m]), x[m].numel(), mark(m.nonzero()), mark(x.masked_select(m))]
            n = int(m.sum())
            y = x.clone()
            y[m] = numbers((n,), dtype)
            found += [mark(y), mark(x.masked_scatter(m, numbers(shape, dtype).flip(0).contiguous()))]
            if len(shape) > 1:
                t, u = x.transpose(0, -1), m.transpose(0, -1)
                found += [mark(t[u]), mark(t[m.reshape(t.shape)]), mark(x[m[:, :1].expand(m.shape)]), mark(u.nonzero()), mark(x[..., 1:][m[..., 1:]]), mark(x[::2][m[::2]])]
                z = x.clone()
                z.transpose(0, -1)[u] = numbers((2 * n,), dtype)[::2]
                z[:, 1:][m[:, 1:]] = numbers((int(m[:, 1:].sum()),), dtype)
                found.append(mark(z))
                found += [mark(x[m[:, 0] if len(shape) == 2 else m[:, :, 0]])]
    found += [mark(numbers((n,), dtype).nonzero()) for n in (1, 63, 64, 1023, 1025, 70000)] + [mark(numbers((300, 90), dtype)[:, ::2].nonzero()), mark(numbers((30, 20, 3), dtype).permute(2, 0, 1).nonzero())]
    print(str(dtype)[6:], joined(found))
print(torch.tensor([0., -0., float('nan'), 1e-40]).nonzero().flatten(), torch.tensor([0j, 1j, 1 + 0j]).nonzero().flatten(), torch.tensor([0., -0., float('nan'), 6e-8]).half().nonzero().flatten(), torch.tensor([2, 0, 255], dtype=torch.uint8).nonzero().flatten())
print(torch.zeros(3, 0)[torch.zeros(3, 0, dtype=torch.bool)], torch.zeros(0)[torch.zeros(0, dtype=torch.bool)], torch.zeros(0, 3).nonzero().shape, torch.tensor(5.).nonzero().shape, torch.tensor(5.)[torch.tensor(True)])
fails(lambda: numbers((5, 6))[numbers((5, 7)) > 0])
y = numbers((4, 5))
for values in (torch.ones(3), torch.ones(4, 1), torch.ones(12, 1), torch.ones(1), torch.ones(()), torch.ones(1, 10)):
    def write(values=values):
        z = y.clone()
        z[y % 2 == 0] = values
        return mark(z)
    fails(write)
a = numbers((20, 60)).requires_grad_()
(a[a > 50].square().sum() + (a[a[:, 0] > 50] * 3).sum()).backward()
print(mark(a.grad))
g = torch.autograd.grad(a[a > 20].pow(3).sum(), a, create_graph=True)[0]
print(mark(torch.autograd.grad(g.sum(), a)[0]), type(a[a > 20].grad_fn).__name__)
b = a * 1
b[a > 60] = a[a < 30].repeat(3)[:int((a > 60).sum())]
b.sum().backward()
print(type(b.grad_fn).__name__, mark(a.grad))
m = torch.tensor([True, False, True])
fails(lambda: m.index_put_((m,), torch.tensor([False, True])))
