"""The rows of the benchmark on a GPU. Runs on both sides, behind the lines DEVICE = '...' and SMALL = True or False: each line
read says which row to measure and for how long, the line printed has the median of the wall clock and of CUDA's events, and
what the result was, so that both sides can be seen to have done the same.

A row is what makes its operands and returns (work, amount): work(i) does it for the i-th time, amount is the bytes that must be
read and written, or the operations. Operands come in so many sets that they do not stay in the second-level cache."""
import math
import time

import torch
from torch import nn
from torch.nn import functional as F

CUDA = DEVICE != 'cpu'  # noqa: F821
BIG = 1 << 10 if SMALL else 3 << 28  # noqa: F821  (bytes which no cache holds)
SIZES = {'1e7': 2048, '1e8': 4096} if SMALL else {'1e7': 10240000, '1e8': 102400000}  # noqa: F821  (rows of 1024)
WIDE = 32 if SMALL else 1024  # noqa: F821
ROWS = {}


def synchronize():
    if CUDA:
        torch.cuda.synchronize()


def random(*shape, dtype=torch.float32, grad=False):
    x = torch.randn(*shape, device=DEVICE).to(dtype)  # noqa: F821
    return x.requires_grad_() if grad else x


def turns(make, function, amount, held):
    """work(i) with the operands of the i-th set; held: bytes of one set."""
    sets = [make() for _ in range(max(1, min(16, math.ceil(BIG / max(held, 1)))))]
    count = len(sets)
    return lambda i: function(*sets[i % count]), amount


