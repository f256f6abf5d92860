import torch
import torch.nn.functional as F

# runs of equal elements: nans are runs of their own, zeros of both signs one
nan = float('nan')
for x in (torch.tensor([3, 3, 1, 1, 1, 3]), torch.tensor([0., -0., nan, nan, 1., 1.]), torch.tensor([[1, 1], [1, 2]], dtype=torch.int32),
          torch.tensor([True, True, False]), torch.tensor([5], dtype=torch.uint8), torch.tensor([2., 2., 3.]).half(), torch.tensor([]), torch.tensor(4.),
          torch.tensor([[1, 2], [1, 2]]).t()):
    print(x.unique_consecutive())
    print(*x.unique_consecutive(return_inverse=True, return_counts=True), x.unique_consecutive(return_counts=True)[1])
y = torch.arange(1000).div(7, rounding_mode='floor')
print([int(t.sum()) for t in y.unique_consecutive(return_inverse=True, return_counts=True)])

# equal elements: which one is chosen
i = torch.arange(5000) * 7919 % 5000 // 50
for k in 3, 40, 200, 2400, 4900:
    v, at = i.float().topk(k)
    print(k, v[-3:].tolist(), at[:4].tolist(), int((at * torch.arange(k)).sum()), int((i.topk(k, largest=False)[1] * torch.arange(k)).sum()))
    print(i.double().kthvalue(k), i.kthvalue(k)[1], i.float().view(50, 100).kthvalue(k % 100 + 1)[1].sum())
print(i.mode(), i.float().mode(), i.view(50, 100).mode()[1].sum(), i.view(100, 50).double().mode(0)[1].sum())

# few values in a long row, few elements to compare with
row = torch.arange(0, 9000, 3)
for values in torch.tensor([4, 3, -1, 9000, 8997]), torch.tensor([[3.5, nan], [float('inf'), 0.]]), torch.tensor(12):
    for right in False, True:
        print(torch.searchsorted(row.to(values.dtype), values, right=right).tolist(), torch.searchsorted(row.double(), values, right=right, out_int32=True))
print(torch.searchsorted(torch.stack([row, row + 1]).float(), torch.tensor([[3.], [3.]])))
for n in 1, 2, 8, 9:
    print(torch.isin(torch.arange(12).view(3, 4), torch.arange(n) * 2), torch.isin(torch.tensor([1., nan]), torch.tensor([nan] * n), invert=True))

# sums of one element, expanded
one = torch.tensor(2.5).expand(3, 4, 5)
print(one.sum(1), one.mean((0, 2)), one.amax(0, keepdim=True).shape, one.prod(2)[0], one.var(1)[0], torch.tensor([1, 2]).unsqueeze(1).expand(2, 3).sum(0))
x = torch.arange(6.).view(2, 3).requires_grad_()
x.repeat_interleave(3, 1).sum().backward()
print(x.grad)

# several classes of several
x = torch.linspace(-1, 2, 60).view(6, 10).sin().requires_grad_()
t = torch.tensor([[3, 0, -1, 1, 2, 0, 0, 0, 0, 0], [1, 1, 2, -1, 0, 0, 0, 0, 0, 0], [-1] * 10, list(range(10)), list(range(9)) + [-1], [9] * 10])
for reduction in 'none', 'mean', 'sum':
    for dtype in torch.float32, torch.float64:
        x.grad = None
        loss = F.multilabel_margin_loss(x.to(dtype), t, reduction=reduction)
        (loss * torch.arange(1., 7.)).sum().backward() if reduction == 'none' else loss.backward()
        print(loss, x.grad)
print(F.multilabel_margin_loss(x[0], t[0]))
