"""Searching, counting and sets: nans, zeros of both signs, rows with nans, ranges that need no sorting, parts of a sorted order."""
import torch

nan, inf = float('nan'), float('inf')
values = torch.tensor([nan, 1., nan, 0., -0., nan])
print(values.unique(return_inverse=True, return_counts=True))
print(torch.tensor([-0., 0., -0.]).unique(), torch.tensor([0., -0.]).unique(), values.half().unique(return_counts=True))
print(torch.tensor([True, False, True]).unique(return_inverse=True, return_counts=True))
print(torch.tensor([2 ** 62, -2 ** 62, 2 ** 63 - 1, -2 ** 63, 5, 5]).unique(return_counts=True))
many = torch.arange(300000) * 7919 % 1009
found, inverse, counts = many.view(300, 1000).t().unique(return_inverse=True, return_counts=True)
print(found.shape, inverse.shape, counts[:3], (found[inverse] == many.view(300, 1000).t()).all())
print(torch.bincount(many)[:4], torch.bincount(many.to(torch.int16)[::3], minlength=1200).shape)
for bad in (torch.tensor([1.]), torch.tensor([-1]), torch.tensor([[1]])):
    try:
        print(torch.bincount(bad))
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)

row = torch.tensor([1., 3., 3., 5., 7., 9., 11., 13., 15., nan])
for right in (False, True):
    print(torch.searchsorted(row[:9], torch.tensor([nan, inf, -inf, 3., 4., 15., 16., -0.]), right=right))
    print(torch.searchsorted(row, torch.tensor([nan, inf, -inf, 3., 4., 15., 16., -0.]), right=right))
    print(torch.searchsorted(torch.tensor([-2 ** 63, 0, 2 ** 63 - 2, 2 ** 63 - 1]), torch.tensor([-2 ** 63, 2 ** 63 - 1, 2 ** 63 - 2, 1]), right=right))
    print(torch.searchsorted(torch.tensor([5., 1., 4., 2., 3.]), torch.tensor([0., 1., 2., 3., 4., 5., 6.]), right=right))
print(torch.bucketize(torch.arange(12).view(3, 4), torch.tensor([1.5, 4, 8]), out_int32=True))

numbers = (torch.arange(2000.) * 7919 % 2003).view(2, 1000)
numbers[1, 17] = numbers[1, 500] = nan
print(numbers.median(1), numbers.median(0)[0][15:19], numbers[0].median())
print(numbers.kthvalue(400, 1), numbers.kthvalue(999, 1)[0], numbers.topk(3, 1), numbers[:, :30].sort(1, descending=True)[1][:, :9])
print(numbers.cummax(1)[1][:, ::99], numbers.cummin(1)[0][:, ::99])
print(torch.full((100,), 1e-30).prod(), torch.tensor([-1.] * 129).prod(), torch.full((200,), 0.5).prod(), torch.tensor([2.] * 99 + [0.]).prod())
