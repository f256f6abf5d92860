# Functions along one dimension, of lines that lie in all ways: beside each other, across, with gaps, repeated, of other
# types. Each must give what it gives for every line alone.
import torch
import torch.nn.functional as F

torch.manual_seed(3)


def ways(x):
    yield 'as it is', x
    yield 'transposed', x.transpose(0, -1)
    yield 'steps', x[..., ::2]
    yield 'part', x[1:, ..., 1:]
    yield 'repeated', x[:1].expand(9, *x.shape[1:])
    yield 'gaps', x[::2, ..., ::3]
    yield 'one repeated', x[..., :1].expand(*x.shape[:-1], 6)
    if x.ndim == 3:
        yield 'moved', x.permute(1, 2, 0)
        yield 'swapped', x.transpose(0, 1)
        yield 'swapped steps', x.transpose(0, 1)[..., ::2]


def alone(function, x, dim):
    lines = x.movedim(dim, -1)
    results = [function(line.contiguous(), 0) for line in lines.reshape(-1, lines.shape[-1])]
    several = [r if isinstance(r, tuple) else (r,) for r in results]
    return [torch.stack(part).reshape(lines.shape[:-1] + part[0].shape) for part in zip(*several)]


def differ(a, b):
    if a.dtype.is_floating_point:
        close = 2e-2 if a.dtype in (torch.half, torch.bfloat16) else 1e-4
        return not torch.allclose(a.double(), b.double(), rtol=close, atol=close, equal_nan=True)
    return not torch.equal(a, b)


def compare(name, function, folds, tensors):
    wrong = 0
    for x0 in tensors:
        for way, x in ways(x0):
            for dim in range(x.ndim):
                if not x.numel():
                    continue
                got = function(x, dim)
                got = tuple(got) if not isinstance(got, torch.Tensor) else (got,)
                for g, w in zip(got, alone(lambda t, d: tuple(function(t, d)) if len(got) > 1 else function(t, d), x, dim)):
                    g = g if folds else g.movedim(dim, -1)
                    if g.dtype != w.dtype or g.shape != w.shape or differ(g, w):
                        wrong += 1
                        print('wrong:', name, x0.dtype, tuple(x0.shape), way, dim)
    print(name, 'right' if not wrong else wrong)


shapes = (20, 1), (5, 2), (19, 3), (40, 7), (33, 8), (17, 9), (18, 16), (9, 17), (7, 33), (18, 40), (3, 257), (300, 2), (9, 4, 3), (5, 20, 2), (2, 3, 40), (19, 3, 5)
floats = [torch.randn(s) for s in shapes]
for x in floats[4:7]:
    x.view(-1)[3::11] = float('nan')
    x.view(-1)[5::13] = float('inf')
    x.view(-1)[7::17] = -float('inf')
few = [floats[i] for i in (1, 2, 4, 6, 7, 9, 12, 13, 15)]
doubles, halves, narrow = [x.double() for x in few], [x.half() for x in few], [x.bfloat16() for x in few]
whole = [torch.randint(-9, 9, x.shape) for x in few]
small, bytes_, shorts, booleans = [x.to(torch.int8) for x in whole], [x.abs().to(torch.uint8) for x in whole], [x.to(torch.int16) for x in whole], [x > 0 for x in whole]

inexact = floats + doubles + halves + narrow
numbers = inexact + whole + small + bytes_ + shorts
compare('softmax', lambda x, d: x.softmax(d), False, inexact)
compare('log_softmax', lambda x, d: x.log_softmax(d), False, inexact)
compare('logsumexp', lambda x, d: x.logsumexp(d), True, inexact)
compare('logcumsumexp', lambda x, d: x.logcumsumexp(d), False, inexact)
compare('max', lambda x, d: x.max(d), True, numbers + booleans)
compare('min', lambda x, d: x.min(d), True, numbers + booleans)
compare('argmax', lambda x, d: x.argmax(d), True, numbers)
compare('argmin', lambda x, d: x.argmin(d), True, numbers)
compare('cumsum', lambda x, d: x.cumsum(d), False, floats + doubles + whole + small + bytes_ + booleans)
compare('cumprod', lambda x, d: x.cumprod(d), False, doubles + whole + bytes_)
compare('cummax', lambda x, d: x.cummax(d), False, numbers + booleans)
compare('cummin', lambda x, d: x.cummin(d), False, numbers + booleans)
compare('sum', lambda x, d: x.sum(d), True, floats + doubles + whole + small + bytes_ + booleans)
compare('mean', lambda x, d: x.mean(d), True, inexact)
compare('norm', lambda x, d: x.norm(dim=d), True, inexact)
compare('norm of order 1', lambda x, d: x.norm(p=1, dim=d), True, floats + doubles)
compare('prod', lambda x, d: x.prod(d), True, doubles + whole + bytes_)
compare('amax', lambda x, d: x.amax(d), True, numbers + booleans)
compare('amin', lambda x, d: x.amin(d), True, numbers + booleans)
compare('any', lambda x, d: x.any(d), True, numbers + booleans)
compare('all', lambda x, d: x.all(d), True, numbers + booleans)
compare('count_nonzero', lambda x, d: x.count_nonzero(d), True, numbers + booleans)
compare('var', lambda x, d: x.var(d, correction=0), True, floats + doubles)
compare('sum of a strip', lambda x, d: x.sum(d), True, [torch.randn(40, 5000)[:, ::2], torch.randint(-9, 9, (3, 40, 700))[..., ::3]])

scores = torch.randn(33, 9)
target, weights = torch.arange(33) % 9, torch.rand(9)
target[4] = -100
for w in None, weights:
    each = F.nll_loss(scores, target, w, reduction='none')
    print(torch.allclose(each, torch.stack([F.nll_loss(scores[i:i + 1], target[i:i + 1], w, reduction='sum') for i in range(33)])), float(each[4]))


def layers(x, weight, bias):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    y = (x - mean) / (var + 1e-5).sqrt()
    return y * weight + bias if weight is not None else y


wrong = 0
for dtype in torch.float, torch.double:
    for shape in (17, 2), (70, 5), (130, 10), (16, 32), (20, 33), (3, 50, 8):
        for affine in True, False:
            x = torch.randn(shape, dtype=dtype) + 3
            g = torch.randn(shape, dtype=dtype)
            w, b = (torch.randn(shape[-1], dtype=dtype), torch.randn(shape[-1], dtype=dtype)) if affine else (None, None)
            results = []
            for function in (lambda x, w, b: F.layer_norm(x, shape[-1:], w, b)), layers:
                leaves = [t.clone().requires_grad_() if t is not None else None for t in (x, w, b)]
                y = function(*leaves)
                y.backward(g)
                results.append([y] + [t.grad for t in leaves if t is not None])
            wrong += sum(not torch.allclose(p, q, rtol=1e-3, atol=1e-3) for p, q in zip(*results))
print('layers right' if not wrong else wrong)
