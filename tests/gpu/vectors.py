"""Random numbers of CUDA, bit for bit. CASES below is run by both sides, behind the lines DEVICE, SIZES and FILE, and saves what each
generator drew and where the generator stood afterwards; COMPARE reads both files."""

CASES = r'''
import torch
from torch import nn
from torch.nn import functional as F
found, F32, F64, F16, B16 = {}, torch.float32, torch.float64, torch.float16, torch.bfloat16
NAMES = {F32: 'float32', F64: 'float64', F16: 'float16', B16: 'bfloat16', torch.int64: 'int64', torch.int32: 'int32', torch.int16: 'int16',
         torch.int8: 'int8', torch.uint8: 'uint8', torch.bool: 'bool'}


def draw(name, call, seed=0):
    """Twice: the second call begins where the first has left the generator."""
    for turn in (0, 1):
        if not turn:
            torch.manual_seed(seed)
        try:
            x = call()
            x = x if x.dtype != torch.bool else x.to(torch.uint8)
            x = x.detach().cpu().contiguous().reshape(-1)
            if len(x) > 5000:
                x = torch.cat([x[:1000], x[::len(x) // 2000], x[-1000:]])
        except Exception as error:
            found[name + ' %d' % turn] = type(error).__name__ + ': ' + str(error).split('\n')[0][:200]
            return
        found[name + ' %d' % turn] = x.clone()
    found[name + ' generator'] = torch.cuda.get_rng_state().clone()


def empty(n, dtype):
    return torch.empty(n, dtype=dtype, device=DEVICE)


for n in SIZES:
    for t in (F32, F64, F16, B16):
        of = ' %s %d' % (NAMES[t], n)
        draw('rand' + of, lambda: torch.rand(n, dtype=t, device=DEVICE))
        draw('randn' + of, lambda: torch.randn(n, dtype=t, device=DEVICE), 42)
        draw('uniform_' + of, lambda: empty(n, t).uniform_(-1, 2))
        draw('normal_' + of, lambda: empty(n, t).normal_(2, 3))
        draw('exponential_' + of, lambda: empty(n, t).exponential_(2))
        draw('bernoulli_' + of, lambda: empty(n, t).bernoulli_(0.3))
        draw('bernoulli' + of, lambda: torch.bernoulli(torch.linspace(0, 1, n, device=DEVICE).to(t)))
        draw('dropout' + of, lambda: F.dropout(torch.ones(n, dtype=t, device=DEVICE), 0.4))
        draw('random_' + of, lambda: empty(n, t).random_())
        draw('log_normal_' + of, lambda: empty(n, t).log_normal_())
        draw('cauchy_' + of, lambda: empty(n, t).cauchy_())
        draw('geometric_' + of, lambda: empty(n, t).geometric_(0.3))
    for t in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8):
        of = ' %s %d' % (NAMES[t], n)
        draw('randint' + of, lambda: torch.randint(100, (n,), dtype=t, device=DEVICE))
        draw('random_' + of, lambda: empty(n, t).random_(), 7)
        draw('random_ below 50' + of, lambda: empty(n, t).random_(50))
    of = ' %d' % n
    draw('randint of 2**40' + of, lambda: torch.randint(2 ** 40, (n,), device=DEVICE))
    draw('randint of 2**28' + of, lambda: torch.randint(-5, 2 ** 28, (n,), device=DEVICE))
    draw('random_ of all' + of, lambda: empty(n, torch.int64).random_(-2 ** 63, None))
    draw('random_ of booleans' + of, lambda: empty(n, torch.bool).random_())
    draw('randperm int64' + of, lambda: torch.randperm(n, device=DEVICE))
    draw('randperm int32' + of, lambda: torch.randperm(n, dtype=torch.int32, device=DEVICE), 3)
    draw('normal of tensors' + of, lambda: torch.normal(torch.arange(float(n), device=DEVICE), torch.ones(n, device=DEVICE)))
    draw('rand_like' + of, lambda: torch.rand_like(empty(n, F32)))
    draw('multinomial' + of, lambda: torch.multinomial(torch.ones(min(n, 1000), device=DEVICE), 1))
    draw('multinomial again' + of, lambda: torch.multinomial(torch.arange(1., min(n, 1000) + 1, device=DEVICE), 7, replacement=True))
    draw('two kinds' + of, lambda: torch.cat([torch.rand(n, device=DEVICE), torch.randn(n, device=DEVICE), torch.rand(n, device=DEVICE)]))
    for t in (F32, F16):
        draw('of every second %s' % NAMES[t] + of, lambda: empty(2 * n, t)[::2].uniform_())
        draw('normal of every second %s' % NAMES[t] + of, lambda: empty(2 * n, t)[1::2].normal_())
draw('transposed', lambda: torch.empty(30, 40, device=DEVICE).t().normal_())
draw('dropout of transposed', lambda: F.dropout(torch.ones(30, 40, device=DEVICE).t(), 0.5))
draw('dropout of odd places', lambda: F.dropout(torch.ones(1001, device=DEVICE)[1:], 0.5))
draw('dropout1d', lambda: F.dropout1d(torch.ones(4, 5, 6, device=DEVICE)))
draw('dropout2d', lambda: F.dropout2d(torch.ones(4, 5, 6, 7, device=DEVICE)))
draw('alpha_dropout', lambda: F.alpha_dropout(torch.ones(1000, device=DEVICE), 0.5, True))
draw('rrelu', lambda: F.rrelu(-torch.ones(1000, device=DEVICE), training=True))
draw('Linear', lambda: nn.Linear(100, 50, device=DEVICE).weight)
draw('Conv2d', lambda: nn.Conv2d(3, 8, 3, device=DEVICE).bias)
draw('Embedding', lambda: nn.Embedding(100, 50, device=DEVICE).weight)
draw('xavier', lambda: nn.init.xavier_normal_(torch.empty(50, 60, device=DEVICE)))
draw('trunc_normal', lambda: nn.init.trunc_normal_(torch.empty(50, 60, device=DEVICE)))
draw('complex', lambda: torch.view_as_real(torch.randn(1000, dtype=torch.complex64, device=DEVICE)))
draw('poisson', lambda: torch.poisson(torch.full((1000,), 3., device=DEVICE)))
draw('generator', lambda: torch.rand(1000, generator=torch.Generator(DEVICE).manual_seed(5), device=DEVICE))
draw('unseeded generator', lambda: torch.rand(1000, generator=torch.Generator(DEVICE), device=DEVICE))
draw('large seed', lambda: torch.rand(1000, device=DEVICE), 2 ** 63 - 1)
draw('negative seed', lambda: torch.rand(1000, device=DEVICE), -3)
torch.save(found, FILE)
print(len(found))
'''

