"""k-means, nearest neighbours, PCA by svd, power iteration, Gram-Schmidt, least distances."""
import torch

torch.manual_seed(3)
centres = torch.tensor([[0., 0.], [5., 5.], [0., 5.]])
points = torch.cat([c + 0.5 * torch.randn(8, 2) for c in centres])
print(points.shape, points.mean(0), torch.cov(points.T))


def kmeans(points, k, steps=10):
    means = points[torch.randperm(len(points))[:k]].clone()
    for step in range(steps):
        distance = torch.cdist(points, means)
        near = distance.argmin(dim=1)
        new = torch.stack([points[near == j].mean(0) if (near == j).any() else means[j] for j in range(k)])
        if torch.allclose(new, means):
            break
        means = new
    return means, near, step


means, near, step = kmeans(points, 3)
print(means, near, step, torch.bincount(near, minlength=3))
sums = torch.zeros(3, 2).index_add_(0, near, points)
counts = torch.zeros(3).scatter_add_(0, near, torch.ones(len(near)))
print(sums / counts[:, None], counts)
inertia = ((points - means[near]) ** 2).sum()
print('inertia', inertia)

# neighbours
d2 = (points[:, None, :] - points[None]).pow(2).sum(-1)
d2.fill_diagonal_(float('inf'))
values, indices = d2.topk(3, largest=False)
print(indices[:5], values[:5].sqrt())
print(d2[:4, :4], torch.isinf(d2).sum())

# PCA
data = torch.randn(30, 4, dtype=torch.float64) @ torch.diag(torch.tensor([3., 1., 0.5, 0.1], dtype=torch.float64))
centred = data - data.mean(0, keepdim=True)
U, S, Vh = torch.linalg.svd(centred, full_matrices=False)
print(U.shape, S, Vh.shape)
print('explained', S ** 2 / (S ** 2).sum(), (S ** 2 / (S ** 2).sum()).cumsum(0))
projected = centred @ Vh[:2].T
back = projected @ Vh[:2]
print((centred - back).norm(), torch.dist(S[2:].norm(), (centred - back).norm()) < 1e-9)
values, vectors = torch.linalg.eigh(centred.T @ centred)
print(values.flip(0).sqrt(), (vectors.flip(1).T @ Vh.T).abs().round(decimals=6))
print(torch.linalg.matrix_rank(back), torch.linalg.cond(torch.diag(torch.tensor([4., 2., 1.]))))

# power iteration
M = torch.tensor([[4., 1., 0.], [1., 3., 1.], [0., 1., 2.]], dtype=torch.float64)
v = torch.ones(3, dtype=torch.float64)
for i in range(60):
    v = M @ v
    v = v / v.norm()
    if i % 15 == 0:
        print(i, v @ M @ v)
print(v, torch.linalg.eigvalsh(M))
print(torch.linalg.eigh(M).eigenvectors[:, -1].abs())
print(torch.linalg.det(M), torch.linalg.eigvalsh(M).prod(), M.trace(), torch.linalg.inv(M), M.inverse() @ M)


def gram_schmidt(A):
    Q = torch.zeros_like(A)
    for j in range(A.shape[1]):
        q = A[:, j].clone()
        for i in range(j):
            q -= (Q[:, i] @ A[:, j]) * Q[:, i]
        Q[:, j] = q / q.norm()
    return Q


Q = gram_schmidt(M)
print(Q, Q.T @ Q)
q, r = torch.linalg.qr(M)
print(q.abs(), Q.abs().sub(q.abs()).abs().max() < 1e-12, r.tril(-1).abs().max() < 1e-12)
print(torch.linalg.cholesky(M), torch.linalg.solve_triangular(torch.linalg.cholesky(M), torch.ones(3, 1, dtype=torch.float64), upper=False))
P, L, U = torch.linalg.lu(M)
print(P, L, U, torch.linalg.slogdet(M))
low = torch.outer(torch.arange(1., 4), torch.arange(1., 5))
print(torch.linalg.svdvals(low).round(decimals=3), torch.linalg.matrix_rank(low), torch.linalg.norm(low), torch.linalg.norm(low, 'nuc'),
      torch.linalg.norm(low, 1), torch.linalg.norm(low, float('inf')), torch.linalg.vector_norm(low, 3))
for wrong in (lambda: torch.linalg.eigh(low), lambda: torch.linalg.cholesky(-M), lambda: torch.linalg.inv(torch.zeros(2, 2)), lambda: torch.linalg.solve(M, torch.ones(2, 2).double()),
              lambda: torch.cdist(points, data), lambda: torch.cdist(points, data[:, :2]), lambda: torch.linalg.det(low), lambda: torch.linalg.svd(torch.ones(3)),
              lambda: torch.linalg.qr(torch.ones(2, 2).long()), lambda: torch.linalg.norm(low, 'abc'), lambda: torch.cov(torch.ones(2, 2, 2)), lambda: M @ low,
              lambda: torch.linalg.matrix_power(low, 2), lambda: torch.outer(M, M), lambda: torch.dot(M[0], low[0]), lambda: torch.trace(torch.ones(3))):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
