import torch

# matrices that need no library, and the first ones that do
for n in 1, 2, 3, 8, 9:
    a = torch.sin(torch.arange(2. * n * n, dtype=torch.float64) * 1.7).view(2, n, n) + torch.eye(n, dtype=torch.float64)
    b = torch.cos(torch.arange(2. * n * 2, dtype=torch.float64)).view(2, n, 2)
    s = a @ a.mT + torch.eye(n)
    print(n, torch.linalg.det(a), *torch.linalg.slogdet(a), torch.linalg.inv(a).sum((1, 2)))
    print(torch.linalg.solve(a, b).sum(1), torch.linalg.solve(a, b.mT, left=False).sum(2), torch.linalg.solve(a.mT, b[0])[1].sum(0))
    print(torch.linalg.cholesky(s)[:, -1], torch.linalg.cholesky(s, upper=True)[:, 0], torch.linalg.lu_factor(a)[1])
    p, l, u = torch.linalg.lu(a.float())
    print(p[0], l[0, -1], u[0, :, -1], ((p @ l @ u) - a).abs().max() < 1e-5)
    lu, pivots = torch.linalg.lu_factor(a)
    print(torch.linalg.lu_solve(lu, pivots, b, adjoint=True).sum(1), (a @ torch.linalg.inv(a)).round(decimals=6).sum())

z = torch.tensor([[1., 2., 3.], [2., 4., 6.], [0., 0., 1.]])
print(torch.linalg.det(z), torch.linalg.inv_ex(z).info, torch.linalg.lu_factor_ex(z).info, torch.linalg.cholesky_ex(z).info, torch.linalg.cholesky_ex(-z).info)
for f in torch.linalg.inv, torch.linalg.cholesky, lambda x: torch.linalg.solve(x, x):
    try:
        f(z - torch.eye(3) * 0 if f is not torch.linalg.cholesky else -z)
    except torch.linalg.LinAlgError as e:
        print(e)
x = torch.tensor([[2., 1.], [1., 3.]], requires_grad=True)
(torch.linalg.det(x) + torch.linalg.inv(x).sum() + torch.linalg.cholesky(x).sum()).backward()
print(x.grad)

# rows of every length: the largest, infinities and nans
for n in 15, 16, 17, 31, 32, 33, 100, 255, 256, 257:
    for dtype in torch.float32, torch.float64:
        v = torch.sin(torch.arange(3. * n, dtype=dtype) * .37).view(3, n) * 5
        print(n, v.softmax(1)[:, -1], v.log_softmax(1)[:, n // 2], v.logsumexp(1), v.softmax(1).sum(1))
v = torch.zeros(5, 40)
v[0, 39] = v[1, 20] = float('inf')
v[2, 3] = float('nan')
v[3] = float('-inf')
v[4, 1:] = float('-inf')
print(v.softmax(1)[:, ::13], v.log_softmax(1)[:, ::13], v.logsumexp(1))
