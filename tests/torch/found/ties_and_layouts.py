"""Which of equal elements are chosen, how gradients lie, what is said where types do not fit."""
import warnings
import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')


def numbers(n, kinds, dtype=torch.int64):
    state, out = n * 7919 + kinds, []
    for _ in range(n):
        state = (state * 1103515245 + 12345) % 2147483648
        out.append((state >> 8) % kinds)
    return torch.tensor(out, dtype=dtype)


def show(f):
    try:
        x = f()
        print(tuple(x.shape), x.stride(), x.dtype, type(x.grad_fn).__name__, x.tolist() if x.numel() < 40 else '')
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


print('ties')
for n in (3, 5, 17, 40, 129, 600, 3000):
    for kinds in (1, 3, 50):
        for dtype in (torch.int64, torch.float32, torch.uint8):
            x = numbers(n, kinds, dtype)
            w = torch.arange(1, n + 1)
            k = n // 3
            print(n, kinds, [x.kthvalue(i)[1].item() for i in (1, k, n)], [((x.topk(i)[1] * w[:i]).sum().item(), (x.topk(i, largest=False)[1] * w[:i]).sum().item()) for i in (1, k, n - 1)],
                  x.mode()[1].item())
nan = float('nan')
x = torch.tensor([2., nan, 1., nan, 2., 1., 0., nan])
print(x.mode(), x.kthvalue(3), x.topk(2), torch.unique(x, dim=0), torch.unique(torch.stack([x, x]), dim=1))
show(lambda: torch.unique(torch.zeros(0, 2, 0), dim=1))
show(lambda: torch.unique(torch.zeros(2), dim=3))
show(lambda: torch.unique_consecutive(torch.zeros(2, dtype=torch.complex64), dim=0))

print('layouts of gradients')
a = torch.arange(1., 25).reshape(2, 3, 4).requires_grad_()
t = a.transpose(0, 2)
z = torch.ones(4, 3, 2, dtype=torch.complex64)
for f in (lambda: t.max(), lambda: t.min(), lambda: t.median(), lambda: t.nanmedian(), lambda: t.prod(), lambda: t.prod(1).sum(), lambda: t.take(torch.tensor([1, 1, 5])).sum(),
          lambda: torch.rot90(t, 1, (0, 1)).sum(), lambda: torch.rot90(t, 3, (0, 2)).sum(), lambda: torch.rot90(t, 2, (0, 2)).sum(), lambda: (t / 99).atanh().sum(),
          lambda: torch.polar(t, t.detach()).abs().sum(), lambda: t.cumprod(0).sum(), lambda: (t.sum(2, keepdim=True).expand(4, 3, 2) * z).abs().sum()):
    print([(g.stride(), g.flatten()[:5].tolist()) for g in torch.autograd.grad(f(), [a])], [g.stride() for g in torch.autograd.grad(f() * 1, [a])])
x = torch.tensor([1., nan, 2.], requires_grad=True)
print(torch.autograd.grad(x.max(), x))
x = torch.tensor([[1., 0., 2.], [3., 0., 0.]], requires_grad=True)
print(torch.autograd.grad(x.prod(1).sum(), x), torch.autograd.grad(x[:1].prod(), x), torch.autograd.grad(x.prod(), x), torch.autograd.grad(x.cumprod(1).sum(), x))
for leaf in (torch.rand(4, 3, 2).transpose(0, 2), torch.rand(4, 3, 4)[:, :, ::2], torch.rand(2, 3)):
    leaf.requires_grad_()
    for loss in (lambda: leaf.exp().sum(), lambda: leaf.contiguous().sum(), lambda: (leaf * torch.ones(leaf.shape)).sum()):
        leaf.grad = None
        loss().backward()
        print(leaf.grad.stride(), end=' ')
    leaf.grad = None
    leaf.exp().sum().backward(create_graph=True)
    print(leaf.grad.stride(), type(leaf.grad.grad_fn).__name__)
    leaf.grad = None

