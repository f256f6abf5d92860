"""Numbers and 0-d tensors beyond the range of what they are written into; bounds and losses of two types; storages."""
import warnings

import torch
from torch.nn import functional as F

warnings.simplefilter('ignore')
first = torch.tensor([True, False])
zero, none = torch.tensor([0]), torch.tensor([], dtype=torch.int64)


def say(call):
    try:
        r = call()
        print(r, '' if not isinstance(r, torch.Tensor) or r.grad_fn is None else type(r.grad_fn).__name__)
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


def put(dtype, index, value):
    x = torch.ones(2, dtype=dtype)
    x[index] = value
    return x.tolist()


for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int16, torch.uint8, torch.complex64):
    one, two = torch.ones(1, dtype=dtype), torch.ones(2, dtype=dtype)
    for value in (70000, 1e39, 1j, torch.tensor(70000.), torch.tensor(1e39, dtype=torch.float64)):
        say(lambda: two.masked_fill(first, value).tolist())
        say(lambda: two.masked_fill(~first & first, value).tolist())
        say(lambda: two.index_fill(0, zero, value).tolist())
        say(lambda: two.index_fill(0, none, value).tolist())
        say(lambda: two.clone().fill_(value).tolist())
        say(lambda: one.clone().fill_(value).tolist())
        say(lambda: torch.ones(2, 2, dtype=dtype).fill_diagonal_(value).tolist())
        say(lambda: torch.full((1,), value, dtype=dtype).tolist())
        say(lambda: torch.full((0,), value, dtype=dtype).tolist())
        if dtype != torch.float16 or value != 1j:  # which would be complex halves
            say(lambda: torch.where(first, two, value).tolist())
        for index in (0, slice(0, 1), first, zero, ..., slice(0, 0)):
            say(lambda: put(dtype, index, value))

# bounds that are tensors without dimensions are tensors
x = torch.tensor([0.5, 2.0, 1.0], requires_grad=True)
for name in ('clamp_min', 'clamp_max', 'clip', 'clamp'):
    for bound in (torch.tensor(1.), torch.tensor(1, dtype=torch.int64), torch.tensor(1., dtype=torch.float64), torch.tensor([1.5, 0., 1.], requires_grad=True),
                  torch.tensor(1., requires_grad=True), torch.tensor(1j)):
        say(lambda: getattr(torch, name)(x, bound))
        say(lambda: torch.autograd.grad(getattr(torch, name)(x, bound).sum(), [x] + [bound] * bound.requires_grad))
        say(lambda: getattr(torch, name)(torch.tensor([1, 2]), bound))
        say(lambda: getattr(torch.tensor([1, 2]), name + '_')(bound))
        if not (torch.is_complex(bound) or bound.requires_grad):
            say(lambda: getattr(torch, name)(x.detach(), bound, out=torch.empty(0, dtype=torch.float16)))

# losses of two types: the first one's is the result's of some
types = (torch.float32, torch.float64, torch.float16, torch.int64, torch.bool)
for name in ('huber_loss', 'soft_margin_loss', 'smooth_l1_loss', 'mse_loss'):
    for a in types:
        for b in types:
            left, right = torch.tensor([0.5, 1., 3.25]).to(a), torch.tensor([1., 0., 1.]).to(b)
            say(lambda: torch.round(getattr(F, name)(left, right), decimals=2))
            if a.is_floating_point:
                say(lambda: torch.autograd.grad(getattr(F, name)(left.requires_grad_(), right), left)[0].round(decimals=2))
            if b.is_floating_point:
                say(lambda: torch.autograd.grad(getattr(F, name)(left.detach(), right.requires_grad_()), right)[0].round(decimals=2))
print(torch.autograd.grad(F.soft_margin_loss(left := torch.tensor([-200., 200.], requires_grad=True), torch.ones(2)), left))

# the norm of one element is its size; infinite weights
for dtype in (torch.float32, torch.bfloat16):
    for shape in ((), (1,), (1, 1), (2, 1), (1, 2)):
        large = torch.full(shape, -847872., dtype=dtype)
        for p in (100, -100, 0, float('inf')):
            say(lambda: torch.linalg.vector_norm(large, p))
            say(lambda: torch.linalg.vector_norm(large, p, dim=0))
            say(lambda: large.norm(p, dim=-1, keepdim=True))
image = torch.tensor([[1., 2, 3, 4], [2, 5, 1, 0]])[:, :, None] * torch.tensor([1., 2, 3])
for weight in (float('inf'), float('-inf'), float('nan')):
    for bias in (0., float('inf')):
        w, b = torch.full((4,), weight), torch.full((4,), bias)
        print(F.group_norm(image, 2, w, b).tolist(), F.batch_norm(image, None, None, w, b, True).tolist())
        print(F.batch_norm(image[..., 0].contiguous(), None, None, w, b, True).tolist(), F.instance_norm(image, None, None, w, b, True).tolist())

# starts that are tensors
grid = torch.arange(12.).reshape(3, 4)
for start in (torch.tensor(1), torch.tensor([1]), torch.tensor(1.), torch.tensor(True), torch.tensor(-1), torch.tensor(5), torch.tensor(1, dtype=torch.uint8)):
    say(lambda: grid.narrow(0, start, 1))
    say(lambda: torch.narrow(grid, dim=1, start=start, length=2))
