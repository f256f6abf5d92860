# Distances of all pairs of points by every kind of norm, in widths around those of vectors, and their gradients.
import torch

torch.manual_seed(0)
torch.set_printoptions(precision=4, sci_mode=True)
inf, nan = float('inf'), float('nan')


def shown(x):
    return '%.4e' % x.detach().double().abs().sum()


for dtype in (torch.float32, torch.float64):
    for m in (1, 2, 7, 8, 9, 15, 16, 17, 33, 300):
        for p in (0., 0.5, 1., 1.5, 2., 3., 4., 5.5, inf):
            x = torch.randn(2, 1, 5, m, dtype=dtype, requires_grad=True)
            y = torch.randn(3, 7, m, dtype=dtype, requires_grad=True)
            with torch.no_grad():
                y[0, :5] = x[0, 0]
                y[1, 2, 0] = x[1, 0, 3, 0]
            d = torch.cdist(x, y, p=p, compute_mode='donot_use_mm_for_euclid_dist')
            (d * torch.randn(d.shape, dtype=dtype)).sum().backward()
            z = torch.randn(6, m, dtype=dtype).t().contiguous().t().requires_grad_()
            q = torch.pdist(z, p=p)
            (q * torch.randn(q.shape, dtype=dtype)).sum().backward()
            # powers below 1 magnify what is lost in float32
            if dtype == torch.float64 or p >= 1:
                print(m, p, tuple(d.shape), *map(shown, (d, x.grad, y.grad, q, z.grad)))


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


odd = torch.tensor([[1., nan, 3.]] * 2)
others = torch.tensor([[1., 2, 3], [nan, 0, 0], [inf, 1, 1]])
for p in (0., 1., 2., 3., inf, 2.5):
    attempt(lambda: torch.cdist(odd, others, p=p))
    attempt(lambda: torch.cdist(torch.tensor([[1., inf, 3] + [0.] * 20] * 2),
                                torch.tensor([[1., 2, 3] + [1.] * 20, [inf, inf, 0] + [2.] * 20]), p=p))
for dtype in (torch.half, torch.bfloat16):
    x = torch.ones(3, 2, dtype=dtype)
    attempt(lambda: torch.cdist(x, x, p=1))
    attempt(lambda: torch.pdist(x))
attempt(lambda: torch.cdist(torch.ones(0, 2), torch.ones(3, 2)))
attempt(lambda: torch.cdist(torch.ones(3, 0), torch.ones(2, 0)))
attempt(lambda: torch.pdist(torch.ones(1, 2)))
attempt(lambda: torch.pdist(torch.ones(3, 0)))
many = torch.cdist(torch.arange(6000.).view(-1, 1), torch.arange(3.).view(-1, 1), p=1)
print(many.shape, many.sum(0), torch.pdist(torch.arange(300.).view(-1, 1), p=1).sum())