# numbers that are not the same: how many, and how far the furthest is in steps of its type
COMPARE = r'''
import torch
here, there = torch.load(FILES[0]), torch.load(FILES[1])
WORDS = {torch.float32: torch.int32, torch.float64: torch.int64, torch.float16: torch.int16, torch.bfloat16: torch.int16}


def difference(x, y):
    if isinstance(x, str) or isinstance(y, str):
        return None if x == y else '%s / %s' % (x if isinstance(x, str) else 'a tensor', y if isinstance(y, str) else 'a tensor')
    if x.dtype != y.dtype or x.shape != y.shape:
        return '%s %s / %s %s' % (x.dtype, tuple(x.shape), y.dtype, tuple(y.shape))
    if x.dtype in WORDS:
        x, y = x.view(WORDS[x.dtype]), y.view(WORDS[y.dtype])
    x, y = x.to(torch.int64), y.to(torch.int64)
    apart = x != y
    count = int(apart.sum())
    if not count:
        return None
    first = int(apart.nonzero()[0, 0])
    return '%d of %d differ, by %d steps at most, first at %d' % (count, len(x), int((x - y).abs().max()), first)


for name in there:
    print('%s;%s' % (name, difference(here[name], there[name]) if name in here else 'is missing'))
'''
SIZES = (1, 2, 3, 5, 17, 255, 256, 257, 1000, 1023, 4099, 65536, 100001, 270336, 270337, 1081343, 1081345, 3000001)
FEW = (1, 3, 257, 1000)


def differences(part, one, other, devices, sizes, clock, folder):
    """Lets both sides draw, and counts in part (parts.Part) the draws that are the same; lists the others."""
    files = [folder / name for name in ('ours.pt', 'theirs.pt')]
    for side, device, file in zip((one, other), devices, files):
        answer = side.program(f'DEVICE, SIZES, FILE = {device!r}, {tuple(sizes)}, {str(file)!r}\n' + CASES, clock())
        if answer.status != 0:
            part.fail(f'random numbers, {side.name}', answer.last_error())
            return
    answer = other.program(f'FILES = {[str(file) for file in files]}\n' + COMPARE, clock())
    if answer.status != 0:
        part.fail('comparison of random numbers', answer.last_error())
        return
    kinds = {}
    for line in answer.out.splitlines():
        name, _, what = line.partition(';')
        if what == 'None':
            part.passed += 1
            continue
        part.failed += 1
        words = [word for word in name.split() if not word.isdigit()]
        kinds.setdefault(' '.join(words), []).append(f'{name}: {what}')
    for kind, lines in kinds.items():
        part.note(f'{kind}: {len(lines)} differ, as {lines[0]}' + (f'; {lines[-1]}' if len(lines) > 1 else ''))
    for file in files:
        file.unlink()
