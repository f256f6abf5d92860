"""Gaussian process regression by its marginal likelihood, k-means, PCA, logistic regression by Newton's method."""
import math

import torch

torch.manual_seed(12)
x = torch.linspace(-3, 3, 25, dtype=torch.float64)[:, None]
y = torch.sin(2 * x[:, 0]) + 0.1 * torch.randn(25, dtype=torch.float64)
log_params = torch.tensor([0., 0., -2.], dtype=torch.float64, requires_grad=True)


def kernel(a, b):
    length, scale, _ = log_params.exp()
    return scale * torch.exp(-0.5 * torch.cdist(a, b).pow(2) / length ** 2)


optimizer = torch.optim.Rprop([log_params], lr=0.05)
for i in range(15):
    K = kernel(x, x) + log_params[2].exp() * torch.eye(25, dtype=torch.float64)
    L = torch.linalg.cholesky(K)
    alpha = torch.cholesky_solve(y[:, None], L)
    nll = 0.5 * y @ alpha[:, 0] + L.diagonal().log().sum() + 12.5 * math.log(2 * math.pi)
    optimizer.zero_grad()
    nll.backward()
    optimizer.step()
    if i % 5 == 0:
        print(f'{nll.item():.6f}', [round(v, 5) for v in log_params.tolist()])
xs = torch.tensor([[-1.], [0.5]], dtype=torch.float64)
with torch.no_grad():
    print(kernel(xs, x) @ alpha, torch.diagonal(kernel(xs, xs) - kernel(xs, x) @ torch.cholesky_solve(kernel(x, xs), L)))

points = torch.cat([torch.randn(20, 2) + c for c in torch.tensor([[0., 0.], [4., 4.], [0., 5.]])])
centers = points[torch.randperm(60)[:3]]
for _ in range(5):
    labels = torch.cdist(points, centers).argmin(1)
    centers = torch.stack([points[labels == k].mean(0) if (labels == k).any() else centers[k] for k in range(3)])
print(centers.sort(0).values, torch.bincount(labels, minlength=3).sort().values)
centred = points - points.mean(0)
_, S, V = torch.linalg.svd(centred, full_matrices=False)
print(S, (centred @ V.T).var(0), torch.cov(points.T))
t = (points[:, 0] > 2).double()
X = torch.cat([points.double(), torch.ones(60, 1, dtype=torch.float64)], 1)
w = torch.zeros(3, dtype=torch.float64)


def loss(w):
    return torch.nn.functional.binary_cross_entropy_with_logits(X @ w, t) + 0.01 * w @ w


for _ in range(4):
    g, H = torch.func.grad(loss)(w), torch.func.hessian(loss)(w)
    w = w - torch.linalg.solve(H, g)
print(w, loss(w))
