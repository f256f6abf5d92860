"""Sorting, running sums, distances, bags and what an index or a mask selects, on the CUDA plugin (here the emulated one):
results and gradients are those of the CPU. check-emulated runs it; the last line is "N passed, M failed"."""
import torch
import torch.nn.functional as F

counts = [0, 0]
nan, inf = float('nan'), float('inf')


def flat(result):
    if isinstance(result, (tuple, list)):
        return [t for part in result for t in flat(part)]
    return [result]


def same(a, b, exact):
    if not isinstance(a, torch.Tensor):
        return a == b
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    b = b.cpu()
    if exact or not a.dtype.is_floating_point:
        return a.numel() == 0 or bool(((a == b) | ((a != a) & (b != b))).all())
    close = {torch.float64: 1e-11, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}[a.dtype]
    finite = a[a.isfinite()]
    scale = max(1., float(finite.abs().max())) if finite.numel() else 1.
    return torch.allclose(a.double(), b.double(), rtol=close, atol=close * scale, equal_nan=True)


def run(f, args, device, gradients):
    """What f gives, or its error; then the gradients of the arguments that are floats."""
    here = [a.to(device) if isinstance(a, torch.Tensor) else a for a in args]
    for i, (a, b) in enumerate(zip(args, here)):
        if isinstance(a, torch.Tensor) and a.shape and a.numel() and not a.is_contiguous():
            wide = a._base.to(device)  # the copy is dense: the same view of the same base
            here[i] = wide.as_strided(a.size(), a.stride(), a.storage_offset())
    leaves = []
    if gradients:
        for i, a in enumerate(here):
            if isinstance(a, torch.Tensor) and a.dtype.is_floating_point:
                here[i] = a.detach().requires_grad_()
                leaves.append(here[i])
    try:
        out = flat(f(*here))
    except Exception as e:
        return [type(e).__name__]
    total = 0
    for o in out:
        if isinstance(o, torch.Tensor) and o.requires_grad:
            total = total + (o * torch.arange(1, o.numel() + 1, device=device).reshape(o.shape).to(o.dtype)).sum()
    if isinstance(total, torch.Tensor):
        total.backward()
        out = out + [leaf.grad for leaf in leaves if leaf.grad is not None]
    return [o.detach() if isinstance(o, torch.Tensor) else o for o in out]


def check(what, f, *args, gradients=False, exact=False):
    want, got = run(f, args, 'cpu', gradients), run(f, args, 'cuda', gradients)
    good = len(want) == len(got) and all(same(a, b, exact) for a, b in zip(want, got))
    counts[not good] += 1
    if not good:
        print('%s, %s: is %s, not %s' % (what, [(a.dtype, tuple(a.shape), a.stride()) if isinstance(a, torch.Tensor) else a
                                                for a in args], str(got)[:200], str(want)[:200]))


def selected(f):
    """f gives values and where they are; among equals that may be anywhere."""
    def both(x, *rest):
        values, at = f(x, *rest)
        dim = rest[-1]
        if x.dim() == 0 or values.dim() < x.dim():
            return values, x.gather(dim, at.unsqueeze(dim)).squeeze(dim) if x.dim() else at
        twice = at.sort(dim).values
        differ = (twice.narrow(dim, 1, twice.size(dim) - 1) != twice.narrow(dim, 0, twice.size(dim) - 1)).all() \
            if twice.size(dim) > 1 else torch.tensor(True)
        return values, x.gather(dim, at), differ.cpu().item()
    return both


def numbers(shape, dtype, ties=True):
    n = 1
    for s in shape:
        n *= s
    if dtype == torch.bool:
        return torch.randn(shape) > 0
    if not dtype.is_floating_point:
        high = 100 if ties or dtype in (torch.int8, torch.uint8) else 20000
        return torch.randint(0 if dtype == torch.uint8 else -high, high, shape).to(dtype)
    x = torch.randn(shape)
    return ((x * 8).round() / 8 if ties else x).to(dtype)


turn = [0]


