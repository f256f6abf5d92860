# prod multiplies in PyTorch's order, so that its bits agree: lanes of vectors, columns, pieces, halves rounded at each step
import torch


def numbers(*size, dtype=torch.float32):
    count = 1
    for n in size:
        count *= n
    i = torch.arange(count, dtype=torch.int64)
    return (((i * 7919 + i * i * 31) % 1009).double() / 3300 + 0.86).reshape(size).to(dtype)


def bits(y):
    return [v.hex() for v in y.double().flatten().tolist()]


for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
    for n in (1, 3, 8, 15, 31, 32, 33, 63, 64, 65, 100, 129, 200, 256):
        print(dtype, n, *bits(numbers(n, dtype=dtype).prod()))
    for size in ((3, 40), (40, 3), (7, 33), (100, 5), (5, 100), (16, 16), (64, 64), (2, 3, 40), (5, 30, 3), (2, 3, 4, 5), (40, 2, 3), (200, 10)):
        x = numbers(*size, dtype=dtype)
        for y in (x, x.transpose(0, -1), x[..., ::2], x.expand(2, *size), x.flip(0), x.unsqueeze(-1).expand(*size, 2)):
            print(dtype, size, tuple(y.shape), *(bits(y.prod()) if y.numel() <= 256 else ()), *[bits(y.prod(k))[:3] for k in range(y.dim())])
print(bits(numbers(50, 40).prod(1, dtype=torch.float64))[:3], bits(torch.prod(torch.arange(1, 41).reshape(20, 2), 0, dtype=torch.float32)))
big = torch.tensor([1e30, 1e-30] * 40)
print(big.prod(), big.reshape(40, 2).prod(0), big.reshape(2, 40).prod(1), torch.tensor([float('inf'), 0.]).prod(), torch.tensor([]).prod(), torch.tensor([2., float('nan')]).prod())
x = numbers(3, 40, dtype=torch.bfloat16)
for y in (x.expand(2, 3, 40), x.unsqueeze(-1).expand(3, 40, 2), x.t().expand(2, 40, 3)):  # halves that are repeated
    print(y.sum().item(), y.sum(0).double().sum().item(), y.sum(1).double().sum().item(), y.sum(-1).double().sum().item(), y.mean(-1).double().sum().item())
