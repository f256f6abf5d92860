"""Where results lie: dimensions of one element with steps of their own, channels last, indexed transposed tensors; and what was found with them."""
import math
import torch
from torch.nn import functional as F


def show(call):
    try:
        x = call()
        if isinstance(x, torch.Tensor):
            print(tuple(x.shape), x.stride(), x.dtype, x.requires_grad, x.tolist() if x.numel() < 13 else '')
        else:
            print(x)
    except Exception as error:
        print(type(error).__name__, error)


# a row whose first dimension steps by one, broadcast along it
a, b = torch.arange(3.).reshape(3, 1).t_(), torch.arange(6.).reshape(2, 3)
show(lambda: torch.maximum(a[None], b))
show(lambda: a[None] + b)
show(lambda: b + a[None])
# views keep what they can of such steps
x = torch.arange(8.).reshape(4, 1, 2).transpose(1, 2).contiguous()
y = torch.arange(8.).reshape(4, 2, 1)
show(lambda: x.view(4, 1, 2, 1, 1, 1))
show(lambda: x.reshape(4, 1, 2, 1, 1, 1) * y.reshape(1, 4, 1, 2, 1, 1))
show(lambda: torch.kron(x, y))
# channels last
c = torch.arange(18.).reshape(3, 3, 1, 2).transpose(3, 1)
show(lambda: c[1:] - c[:-1])
show(lambda: torch.cat([c, c]))
d = torch.arange(24.).reshape(1, 3, 4, 2).permute(0, 3, 1, 2)
show(lambda: torch.cat([d, d]))
show(lambda: torch.cat([d, d], 1))
show(lambda: torch.cat([d, d.contiguous()], 3))
e = torch.arange(12.).reshape(2, 3, 2, 1).permute(0, 3, 1, 2)
show(lambda: torch.cat([e, e], 1))
show(lambda: torch.cat([e, e], 1).contiguous().flatten()[:12])
show(lambda: torch.gradient(c, dim=0)[0])
# indexed
t = torch.arange(18.).reshape(3, 2, 3).transpose(2, 0)
show(lambda: t[torch.tensor([False, True, True])])
show(lambda: t[torch.tensor([1, 2])])
show(lambda: t[:, torch.tensor([True, True])])
show(lambda: t[[1, 2], :, [0, 1]])
show(lambda: t[torch.tensor([[0, 1], [1, 2], [0, 0]]).t()])
show(lambda: torch.arange(6.)[torch.tensor([[0, 1], [1, 2], [0, 0]]).t()])
# gradients
w = torch.arange(1., 10.).reshape(3, 3).requires_grad_()
show(lambda: torch.autograd.grad(w.t().norm(), w)[0].stride())
show(lambda: torch.autograd.grad(torch.mvlgamma(w.t() + 2, 2).sum(), w)[0].stride())
v = torch.ones(3, requires_grad=True)
show(lambda: torch.autograd.grad(torch.block_diag(v, torch.zeros(2, 2)).sum(), v)[0].stride())
show(lambda: torch.autograd.grad(torch.addcdiv(w, w, torch.tensor([0.3, 0.7, 3.], dtype=torch.bfloat16), value=0.1).sum(), w)[0][0])
# products of one complex number
show(lambda: torch.tensor([-3.5 - 1.5j]).unsqueeze(-1).expand(1, 2).prod(0))
# numbers beside halves are rounded before they are compared
h = torch.tensor([0.1, 0.3, 0., 7.], dtype=torch.bfloat16)
print(h == 0.1, h >= 0.3, h < 7.01, 7.01 > h, h != 1e-50, h.half() >= 1e-12, h.float() == 0.1)
z = torch.zeros(2, dtype=torch.half, requires_grad=True)
show(lambda: torch.autograd.grad(z.clamp_min(1e-12).sum(), z)[0])
# along a dimension indices go round
s = torch.arange(6.).reshape(2, 3)
for index in ([-1, 0, 1], [5, 0, 1], [-3, 0, 1]):
    show(lambda: torch.take_along_dim(s, torch.tensor([index]), 0))