def layouts(shape, dtype, ties=True):
    """The same shape, laid out in several ways: of most types in two of them."""
    yield numbers(shape, dtype, ties)
    turn[0] += 1
    for way in range(3):
        if dtype != torch.float32 and way != turn[0] % 3:
            continue
        if len(shape) > 1 and way == 0:
            yield numbers(shape[:-2] + (shape[-1], shape[-2]), dtype, ties).transpose(-1, -2)
        elif len(shape) > 1 and way == 1:
            yield numbers((shape[0] * 2,) + shape[1:-1] + (shape[-1] + 3,), dtype, ties)[::2, ..., 2:-1]
        elif len(shape) > 1:
            yield numbers((1,) + shape[1:], dtype, ties).expand(shape)
        elif shape and way == 2:
            yield numbers((shape[0] * 3 + 1,), dtype, ties)[1::3]


def dims(shape):
    """Those along which there are not too many rows, which take their time here."""
    return [d for d in range(-len(shape), 0) if shape[d] * 100 > max(shape)] if shape else [0]


torch.manual_seed(0)
floats = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
integers = [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64]
special = torch.tensor([0., -0., nan, 1., -inf, inf, -1., nan, 0., -0., 2., 1e-40, -1e-40])

# ---- sorting ----
down = lambda x, dim: torch.sort(x, dim=dim, descending=True, stable=True)
up = lambda x, dim: torch.sort(x, dim=dim, stable=True)
for dtype in floats + integers + [torch.bool]:
    for shape in (), (1,), (37,), (1025,), (3, 1), (0,), (2, 0), (5, 33), (2, 3, 20), (3, 1100):
        for x in layouts(shape, dtype):
            for dim in dims(shape):
                if len(shape) == 3 and dim == -3 and x.stride(0) == 0:
                    continue
                check('sort', up, x, dim, exact=True)
                if x.is_contiguous() or dim == -1:
                    check('sort down', down, x, dim, exact=True)
for dtype in floats:
    x = special.to(dtype)
    for y in x, x.flip(0), x.repeat(100), x.repeat(3, 90), x.repeat(3, 90).t():
        check('sort special', lambda x: [up(x, 0), down(x, 0), torch.signbit(up(x, 0)[0])], y, exact=True)
        check('median special', lambda x: [x.median(), x.median(0), x.nanmedian(), x.nanmedian(0)], y, exact=True)
        check('kth special', lambda x: [x.kthvalue(k, 0).values for k in (1, 4, x.size(0))], y, exact=True)
        check('top special', lambda x: [x.topk(5, 0).values, x.topk(5, 0, largest=False).values], y, exact=True)
for dtype in torch.float32, torch.float64, torch.bfloat16, torch.int64:
    for shape in (70000,), (2, 9000), (40, 1500):
        x = numbers(shape, dtype, dtype == torch.bfloat16)
        check('long sort', lambda x: [up(x, -1), down(x, -1)], x, exact=True)
check('many bits', lambda x: up(x, -1), torch.randint(-(1 << 62), 1 << 62, (3, 3000)) * 2, exact=True)
check('one value', lambda x: [up(x, 1), down(x, 1)], torch.zeros(3, 2000), exact=True)
x = torch.randn(6, 50)
check('sort gradient', lambda x: [x.sort(0)[0], x.sort(1, descending=True)[0], x.msort()], x, gradients=True)
check('argsort', lambda x: [x.argsort(), x.argsort(0, True), torch.argsort(x, dim=1, stable=True)], x, exact=True)
check('in place of', lambda x: torch.sort(x, out=(torch.empty(0, device=x.device), torch.empty(0, dtype=torch.int64,
      device=x.device))), x, exact=True)

# ---- parts of the order ----
for dtype in floats + integers:
    for shape in (), (1,), (40,), (4, 31), (2, 3, 9), (3, 1300):
        for x in layouts(shape, dtype):
            for dim in dims(shape):
                n = x.size(dim) if shape else 1
                k = (n + 2) // 3
                check('topk', selected(lambda x, k, dim: x.topk(k, dim)), x, k, dim, exact=True)
                check('least', selected(lambda x, k, dim: x.topk(k, dim, largest=False)), x, k, dim, exact=True)
                check('kth', selected(lambda x, k, dim: x.kthvalue(k, dim)), x, k, dim, exact=True)
                check('median', selected(lambda x, dim: x.median(dim)), x, dim, exact=True)
    check('mode', lambda x: [x.mode(0)[0], x.mode(1)[0], x.mode(1, keepdim=True)[0]], numbers((5, 41), dtype), exact=True)
    check('median of all', lambda x: [x.median(), x.flatten()[:-1].median()], numbers((5, 41), dtype), exact=True)
