"""What random programs found about reductions, sorted places and sets."""
import math
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')


def say(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


def at(*numbers):
    return torch.tensor(numbers)


# numbers without an order
c = torch.ones(2, 2, dtype=torch.complex64)
for name in 'amax amin aminmax max min median nanmedian argmax'.split():
    say(lambda: getattr(c, name)())
for name in 'amax amin max min median nanmedian mode cummax cummin argmax sort argsort'.split():
    say(lambda: getattr(c, name)(-1))
say(lambda: torch.aminmax(c, dim=-1))
for k in (0, 1, 5):
    say(lambda: c.topk(k))
say(lambda: c.kthvalue(1))
for call in (torch.unique, torch.unique_consecutive):
    say(lambda: call(c))
    say(lambda: call(c, dim=0))
say(lambda: torch.bucketize(c, torch.tensor([1.])))
say(lambda: torch.searchsorted(torch.tensor([1.]), c))
say(lambda: torch.ones(0, dtype=torch.complex64).median())
say(lambda: torch.ones(0, 2, dtype=torch.bool).kthvalue(1))
say(lambda: torch.ones(2, 2, dtype=torch.bool).kthvalue(5))

# dimensions are called what they were called
say(lambda: torch.ones(2, 0).amin(-1))
say(lambda: torch.ones(2, 0, 0).amax((2, 1)))
say(lambda: torch.ones(2, 0).norm(p=-1, dim=-1))
say(lambda: torch.tensor(1.).cummax(1))
say(lambda: torch.tensor(1.).cummin(-2))

# quantiles: what is looked at first
for bad in (torch.ones(0), torch.ones(0, 3, dtype=torch.bfloat16), torch.ones(3, dtype=torch.bfloat16)):
    say(lambda: bad.quantile(0.3))
    say(lambda: bad.quantile(torch.tensor([0.1, 0.6], dtype=torch.float64)))
    say(lambda: bad.quantile(1.5))
    say(lambda: bad.quantile(torch.ones(2, 2)))
say(lambda: torch.ones(3).quantile(1.3, interpolation='x'))

# roots are taken before they are rounded
half = torch.tensor([[1.5, -2.25, 3.375], [0.5, 4.5, -7.25]], dtype=torch.bfloat16)
print(half.std(1), half.std(), torch.tensor([3e38, 0., -3e38]).std())
print(torch.ones(0, dtype=torch.float64).std(correction=-1))


def slope(call, *shape, seed=1):
    x = (torch.arange(math.prod(shape), dtype=torch.float64).reshape(shape) * seed % 7 - 3).requires_grad_()
    y = call(x)
    g, = torch.autograd.grad(y.sum(), x, allow_unused=True)
    return g if g is None else (g, g.stride())


# gradients of norms: of counts, where elements are zero, and how they lie
for p in (0, 0.5, 1, 1.5, 2, 3, 100, math.inf, -math.inf, -1):
    say(lambda: slope(lambda x: x.norm(p=p, dim=1), 2, 4, seed=3))
say(lambda: slope(lambda x: x.transpose(0, 1).norm(3), 2, 3))
say(lambda: slope(lambda x: x.nansum(0), 2, 3))
say(lambda: slope(lambda x: x.cumsum(0), 1, 3))
say(lambda: slope(lambda x: x.cumprod(1), 3, 1))
say(lambda: slope(lambda x: x.prod(0), 2, 0))
say(lambda: slope(lambda x: x.transpose(0, 1).quantile(0.3, 0), 3, 2))

# differences and areas of little
x = torch.ones(2, 1, requires_grad=True)
print(torch.diff(x), torch.diff(x, n=3))
say(lambda: torch.diff(torch.ones(2, 0, requires_grad=True)))
for dim in (0, -1, 2):
    y = torch.tensor(1.)
    say(lambda: torch.trapezoid(y, dim=dim))
    say(lambda: torch.trapezoid(y, y, dim=dim))
    say(lambda: torch.cumulative_trapezoid(y, dim=dim))
print(torch.trapezoid(torch.ones(3, 0, requires_grad=True)), torch.cumulative_trapezoid(torch.ones(2, 0), dim=1))

# zeros are one element, nans are many
nan = math.nan
x = torch.tensor([nan, 1., -0., 0., nan, -0.])
print(torch.unique(x), torch.unique(x, return_inverse=True, return_counts=True), torch.unique_consecutive(x))
x = torch.tensor([[3., 1., 3.], [2., 1., 2.]])
print(torch.unique(x, dim=1), torch.unique(x, dim=1).stride(), torch.unique(x.reshape(1, 2, 3), dim=2).stride())
say(lambda: torch.unique(torch.ones(0, 2, 0), dim=0))
say(lambda: torch.unique(torch.ones(0, 2), dim=1))

# places of and among nans
row = torch.tensor([1., 2., nan, nan])
print(torch.searchsorted(row, torch.tensor([nan, 3., 1.])), torch.searchsorted(row, torch.tensor([nan, 3., 1.]), right=True))

# what is sorted lies as it did
x = torch.arange(24.).reshape(2, 3, 4).permute(2, 0, 1)
print(x.sort(0)[0].stride(), x.argsort(1).stride(), x.topk(1, 0)[0].stride(), x.sort(0)[1].stride(), torch.msort(x).stride())
