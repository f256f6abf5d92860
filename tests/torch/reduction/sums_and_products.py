# Sums and products over dimensions, and matrix products.
import torch

x = torch.arange(12.).reshape(3, 4) - 4
n = torch.arange(6).reshape(2, 3)
print(x.sum(), x.sum(0), x.sum(dim=1), x.sum(1, keepdim=True), x.mean(), x.mean(0), x.max(), x.min(), x.argmax(), x.argmin())
print(x.max(0), x.max(dim=1), x.min(1), x.argmax(1), x.std(), x.var(), x.std(0), x.prod(), x.norm(), x.abs().sum())
print(n.sum(), n.sum().dtype, n.float().mean(), n.max(), n.cumsum(0), x.cumsum(1), (x > 0).sum(), (x > 0).any(), (x > -9).all())
print(x.sum(dim=(0, 1)), x.sum([0]), x.sum(axis=0), x.mean(axis=1))
a, b = torch.arange(6.).reshape(2, 3), torch.arange(12.).reshape(3, 4)
print(a @ b, torch.mm(a, b), torch.matmul(a, b[:, 0]), a.mv(torch.ones(3)), torch.dot(torch.ones(3), torch.arange(3.)), b.t() @ a.t())
print(torch.matmul(torch.ones(2, 2, 3), torch.ones(3, 2)), (n @ n.t()))
print(torch.softmax(x, dim=1), torch.log_softmax(x, dim=0), x.softmax(1).sum(1))