def stream(name, function, operands, written, dtype=torch.float32, result=None, prepare=None):
    """Rows of function(x, ...) over 10^7 and 10^8 elements in lines of 1024; written: results of so many elements each, of type result."""
    for size, n in SIZES.items():
        def row(n=n):
            width, out = torch.empty((), dtype=dtype).element_size(), torch.empty((), dtype=result or dtype).element_size()

            def make():
                xs = tuple(random(n // WIDE, WIDE, dtype=dtype) for _ in range(operands))
                return prepare(*xs) if prepare else xs
            return turns(make, function, n * (operands * width + written * out), n * operands * width)
        ROWS[f'{name}_{size}'] = row


def positive(*xs):
    return tuple(x.abs() + 0.1 for x in xs)


for name, function, operands in (
        ('clone', lambda x: x.clone(), 1), ('add', lambda x, y: x + y, 2), ('mul', lambda x, y: x * y, 2), ('add_scalar', lambda x: x + 1.5, 1),
        ('relu', torch.relu, 1), ('exp', torch.exp, 1), ('tanh', torch.tanh, 1), ('sigmoid', torch.sigmoid, 1), ('gelu', F.gelu, 1), ('silu', F.silu, 1),
        ('sin', torch.sin, 1), ('clamp', lambda x: x.clamp(-1, 1), 1), ('addcmul', lambda x, y, z: torch.addcmul(x, y, z), 3), ('maximum', torch.maximum, 2),
        ('pow', lambda x: x ** 2, 1), ('add_row', lambda x: x + x[0], 1)):
    stream(name, function, operands, 1)
stream('log', torch.log, 1, 1, prepare=positive)
stream('sqrt', torch.sqrt, 1, 1, prepare=positive)
stream('add_in_place', lambda x, y: x.add_(y, alpha=1e-6), 2, 1)
stream('greater', lambda x, y: x > y, 2, 1, result=torch.bool)
stream('where', lambda x, y: torch.where(x > 0, x, y), 2, 2.5)
stream('add_bfloat16', lambda x, y: x + y, 2, 1, dtype=torch.bfloat16)
stream('gelu_bfloat16', F.gelu, 1, 1, dtype=torch.bfloat16)
stream('add_half', lambda x, y: x + y, 2, 1, dtype=torch.float16)
stream('add_double', lambda x, y: x + y, 2, 1, dtype=torch.float64)
stream('to_bfloat16', lambda x: x.to(torch.bfloat16), 1, 1, result=torch.bfloat16)
stream('transposed_copy', lambda x: x.t().contiguous(), 1, 1)
for name, function in (
        ('sum', torch.sum), ('mean', torch.mean), ('max', torch.max), ('argmax', torch.argmax), ('norm', torch.norm), ('std', torch.std), ('any', torch.any),
        ('sum_rows', lambda x: x.sum(1)), ('sum_columns', lambda x: x.sum(0)), ('max_rows', lambda x: x.amax(1)), ('argmax_rows', lambda x: x.argmax(1)),
        ('mean_columns', lambda x: x.mean(0)), ('var_rows', lambda x: x.var(1)), ('logsumexp_rows', lambda x: x.logsumexp(1))):
    stream(name, function, 1, 0)
stream('sum_bfloat16', torch.sum, 1, 0, dtype=torch.bfloat16)
for name, function in (
        ('softmax', lambda x: F.softmax(x, 1)), ('log_softmax', lambda x: F.log_softmax(x, 1)), ('layer_norm', lambda x: F.layer_norm(x, x.shape[1:])),
        ('rms_norm', lambda x: F.rms_norm(x, x.shape[1:])), ('softmax_wide', lambda x: F.softmax(x.view(-1, 32 * WIDE), 1)),
        ('layer_norm_wide', lambda x: F.layer_norm(x.view(-1, 8 * WIDE), (8 * WIDE,)))):
    stream(name, function, 1, 1)
stream('softmax_bfloat16', lambda x: F.softmax(x, 1), 1, 1, dtype=torch.bfloat16)
stream('batch_norm', lambda x: F.batch_norm(x.view(-1, 64, WIDE // 64 or 1), None, None, training=True), 1, 2)  # read twice: statistics, then values
stream('group_norm', lambda x: F.group_norm(x.view(-1, 64, WIDE // 64 or 1), 8), 1, 1)


def gradient(function):
    def work(x, slope):
        return torch.autograd.grad(function(x), x, slope)[0]
    return work


# forwards: read and write; backwards: result, slope, gradient
stream('softmax_gradient', gradient(lambda x: F.softmax(x, 1)), 2, 3, prepare=lambda x, y: (x.requires_grad_(), y))
stream('layer_norm_gradient', gradient(lambda x: F.layer_norm(x, x.shape[1:])), 2, 3, prepare=lambda x, y: (x.requires_grad_(), y))


def product(n, dtype, tf32=False):
    def row():
        torch.backends.cuda.matmul.allow_tf32 = tf32
        n_ = max(8, n // 64) if SMALL else n  # noqa: F821
        return turns(lambda: (random(n_, n_, dtype=dtype), random(n_, n_, dtype=dtype)), torch.mm, 2 * n_ ** 3, 2 * n_ * n_ * 4)
    return row


for n in (512, 1024, 2048, 4096, 8192):
    ROWS |= {f'product_fp32_{n}': product(n, torch.float32), f'product_tf32_{n}': product(n, torch.float32, True),
             f'product_bf16_{n}': product(n, torch.bfloat16), f'product_fp16_{n}': product(n, torch.float16)}
ROWS |= {'product_fp64_2048': product(2048, torch.float64)}


def row(function):
    ROWS[function.__name__] = function
    return function


@row
def product_batched():
    n = 4 if SMALL else 256  # noqa: F821
    return turns(lambda: (random(64, n, n), random(64, n, n)), torch.bmm, 2 * 64 * n ** 3, 2 * 64 * n * n * 4)


@row
def products_and_norms_1000():
    x = random(100, 100) / 10

    def work(i):
        y = x
        for _ in range(3 if SMALL else 1000):  # noqa: F821
            y = torch.mm(x, x)
            n = torch.norm(y)
        return n
    return work, 0


def training(graph):
    """A step of a small network: 784-256-10, 256 samples, with or without a captured graph."""
    torch.manual_seed(0)
    wide, count = (16, 8) if SMALL else (784, 256)  # noqa: F821
    net = nn.Sequential(nn.Linear(wide, count), nn.ReLU(), nn.Linear(count, 10)).to(DEVICE)  # noqa: F821
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    x, y = random(count, wide), torch.arange(count, device=DEVICE) % 10  # noqa: F821

    def step(i):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        return loss
    if not graph:
        return step, 0
    if not hasattr(torch.cuda, 'graph'):
        raise AttributeError('torch.cuda.graph')
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for i in range(3):
            step(i)
    torch.cuda.current_stream().wait_stream(side)
    captured = torch.cuda.CUDAGraph()
    optimizer.zero_grad(set_to_none=True)
    with torch.cuda.graph(captured):
        loss = step(0)

    def replay(i):
        captured.replay()
        return loss
    return replay, 0


@row
def training_step():
    return training(False)


@row
def training_step_captured():
    return training(True)


@row
def small_adds_1000():
    x = random(100)

    def work(i):
        y = x
        for _ in range(3 if SMALL else 1000):  # noqa: F821
            y = y + x
        return y
    return work, 0


@row
def item():
    x = random(1000)
    return lambda i: x[i % 1000].item(), 0


BYTES = 1 << 16 if SMALL else 1 << 28  # noqa: F821


def copies(function, there=False, pinned=False):
    def row():
        if there:
            held = random(BYTES // 4)
            return lambda i: function(held), BYTES
        x = torch.randn(BYTES // 4)
        if pinned and CUDA:
            x = x.pin_memory()
            if not x.is_pinned():
                raise NotImplementedError('pinned memory')
        y = torch.empty(BYTES // 4, device=DEVICE)  # noqa: F821
        return lambda i: function(x, y), BYTES
    return row


ROWS |= {
    'to_device_pageable': copies(lambda x, y: y.copy_(x)), 'to_device_pinned': copies(lambda x, y: y.copy_(x), pinned=True),
    'to_device_pageable_non_blocking': copies(lambda x, y: y.copy_(x, non_blocking=True)),
    'to_device_pinned_non_blocking': copies(lambda x, y: y.copy_(x, non_blocking=True), pinned=True),
    'new_on_device_pageable': copies(lambda x, y: x.to(DEVICE)), 'to_host': copies(lambda x: x.cpu(), there=True),  # noqa: F821
}


@row
def to_host_pinned():
    x, y = random(BYTES // 4), torch.empty(BYTES // 4)
    y = y.pin_memory() if CUDA else y
    return lambda i: y.copy_(x), BYTES


def other(name, make, function):
    ROWS[name] = lambda: (lambda operands: (lambda i: function(*operands), 0))(make())


LONG, SIDE, IMAGES = (100, 4, 1) if SMALL else (10000000, 56, 32)  # noqa: F821
other('sort', lambda: (random(LONG),), lambda x: x.sort()[0])
other('topk', lambda: (random(LONG),), lambda x: x.topk(100)[0])
other('cumsum', lambda: (random(LONG),), lambda x: x.cumsum(0))
other('gather', lambda: (random(LONG), torch.randint(LONG, (LONG,), device=DEVICE)), lambda x, i: x[i])  # noqa: F821
other('scatter_add', lambda: (random(LONG), torch.randint(LONG, (LONG,), device=DEVICE)), lambda x, i: torch.zeros_like(x).scatter_add_(0, i, x))  # noqa: F821
other('masked_select', lambda: (random(LONG),), lambda x: x[x > 0])
other('rand', lambda: (LONG,), lambda n: torch.rand(n, device=DEVICE))  # noqa: F821
other('randn', lambda: (LONG,), lambda n: torch.randn(n, device=DEVICE))  # noqa: F821
other('dropout', lambda: (random(LONG),), lambda x: F.dropout(x, 0.5))
other('conv_3x3', lambda: (random(IMAGES, 64, SIDE, SIDE), random(64, 64, 3, 3)), lambda x, w: F.conv2d(x, w, padding=1))
other('conv_1x1', lambda: (random(IMAGES, 64, SIDE, SIDE), random(256, 64, 1, 1)), F.conv2d)
other('max_pool', lambda: (random(IMAGES, 64, 2 * SIDE, 2 * SIDE),), lambda x: F.max_pool2d(x, 3, 2, 1))
other('embedding', lambda: (random(50000 // (LONG < 10000 and 50 or 1), 256), torch.randint(1000, (64, 64), device=DEVICE)), lambda w, i: F.embedding(i, w))  # noqa: F821
other('attention', lambda: tuple(random(IMAGES // 4 or 1, 8, SIDE * 8, 64) for _ in range(3)), F.scaled_dot_product_attention)


def median(values):
    return sorted(values)[len(values) // 2]


def timed(work, count):
    """Seconds of count calls by the wall clock and by CUDA's events (nan without CUDA)."""
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2)) if CUDA else (None, None)
    synchronize()
    start = time.perf_counter()
    if CUDA:
        first.record()
    for i in range(count):
        result = work(i)
    if CUDA:
        last.record()
    synchronize()
    wall = time.perf_counter() - start
    return wall, first.elapsed_time(last) / 1000 if CUDA else math.nan, result


def measure(name, enough):
    torch.manual_seed(0)
    work, amount = ROWS[name]()
    for i in range(1 if SMALL else 3):  # noqa: F821
        result = work(i)
    shown = torch.as_tensor(result).detach()
    seen = '%s %.6g' % ('x'.join(str(n) for n in shown.shape), shown.double().mean().item())
    count = 1
    while not SMALL:  # noqa: F821
        wall = timed(work, count)[0]
        if wall >= enough or count >= 2000:
            break
        count = min(2000, max(count + 1, int(count * min(10, enough / max(wall, 1e-9) * 1.1))))
    found = [timed(work, count)[:2] for _ in range(1 if SMALL else 5)]  # noqa: F821
    return '%.9g;%.9g;%d;%g;%s' % (median([one[0] for one in found]) / count, median([one[1] for one in found]) / count, count, amount, seen)


while True:
    try:
        asked = input().split()
    except EOFError:
        break
    try:
        answer = 'times;' + measure(asked[0], float(asked[1]))
    except (AttributeError, NotImplementedError) as error:
        answer = 'absent;%s' % str(error).split('\n')[0][:160]
    except Exception as error:
        answer = 'error;%s: %s' % (type(error).__name__, str(error).split('\n')[0][:160])
    torch.backends.cuda.matmul.allow_tf32 = False
    if CUDA:
        try:
            torch.cuda.empty_cache()
        except Exception:
            pass
    print(answer, flush=True)