print('layouts')
e = torch.ones(()).expand(3, 2)
print((e * torch.ones(2, 3, dtype=torch.complex64).T).stride(), (e * torch.ones(2, 3).T).stride(), (e + torch.ones(2, 3, dtype=torch.float64).T).stride(),
      torch.where(e > 0, torch.ones(2, 3).T, torch.ones(3, 2)).stride())
c = torch.tensor([1 + 2j, 3 - 1j])
for v in (c.unsqueeze(-1).expand(2, 3), c.repeat(4)[None, ::2], torch.arange(24).reshape(2, 3, 4).to(torch.complex64).transpose(0, 2)[..., ::2], c.expand(3, 2).t()):
    print(v.conj().stride(), v.conj().flatten().tolist()[:6])
print(torch.arange(6).reshape(2, 3).to(torch.complex64).t().cumprod(0).stride())

print('types')
x = torch.rand(3, requires_grad=True)
for f in (lambda: x.sum(dtype=torch.int64), lambda: x.sum(0, dtype=torch.bool), lambda: x.cumsum(0, dtype=torch.int8), lambda: x.prod(dtype=torch.int64), lambda: (x * 0).to(torch.int64),
          lambda: torch.linalg.vector_norm(x, dtype=torch.int64), lambda: torch.linalg.vector_norm(x, dtype=torch.complex64), lambda: (x * 1).cumsum_(0, dtype=torch.int64),
          lambda: torch.tensor([True]).cumsum_(0), lambda: torch.tensor(True).cumsum_(0), lambda: torch.ones(2).nansum(dtype=torch.complex64)):
    show(f)
for f in (lambda: x.sum(dtype=torch.complex64), lambda: x.mean(0, dtype=torch.complex64), lambda: x.prod(dtype=torch.complex64), lambda: x.cumprod(0, dtype=torch.complex64)):
    show(lambda: torch.autograd.grad(f().abs().sum(), x)[0])
show(lambda: torch.autograd.grad((x ** torch.tensor(True)).sum(), x)[0])
for dtype in (torch.int64, torch.bool, torch.bfloat16, torch.complex64, torch.float16):
    show(lambda: torch.zeros(2, 2, 2, dtype=dtype).addr(torch.ones(2, dtype=dtype), torch.ones(2, dtype=dtype)))
print(torch.round(torch.tensor([-1.7852, 41984., 0.705], dtype=torch.float16), decimals=2), torch.round(torch.tensor([1250., 151.]), decimals=-2))

print('order of checks, names')
leaf = torch.zeros(2, 3, requires_grad=True)
show(lambda: leaf.reshape(6).fill_diagonal_(1.))
show(lambda: torch.zeros(2, 3, 4, requires_grad=True).fill_diagonal_(1.))
show(lambda: leaf.index_fill_(5, torch.tensor([0]), 1.))
show(lambda: torch.rrelu_(leaf * 1 - 1))
show(lambda: torch.zeros((), requires_grad=True).movedim(0, 0))
show(lambda: (leaf * 1).tensor_split([3], 1)[0])
show(lambda: torch.zeros((), requires_grad=True).masked_scatter(torch.tensor(False), torch.ones(1)))
small = torch.zeros(2)
view = small[:1]
small.resize_(40).fill_(7)
print(view, small.shape)
inf = float('inf')
print(torch.var_mean(torch.tensor([[1., inf, 2.], [1., 2., inf], [3e38, 3e38, 3e38]]), 1))
show(lambda: torch.tensor(5).topk(0)[0])
show(lambda: torch.zeros(0, dtype=torch.int32).median())
show(lambda: torch.zeros(0, dtype=torch.int32).nanmedian())
print(torch.tensor([1e6, -1e6]).sum(dtype=torch.float16), torch.tensor([[1e6, 1.], [-1e6, 3.]]).sum(0, dtype=torch.bfloat16))
a = torch.rand(3, 5, requires_grad=True)
places = torch.zeros(2, 5, dtype=torch.int64)
show(lambda: torch.autograd.grad(a[1:].scatter_add(0, places, a).sum(), a)[0])
show(lambda: torch.autograd.grad(a[1:].scatter_reduce(0, places, a, 'prod').sum(), a)[0])
print('memory that is written, weights, empty tensors, series')
x = torch.arange(6.).reshape(2, 3)
i = torch.zeros(2, 3, dtype=torch.int64)
for f in (lambda: x.scatter_(0, i, x), lambda: x.scatter_add_(0, i, x), lambda: x.scatter_reduce_(0, i, x, 'sum'), lambda: x.index_add_(0, torch.tensor([0, 1]), x), lambda: i.scatter_(0, i, 1),
          lambda: x[1:].scatter_add_(0, i[:1], x[:1])):
    show(f)
