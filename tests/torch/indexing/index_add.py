"""index_add in place and not: results, and indices that are not there."""
import torch

a = torch.zeros(5, 300)
s = torch.arange(1200.).reshape(4, 300)
i = torch.tensor([3, 0, 3, 1])
print(a.index_add_(0, i, s, alpha=2).sum(1), a._version)
for call in (lambda: a.index_add_(0, torch.tensor([0, 1, 2, 7]), s), lambda: torch.zeros(5).index_add_(0, torch.tensor([7]), torch.ones(1)),
             lambda: a.index_add(1, torch.tensor([900]), torch.ones(5, 1)), lambda: a.index_add(0, torch.tensor([-1]), torch.ones(1, 300))):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e)
b = torch.zeros(5, 300, requires_grad=True)
c = (b * 2).index_add_(0, i.int(), s)
c.sum().backward()
print(b.grad.sum())
w, j, src = torch.zeros(2000, 700), torch.arange(3000) * 7 % 2000, torch.ones(3000, 700)
print((w.index_add_(0, j, src)[:, 0] == torch.bincount(j, minlength=2000)).all(), w.sum().item())
x = torch.arange(12.).reshape(3, 4)
print(x.index_add_(1, torch.tensor([1, 1]), x[:, :2].clone()), x.index_add(0, torch.tensor([2]), x[:1]))
m, t1, t2 = torch.arange(6.).reshape(2, 3), torch.full((2, 3), 2.), torch.tensor([1., 2., 4.])
print(m.clone().addcmul_(t1, t2, value=3), m.clone().addcdiv_(t1, t2, value=-2), m.clone().lerp_(t1, 0.25), m.clone().lerp_(t1, 0.75), m.addcmul(m, m), m.clone().t().addcmul_(t1.t(), t1.t()))
