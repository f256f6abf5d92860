# Extrema, quantiles, histograms, places in sorted rows, sets of rows: an example of each.
import torch

x = torch.tensor([[1., 3., 2.], [4., 0., 2.]], requires_grad=True)
gaps = torch.tensor([[1., float('nan'), 2.], [4., 0., float('nan')]])


def show(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


print(torch.aminmax(x))
print(torch.aminmax(x, dim=1, keepdim=True).min)
print(torch.cummax(x, 1))
print(torch.cummin(torch.tensor([3, 1, 1, 2]), 0))
print(torch.cummax(gaps, 1).values)
print(torch.logcumsumexp(x, 1))
print(torch.nansum(gaps), torch.nansum(gaps, 0), torch.nanmean(gaps), gaps.nanmean(1))
print(gaps.nanmedian(), gaps.nanmedian(1))
print(torch.mode(torch.tensor([[1, 1, 2, 2], [3, 3, 3, 1]])))
print(torch.mode(x, 0).values)
for how in 'linear', 'lower', 'higher', 'midpoint', 'nearest':
    print(how, x.quantile(0.3, interpolation=how), x.quantile(torch.tensor([0.1, 0.9]), 1, interpolation=how))
print(x.quantile(0.4, keepdim=True), x.quantile(torch.tensor([0.5, 1.0]), 0, keepdim=True).shape)
print(gaps.quantile(0.5, 1), gaps.nanquantile(0.5, 1))
cube = torch.arange(24.).reshape(2, 3, 4).flip(2)
print(cube.quantile(0.3, 0), cube.quantile(torch.tensor([0.25, 0.5]), 1).shape)
print(torch.histc(torch.tensor([1., 2., 1.]), 4, 0, 3), torch.histc(torch.tensor([1., 2., 4.]), 3))
steps = torch.tensor([1, 3, 5, 7, 9])
print(torch.searchsorted(steps, 6), torch.searchsorted(steps, torch.tensor([[3, 6, 9], [0, 4, 10]]), right=True))
print(torch.searchsorted(torch.tensor([5, 1, 3]), torch.tensor([2, 4]), sorter=torch.tensor([1, 2, 0]), out_int32=True))
print(torch.bucketize(torch.tensor([[0.5, 2.], [3., float('nan')]]), torch.tensor([1., 2., 3.])))
pairs = torch.tensor([[1, 2], [0, 1], [1, 2], [1, 2]])
print(torch.unique(pairs, dim=0, return_inverse=True, return_counts=True))
print(torch.unique_consecutive(torch.tensor([1, 1, 2, 2, 3, 1, 1, 2]), return_inverse=True, return_counts=True))
print(pairs.unique_consecutive(dim=0), pairs.unique(dim=1))
print(torch.diff(steps, 2), torch.diff(torch.tensor([True, False, True])), torch.diff(x, dim=0, prepend=torch.zeros(1, 3)))
print(torch.trapezoid(x), torch.trapezoid(x, torch.tensor([1., 2., 4.])), torch.cumulative_trapezoid(x, dx=2.))
print(torch.msort(x), x.renorm(2, 0, 1.).detach())
print(torch.argsort(torch.tensor([2, 1, 2, 1]), dim=0, descending=True), torch.lerp(x, x + 2, torch.tensor([0., .25, 1.])))
print(torch.full((3,), 2.7).sum(dtype=torch.int64))

for result in (torch.aminmax(x).max, torch.cummax(x, 1).values.sum(), torch.logcumsumexp(x, 1).sum(), x.quantile(0.3), x.mode(1).values.sum(),
               torch.trapezoid(x).sum(), torch.aminmax(x, dim=0).min.sum()):
    print(torch.autograd.grad(result, x)[0])

show(lambda: torch.aminmax(torch.ones(0)))
show(lambda: torch.aminmax(torch.ones(2, 0), dim=1))
show(lambda: torch.ones(2, 0).mode())
show(lambda: x.quantile(1.5))
show(lambda: x.quantile(torch.tensor([[0.1]])))
show(lambda: x.quantile(0.1, interpolation='x'))
show(lambda: torch.tensor([1]).quantile(0.1))
show(lambda: torch.histc(torch.tensor([1., float('inf')])))
show(lambda: torch.histc(torch.tensor([1, 2]), 3))
show(lambda: torch.searchsorted(steps, 4, side='middle'))
show(lambda: torch.searchsorted(torch.tensor([[1, 3]]), torch.tensor([4])))
show(lambda: torch.bucketize(3, torch.tensor([[1, 2]])))
show(lambda: torch.unique(torch.ones(2, 0), dim=0))
show(lambda: torch.argmax(torch.tensor([True, False])))
show(lambda: torch.tensor([True, False]).cumsum(0, dtype=torch.bool))
show(lambda: torch.tensor([True, False]).median())
show(lambda: torch.tensor([True, False]).topk(1))
show(lambda: torch.trapezoid(torch.ones(3), torch.ones(2)))
