"""Puzzles of broadcasting, einsum and indexing: each solved in two ways."""
import torch

a = torch.arange(3)
b = torch.arange(4).unsqueeze(1)
print(a + b, (a + b).shape, torch.broadcast_shapes((3,), (4, 1), (2, 1, 1)))
print([tuple(t.shape) for t in torch.broadcast_tensors(a, b)], a.expand(2, 3), a.expand(2, -1).stride(), a[:, None].expand_as(torch.ones(3, 2)))
print(torch.where(a[:, None] == a, 1, 0), (a[:, None] >= a).int(), torch.outer(a, b.flatten()), a[:, None] * b.T)


def puzzle(name, mine, theirs):
    print(f'{name:12s}', torch.equal(mine, theirs), mine.flatten()[:6], tuple(mine.shape))


n = 5
i = torch.arange(n)
puzzle('ones', (i * 0 + 1), torch.ones(n, dtype=torch.long))
puzzle('sum', torch.ones(1, n, dtype=torch.long) @ i[:, None], i.sum().view(1, 1))
puzzle('outer', i[:, None] * (i + 1), torch.outer(i, i + 1))
puzzle('eye', torch.where(i[:, None] == i, 1, 0), torch.eye(n, dtype=torch.long))
puzzle('triu', (i[:, None] <= i) * 1, torch.ones(n, n, dtype=torch.long).triu())
puzzle('cumsum', ((i[:, None] <= i) * 1).T @ i, i.cumsum(0))
puzzle('diff', i[1:] - i[:-1], i.diff())
puzzle('vstack', torch.where(torch.tensor([[1], [0]]) == 1, i, i + 5), torch.vstack([i, i + 5]))
puzzle('roll', i[(i + 1) % n], i.roll(-1))
puzzle('flip', i[n - 1 - i], i.flip(0))
puzzle('compress', torch.zeros(n, dtype=torch.long).index_put(((i % 2 == 0).cumsum(0) - 1,), torch.where(i % 2 == 0, i, 0), accumulate=True), torch.cat([i[i % 2 == 0], torch.zeros(2, dtype=torch.long)]))
puzzle('pad', torch.where(torch.arange(8) < n, i[torch.arange(8).clamp(max=n - 1)], 0), torch.nn.functional.pad(i, (0, 3)))
puzzle('repeat', i[None] * torch.ones(3, 1, dtype=torch.long), i.repeat(3, 1))
puzzle('bucket', (torch.tensor([1.5, 3.5])[:, None] <= i).sum(0), torch.bucketize(i, torch.tensor([1.5, 3.5])))
puzzle('bincount', (torch.tensor([0, 2, 2, 1])[:, None] == torch.arange(3)).sum(0), torch.bincount(torch.tensor([0, 2, 2, 1])))
puzzle('linspace', i * 0.25, torch.linspace(0, 1, n))
puzzle('repeats', i[torch.tensor([0, 0, 1, 3, 3, 3])], i.repeat_interleave(torch.tensor([2, 1, 0, 3, 0])))

# einsum
torch.manual_seed(0)
A, B, C = torch.randn(2, 3), torch.randn(3, 4), torch.randn(2, 3)
v, w = torch.randn(3), torch.randn(4)
X, Y = torch.randn(5, 2, 3), torch.randn(5, 3, 4)
for text, args, same in (('ij->ji', (A,), A.T), ('ij->', (A,), A.sum()), ('ij->j', (A,), A.sum(0)), ('ij->i', (A,), A.sum(1)), ('ij,j->i', (A, v), A @ v), ('ik,kj->ij', (A, B), A @ B),
                         ('i,i->', (v, v), v @ v), ('ij,ij->', (A, C), (A * C).sum()), ('i,j->ij', (v, w), v.outer(w)), ('bij,bjk->bik', (X, Y), X @ Y), ('ij,ij->ij', (A, C), A * C), ('ii->', (B[:, :3],), B[:, :3].trace()),
                         ('ii->i', (B[:, :3],), B[:, :3].diagonal()), ('i,ij,j->', (v, B, w), v @ B @ w), ('...ij->...ji', (X,), X.mT), ('b...,b...->b', (X, X), (X * X).sum((1, 2))), ('ij,kj->ik', (A, C), A @ C.T), ('ij,jk,lk->il', (A, B, torch.ones(2, 4)), A @ B @ torch.ones(4, 2)),
                         ('bij->bji', (X,), X.transpose(1, 2)), ('ijk,k->ij', (X, v), X @ v), ('ij,j', (A, v), A @ v), ('bij,bij->bi', (X, X), X.square().sum(-1))):
    out = torch.einsum(text, *args)
    print(f'{text:16s}', tuple(out.shape), torch.allclose(out, same, atol=1e-5), out.flatten()[:2])

