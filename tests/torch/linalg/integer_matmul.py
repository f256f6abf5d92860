# products of matrices of whole numbers: sums of products that wrap, for sizes around those of the kernels' tiles
import torch

torch.manual_seed(1)
different = 0
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8):
    for m, k, n in [(1, 1, 1), (1, 5, 3), (3, 4, 5), (1, 200, 270), (270, 200, 1), (7, 130, 33), (64, 64, 64),
                    (9, 300, 70), (65, 129, 31), (1, 70, 67), (20, 257, 16)]:
        for a_turned in (False, True):
            for b_turned in (False, True):
                a = torch.randint(-100, 100, (k, m) if a_turned else (m, k)).to(dtype)
                b = torch.randint(-100, 100, (n, k) if b_turned else (k, n)).to(dtype)
                a, b = a.T if a_turned else a, b.T if b_turned else b
                plain = (a.long().unsqueeze(2) * b.long().unsqueeze(0)).sum(1)
                c = torch.randint(-9, 9, (m, n)).to(dtype)
                different += not torch.equal(a @ b, plain.to(dtype))
                different += not torch.equal(torch.addmm(c, a, b, beta=3, alpha=2), (3 * c.long() + 2 * plain).to(dtype))
                different += not torch.equal(torch.addmm(c, a, b, beta=1, alpha=-1), (c.long() - plain).to(dtype))
                different += not torch.equal(a @ b[:, 0], plain[:, 0].to(dtype))
                different += not torch.equal(a[0] @ b, plain[0].to(dtype))
                different += not torch.equal(b[:, 0] @ a.T, plain[:, 0].to(dtype))
        x, y = torch.randint(-100, 100, (3, m, k)).to(dtype), torch.randint(-100, 100, (3, k, n)).to(dtype)
        different += not torch.equal(x @ y, (x.long().unsqueeze(3) * y.long().unsqueeze(1)).sum(2).to(dtype))
    print(dtype, different)
x = torch.full((3, 4), 100, dtype=torch.int8)
print(x @ x.T, x @ x[0], x[0] @ x[1])
