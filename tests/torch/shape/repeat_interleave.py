# columns and rows laid out again and again: each number n times, a row m times, for sizes around those of vectors
import torch

for dtype in (torch.uint8, torch.int16, torch.float32, torch.float64, torch.complex128):
    different = 0
    for r in (0, 1, 2, 3, 5, 17, 64, 100, 1025):
        for n in (0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 70, 200):
            x, y = torch.arange(r * 2).to(dtype)[::2], torch.arange(n).to(dtype)
            different += x[:, None].expand(r, n).contiguous().tolist() != [[v] * n for v in x.tolist()]
            different += y.expand(r, n).contiguous().tolist() != [y.tolist()] * r
            z = torch.full((r * n + 50,), 7, dtype=dtype)
            z[:r * n].view(r, n).copy_(x[:, None].expand(r, n))
            different += not (z[r * n:] == 7).all()
            different += not torch.equal(x[:, None] * y, torch.stack([v * y for v in x]) if r else y.expand(0, n))
    print(dtype, different)
x, y = torch.arange(2., 6), torch.arange(3.)
print(x[:, None] + y, x.outer(y), (x[:, None] < y).sum(), x[:, None].expand(4, 3).contiguous(), y.expand(2, 3).clone())
