"""Both sides of the thresholds at which loops over arrays change their way."""
import torch
import torch.nn.functional as F

# quotients near each other and far from each other, in one array and alone
for dtype, edge in ((torch.int64, 2 ** 50), (torch.int32, 2 ** 31 - 1)):
    a = torch.tensor([-edge - 1 if dtype == torch.int64 else -edge, -edge, 1 - edge, edge - 1, edge, 7, -7, 0, 1, -1] * 60, dtype=dtype)
    b = torch.tensor([3, -3, 7, -7, edge, -2, 2, 5, -1, -1] * 60, dtype=dtype)
    for n in (10, 600):
        for f in (torch.remainder, torch.fmod, torch.floor_divide):
            print(f.__name__, dtype, n, f(a[:n], b[:n])[-10:].tolist(), f(a[:n], 7)[-10:].tolist(), f(a[:n], -1)[:2].tolist())
        print(torch.div(a[:n], b[:n], rounding_mode='trunc')[-10:].tolist())
print(torch.tensor([-2 ** 63, 2 ** 63 - 1]) % 10, torch.tensor([-2 ** 63, 2 ** 63 - 1]) // -10)
inf, nan = float('inf'), float('nan')
for dtype in (torch.float32, torch.float64):
    x = torch.tensor([5.5, -5.5, 5.5, -5.5, 0., -0., 3., 1e10, inf, 1., nan, 6., -6., 1e-3, 4194305., 1.], dtype=dtype)
    y = torch.tensor([2., 2., -2., -2., 3., 3., inf, 3., 2., nan, 1., 3., 3., 1e-3, 1., -inf], dtype=dtype)
    for n in (7, 8, 16):
        for f in (torch.remainder, torch.fmod, torch.floor_divide):
            print(f.__name__, n, f(x[:n], y[:n]).tolist() == f(x[:n].repeat(99), y[:n].repeat(99))[-n:].tolist() or n == 16, f(x[:n], y[:n])[-7:].tolist())

# short and long rows, results beside each other or apart
for length in (1, 2, 15, 16, 17, 100):
    for rows in (3, 15, 16, 600):
        w = torch.arange(rows * length).reshape(rows, length) % 7 - 2
        f = w.float()
        out = torch.empty(rows, 2)[:, 0]
        torch.sum(f, 1, out=out)
        same = [(f.sum(1) == w.sum(1)).all(), (out == w.sum(1)).all(), (f.amax(1) == w.amax(1)).all(), (f.double().amin(1) == w.amin(1)).all(), (f.sum(1) / length == f.mean(1)).all(),
                (f.any(1) == w.bool().any(1)).all(), ((f * f).sum(1).sqrt() - f.norm(dim=1)).abs().max() < 1e-5, (f.t().contiguous().t().sum(1) == w.sum(1)).all()]
        print(length, rows, all(bool(s) for s in same), w.sum(1)[-2:].tolist(), f.mean(1)[-1].item())
n = torch.ones(40, 5)
n[1, 3] = nan
n[2, 0] = inf
n[3, 1], n[3, 2] = inf, -inf
print(n.sum(1)[:5], n.amax(1)[:5], n.amin(1)[:5], n.prod(1)[:5])

# products by fours: beside zero, one that is not a number, and numbers whose products leave the range of floats
for value in (0., -1., nan, inf, 1e-30, 1e30, 2. ** 40):
    p = torch.ones(3, 200)
    p[1, 70] = value
    p[2, 70], p[2, 134] = value, 1 / value if value else 1.
    print(value, p.prod(1).tolist(), p[1].prod().item(), torch.full((128,), -1.)[:127].prod().item())

# halves of fewer and more elements than an instruction takes
for n in (1, 7, 8, 9, 15, 16, 17, 33):
    h = (torch.arange(n) - 3).half()
    print(n, h.float().sum().item(), (h + h).float()[-1].item(), (torch.tensor([65520., 1e-8, nan] * n)[:n]).half().tolist()[:3], h.sum().item())

# losses in one pass, and in steps where these are to be differentiated again
x = torch.tensor([[0.5, -2., 3.], [1., nan, -inf]], requires_grad=True)
y = torch.tensor([[0., 1., 1.], [1., 0., 1.]])
for name, loss in (('mse', F.mse_loss), ('smooth', F.smooth_l1_loss), ('huber', F.huber_loss), ('logits', F.binary_cross_entropy_with_logits)):
    for reduction in ('none', 'mean', 'sum'):
        value = loss(x, y, reduction=reduction)
        plain, = torch.autograd.grad(value.sum(), x, retain_graph=True)
        again, = torch.autograd.grad(value.sum(), x, create_graph=True)
        print(name, reduction, value.detach(), plain, torch.equal(plain.nan_to_num(), again.detach().nan_to_num()), again.requires_grad)
for name in 'silu gelu elu softplus logsigmoid hardswish'.split():
    value = getattr(F, name)(x)
    plain, = torch.autograd.grad(value.sum(), x, retain_graph=True)
    again, = torch.autograd.grad(value.sum(), x, create_graph=True)
    print(name, plain, torch.allclose(plain, again, equal_nan=True), again.requires_grad)

# along a dimension in the middle: the ones behind it are one where they follow each other, and are not where they do not
for shape in ((2, 3, 4, 5), (2, 3, 2, 3), (3, 2, 1, 9)):
    planes = torch.arange(torch.tensor(shape).prod().item()).reshape(shape) * 7 % 11
    for layout, v in (('plain', planes), ('permuted', planes.permute(0, 3, 1, 2).contiguous().permute(0, 2, 3, 1)), ('steps', torch.stack((planes, planes), -1)[..., 0])):
        for dim in (0, 1, 2, 3):
            f = v.float()
            print(shape, layout, dim, f.softmax(dim).sum().item(), v.cumsum(dim).flatten()[-4:].tolist(), v.max(dim)[1].flatten()[:6].tolist(), f.logsumexp(dim).flatten()[:2].tolist(), f.min(dim)[0].flatten()[:4].tolist())
