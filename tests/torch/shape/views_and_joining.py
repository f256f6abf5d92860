# Views, indexing, joining.
import torch

x = torch.arange(12.).reshape(3, 4)
print(x.t(), x.T, x.reshape(2, 6), x.view(-1), x.reshape(-1, 2), x.flatten(), x.transpose(0, 1).shape, x.permute(1, 0).shape)
print(x[0], x[-1], x[1, 2], x[:, 1], x[1:], x[:2, 1:3], x[::2], x[..., 0], x[None].shape, x[:, None].shape)
print(x[[0, 2]], x[torch.tensor([2, 0])], x[x > 5], x[[0, 1], [1, 2]], x[torch.tensor([True, False, True])])
y = x.clone()
y[0] = 100
y[1, 1] = -1
y[:, 3] = torch.tensor([7., 8., 9.])
y[y > 50] = 0
print(y, x)
v = x[1]
v += 10
print(x, v)
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, x.unsqueeze(0).squeeze(0).shape, torch.zeros(1, 2, 1).squeeze().shape)
print(torch.cat([x, x]).shape, torch.cat([x, x], dim=1), torch.stack([x[0], x[1]]), torch.stack([x[0], x[1]], dim=1).shape)
print(torch.ones(3, 1).expand(3, 4), torch.ones(2).repeat(2, 2), x.contiguous().is_contiguous())
print([tuple(c.shape) for c in x.split(2)], [tuple(c.shape) for c in x.chunk(2)], x.numel())
for row in x:
    print(row.sum())
a, b, c = x
print(a, len(x), 3.0 in a, bool(a[0] == 0))
