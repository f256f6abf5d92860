# Sums, running sums and running products of complex numbers: every length around those of vectors, other layouts, dims,
# types and special values.
import torch

inf, nan = float('inf'), float('nan')


def running(numbers, product):
    total, all_ = (1 if product else 0), []
    for x in numbers:
        total = total * x if product else total + x
        all_.append(total)
    return torch.tensor(all_, dtype=torch.complex128)


for dtype in (torch.complex64, torch.complex128):
    torch.manual_seed(2)
    bad = []
    for n in list(range(1, 40)) + [63, 64, 65, 100, 128, 130, 1000, 5000, 140000, 300000]:
        x = torch.polar(torch.rand(n, dtype=torch.float64) * 0.1 + 0.95, torch.randn(n, dtype=torch.float64)).to(dtype)
        want = sum(x.tolist())
        for got in (x.sum(), x.mean() * n, x.expand(3, n).sum(1)[2], x.repeat(3, 1).sum(1)[1], x.repeat(5, 1).t().sum(0)[4],
                    x.repeat_interleave(2)[::2].sum(), x.view(1, n, 1).sum((0, 1))[0], x.view(n, 1).sum(0, keepdim=True)):
            if abs(got.item() - want) > 1e-5 * n**0.5 + 1e-6 * abs(want):
                bad.append((n, got, want))
        if n <= 5000:
            for product in (False, True):
                f = torch.cumprod if product else torch.cumsum
                want = running(x.tolist(), product)
                for got in (f(x, 0), f(x.repeat(3, 1), 1)[2], f(x.repeat(3, 1).t(), 0)[:, 1],
                            f(x[:, None].repeat(1, 3), 0)[:, 2], f(x.repeat_interleave(2)[::2], -1), f(x.expand(2, n), 1)[1]):
                    if not torch.allclose(got.to(torch.complex128), want, rtol=1e-4, atol=1e-4):
                        bad.append((n, product))
    print(dtype, bad)

    x = torch.randint(-3, 4, (4, 5, 300)) + 1j * torch.randint(-3, 4, (4, 5, 300))
    x = x.to(dtype)
    for dim in range(3):
        print(x.sum(dim).flatten()[:4], x.cumsum(dim).flatten()[-2:], x.cumsum(dim).sum())
        small = x[:, :, :3] if dim == 2 else x
        print(small.cumprod(dim).flatten()[-3:])
        whole = torch.stack(list(small.unbind(dim)))
        one = torch.ones_like(whole[0])
        same = True
        for k in range(len(whole)):
            one = one * whole[k]
            same = same and bool((small.cumprod(dim).select(dim, k) == one).all())
        print(same)
    print(x.sum((0, 2)), x.sum((1, 2)).mean(), x[..., :2].sum(-1)[0], x.mean((0, 1))[:3])
    print(x.t().sum(0).shape if x.dim() == 2 else x.transpose(0, 2).cumsum(0)[-1, 0])
    print(torch.zeros(0, dtype=dtype).sum(), torch.zeros(0, 3, dtype=dtype).cumprod(0), torch.zeros(2, 0, dtype=dtype).sum(1))
    print(torch.tensor(2 + 1j, dtype=dtype).cumprod(0), torch.tensor(2 + 1j, dtype=dtype).sum())

    print(torch.tensor([complex(inf, 1), 1 + 1j], dtype=dtype).cumprod(0), torch.tensor([complex(inf, 1)], dtype=dtype).cumsum(0))
    print(torch.tensor([1 + 0j, complex(nan, 1), 2], dtype=dtype).cumsum(0), torch.tensor([complex(inf, 1)] * 70, dtype=dtype).sum())
    print(torch.tensor([[1, complex(0, nan)], [1j, 2]], dtype=dtype).cumprod(0))

# between the steps are doubles
print(torch.tensor([1e30 + 1e30j, 1e30, 1e-30, 1e-30]).cumprod(0))
# from other types, in place, into a result
x = torch.arange(1, 7).view(2, 3)
print(x.cumprod(1, dtype=torch.complex64), x.cumsum(0, dtype=torch.complex128), x.sum(dtype=torch.complex64))
z = torch.tensor([[1j, 2, 1 + 1j], [3, -1j, 2]])
z.cumprod_(1)
print(z)
out = torch.empty(0, dtype=torch.complex64)
torch.cumprod(z, 0, out=out)
print(out)
x = torch.tensor([1 + 1j, 2 - 1j, 0.5j], requires_grad=True)
(x.cumprod(0) + x.cumsum(0)).abs().sum().backward()
print(torch.view_as_real(x.grad).mul(1000).round())