x = torch.randn(7, 30)
check('gradients', lambda x: [x.topk(4)[0], x.topk(3, 0, False)[0], x.kthvalue(5)[0], x.median(1)[0], x.median(),
                              x.nanmedian(0)[0], x.mode(0)[0]], x, gradients=True)
check('quantiles', lambda x: [x.quantile(0.3), x.quantile(torch.tensor([0., .5, 1.], device=x.device), 1),
                              x.nanquantile(.2, 0)], x, gradients=True)
check('out of range', lambda x: x.topk(31), x)
check('out of range', lambda x: x.kthvalue(0), x)
check('nothing', lambda x: [x.topk(0)[1], x.topk(0, 0)[0]], x)

# ---- what there is once ----
for dtype in floats + integers + [torch.bool]:
    for x in (numbers((0,), dtype), numbers((1,), dtype), numbers((300,), dtype), numbers((3000,), dtype),
              numbers((20, 9), dtype).t()):
        check('unique', lambda x: [torch.unique(x, return_inverse=True, return_counts=True), x.unique()], x, exact=True)
        check('runs', lambda x: torch.unique_consecutive(x.sort(0)[0], return_inverse=True, return_counts=True), x, exact=True)
x = torch.randint(0, 2, (40, 3))
check('unique rows', lambda x: torch.unique(x, dim=0, return_inverse=True, return_counts=True), x)
check('unique columns', lambda x: [torch.unique(x, dim=1), torch.unique_consecutive(x, dim=0)], x)
check('is in', lambda x: [torch.isin(x, torch.tensor([1, 5], device=x.device)), torch.isin(x, 0)], x)

# ---- places in what is sorted, counts ----
edges = torch.tensor([-1., 0., 0., .5, 2.])
for dtype in floats + integers:
    for x in layouts((4, 30), dtype):
        e = edges.to(dtype).sort()[0]
        check('bucketize', lambda x, e: [torch.bucketize(x, e), torch.bucketize(x, e, right=True, out_int32=True)], x, e)
        check('search', lambda x, e: [torch.searchsorted(e, x), torch.searchsorted(x.sort(1)[0].contiguous(), x, side='right')],
              x, e)
    if dtype.is_floating_point:
        check('histogram', lambda x: [torch.histc(x, 7), torch.histc(x, 5, -1, 1), torch.histc(x[:0], 3)],
              numbers((500,), dtype))
check('search special', lambda e, x: torch.searchsorted(e, x), torch.tensor([-inf, 0., inf, nan]), special)
check('search by order', lambda e, x, s: torch.searchsorted(e, x, sorter=s), torch.tensor([3., 1., 2.]), torch.randn(9) * 3,
      torch.tensor([1, 2, 0]))
for x in torch.randint(0, 9, (1000,)), torch.randint(0, 9, (2000,))[::2], torch.zeros(0, dtype=torch.int64):
    check('bincount', lambda x: [torch.bincount(x), torch.bincount(x, minlength=20)], x)
    check('weights', lambda x: torch.bincount(x, weights=torch.arange(x.size(0), device=x.device) * .5), x)
check('below zero', lambda x: torch.bincount(x), torch.tensor([1, -1]))

# ---- running along ----
for dtype in floats + integers + [torch.bool]:
    for shape in (), (1,), (700,), (3, 0), (4, 37), (2, 3, 9):
        for x in layouts(shape, dtype):
            for dim in dims(shape):
                check('cumsum', lambda x, dim: x.cumsum(dim), x, dim)
                check('running extrema', lambda x, dim: [x.cummax(dim), x.cummin(dim)], x, dim, exact=True)
                if shape and x.size(dim) < 50:
                    check('cumprod', lambda x, dim: x.cumprod(dim), x, dim)
                if dtype in floats and len(shape) < 3:
                    check('logcumsumexp', lambda x, dim: x.logcumsumexp(dim), x, dim)
    x = numbers((3, 20), dtype)
    check('other types', lambda x: [x.cumsum(1, dtype=torch.float64), x.cumprod(0, dtype=torch.float32),
                                    x.cumsum(0, dtype=torch.int64)], x)
