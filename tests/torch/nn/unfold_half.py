"""Patches of images as columns and back, of numbers of 16 bits: sums are rounded one by one."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for dtype in (torch.float16, torch.bfloat16):
    x = torch.randn(2, 3, 5, 6).to(dtype)
    for way in ({}, dict(padding=1, stride=2), dict(dilation=2, padding=(2, 1)), dict(stride=(3, 1))):
        columns = F.unfold(x, (2, 3), **way)
        print(columns.dtype, tuple(columns.shape), columns.double().sum().item(), columns[0, :3, :4].tolist())
        back = F.fold(columns * columns, (5, 6), (2, 3), **way)
        print(back.dtype, back[1, 2].tolist())
    transposed = F.unfold(x.transpose(2, 3), 2)
    print(transposed[1, 5].tolist())
    leaf = x[:1, :1].clone().requires_grad_()
    F.unfold(leaf, 3).pow(2).sum().backward()
    print(leaf.grad.tolist())
    print(F.fold(torch.ones(1, 4, 4, dtype=dtype), (3, 3), 2).tolist())
