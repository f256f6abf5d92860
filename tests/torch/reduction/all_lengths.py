# Folds of rows of every length around those of vectors and blocks, of all types: against sums, products and extrema
# of the lists, with a nan, an infinity or a zero at each place in turn.
import math

import torch

torch.manual_seed(4)
LENGTHS = [*range(1, 36), 47, 48, 63, 64, 65, 79, 96, 127, 128, 129, 144, 200, 256, 259, 1023, 1024, 1040, 1100, 2051]
INEXACT = torch.float32, torch.float64, torch.float16, torch.bfloat16
WHOLE = torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8


def close(a, b, room):
    return a == b or (a != a and b != b) or abs(a - b) <= room * max(1.0, abs(b))


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def inexact(x):
    numbers = x.tolist()
    nan = any(n != n for n in numbers)
    exact = x.dtype in (torch.float32, torch.float64)
    room = 1e-5 if exact else 1e-2
    yield 'sum', x.sum(), math.fsum(numbers) if not nan else math.nan, room * 10
    yield 'mean', x.mean(), math.fsum(numbers) / len(numbers) if not nan else math.nan, room
    yield 'norm', x.norm(), math.sqrt(math.fsum(n * n for n in numbers)) if not nan else math.nan, room
    yield 'most', x.norm(math.inf), math.nan if nan else max(abs(n) for n in numbers), 0
    yield 'amax', x.amax(), math.nan if nan else max(numbers), 0
    yield 'amin', x.amin(), math.nan if nan else min(numbers), 0
    yield 'max', x.max(0)[0], math.nan if nan else max(numbers), 0
    if exact:
        yield 'prod', x.prod(), math.nan if nan else product(numbers), room
        if not nan and math.inf not in numbers:
            top = max(numbers)
            total = math.fsum(math.exp(n - top) for n in numbers)
            yield 'logsumexp', x.logsumexp(0), top + math.log(total), room
            yield 'softmax', x.softmax(0)[-1], math.exp(numbers[-1] - top) / total, room
            yield 'log_softmax', x.log_softmax(0)[-1], numbers[-1] - top - math.log(total), room
    if len(numbers) > 1 and exact and not nan and math.inf not in numbers:
        mean = math.fsum(numbers) / len(numbers)
        yield 'var', x.var(), math.fsum((n - mean) ** 2 for n in numbers) / (len(numbers) - 1), room


def whole(x):
    numbers = x.tolist()
    yield 'sum', x.sum(), sum(numbers), 0
    yield 'amax', x.amax(), max(numbers), 0
    yield 'amin', x.amin(), min(numbers), 0
    yield 'max', x.max(0)[0], max(numbers), 0
    yield 'argmax', x.argmax(), numbers.index(max(numbers)), 0
    yield 'any', x.any(), any(numbers), 0
    yield 'all', x.all(), all(numbers), 0


def check(folds, x):
    wrong = 0
    for name, got, want, room in folds(x):
        if not close(got.item(), want, room):
            wrong += 1
            print('wrong:', name, x.dtype, x.numel(), got.item(), want)
    return wrong


for dtype in INEXACT:
    wrong = 0
    for n in LENGTHS:
        x = (1 + torch.randn(n, dtype=torch.float64) / 8 * n ** -0.5).to(dtype)
        x[torch.randint(0, n, (1,))] *= -1.5
        wrong += check(inexact, x)
        for odd in math.nan, math.inf, 0.0, 1e-30 if dtype != torch.float16 else 6e-8:
            y = x.clone()
            y[n * 7 // 9] = odd
            wrong += check(inexact, y)
    for n in 17, 33, 64, 67:
        for at in range(n):
            y = torch.ones(n, dtype=dtype)
            y[at] = math.nan
            wrong += not (math.isnan(y.amax()) and math.isnan(y.sum()) and math.isnan(y.prod()))
            y[at] = 3
            wrong += [v.item() for v in (y.amax(), y.amin(), y.sum(), y.prod())] != [3, 1, n + 2, 3]
    print(dtype, 'right' if not wrong else wrong)
for dtype in WHOLE:
    wrong = 0
    info = torch.iinfo(dtype)
    for n in LENGTHS:
        x = torch.randint(max(info.min, -1000), min(info.max, 1000), (n,)).to(dtype)
        wrong += check(whole, x)
        x[n // 2] = info.max if dtype != torch.int64 else 2 ** 40
        wrong += check(whole, x)
        x[n - 1] = info.min if dtype != torch.int64 else -2 ** 40
        wrong += check(whole, x)
    print(dtype, 'right' if not wrong else wrong)

# Many results of few elements that lie apart: the same as of each line made dense.
FOLDS = {
    'sum': torch.sum, 'mean': torch.mean, 'prod': torch.prod, 'amax': torch.amax, 'amin': torch.amin, 'any': torch.any, 'all': torch.all, 'norm': lambda x, d: x.norm(dim=d), 'order 3': lambda x, d: x.norm(3, dim=d),
    'most': lambda x, d: x.norm(math.inf, dim=d), 'count': torch.count_nonzero, 'nansum': torch.nansum,
}


def views(x):
    n = x.shape[0]
    yield 'steps', x[:, ::2], 1
    yield 'part of steps', x[3:, 1::5], 1
    yield 'repeated', x[:, :1].expand(n, 20), 1
    yield 'between', x.view(n, 3, 4), 1
    yield 'steps between', x.view(n, 3, 4)[..., ::2], 1
    yield 'part between', x.view(n, 4, 3)[1:, 1:, :2], 1
    yield 'two', x.view(n, 2, 3, 2).transpose(1, 3), (1, 2)
    yield 'outer', x.view(n // 50, 50, 12)[:, ::7, ::3], (1,)
    yield 'transposed', x.view(n // 50, 50, 12).transpose(0, 2), 0
    yield 'transposed steps', x.view(n // 50, 50, 12).transpose(0, 2)[::2, ::3], 0


for dtype in (*INEXACT, *WHOLE, torch.bool):
    wrong = 0
    x = torch.randint(0, 3, (2500, 12)).to(dtype) if dtype in WHOLE or dtype == torch.bool else (1 + torch.randn(2500, 12) / 16).to(dtype)
    if dtype in INEXACT:
        x.view(-1)[5::1713] = math.nan
        x.view(-1)[8::1907] = math.inf
    for way, view, dim in views(x):
        for name, fold in FOLDS.items():
            if name in ('mean', 'norm', 'order 3', 'most') and dtype not in INEXACT or name == 'prod' and isinstance(dim, tuple):
                continue
            got = fold(view, dim)
            moved = view.movedim(dim, 0) if isinstance(dim, int) else view.movedim(dim, tuple(range(len(dim)))).flatten(0, len(dim) - 1)
            columns, flat = moved.reshape(moved.shape[0], -1), got.reshape(-1)
            for k in (*range(0, columns.shape[1], 61), columns.shape[1] - 1):
                want = fold(columns[:, k].clone(), 0)
                room = 1e-5 if dtype in (torch.float32, torch.float64) else 1e-2
                if flat[k].dtype != want.dtype or not close(flat[k].item(), want.item(), room):
                    wrong += 1
                    print('wrong:', way, name, dtype, k, flat[k].item(), want.item())
    print('apart', dtype, 'right' if not wrong else wrong)
