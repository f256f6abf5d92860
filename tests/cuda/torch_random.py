"""Random numbers of the CUDA plugin, bit by bit those of PyTorch's generator: first numbers that were seen there, then
digests of long sequences of calls against those that simulated devices give (torch_random.out), which follow the same
plan. check-emulated runs it; the last line is "N passed, M failed". To write the digests anew:

    TENSOR_CUDA=off TENSOR_SIM_GPUS=3 tensor-kernel run tests/cuda/torch_random.py | grep '^=' > tests/cuda/torch_random.out

On a GPU what passes through logarithms, exponentials, sines and tangents (normal, exponential, log_normal, cauchy,
geometric) may differ from the digests in last bits: these functions are the device's own there, and normal numbers of
float32 and narrower take its fast sine and cosine, as PyTorch's do. Of those only the generator's state is compared there;
all others are equal there, too, if the GPU has the 132 multiprocessors that simulated devices have."""
import os

import torch
import torch.nn.functional as F

simulated = os.environ.get('TENSOR_CUDA') == 'off'
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'torch_random.out')
golden = {} if simulated else dict(line[2:].rsplit(' ', 1) for line in open(path).read().splitlines())
counts = [0, 0]
device = torch.device('cuda')
devices = torch.cuda.device_count()
hardware = not simulated and torch.cuda.get_device_name() != 'Emulated GPU'
as_many = not hardware or torch.cuda.get_device_properties(0).multi_processor_count == 132
if not as_many:
    print('skip digests: the GPU has another number of multiprocessors than 132')
ROUNDED = ('normal', 'randn', 'exponential', 'cauchy', 'geometric', 'gumbel', 'multinomial', 'poisson', 'binomial', 'complex', 'greatest', 'many transposed')


def check(what, got, want):
    counts[got != want] += 1
    if got != want:
        print('%s: is %r, not %r' % (what, got, want))


def digest(x):
    """A number that every bit of every element changes, and the order of elements, too."""
    x = x.cpu().contiguous().flatten()
    if x.dtype.is_floating_point:
        x = x.view({2: torch.int16, 4: torch.int32, 8: torch.int64}[x.element_size()])
    x = x.to(torch.int64)
    n = torch.arange(1, x.numel() + 1)
    x = (x ^ (x >> 29)) * -4658895280553007687 + n * -7046029254386353131
    x = (x ^ (x >> 32)) * -7723592293110705685
    return '%016x' % ((x ^ (x >> 27)).sum().item() & 0xffffffffffffffff)


def same(what, x, generator=None):
    """The numbers, and how far the generator has come."""
    state = (generator or torch.cuda).get_rng_state() if generator is None else generator.get_state()
    text = digest(x) + digest(state[:16])
    if simulated:
        check(what + ' twice', what in golden, False)
        golden[what] = text
        print('= ' + what.replace('\n', ' ') + ' ' + text)
    elif as_many:
        first = 16 if hardware and any(word in what for word in ROUNDED) else 0
        check(what, text[first:], golden.get(what, '')[first:])


def hexes(text):
    return [float.fromhex(word) for word in text.split()]


# ---- what was seen
torch.manual_seed(0)
check('rand', torch.rand(10, device=device).tolist(), hexes(
    '0x1.989fa4p-2 0x1.088a2cp-1 0x1.98759ep-6 0x1.e15216p-1 0x1.e446fep-1 0x1.97ed28p-1 0x1.a8f976p-2 0x1.a3f8b8p-1 '
    '0x1.d514b2p-3 0x1.d1b574p-1'))
check('rand again', torch.rand(3, device=device).tolist(), hexes('0x1.f1c99ap-1 0x1.94f9eep-1 0x1.e04c3cp-2'))
torch.manual_seed(42)
check('rand 42', torch.rand(10, device=device).tolist(), hexes(
    '0x1.39d5ep-1 0x1.499bb4p-7 0x1.97f9c2p-2 0x1.4a34d6p-5 0x1.4008c8p-3 0x1.ee0d6cp-2 0x1.78f568p-1 0x1.9fb9bcp-2 '
    '0x1.09ad36p-1 0x1.259798p-2'))
for seed, first, second in ((0, [-.9247, -.4253, -2.6438, .1452, -.1209, -.5797, -.6229, -.3284, -1.0745, -.3631], []),
                            (42, [.1940, 2.1614, -.1721, .8491, -1.9244, .6530, -.6494, -.8175, .5280, -1.2753],
                             [.1391, -.1082, -.7174, .7566])):
    torch.cuda.manual_seed(seed)
    for want in (first, second):
        got = torch.randn(len(want), device=device).tolist()
        check('randn %d' % seed, [abs(a - b) < 6e-5 for a, b in zip(got, want)], [True] * len(want))
