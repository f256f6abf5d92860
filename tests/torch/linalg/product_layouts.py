# Products of matrices whose sizes are no multiples of any tile, in all layouts, scaled and added to rows and matrices.
import torch
from torch.nn import functional as F

SIZES = [(1, 70, 40), (5, 65, 300), (32, 200, 257), (64, 96, 128), (65, 97, 129), (100, 33, 600), (250, 130, 20), (300, 16, 300), (37, 1030, 64)]


def both(x):
    """The numbers with consecutive rows and with consecutive columns."""
    return x, x.t().contiguous().t()


def near(found, exact, k, dtype):
    return bool(((found.double() - exact).abs() <= 16 * (k + 4) * torch.finfo(dtype).eps).all())


for dtype in (torch.float32, torch.float64):
    for m, n, k in SIZES:
        torch.manual_seed(m)
        a, b, row, c = torch.randn(m, k, dtype=dtype), torch.randn(k, n, dtype=dtype), torch.randn(n, dtype=dtype), torch.randn(m, n, dtype=dtype)
        exact = a.double() @ b.double()
        good = []
        for x in both(a):
            for y in both(b):
                good.append(near(x @ y, exact, k, dtype))
                good.append(near(F.linear(x, y.t(), row), exact + row.double(), k, dtype))
                good.append(near(torch.addmm(row, x, y, alpha=0.5), exact * 0.5 + row.double(), k, dtype))
                good.append(near(torch.addmm(row, x, y, beta=2), exact + 2 * row.double(), k, dtype))
                good.append(near(torch.addmm(c, x, y, beta=-1, alpha=3), 3 * exact - c.double(), k, dtype))
                good.append(near(torch.mm(y.t(), x.t()), exact.t(), k, dtype))
        print(dtype, (m, n, k), len(good), all(good))

weight, bias = torch.randn(80, 30, requires_grad=True), torch.randn(80, requires_grad=True)
x = torch.randn(90, 30, requires_grad=True)
out = F.linear(x, weight, bias)
out.sum().backward()
print(out.shape, out.is_contiguous(), type(out.grad_fn).__name__, bool(torch.allclose(bias.grad, torch.full((80,), 90.0))))
print(near(weight.grad, x.detach().double().sum(0).expand(80, 30), 90, torch.float32), near(x.grad, weight.detach().double().sum(0).expand(90, 30), 80, torch.float32))
print(F.linear(torch.ones(70, 20), torch.ones(70, 20), torch.full((70,), float('inf')))[0, :2])
print(F.linear(torch.full((70, 20), float('nan')), torch.ones(70, 20), torch.ones(70))[3, :2])
