"""What random programs found: corners of indexing, bounds, diagonals, losses and the names of composed functions."""
import torch
import torch.nn.functional as F


def say(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.arange(6.).reshape(2, 3)
print(torch.zeros(7, 3).fill_diagonal_(5, wrap=True))
print(torch.zeros(3, 7).fill_diagonal_(5, True), torch.zeros(3, 3, 3).fill_diagonal_(5).sum())
say(lambda: torch.zeros(3, 2, 3).fill_diagonal_(5))
print(torch.nonzero(x).stride(), torch.argwhere(x).stride(), torch.nonzero(torch.zeros(2, 2)).stride(), torch.where(x)[0].stride())
print(torch.where(torch.tensor(3)), torch.where(torch.tensor(0)))
say(lambda: torch.meshgrid(torch.tensor([1]), torch.tensor([1.]), indexing='ij'))
say(lambda: ~torch.tensor(1.))
say(lambda: torch.tensor([1.]).mH)
say(lambda: torch.tensor(1.)[:, 0])
say(lambda: torch.tensor(1.)[torch.tensor([0])])
say(lambda: torch.add(torch.tensor([1.]), 1, alpha=True))
say(lambda: x.split([1, 3], -1))

# index functions
say(lambda: x.index_add(0, torch.tensor([0]), torch.zeros(1, 2)))
say(lambda: x.index_add(1, torch.tensor([0]), torch.zeros(2, 3)))
for index, source in [(torch.tensor([0]), torch.zeros(3)), (torch.tensor(0), torch.zeros(1, 3)), (torch.tensor([0.]), torch.zeros(1, 3)),
                      (torch.tensor([5]), torch.zeros(1, 3)), (torch.tensor([-1]), torch.zeros(1, 3)), (torch.tensor([0]), torch.zeros(1, 2)),
                      (torch.tensor([0]), torch.zeros(2, 3)), (torch.tensor([0, 1]), torch.tensor(1.)), (torch.tensor([[0]]), torch.zeros(1, 3))]:
    say(lambda: x.index_copy(0, index, source))
print(torch.tensor(1.).index_copy(0, torch.tensor([0]), torch.tensor(2.)), torch.tensor(1.).index_fill(0, torch.tensor(0), 1.5))
say(lambda: x.index_fill(2, torch.tensor([0]), 1))
say(lambda: x.index_fill(0, torch.tensor([0.]), 1))
say(lambda: x.index_fill(0, torch.tensor([0]), torch.tensor([1.])))
say(lambda: x.index_reduce(0, torch.tensor([0]), torch.zeros(1, 2), 'amax'))

# sources of scatter that have another number of dimensions
i = torch.tensor([[0, 1]])
for name in ['scatter', 'scatter_add']:
    for index, source in [(i, torch.tensor([1.])), (i, torch.tensor(1.)), (i, torch.ones(1, 2, 1)), (i[0], torch.ones(2)), (i, torch.ones(1, 1))]:
        say(lambda: getattr(torch.ones(1, 2), name)(1, index, source))
    say(lambda: getattr(torch.ones(2), name)(0, torch.tensor([0]), torch.tensor(3.)))
    say(lambda: getattr(torch.ones(2), name)(0, torch.tensor([0, 1]), torch.tensor(3.)))
say(lambda: torch.ones(1, 2).scatter_reduce(1, i, torch.ones(1, 2, 1), 'sum'))
say(lambda: torch.ones(3).masked_select(torch.ones(2) > 0))
say(lambda: torch.ones(3).masked_scatter(torch.ones(2) > 0, torch.ones(6)))
for dtype in [torch.half, torch.int32, torch.bool, torch.bfloat16, torch.complex64]:
    say(lambda: torch.ones(2, 2, dtype=dtype).expand(2))
for dim in [0, 2]:
    say(lambda: torch.cumulative_trapezoid(torch.tensor(3.), dim=dim))
    say(lambda: torch.trapezoid(torch.ones(1), dim=dim))

# bounds that are tensors
m, low, high = (torch.tensor(v, requires_grad=True) for v in ([0., 3, 5], [0., 4, 4], [2., 3, 5]))
print(torch.autograd.grad(m.clamp(low, high).sum(), [m, low, high]))
print(torch.autograd.grad(m.clamp(low).sum(), [m, low]), torch.autograd.grad(m.clamp(max=high[0]).sum(), [m, high]))
z, e = torch.tensor([0., 0, 2], requires_grad=True), torch.tensor([0., -1, 1], requires_grad=True)
print(torch.autograd.grad((z ** e).sum(), [z, e]), torch.autograd.grad((0 ** e).sum(), [e]))
print(F.kl_div(torch.zeros(3), torch.tensor([-1., 0, 1]), reduction='none'))
h = torch.tensor([0.5, 3., float('nan')], requires_grad=True)
print(torch.autograd.grad(F.huber_loss(h, torch.zeros(3), reduction='sum'), [h]))

# the names of functions that are made of others
r = torch.ones(2, 2, 4, 5, requires_grad=True)
v = torch.ones(3, requires_grad=True)
w = torch.ones(2, 2, 2, 2)
for y in [F.pad(r, (1, 1, 1, 1), mode='reflect'), F.pad(r, (1, 1, 1, 1), mode='replicate'), F.pad(r[0], (1, 1), mode='circular'),
          F.interpolate(r, scale_factor=2), F.interpolate(r, scale_factor=2, mode='bilinear'), F.interpolate(r, size=(3, 3), mode='bicubic'),
          F.adaptive_avg_pool2d(r, 1), F.adaptive_avg_pool2d(r, 2), F.adaptive_max_pool2d(r, 2), F.conv_transpose2d(r, w),
          F.conv_transpose2d(r, w, torch.ones(2)), F.rrelu(r), F.pairwise_distance(r, r), torch.diag(v), torch.diag_embed(r), v.take(torch.tensor([0])),
          v.index_fill(0, torch.tensor([0]), 3), v.index_copy(0, torch.tensor([0]), v[:1]), v.masked_scatter(v > 0, v), v.put(torch.tensor([0]), v[:1]),
          F.conv1d(r[0, :, :2], w[0]), F.conv1d(r[0, :2, 0], w[0]), r.masked_select(r > 0), torch.rot90(r), F.elu(r * 1, inplace=True),
          v.index_reduce(0, torch.tensor([0]), torch.zeros(1), 'amax'), v.clamp(v)]:
    print(tuple(y.shape), type(y.grad_fn).__name__)

# at the origin, of nothing, and without a derivative
a, b = torch.tensor([0., 1, 0], requires_grad=True), torch.tensor([0., 0, 1], requires_grad=True)
print(torch.autograd.grad(torch.atan2(a, b).sum(), [a, b]))
print(torch.zeros(0).logsumexp(0), torch.zeros(2, 0).logsumexp(1, True), torch.zeros(0, 2).logsumexp((0, 1)))
for name in ['unique', 'unique_consecutive']:
    say(lambda: torch.autograd.grad(getattr(torch, name)(a).sum(), a))
for name in ['floor_divide', 'heaviside', 'nextafter']:
    say(lambda: torch.autograd.grad(getattr(torch, name)(a, b).sum(), a))
say(lambda: torch.autograd.grad(torch.unique(a, dim=0).sum(), a))
say(lambda: torch.zeros(3, 2).repeat(2, -1, 1))
print(a.detach().clone().requires_grad_().logical_not_())
for y in [torch.var_mean(a)[0], torch.var_mean(a, 0)[1], torch.std_mean(a)[0], a.sort().values, a.sort(stable=True).values, torch.cosine_similarity(r, r)]:
    print(tuple(y.shape), type(y.grad_fn).__name__)

# ravel is a view, of a dense copy where need be
for x in [torch.ones(3, requires_grad=True), r[0, 0], r[0, 0].t(), torch.tensor(1., requires_grad=True), torch.ones(4, requires_grad=True)[::2]]:
    y = x.ravel()
    print(y.shape, y.stride(), y is x, type(y.grad_fn).__name__, y.data_ptr() == x.data_ptr())

# in place with itself as an operand
y = torch.ones(2, requires_grad=True) * 2
print(y.addcmul_(y, torch.ones(2, requires_grad=True)))
print(torch.ones(2).addcmul_(torch.ones(2), torch.ones(2, requires_grad=True)))
c = torch.ones(2)
print(c.addcmul_(c, torch.ones(2, requires_grad=True)))
say(lambda: c.sum().backward())

# what is changed in place has its gradient, though the function is made of others
import torch
x = torch.tensor([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]], requires_grad=True)
y = torch.tensor([[1.0, 2.0, -4.0], [-0.5, 0.5, 8.0]], requires_grad=True)
for change in (lambda: x.clone().clamp_min_(y), lambda: x.clone().clip_(y), lambda: x.clone().renorm_(2, 1, 2),
               lambda: x.clone().index_reduce_(0, torch.tensor([1, 0]), y, 'prod')):
    x.grad = y.grad = None
    changed = change()
    changed.sum().backward()
    print(changed, x.grad, y.grad)