torch.manual_seed(0)
check('randint', torch.randint(10, (10,), device=device).tolist(), [1, 7, 1, 2, 3, 4, 3, 3, 2, 3])
torch.manual_seed(0)
check('dropout', F.dropout(torch.ones(8, device=device), .5).tolist(), [2., 0, 0, 0, 0, 0, 2., 0])


def dropped(x):
    torch.manual_seed(3)
    return F.dropout(x, 0.5)


# Neighbours of one thread are those of memory where four or two fit; else numbers are drawn in logical order.
ones = torch.ones(1300, device=device)
check('dropout of odd places', dropped(ones[1:1001]).tolist(), dropped(ones[:1001])[:1000].tolist())
check('dropout of even places', dropped(ones[2:1002]).tolist(), dropped(ones[:1002])[:1000].tolist())
check('dropout transposed', dropped(ones[:1200].reshape(30, 40).t()).t().reshape(-1).tolist(), dropped(ones[:1200]).tolist())
check('dropout transposed, odd', dropped(ones[:1155].reshape(35, 33).t()).reshape(-1).tolist(), dropped(ones[:1155]).tolist())
check('dropout with gaps', dropped(ones[:1300].reshape(26, 50)[:, ::2]).reshape(-1).tolist(), dropped(ones[:651])[:650].tolist())
check('dropout transposed with gaps', dropped(ones[:1300].reshape(26, 50)[:, ::2].t()).stride(), (1, 25))

# ---- calls in sequence
GRID = 256 * 132 * 8
sizes = (1, 2, 3, 4, 5, 7, 255, 256, 257, 1000, 1023, 4096, 99999, GRID, GRID + 1, GRID * 2, GRID * 4 + 3, GRID * 9 + 5)
floats = torch.float32, torch.float64, torch.float16, torch.bfloat16
fills = {
    'uniform': lambda x: x.uniform_(-2, 3), 'normal': lambda x: x.normal_(1, 2), 'exponential': lambda x: x.exponential_(1.5),
    'bernoulli': lambda x: x.bernoulli_(0.3), 'dropout': lambda x: F.dropout(x.fill_(1), 0.4),
    'log_normal': lambda x: x.log_normal_(0.5, 0.25), 'cauchy': lambda x: x.cauchy_(1, 2),
    'geometric': lambda x: x.geometric_(0.2),
    'random': lambda x: x.random_(), 'random below': lambda x: x.random_(1000), 'random between': lambda x: x.random_(-5, 77),
}
for dtype in floats:
    for name, fill in fills.items():
        torch.manual_seed(len(name))
        for n in sizes:
            large = n > GRID * 3 and dtype != torch.float32 or name not in ('uniform', 'normal', 'bernoulli', 'dropout')
            if n <= 100000 or not large:
                same('%s %s %d' % (name, dtype, n), fill(torch.empty(n, dtype=dtype, device=device)))
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool):
    torch.manual_seed(7)
    for n in sizes[:-2]:
        x = torch.empty(n, dtype=dtype, device=device)
        same('random %s %d' % (dtype, n), x.random_())
        if dtype != torch.bool:
            same('random_(100) %s %d' % (dtype, n), x.random_(100))
        same('bernoulli %s %d' % (dtype, n), x.bernoulli_(0.7))
torch.manual_seed(1)
for n in sizes:
    same('rand %d' % n, torch.rand(n, device=device))
    same('randn %d' % n, torch.randn(n, device=device))
    for high in (2, 10, 2**28 - 1, 2**28, 2**31, 2**40, 2**63 - 1):
        if n < GRID or high in (10, 2**40):
            same('randint %d %d' % (high, n), torch.randint(-1, high, (n,), device=device))
    if n < GRID:
        same('randint float %d' % n, torch.randint(3, 90, (n,), device=device, dtype=torch.float32))
        same('randperm %d' % n, torch.randperm(n, device=device))
same('randperm 200000', torch.randperm(200000, device=device))
same('randperm of bytes', torch.randperm(200, device=device, dtype=torch.int32))
for n in (1, 5, 1000, 100003):
    p = torch.arange(n, device=device) / n
    same('bernoulli of numbers %d' % n, torch.bernoulli(p))
    same('bernoulli of doubles %d' % n, torch.bernoulli(p.double()))
    same('bernoulli_ of numbers %d' % n, torch.empty(n, device=device, dtype=torch.float16).bernoulli_(p))
    same('bernoulli by number %d' % n, torch.bernoulli(p, 0.25))
    same('poisson %d' % n, torch.poisson(p * 20)[:1000])
    same('binomial %d' % n, torch.binomial(torch.full((n,), 9., device=device), p)[:1000])
    same('dropout %d' % n, F.dropout(p, 0.25))
    same('dropout of rows %d' % n, F.dropout(p.reshape(1, n).expand(3, n), 0.25))
    same('normal of numbers %d' % n, torch.normal(p, p + 1))
