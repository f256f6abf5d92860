# The next number, parts of numbers, means with weights of each element, sums of few elements and of windows, triangles in place: floats of all types
import torch
G = torch.Generator().manual_seed(3)
INF, NAN = float('inf'), float('nan')
SPECIAL = [0., -0., 1., -1., 0.5, 2., 3.14, -7.25, 1e-40, -1e-45, 1.17549435e-38, 6.1035e-05, 6e-8, 65504., 1e-7, INF, -INF, NAN, 3.4e38, 2 ** -14]
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    x = torch.tensor(SPECIAL, dtype=dtype)
    print(torch.frexp(x)[0].tolist(), torch.frexp(x)[1].tolist())
    for y in SPECIAL:
        print(torch.nextafter(x, torch.tensor(y, dtype=dtype)).tolist())
    def made(*shape):
        return torch.randint(-64, 64, shape, generator=G).to(dtype) / 8
    a, b, w, big = made(7, 37), made(7, 37), made(7, 37) / 8, made(40, 25, 8)
    print(torch.equal(a.lerp(b, torch.ones((), dtype=dtype)), b), torch.equal(a.lerp(b, torch.zeros(7, 37, dtype=dtype)), a))
    for k, result in enumerate((a.lerp(b, w), a.t().lerp(b.t(), w.t()), a.lerp(b[0], w[:, :1]), a.clone().lerp_(b, w), torch.lerp(a, b, w, out=torch.empty(0, dtype=dtype)),
                                big.sum(0), big.sum(1), big.sum(2), big.sum((0, 2)), big.mean(1), big.amax(2), big.view(-1, 4).sum(1), big.view(-1, 4).amax(1), a.unfold(1, 3, 1).sum(-1), a.unfold(1, 5, 2).mean(-1),
                                a.unfold(1, 3, 1).amax(-1), made(3, 300).unfold(1, 70, 1).sum(-1), a.expand(3, 7, 37).sum(0), big.nansum(0), a.clone().tril_(-2), a.clone().triu_(), a.t().clone().tril_(3), a.clone()[:, ::2].triu_(1))):
        print(dtype, k, result.dtype, tuple(result.shape), round(result.double().sum().item(), 1), torch.isfinite(result).all().item())
    print([round(v) for v in (big / 8).softmax(1).double().sum((0, 2)).tolist()], round((big / 8).log_softmax(0).double().mean().item(), 2))
    print([round(v) for v in (big / 8).logsumexp(1).double().sum(0).tolist()], [round(v) for v in (big / 8)[:8].logsumexp(0).double().sum(0).tolist()])
    g = (big / 8).requires_grad_()
    (g.softmax(1) * big).sum().backward()
    print(round(g.grad.double().abs().sum().item(), -1))
