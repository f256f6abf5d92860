# gradients of images looked at in places of a grid, and of those places, once and twice; windows of random places
import torch
import torch.nn.functional as F

G = torch.Generator().manual_seed(4)


def digest(t):
    flat = t.detach().double().flatten()
    return '%.2f' % (flat * torch.cos(torch.arange(flat.numel(), dtype=torch.float64) + 0.3)).sum().abs().item()


for size, places, n, c in (((4, 5), (3, 3), 2, 3), ((9, 20), (13, 30), 1, 5), ((1, 1), (2, 2), 1, 1), ((17, 2), (1, 129), 5, 1), ((3, 4, 5), (2, 3, 30), 2, 3)):
    for mode in ('bilinear', 'nearest', 'bicubic')[:3 if len(size) == 2 else 2]:
        for border in ('zeros', 'border', 'reflection'):
            for align in (True, False):
                x, grid = torch.randn(n, c, *size, generator=G, dtype=torch.float64), torch.randn(n, *places, len(size), generator=G, dtype=torch.float64)
                g = torch.randn(n, c, *places, generator=G, dtype=torch.float64)
                for dtype in (torch.float32, torch.float64):
                    a, b = x.to(dtype).requires_grad_(), grid.to(dtype).requires_grad_()
                    y = F.grid_sample(a, b, mode, border, align)
                    da, db = torch.autograd.grad(y, (a, b), g.to(dtype), retain_graph=True)
                    one, = torch.autograd.grad(y, a, g.to(dtype), retain_graph=True)
                    other, = torch.autograd.grad(y, b, g.to(dtype), retain_graph=True)
                    print(size, mode, border, align, digest(y), digest(da), digest(db), torch.allclose(da, one), torch.allclose(db, other, 1e-2, 1e-2))
                if mode != 'nearest' and size != (1, 1):
                    da, db = torch.autograd.grad(y, (a, b), g, create_graph=True)
                    twice = torch.autograd.grad(da.sin().sum() + db.sin().sum(), (a, b))
                    print('twice', digest(da), digest(db), *[digest(t) for t in twice])

# places that lie at borders, steps of memory, a second time through
x = torch.randn(2, 6, 7, 3, generator=G).movedim(-1, 1).requires_grad_()
grid = F.affine_grid(torch.eye(2, 3).expand(2, 2, 3), (2, 3, 6, 7), align_corners=True).transpose(1, 2).requires_grad_()
for border in ('zeros', 'border', 'reflection'):
    y = F.grid_sample(x, grid, padding_mode=border, align_corners=True)
    print(border, [digest(t) for t in torch.autograd.grad(y.transpose(2, 3).square().sum(), (x, grid))], y.grad_fn.name())
try:
    y.sum().backward()
    y.sum().backward()
except RuntimeError as e:
    print(str(e)[:60])
y = F.grid_sample(x * 1, grid.detach(), align_corners=True)
y.sum().backward()
print(digest(x.grad))
z = x * 1
y = F.grid_sample(z, grid, align_corners=False)
z += 1
try:
    y.sum().backward()
except RuntimeError as e:
    print(str(e)[:80])
print(torch.autograd.gradcheck(lambda a, b: F.grid_sample(a, b, 'bicubic', align_corners=False), (torch.randn(1, 2, 5, 4, dtype=torch.float64, generator=G, requires_grad=True), torch.rand(1, 2, 3, 2, dtype=torch.float64, generator=G).requires_grad_())))
for shape in ((0, 2, 3, 3), (1, 0, 3, 3)):
    a, b = torch.ones(shape, requires_grad=True), torch.zeros(shape[0], 2, 2, 2, requires_grad=True)
    print([t.shape for t in torch.autograd.grad(F.grid_sample(a, b, align_corners=False).sum(), (a, b))])

for dtype in (torch.float32, torch.float64, torch.bfloat16):
    for size, kernel, out in (((5, 6), 2, 3), ((9, 20), (3, 2), (4, 7)), ((4, 4), 4, 1), ((5, 6, 7), (2, 1, 3), (3, 2, 4)), ((5, 6, 7), 2, (1, 4, 3))):
        f = F.fractional_max_pool2d if len(size) == 2 else F.fractional_max_pool3d
        for lead in ((2, 3), (3,)):
            x = torch.randn(*lead, *size, generator=G).to(dtype).requires_grad_()
            s = torch.rand(lead[0] if len(lead) == 2 else 1, 3, len(size), generator=G).to(dtype)
            y, i = f(x, kernel, output_size=out, _random_samples=s, return_indices=True)
            print(dtype, size, lead, y.shape, y.stride(), i.sum().item(), digest(y), digest(torch.autograd.grad((y * y).sum(), x)[0]))
            if dtype == torch.float64:
                slope, = torch.autograd.grad(f(x, kernel, output_size=out, _random_samples=s).pow(3).sum(), x, create_graph=True)
                print(digest(torch.autograd.grad(slope.sum(), x)[0]))
try:
    F.fractional_max_pool3d(torch.ones(1, 5, 6, 7), 2, output_size=(1, 5, 3))
except RuntimeError as e:
    print(e)
x = torch.randn(1, 1, 4, 5, generator=G)
x[0, 0, 1, 2] = x[0, 0, 2, 2] = float('nan')
s = torch.tensor([[[0.3, 0.4]]])
print(F.fractional_max_pool2d(x, 2, 2, _random_samples=s, return_indices=True))
print(F.fractional_max_pool2d(torch.randn(1, 1, 6, 7, generator=G).mT, 2, 2, _random_samples=s, return_indices=True))
print(F.fractional_max_pool2d(torch.zeros(1, 1, 4, 4), 2, 2, _random_samples=s, return_indices=True))