for shape in (40000,), (2, 33000), (33000, 2), (5, 33000):
    for dtype in torch.float64, torch.float32, torch.bfloat16, torch.int64, torch.int32, torch.bool:
        x = numbers(shape, dtype)
        scale = 1 / 64 if dtype.is_floating_point else 1
        dim = 0 if shape[-1] == 2 else -1
        check('long cumsum', lambda x, dim: (x * scale).cumsum(dim), x, dim)
        if dtype == torch.float64 and shape[-1] == 2 or dtype == torch.float32 and len(shape) == 1:
            check('long logarithms', lambda x, dim: x.logcumsumexp(dim), x, dim)
            check('long products', lambda x, dim: (1 + x * 2 ** -20).cumprod(dim), x, dim)
            check('long extrema', lambda x, dim: [x.cummax(dim), x.cummin(dim)], x, dim, exact=True)
for y in special, special.repeat(2600), special.repeat(4, 3).t():
    check('special', lambda x: [x.cumsum(0), x.cumprod(0), x.cummax(0), x.cummin(0), x.logcumsumexp(0)], y)
x = torch.randn(4, 10, dtype=torch.float64)
check('gradients', lambda x: [x.cumsum(0), x.cumsum(1), x.cumprod(1), x.cummax(1)[0], x.cummin(0)[0], x.logcumsumexp(1)], x,
      gradients=True)
check('with zeros', lambda x: x.cumprod(1), torch.tensor([[1., 0., 2., 3.], [2., 0., 0., 1.]], dtype=torch.float64),
      gradients=True)
check('complex', lambda x: [torch.complex(x, x).cumsum(1).real, torch.complex(x, x + 1).cumprod(0).imag], x)
check('differences', lambda x: [x.diff(), x.diff(dim=0, n=2), torch.trapezoid(x), torch.cumulative_trapezoid(x, dim=0)], x,
      gradients=True)

# ---- distances ----
for p in 0., 1., 1.5, 2., 3., inf:
    for dtype in torch.float32, torch.float64:
        for n, m, k in (5, 7, 3), (33, 2, 40), (1, 1, 1), (3, 4, 0), (0, 3, 2), (30, 30, 70):
            a, b = torch.randn(n, k, dtype=dtype), torch.randn(m, k, dtype=dtype)
            check('cdist', lambda a, b: torch.cdist(a, b, p), a, b, gradients=p > 0)
            check('pdist', lambda a: F.pdist(a, p), a, gradients=p > 0 and n > 1)
check('equal points', lambda a: [torch.cdist(a, a, 2.), torch.cdist(a, a, 1.), F.pdist(a)], torch.ones(3, 2), gradients=True)
a, b = torch.randn(2, 3, 6, 4, dtype=torch.float64), torch.randn(3, 5, 4, dtype=torch.float64)
check('batches', lambda a, b: [torch.cdist(a, b), torch.cdist(a.transpose(0, 1), b[:, None], 1.)], a, b, gradients=True)
check('views', lambda a, b: torch.cdist(a.mT, b.mT.contiguous()[..., :3, :], 3.), torch.randn(4, 6), torch.randn(6, 5),
      gradients=True)
check('pairs', lambda a, b: [F.pairwise_distance(a, b), F.cosine_similarity(a, b)], torch.randn(5, 6), torch.randn(5, 6),
      gradients=True)

# ---- bags ----
table = torch.randn(20, 6)
index, starts = torch.randint(0, 20, (30,)), torch.tensor([0, 4, 4, 19, 29])
for mode in 'sum', 'mean', 'max':
    for dtype in torch.float32, torch.float64:
        t = table.to(dtype)
        check('bags', lambda t, i, o: F.embedding_bag(i, t, o, mode=mode), t, index, starts, gradients=True)
        check('last bag', lambda t, i, o: F.embedding_bag(i, t, o, mode=mode, include_last_offset=True), t, index,
              torch.cat([starts, torch.tensor([30])]), gradients=True)
        check('equal bags', lambda t, i: F.embedding_bag(i, t, mode=mode), t, index.reshape(6, 5), gradients=True)
        check('columns', lambda t, i: F.embedding_bag(i, t, mode=mode), t, index.reshape(5, 6).t(), gradients=True)
        check('padding', lambda t, i, o: F.embedding_bag(i, t, o, mode=mode, padding_idx=int(index[3])), t, index, starts,
              gradients=True)
