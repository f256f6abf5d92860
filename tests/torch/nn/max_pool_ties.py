# maxima of windows of all widths: which of equals, what nans do, what sees no pixel; means beside them
import torch
import torch.nn.functional as F

G = torch.Generator().manual_seed(2)
nan, inf = float('nan'), float('inf')


def digest(t):
    flat = torch.nan_to_num(t.detach().double().flatten(), 5.5, 6.5, -7.5)
    return '%.3f %.3f' % (flat.sum().item(), (flat * torch.cos(torch.arange(flat.numel(), dtype=torch.float64))).sum().item())


for size in ((1, 9), (5, 16), (7, 33), (12, 70)):
    plain = torch.randn(2, 3, *size, generator=G)
    for name, x in (('plain', plain), ('equal', plain.round()), ('nan', torch.where(plain > 0.9, nan, plain)), ('low', torch.where(plain > -0.7, -inf, plain)), ('double', plain.double())):
        x = x.clone().requires_grad_()
        for options in ((1, 1), ((1, 2), (1, 2)), ((1, 3), (1, 3)), ((1, 4), (1, 4)), ((1, 5), (1, 5)), ((1, 3), (1, 2), (0, 1)), ((1, 3), 1, (0, 1)), ((1, 7), (1, 6), (0, 3)), ((1, 2), (1, 3), 0, (1, 3), True),
                        (size,), ((size[0], 3), (1, 3), (size[0] // 2, 1), 1, True)):
            out, where = F.max_pool2d(x, *options, return_indices=True)
            plainly = F.max_pool2d(x.detach(), *options)
            grad, = torch.autograd.grad(out, x, torch.randn(out.shape, generator=G, dtype=out.dtype))
            assert torch.equal(torch.nan_to_num(out, 9.0), torch.nan_to_num(plainly, 9.0))
            print(name, options, tuple(out.shape), digest(out), digest(where), digest(grad))
        for options in ((1, 1), ((1, 2), (1, 2)), ((1, 4), (1, 3)), ((1, 5), (1, 5)), ((1, 3), 1, (0, 1), False, False), (size,), ((1, 3), (1, 2), (0, 1), True)):
            out = F.avg_pool2d(x, *options)
            grad, = torch.autograd.grad(out, x, torch.ones_like(out))
            print(name, 'mean', options, tuple(out.shape), digest(out), digest(grad))
        out, where = F.adaptive_max_pool2d(x, (1, 1), return_indices=True)
        print(name, 'whole', digest(out), digest(where), digest(F.adaptive_avg_pool2d(x, 1)))
transposed = torch.randn(1, 4, 6, 3, generator=G).movedim(-1, 1)
print(digest(F.max_pool2d(transposed, 2)), digest(F.avg_pool2d(transposed, 2)), digest(F.adaptive_max_pool2d(transposed, 2)))
volume = torch.randn(2, 3, 4, 6, 20, generator=G).round()
print(digest(F.max_pool3d(volume, 2)), *map(digest, F.max_pool3d(volume, 3, 2, 1, return_indices=True)), digest(F.adaptive_max_pool3d(volume, 2)), *map(digest, F.adaptive_max_pool3d(volume, (2, 3, 4), return_indices=True)))