# picking
m = torch.arange(24).reshape(2, 3, 4)
print(m[1], m[1, 2], m[1, 2, 3], m[:, 0], m[..., -1], m[0, :, ::2], m[:, [0, 2]], m[[0, 1], [1, 2]], m[[0, 1], [1, 2], [2, 3]])
print(m[m % 5 == 0], m[:, m[0].sum(1) > 10], m[torch.tensor([[0, 1], [1, 0]])].shape, m[None, ..., None].shape, m[0][..., None, :].shape, m[1:, 1:, 1:])
print(m.take(torch.tensor([0, 5, -1])), m.index_select(2, torch.tensor([3, 0]))[0], m.gather(2, torch.tensor([[[0], [1], [2]], [[3], [2], [1]]])).squeeze(), torch.take_along_dim(m, m.argmax(1, keepdim=True), 1))
c = m.clone()
c[:, 1] = -1
c[0, 0, :2] = torch.tensor([70, 80])
c[c > 20] = 0
c[1, :, [0, 3]] *= 10
c[..., 2] += torch.tensor([[100], [200]])
print(c)
z = torch.zeros(4, 4)
z[range(4), range(4)] = torch.arange(1., 5)
z[1::2, ::2] = 9
z[-1] = z[0]
z.T[2] = 5
print(z, z.diagonal(1), z[z.bool()].numel())
print(m.flatten(1).shape, m.unflatten(2, (2, 2)).shape, m.movedim(0, -1).shape, m.swapaxes(0, 2).shape, m.squeeze().shape, m[:, :1].squeeze(1).shape, m.ravel().shape, torch.atleast_3d(a).shape, m.mT.shape, m.reshape(-1, 6).shape)
print(torch.arange(6).view(2, 3).t().reshape(-1), torch.arange(6).view(2, 3).T.contiguous().view(-1), torch.stack([a, a], -1).flatten(), torch.dstack((a, a)).shape, torch.hstack((a, a)))
for wrong in (lambda: a + torch.arange(4), lambda: m + torch.ones(2, 4, 3), lambda: a.expand(4), lambda: a.expand(3, 2), lambda: b.expand(4), lambda: torch.broadcast_shapes((2,), (3,)), lambda: A @ C, lambda: A @ w, lambda: v @ B.T, lambda: X @ X, lambda: torch.mm(A, v), lambda: torch.mv(A, w), lambda: torch.dot(v, w), lambda: A.view(7), lambda: A.squeeze(5),
              lambda: torch.einsum('ij,jk->ik', A, C), lambda: torch.einsum('ij->k', A), lambda: torch.einsum('ijk->i', A), lambda: torch.einsum('ij,jk', A), lambda: torch.einsum('i1->i', A), lambda: torch.einsum('ij->ii', A), lambda: torch.einsum(A, 'ij'), lambda: torch.einsum('ii->i', A),
              lambda: m[2], lambda: m[0, 3], lambda: m[0, 0, 0, 0], lambda: m[[0, 1], [0, 1, 2]], lambda: m[m > 3, 0], lambda: m[torch.tensor([True, False, True])], lambda: m['a'], lambda: m[1.0], lambda: m[::-1], lambda: m[:, 5:2].shape, lambda: m[0, [5]],
              lambda: c.__setitem__((0, 0), torch.ones(3)), lambda: c.__setitem__(0, torch.ones(4, 3)), lambda: c.__setitem__(c > 0, torch.ones(3)), lambda: c.__setitem__((0, 0, 0), [1, 2]), lambda: a.unflatten(0, (2, 2)), lambda: m.movedim((0, 1), (0,)), lambda: a.swapaxes(0, 1), lambda: m.flatten(2, 1), lambda: torch.hstack((a, m)), lambda: m.index_select(0, torch.tensor([2])), lambda: m.take(torch.tensor([24]))):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
