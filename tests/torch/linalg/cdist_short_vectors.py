# Distances of points of few and of many numbers, of which a vector holds some.
import torch

torch.manual_seed(7)
for m in (0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 49, 300):
    for dtype in (torch.float32, torch.float64):
        a, b = torch.randint(-5, 6, (6, m)).to(dtype), torch.randint(-5, 6, (9, m)).to(dtype)
        print(m, dtype, *('%.4g' % torch.cdist(a, b, p=p).double().sum().item() for p in (0., 1., 2., 3., 4., 1.5, float('inf'))), *('%.4g' % torch.pdist(b, p=p).double().sum().item() for p in (0., 1., 2., 3.)))
a, b = torch.randn(30, 20, dtype=torch.float64, requires_grad=True), torch.randn(30, 20, dtype=torch.float64)
a.data[4, 3] = float('nan')
print(torch.cdist(a, b, p=1)[4, :3], torch.cdist(a, b, p=2., compute_mode='donot_use_mm_for_euclid_dist')[4, :3], torch.cdist(a[:, :5], b[:, :5], p=3)[4, 0])
for p in (1., 2., 3.):
    print('%.4f' % torch.autograd.grad(torch.cdist(a[5:, ::3], b[:, ::3], p=p, compute_mode='donot_use_mm_for_euclid_dist').sum(), a)[0].sum().item())
print(torch.cdist(torch.ones(2, 3), torch.ones(2, 3)), torch.cdist(torch.ones(2, 40), torch.ones(1, 40), p=0), torch.pdist(torch.zeros(3, 17)))