logs, places = torch.zeros(3, 4), torch.tensor([0, 1, 2])
for w in (torch.ones(3), torch.ones(4, dtype=torch.float64), torch.ones(2, 2)):
    show(lambda: F.nll_loss(logs, places, w))
    show(lambda: F.nll_loss(logs, torch.tensor([0, 1, 9]), w))
    show(lambda: F.nll_loss(logs.reshape(1, 4, 3), places[None], w))
    show(lambda: F.nll_loss(logs.reshape(1, 4, 3, 1), places.reshape(1, 3, 1), w))
show(lambda: F.multi_margin_loss(logs, places, weight=torch.ones(4, dtype=torch.float64)))
for f in ('amax', 'amin'):
    show(lambda: getattr(torch.zeros(0, 3), f)())
    show(lambda: getattr(torch.zeros(0, 3), f)(dim=()))
    show(lambda: getattr(torch.zeros(0, 3), f)(0))
    show(lambda: getattr(torch.zeros(0, 3), f)(1))
print(torch.special.zeta(torch.tensor([float('nan'), 2., 1.]), torch.tensor(0.)))
c = torch.tensor([1 + 2j, 3 - 1j, 2j])
print(c.scatter_reduce(0, torch.tensor([0, 0, 1]), c, 'prod'), c.scatter(0, torch.tensor([1]), 2j, reduce='multiply'))
print(torch.tensor([1e6, -1e6]).cumsum(0, dtype=torch.float16), c.cumsum(0, dtype=torch.int16))
print(torch.rand(1, 2, 3).transpose(1, 2).topk(1, 0)[0].stride(), torch.rand(1, 2, 3).transpose(1, 2).kthvalue(1, 0, True)[0].stride())
a = torch.rand(4, 3, requires_grad=True)
print(torch.autograd.grad(torch.select_scatter(a[..., ::2], torch.ones(4), 1, 0).sum(), a))

# a complex number takes the type of the others
for value in (torch.tensor(1j), torch.tensor(1j, dtype=torch.complex128), torch.tensor([1j], dtype=torch.complex128)):
    for bounds in (torch.tensor([1.]), torch.tensor([1.], dtype=torch.float64), torch.tensor([1])):
        for call in (lambda: torch.bucketize(value, bounds), lambda: torch.searchsorted(bounds, value)):
            try:
                print(call())
            except Exception as e:
                print(type(e).__name__, e)
# gradients of contractions lie as those of the products that PyTorch makes of them
for equation, left, right in (('ij,kj->ik', (3, 4), (5, 4)), ('ij,jk->ki', (3, 4), (4, 5)), ('bij,bkj->bik', (2, 3, 4), (2, 5, 4)),
                              ('ij,jk->ik', (3, 4), (4, 5)), ('bqd,bkd->bqk', (2, 3, 4), (2, 3, 4)), ('abc,cd->abd', (2, 3, 4), (4, 5))):
    x, y = torch.ones(left, requires_grad=True), torch.ones(right, requires_grad=True)
    print(equation, *(g.stride() for g in torch.autograd.grad(torch.einsum(equation, x, y).sum(), (x, y))))
    if left == right:
        print('both', torch.autograd.grad(torch.einsum(equation, x, x).sum(), x)[0].stride())