show(lambda: torch.take_along_dim(s, torch.tensor([-1, 5])))
show(lambda: torch.take_along_dim(s[:0], torch.tensor([[0, 1, 2]]), 0))
# no place in a dimension without elements
for shape in ((1, 3, 3), (2, 2), (3, 0), (1,)):
    o = torch.ones(shape)
    show(lambda: o[:0].index_copy(0, torch.tensor([0]), o.narrow(0, 0, 1)))
    show(lambda: o[:0].index_fill(0, torch.tensor([0, 5]), 2))
# what is looked at first
show(lambda: int(torch.tensor([2 + 1j])))
n = torch.ones(1, 3, 2).long()
i = torch.zeros(1, 3, 2, dtype=torch.long)
for index in (i, i + 1, i[:0], i - 1):
    show(lambda: n.scatter(0, index, math.inf))
show(lambda: n.to(torch.uint8).scatter(1, i[:0], 300, reduce='add'))
m = torch.ones(2, 2, dtype=torch.bool)
show(lambda: m[:0].scatter_reduce(0, torch.zeros(0, 2, dtype=torch.long), m[:0], reduce='mean'))
show(lambda: m[:, :0].mm(m[:0]))
show(lambda: torch.bmm(m[None, :, :0], m[None, :0]))
show(lambda: m[:, :0].mv(m[0, :0]))
show(lambda: m.mm(m))
for dtype in (torch.float16, torch.int32):
    show(lambda: torch.histogram(torch.zeros(2, 0, dtype=dtype), 4)[0])
    show(lambda: torch.histogram(torch.zeros(2, 2, dtype=dtype), 4)[0])
# the incomplete gamma functions of small and large numbers
D = torch.float64
for p in (1e-20, 1e-3, 1e6, 1e10):
    q = p * torch.tensor([0.5, 0.999, 1, 1.0001, 2], dtype=D)
    print([f'{v:.6g}' for v in torch.igammac(torch.full((5,), p, dtype=D), q).tolist()], [f'{v:.6g}' for v in torch.igamma(torch.full((5,), p, dtype=D), q).tolist()])
print([f'{v:.6g}' for v in torch.igammac(torch.full((4,), 1e-10, dtype=D), torch.tensor([1e-20, 0.3, 1., 5.], dtype=D)).tolist()])
# transforms lie as what they are of; those of some dimensions have them inside, in the order of their steps
f = torch.arange(24.).reshape(2, 3, 4)
for g in (f.transpose(0, 1), f.transpose(0, 2), f.permute(2, 0, 1)[1:], f):
    print([call(g).stride() for call in (torch.fft.fftn, torch.fft.fft2, lambda x: torch.fft.ifftn(x, dim=(0, 1)), lambda x: F.rms_norm(x, x.shape[-1:]))])
show(lambda: f.flatten().take(torch.tensor([[1, 2], [0, 3], [4, 5]]).t()))
# several nans and both zeros, in the order in which PyTorch comes upon them
nan = math.nan
u = torch.tensor([nan, nan, 1., 2, 5, 5, 0, -0., 0, 5, 5, nan, 4, 4, 4, 4, 4, 3, 3, 0, 0, -0., 0, 1, 1, 5, 5, 5, nan, 5, nan])
for dtype in (torch.float32, torch.float64, torch.bfloat16):
    print(*torch.unique(u.to(dtype), return_inverse=True))
# roots of halves are powers; a dimension that is none folds as any other
show(lambda: torch.tensor([-math.inf, -0., 4, 2.25], dtype=torch.half) ** 0.5)
show(lambda: torch.tensor([-math.inf, -0., 4, 2.25], dtype=torch.half) ** -0.5)
show(lambda: torch.tensor([-math.inf, -0., 4, 2.25]) ** 0.5)
show(lambda: torch.linalg.vector_norm(torch.tensor(1e37), dim=0))
show(lambda: torch.linalg.vector_norm(torch.tensor(1e37)))
show(lambda: torch.zeros(3, dtype=torch.long).masked_fill(torch.ones(2, dtype=torch.bool), math.inf))
