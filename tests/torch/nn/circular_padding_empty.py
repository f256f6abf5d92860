"""Borders that go around what cuts on the other side have left nothing of: their numbers are nobody's, the shapes are
right, and the program lives."""
import torch
import torch.nn.functional as F

x = torch.arange(8.).reshape(1, 1, 4, 2)
for pad in ((-2, 2, 0, 0), (1, -2, 0, 0), (2, -2, 0, 0), (-2, 1, 3, 4), (-1, -1, 1, 1), (0, 0, -4, 4), (1, 1, 2, -4)):
    y = x.clone().requires_grad_()
    z = F.pad(y, pad, mode='circular')
    z.sum().backward()
    print(pad, tuple(z.shape), tuple(y.grad.shape))
big = F.pad(torch.ones(3, 70, 70, 90, requires_grad=True), (-90, 90, 3, 4), mode='circular')
big.sum().backward()
print(tuple(big.shape))
for pad in ((-1, 1, 0, 0), (-1, 0, 0, 0), (0, -1, 2, -1), (-1, 2, 0, 0)):
    print(F.pad(x, pad, mode='circular').tolist())