same('dropout of channels', F.dropout2d(torch.ones(8, 5, 3, 3, device=device), 0.5))
weights = torch.rand(6, 50, device=device)
for count, again in ((1, False), (1, True), (7, False), (300, True), (50, False)):
    same('multinomial %d %s' % (count, again), torch.multinomial(weights, count, replacement=again))
    same('multinomial of a row %d %s' % (count, again), torch.multinomial(weights[2], count, replacement=again))
same('gumbel_softmax', F.gumbel_softmax(weights, hard=True))
same('rand_like', torch.rand_like(weights))
same('randn_like', torch.randn_like(weights.double()))
same('randint_like', torch.randint_like(weights, 4, 40))
same('complex', torch.view_as_real(torch.randn(77, dtype=torch.complex64, device=device)))

# ---- places that are not side by side
for name, fill in fills.items():
    for what, view in (('transposed', lambda x: x.t()), ('steps', lambda x: x[:, ::3]), ('part', lambda x: x[5:40, 3:50]),
                       ('both', lambda x: x.t()[1::2, 4::3])):
        whole = torch.zeros(60, 90, device=device)
        fill(view(whole))
        same('%s of %s' % (name, what), whole)
whole = torch.zeros(2, 3, 4, 5, device=device).contiguous(memory_format=torch.channels_last)
same('channels last', whole.uniform_())
same('like channels last', torch.rand_like(whole))
same('many transposed', torch.empty(700, 500, device=device).t().normal_())

# ---- generators
torch.cuda.manual_seed_all(123)
if devices > 1:
    same('all', torch.rand(1000, device='cuda:1'))
else:
    print('skip all: there is one device')
state = torch.cuda.get_rng_state()
a = torch.randn(999, device=device)
torch.cuda.set_rng_state(state)
check('again', torch.randn(999, device=device).equal(a), True)
states = torch.cuda.get_rng_state_all()
check('of all', (len(states), states[0].dtype, states[0].numel()), (devices, torch.uint8, 16))
a = [torch.rand(5, device='cuda:%d' % i).tolist() for i in range(devices)]
torch.cuda.set_rng_state_all(states)
check('all again', [torch.rand(5, device='cuda:%d' % i).tolist() for i in range(devices)], a)
check('seed', torch.cuda.initial_seed(), 123)
g = torch.Generator(device='cuda')
check('first seed', g.initial_seed(), 67280421310721)
same('own generator', torch.rand(50, device=device, generator=g), g)
g.manual_seed(5)
for n in (1, 1000, GRID + 1):
    same('own rand %d' % n, torch.rand(n, device=device, generator=g), g)
    same('own normal_ %d' % n, torch.empty(n, device=device).normal_(generator=g), g)
    same('own randint %d' % n, torch.randint(9, (n,), device=device, generator=g), g)
same('own randperm', torch.randperm(1000, device=device, generator=g), g)
same('own multinomial', torch.multinomial(weights, 3, generator=g), g)
same('own bernoulli', torch.bernoulli(weights, generator=g), g)
h = g.clone_state() if hasattr(g, 'clone_state') else None
if h:
    check('a copy', torch.rand(9, device=device, generator=h).equal(torch.rand(9, device=device, generator=g)), True)
g.set_state(torch.cuda.get_rng_state())
check('the state of another', torch.rand(9, device=device, generator=g).equal(torch.rand(9, device=device)), True)
try:
    torch.rand(3, device=device, generator=torch.Generator())
    check('other device', 'works', 'fails')
except RuntimeError as e:
    check('other device', str(e), "Expected a 'cuda' device type for generator but found 'cpu'")
with torch.random.fork_rng(devices=[0]):
    torch.rand(100, device=device)
same('behind a fork', torch.rand(10, device=device))
torch.manual_seed(-3)
same('seed below 0', torch.rand(10, device=device))
torch.cuda.manual_seed(2**63 - 1)
same('greatest seed', torch.randn(10, device=device, dtype=torch.float64))
layer = torch.nn.Linear(30, 20, device=device)
same('layer', layer.weight.detach())
same('bias', layer.bias.detach())
same('empty', torch.rand(0, device=device))
print('%d passed, %d failed' % tuple(counts))