check('factors', lambda t, i, o, w: F.embedding_bag(i, t, o, mode='sum', per_sample_weights=w), table, index, starts,
      torch.randn(30), gradients=True)
check('embedding', lambda t, i: [F.embedding(i, t), F.embedding(i, t, padding_idx=2)], table, index.reshape(5, 6),
      gradients=True)
check('one hot', lambda i: [F.one_hot(i), F.one_hot(i, 25)], index)

# ---- masks and indices ----
for dtype in floats + integers + [torch.bool]:
    for shape in (), (1,), (0,), (50,), (3, 0, 2), (7, 31), (2, 3, 5), (5000,):
        for x in layouts(shape, dtype):
            check('nonzero', lambda x: [x.nonzero(), torch.nonzero(x > 0, as_tuple=True), x.count_nonzero()], x)
            check('masked', lambda x: [x[x > 0], x.masked_select(x <= 0), x.masked_fill(x > 0, 1)], x)
            check('scattered', lambda x: x.clone().masked_scatter_(x > 0, torch.arange(6000, device=x.device).to(x.dtype)), x)
check('wide mask', lambda x: [x[x[:, 0] > 0], x[:, x[0] > 0], x.masked_select(x[:1] > 0)], torch.randn(30, 9), gradients=True)
check('mask gradient', lambda x: [x.masked_select(x > 0), x.masked_fill(x > 0, 2.)], torch.randn(40, 50), gradients=True)
for dtype in floats + integers:
    x = numbers((9, 6), dtype)
    i, j = torch.tensor([0, 8, 3, 3, -1]), torch.tensor([5, 0, 2, 2, 1])
    check('take', lambda x, i, j: [x[i], x[i, j], x[:, j], x[i[:, None], j], x.take(i), x.index_select(1, j)], x, i, j)
    check('put', lambda x, i, j: [x.clone().index_put_((i[:3], j[:3]), x[0, :3]), x.clone().index_put_((i, j), x[1, :5], True),
                                  x.clone().index_add_(0, i % 9, x[:5]), x.clone().index_copy_(0, i[:3], x[4:7]),
                                  x.clone().index_fill_(1, j, 7)], x, i, j)
    where = torch.randint(0, 6, (9, 6))
    check('scatter', lambda x, w: [x.gather(1, w), x.scatter_add(1, w, x), x.clone().put_(w[0] + 6 * torch.arange(
        6, device=x.device), x[2]), torch.take_along_dim(x, w, 1)], x, where)
    for kind in 'sum', 'amax', 'amin', 'prod', 'mean':
        if kind == 'prod':
            x = (x % 2 + 1).to(dtype)
        for whole in True, False:
            check(kind, lambda x, w: [x.scatter_reduce(1, w, x, kind, include_self=whole),
                                      x.index_reduce(0, w[:, 0] % 9, x, kind, include_self=whole)
                                      if kind != 'sum' else x], x, where)
x, w = torch.randn(9, 6, dtype=torch.float64), torch.randint(0, 6, (9, 6))
check('gradients', lambda x, w: [x.gather(1, w), x.scatter_add(1, w, x), x[w[:, 0], w[:, 1]], x.index_select(0, w[0]),
                                 x.index_put((w[:, 0], w[:, 1]), x[:, 0], True), x.index_add(0, w[:, 1], x)], x, w,
      gradients=True)
for kind in 'sum', 'amax', 'amin', 'prod', 'mean':
    check(kind, lambda x, w: x.scatter_reduce(1, w, x, kind), x, w, gradients=True)
many = torch.randint(0, 3, (20000,))
check('colliding', lambda x, w: [torch.zeros(3, dtype=x.dtype, device=x.device).scatter_add_(0, w, x),
                               torch.zeros(3, dtype=x.dtype, device=x.device).index_put_((w,), x, True)],
      torch.randn(20000, dtype=torch.float64), many)

print('%d passed, %d failed' % tuple(counts))
