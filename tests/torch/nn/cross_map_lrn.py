# CrossMapLRN2d: reprs, values and gradients of every size of window, errors.
import torch
from torch import nn

print(nn.CrossMapLRN2d(3), nn.CrossMapLRN2d(3, alpha=1e-3, beta=0.5, k=2), nn.CrossMapLRN2d.__module__)
for size in (1, 2, 3, 4, 5, 7):
    torch.manual_seed(size)
    x = torch.randn(2, 4, 2, 3, dtype=torch.float64, requires_grad=True)
    out = nn.CrossMapLRN2d(size, 0.5, 0.75, 1.5)(x)
    print(size, tuple(out.shape), type(out.grad_fn).__name__, ['%.5f' % value for value in out[0, :, 0, 0].tolist()])
    try:
        grad, = torch.autograd.grad((out * torch.arange(48.0).view_as(out)).sum(), x)
        print(['%.5f' % value for value in grad[1, :, 1, 2].tolist()], '%.5f' % grad.norm())
    except RuntimeError as e:
        print(e)
for shape in ((2, 3, 2), (2, 3, 2, 2, 2)):
    try:
        nn.CrossMapLRN2d(3)(torch.ones(shape))
    except ValueError as e:
        print(e)
