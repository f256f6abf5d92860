# images looked at in places of a grid: modes, borders, sizes on both sides of a vector and of a chunk, types
import torch
import torch.nn.functional as F

G = torch.Generator().manual_seed(4)


def digest(t):
    flat = torch.nan_to_num(t.detach().double().flatten(), 5.5, 6.5, -7.5)
    return '%.3f %.3f' % (flat.sum().item(), (flat * torch.cos(torch.arange(flat.numel(), dtype=torch.float64))).sum().item())


for size, places in (((4, 5), (3, 3)), ((9, 20), (13, 30)), ((1, 1), (2, 2)), ((17, 2), (1, 129))):
    for dtype in (torch.float32, torch.float64):
        x, grid = torch.randn(2, 3, *size, generator=G, dtype=dtype), torch.randn(2, *places, 2, generator=G, dtype=dtype)
        for mode in ('bilinear', 'nearest', 'bicubic'):
            for border in ('zeros', 'border', 'reflection'):
                print(dtype, size, mode, border, *[digest(F.grid_sample(x, grid, mode, border, align)) for align in (True, False)])
x, grid = torch.randn(2, 3, 3, 4, 5, generator=G), torch.randn(2, 2, 3, 30, 3, generator=G)
for mode in ('bilinear', 'nearest'):
    for border in ('zeros', 'border', 'reflection'):
        print(mode, border, *[digest(F.grid_sample(x, grid, mode, border, align)) for align in (True, False)])
transposed = torch.randn(1, 6, 7, 3, generator=G).movedim(-1, 1)
print(digest(F.grid_sample(transposed, torch.randn(1, 5, 5, 2, generator=G).transpose(1, 2), align_corners=False)))
print(F.grid_sample(torch.arange(4.0).view(1, 1, 2, 2), torch.tensor([[[[float('nan'), 0.0], [float('inf'), 0.0], [0.0, 0.0], [-1.0, 1.0]]]]), padding_mode='border', align_corners=True))
x = torch.arange(6.0).view(1, 1, 2, 3).requires_grad_()
y = F.grid_sample(x, torch.tensor([[[[0.0, 0.5], [1.0, -1.0]]]]), align_corners=True)
print(y, torch.autograd.grad(y.sum(), x)[0])