for count in (torch.tensor(1), torch.tensor(2, dtype=torch.int32), torch.tensor(3), torch.tensor([1])):
    if not count.dim():
        say(lambda: grid.unsafe_split(count))
    say(lambda: grid.hsplit(count))
    say(lambda: torch.vsplit(grid, count))
    say(lambda: torch.zeros(0).resize_(count).shape)
say(lambda: torch.randperm(torch.tensor([1])))
say(lambda: grid.narrow_copy(0, torch.tensor(1), 1))
say(lambda: torch.tril_indices(torch.tensor(-1), 2))

# what may lie where
base = torch.arange(6.)
for how in ('prod', 'amax'):
    say(lambda: base[:3].index_reduce_(0, torch.tensor([0, 1, 2]), base[1:4], how))
    say(lambda: base[:3].index_reduce_(0, torch.tensor([0, 1, 2]), base[3:], how))
say(lambda: torch.zeros(1).expand(3).index_copy_(0, torch.tensor([0, 1, 2]), torch.ones(3)))

# storages
say(lambda: base.untyped_storage() is base[2:].untyped_storage())
say(lambda: base.untyped_storage() is base.clone().untyped_storage())
say(lambda: base.storage().untyped() is base.detach().untyped_storage())
kept = base.untyped_storage()
base.resize_(90)
say(lambda: (kept is base.untyped_storage(), kept.nbytes(), kept.data_ptr() == base.data_ptr() == base.storage().data_ptr()))
kept.mine = 5
say(lambda: base.untyped_storage().mine)
base.data = torch.zeros(2)
say(lambda: (kept is base.untyped_storage(), kept.nbytes()))
say(lambda: kept.resize_('a'))
say(lambda: torch.empty(0).set_(torch.arange(4).storage()))
say(lambda: kept[4:8] is kept)
say(lambda: torch.zeros(2, requires_grad=True).addr(torch.ones(2, dtype=torch.complex64), torch.ones(2)).real.sum().backward())

# the graph of an outer product
node = torch.outer(torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True)).grad_fn
print(node.name(), [each.name() for each, _ in node.next_functions])

# powers of two of whole numbers are exact; the terms of polynomials overflow as floats do
for x in (torch.tensor([1.3e-30, 0.]), torch.tensor([1.3e-30, 0.], dtype=torch.float64), torch.tensor([1.5, 0.]).half(), torch.tensor([1.5, 0.]).bfloat16(), torch.tensor([3, 0])):
    for e in (torch.tensor(200), torch.tensor([200, -140], dtype=torch.int16), torch.tensor(3000), torch.tensor(-3000), torch.tensor([3], dtype=torch.uint8)):
        say(lambda: torch.ldexp(x, e))
    say(lambda: (torch.ldexp(x, torch.tensor(0.75).half()).dtype, torch.ldexp(x.double(), torch.tensor(0.7).half()).tolist()))
leaf = torch.tensor([1.5, 2.], requires_grad=True)
say(lambda: torch.autograd.grad(torch.ldexp(leaf, torch.tensor([3, -2])).sum(), leaf))
for name in ('hermite_polynomial_he', 'laguerre_polynomial_l', 'chebyshev_polynomial_t', 'legendre_polynomial_p'):
    for n in range(6):
        print(getattr(torch.special, name)(torch.tensor([3e38, -1e20, 1e37, 0.5]), n), getattr(torch.special, name)(torch.tensor([1e37]).double(), n))

# types that do not go together, and layouts of gradients
for d in (torch.float32, torch.float64, torch.float16):
    for w in (None, torch.float32, torch.float64, torch.bfloat16):
        for b in (None, torch.float32, torch.float64):
            made = [None if t is None else torch.ones(2, dtype=t) for t in (w, b)]
            say(lambda: F.group_norm(torch.ones(1, 2, 3, dtype=d), 1, *made).dtype)
say(lambda: torch.where(first, first, first, out=torch.empty(0)))
say(lambda: torch.triangular_solve(torch.ones(2, 2), torch.eye(2).double()))
say(lambda: torch.ones(2, dtype=torch.bool).geometric_(0.3))
say(lambda: F.mse_loss(torch.ones(3, dtype=torch.int64), torch.ones(2)))
say(lambda: F.smooth_l1_loss(torch.ones(3, dtype=torch.int64), torch.ones(2, dtype=torch.int64)))
image = torch.randn(2, 2, 4, 5).contiguous(memory_format=torch.channels_last).requires_grad_()
print(torch.autograd.grad(F.batch_norm(image, None, None, training=True).sum(), image)[0].stride())

# nothing is of every type
for d in (torch.int64, torch.bool):
    for call in (lambda x: x.softmax(0), lambda x: x.log_softmax(-1), lambda x: x.exponential_(), lambda x: x.geometric_(0.3), lambda x: x.normal_(), lambda x: x.uniform_(), lambda x: x.cauchy_()):
        say(lambda: call(torch.ones(0, dtype=d)))
        say(lambda: call(torch.ones(2, 0, dtype=d)).shape)
