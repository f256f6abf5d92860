# Short and long rows, sorted, searched, gathered and scattered: each way of doing it, told by sums that weigh every place.
import torch

torch.manual_seed(3)
DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool)


def made(shape, dtype):
    return torch.randint(0, 2 if dtype == torch.bool else 100, shape).to(dtype)


def weighed(t):
    t = t.contiguous().double().flatten()
    return (t * (torch.arange(t.numel()) % 97 + 1)).nan_to_num(5.0).sum().item()


def said(name, *results):
    print(name, *(weighed(r) for r in results))


for dtype in DTYPES:
    for shape, dim in (((70, 2), 1), ((3, 200), 0), ((9, 5, 40), 1), ((9, 40, 5), 2), ((65, 16), 1), ((65, 17), 1), ((600, 2), 0), ((2, 700), 1)):
        x = made(shape, dtype)
        said(f'{dtype} {shape} {dim}', *x.sort(dim=dim, stable=True), *x.sort(dim=dim, descending=True, stable=True))
x = made((40, 30, 6), torch.int16)
said('views', *x[::2, :, 1:5].sort(dim=2, stable=True), *x.permute(2, 0, 1).sort(dim=0, stable=True), *x.permute(1, 2, 0)[:, :, ::3].sort(dim=1, stable=True))
b = made((3, 1200), torch.int8) - 50
said('bytes with steps', *b[:, ::2].sort(dim=1, stable=True), *b.t().sort(dim=0, stable=True), *b.t().sort(dim=0, descending=True, stable=True))
r = torch.randn(70, 9)
r[::3, 4] = float('nan')
r[::5, 2] = float('-inf')
r[1::5, 7] = -0.0
said('nans', *r.sort(dim=1, stable=True), *r.sort(dim=1, descending=True, stable=True), *r.double().sort(dim=1, stable=True))
said('all the same', *torch.full((3000,), 7).sort(stable=True), *torch.full((3000,), -1.5).sort(stable=True))
for high in (10, 3000, 10**6, 10**12):
    said(f'below {high}', *torch.randint(0, high, (3000,)).sort(stable=True), *torch.randint(-high, high, (400,)).sort(stable=True))
for k in (1, 5, 40, 46, 47, 400):
    said(f'the first {k}', *torch.randint(0, 50, (3000,)).topk(k), *torch.randn(3000).topk(k, largest=False), *made((3000,), torch.uint8).topk(k))

for dtype in DTYPES:
    for shape, dim, size in (((300, 2), 1, 2), ((300, 7), 1, 9), ((40, 90), 1, 90), ((5, 6, 30), 1, 4), ((30, 3), 0, 30), ((3, 400), 1, 400), ((60, 1), 1, 8)):
        index = torch.randint(0, size, shape)
        source = made(shape, dtype)
        whole = list(shape)
        whole[dim] = size
        x = made(whole, dtype)
        said(f'{dtype} {shape} {dim}', x.gather(dim, index), x.scatter_add(dim, index, source), x.scatter(dim, index, 1))
x = made((50, 20), torch.float32)
index = torch.randint(0, 20, (50, 1))
some = torch.randint(0, 20, (13,))
said('one for a row', x.gather(1, index.expand(-1, 6)), x.gather(1, index), x.scatter(1, index, 3.0), x.scatter_add(1, index.expand(-1, 6), x))
said('one for all rows', x[:, some], x.index_select(1, some), x.index_add(1, some, x[:, :13]), x[:, torch.cat((some, some - 20))], x.t()[some])
said('with steps', x.gather(1, torch.randint(0, 20, (100, 6))[::2, ::3]), x[:, ::2].gather(1, torch.randint(0, 10, (50, 12))), x.t().gather(0, torch.randint(0, 20, (20, 50))), x.gather(1, torch.randint(0, 20, (20, 50)).t()))
said('several', x.scatter_reduce(1, torch.randint(0, 20, (50, 12)), x[:, :12], 'prod'), x.scatter_reduce(1, torch.randint(0, 20, (50, 12)), x[:, 8:], 'amax'))
for bad in (20, -1):
    index = torch.zeros(50, 4, dtype=torch.int64)
    index[30, 2] = bad
    for call in (lambda: x.gather(1, index), lambda: x.scatter(1, index, 1.0), lambda: x.scatter_add(1, index, x)):
        try:
            call()
        except RuntimeError as error:
            print(str(error).split('\n')[0])

for n, each in ((10, 1), (10, 3), (300, 1), (300, 40), (1, 2)):
    for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.int16):
        rows, values = made((40, n), dtype), made((40, each), dtype)
        said(f'searched {n} {each} {dtype}', torch.searchsorted(rows.sort(1)[0], values), torch.searchsorted(rows.sort(1)[0], values, right=True), torch.searchsorted(rows, values), torch.searchsorted(rows, values, right=True, out_int32=True))
r = torch.randn(40, 10).sort(1)[0]
r[::2, 8:] = float('nan')
said('searched nans', torch.searchsorted(r, r[:, 3:4]), torch.searchsorted(r, r[:, 9:]), torch.searchsorted(r, r[:, 9:], right=True), torch.searchsorted(r[0], r))

for n in (17, 40, 129, 130, 140, 300, 2000, 9000):
    rows = 1 if n > 1000 else 4
    few, many, reals = torch.randint(0, 5, (rows, n)), torch.randint(0, n // 2 + 1, (rows, n)), torch.randn(rows, n)
    reals[:, ::50] = float('nan')
    said(f'ties of {n}', *few.mode(1), *many.mode(1), *many.float().mode(1), *many.topk(n // 3, 1), *many.short().topk(n // 2, 1, largest=False), *few.topk(n - 1, 1), *few.kthvalue(n // 2, 1), *many.double().kthvalue(n // 3, 1))
    said(f'nans of {n}', reals.topk(n // 3, 1)[0], *reals.median(1), *reals.half().topk(n // 4, 1), torch.arange(n).flip(0).topk(n // 2)[1], torch.arange(n).topk(n // 2)[1], torch.zeros(n).topk(n // 2)[1])
for row, column, offset in ((3, 4, 0), (4, 3, -2), (5, 5, 1), (70, 90, 3), (90, 70, -60), (2, 2, 5), (2, 2, -5), (0, 3, 0)):
    said(f'triangle {row} {column} {offset}', torch.triu_indices(row, column, offset), torch.tril_indices(row, column, offset))
