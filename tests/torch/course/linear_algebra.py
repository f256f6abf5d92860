"""Linear algebra of a course: systems, projections, least squares, orthogonality, spectra, norms, low rank, graphs."""
import torch

torch.set_default_dtype(torch.float64)
A = torch.tensor([[2., 1., -1.], [-3., -1., 2.], [-2., 1., 2.]])
b = torch.tensor([8., -11., -3.])
print(torch.linalg.solve(A, b), torch.linalg.inv(A) @ b, torch.linalg.det(A).round(), torch.linalg.matrix_rank(A), A.trace())


def eliminate(A, b):
    M = torch.cat([A, b[:, None]], 1)
    n = len(b)
    for i in range(n):
        k = M[i:, i].abs().argmax() + i
        if k != i:
            M[[i, k]] = M[[k, i]]
        M[i] /= M[i, i].clone()
        for j in range(n):
            if j != i:
                M[j] -= M[j, i].clone() * M[i]
    return M


print(eliminate(A.clone(), b))
L = torch.zeros(3, 3)
S = A @ A.T + torch.eye(3)
for i in range(3):
    for j in range(i + 1):
        s = S[i, j] - (L[i, :j] * L[j, :j]).sum()
        L[i, j] = s.sqrt() if i == j else s / L[j, j]
print(L, torch.allclose(L, torch.linalg.cholesky(S)), torch.cholesky_solve(b[:, None], L).T, torch.linalg.solve(S, b))

# projections and least squares
P = torch.tensor([[1., 0.], [1., 1.], [1., 2.], [1., 3.]])
t = torch.tensor([1., 2., 2., 4.])
H = P @ torch.linalg.inv(P.T @ P) @ P.T
print(H, torch.allclose(H @ H, H), H.diagonal().sum(), H @ t, (t - H @ t) @ P)
print(torch.linalg.lstsq(P, t[:, None]).solution, torch.linalg.pinv(P) @ t)
u, v = torch.tensor([3., 4., 0.]), torch.tensor([1., 0., 1.])
print(u @ v, u.norm(), torch.linalg.cross(u, v), (u @ v) / (v @ v) * v, torch.acos(u @ v / (u.norm() * v.norm())), torch.nn.functional.cosine_similarity(u, v, dim=0), torch.dist(u, v), torch.dist(u, v, 1))
angle = torch.tensor(torch.pi / 6)
R = torch.stack([torch.stack([angle.cos(), -angle.sin()]), torch.stack([angle.sin(), angle.cos()])])
print(R, R @ torch.tensor([1., 0.]), torch.linalg.matrix_power(R, 12).round(decimals=6) + 0, torch.allclose(R.T @ R, torch.eye(2)), R.det())
house = torch.eye(3) - 2 * torch.outer(v, v) / (v @ v)
print(house, house @ v, house @ house)

# spectra
M = torch.tensor([[2., 0., 0.], [0., 3., 4.], [0., 4., 9.]])
w, V = torch.linalg.eigh(M)
print(w, V.abs(), torch.allclose(V @ torch.diag(w) @ V.T, M), torch.linalg.eigvals(torch.tensor([[0., -1.], [1., 0.]])))
print(torch.linalg.eigvals(torch.tensor([[1., 2.], [3., 4.]])).real.sort().values, torch.linalg.svdvals(M), torch.linalg.cond(M), torch.linalg.matrix_norm(M), torch.linalg.matrix_norm(M, 2), torch.linalg.matrix_norm(M, 1), torch.linalg.matrix_exp(torch.zeros(2, 2)))
F = torch.tensor([[1, 1], [1, 0]])
print(torch.linalg.matrix_power(F.double(), 10), torch.matrix_power(F.double(), -1), [int(torch.linalg.matrix_power(F.double(), n)[0, 1]) for n in range(10)])
U, s, Vh = torch.linalg.svd(P)
print(U.shape, s, Vh.shape, torch.allclose(U[:, :2] @ torch.diag(s) @ Vh, P))
best = s[0] * torch.outer(U[:, 0], Vh[0])
print(best, (P - best).norm(), s[1])
null = torch.linalg.svd(torch.tensor([[1., 2., 3.], [2., 4., 6.]])).Vh[1:]
print((torch.tensor([[1., 2., 3.]]) @ null.T).abs().max() < 1e-12, null.shape)

# a graph
edges = torch.tensor([[0, 1], [1, 2], [2, 0], [2, 3], [3, 4]])
adj = torch.zeros(5, 5)
adj[edges[:, 0], edges[:, 1]] = 1
adj = adj + adj.T
degree = torch.diag(adj.sum(1))
lap = degree - adj
print(adj, lap, torch.linalg.eigvalsh(lap).abs().lt(1e-10).sum(), (adj @ adj @ adj).diagonal().sum() / 6, torch.linalg.matrix_power(adj, 2)[0])
links = torch.tensor([[0., 0., 1., 0.], [0.5, 0., 0., 0.5], [0.5, 1., 0., 0.5], [0., 0., 0., 0.]])
rank = torch.ones(4) / 4
for _ in range(50):
    rank = 0.85 * links @ rank + 0.15 / 4
print(rank, rank.sum(), rank.argsort(descending=True))
dist = torch.where(adj > 0, adj, torch.inf).fill_diagonal_(0)
for k in range(5):
    dist = torch.minimum(dist, dist[:, k:k + 1] + dist[k:k + 1])
print(dist, dist.max())
batch = torch.stack([A, S, M])
print(torch.linalg.det(batch), torch.linalg.inv(batch).shape, torch.linalg.solve(batch, b.expand(3, 3)), batch.diagonal(dim1=-2, dim2=-1), batch.mT[0], torch.linalg.multi_dot([A, S, M]), torch.kron(torch.eye(2), F), torch.block_diag(F, torch.tensor([[5]])), torch.vander(torch.tensor([1., 2., 3.])), torch.trapezoid(torch.tensor([0., 1., 4.])), torch.linalg.vecdot(A, S), torch.tril(A) + torch.triu(A, 1) - A)
x0 = torch.zeros(3)
r = b - S @ x0
p = r.clone()
for i in range(3):
    Sp = S @ p
    alpha = (r @ r) / (p @ Sp)
    x0 = x0 + alpha * p
    new = r - alpha * Sp
    p = new + (new @ new) / (r @ r) * p
    r = new
print(torch.allclose(x0, torch.linalg.solve(S, b)), r.norm() < 1e-8)
jacobi = torch.zeros(3)
D = torch.tensor([[10., 1., 2.], [1., 8., -1.], [2., -1., 9.]])
for _ in range(40):
    jacobi = (b - (D - torch.diag(D.diagonal())) @ jacobi) / D.diagonal()
print(jacobi, torch.linalg.solve(D, b), torch.linalg.solve_ex(D, b).info)
g = torch.zeros(3, 3, requires_grad=True)
for f in (torch.linalg.det, torch.linalg.inv, torch.trace, lambda m: torch.linalg.slogdet(m).logabsdet, lambda m: torch.linalg.cholesky(m), lambda m: torch.linalg.matrix_norm(m)):
    m = S.clone().requires_grad_()
    out = f(m)
    print(out.grad_fn.name(), torch.autograd.grad(out.sum(), m)[0])
for wrong in (lambda: torch.linalg.solve(A, torch.ones(4)), lambda: torch.linalg.inv(P), lambda: torch.linalg.det(torch.ones(2, 3)), lambda: torch.linalg.cholesky(A), lambda: torch.linalg.cross(u, torch.ones(2)), lambda: torch.linalg.cross(torch.ones(2), torch.ones(2)), lambda: torch.linalg.eigh(P), lambda: torch.linalg.matrix_power(P, 2), lambda: torch.linalg.matrix_power(torch.zeros(2, 2), -1), lambda: torch.linalg.multi_dot([A]), lambda: torch.linalg.multi_dot([A, P.T]), lambda: torch.linalg.lstsq(P, torch.ones(3, 1)), lambda: torch.linalg.matrix_norm(u), lambda: torch.linalg.vector_norm(u, 'a'), lambda: torch.linalg.svd(u), lambda: torch.linalg.qr(P, 'x'), lambda: torch.linalg.inv(A.long()), lambda: torch.linalg.inv(A.half()), lambda: torch.linalg.solve(A, b.float()), lambda: torch.diag(batch), lambda: torch.trace(u), lambda: torch.outer(A, u), lambda: torch.kron(A), lambda: torch.cholesky_solve(b, L), lambda: torch.linalg.solve_triangular(L, b, upper=False), lambda: torch.linalg.ldl_factor(A)[1], lambda: torch.triu_indices(2, -1), lambda: torch.linalg.tensorsolve(torch.ones(2, 3), torch.ones(2)), lambda: torch.linalg.householder_product(A, b).shape, lambda: torch.bmm(A, A), lambda: torch.mv(A, torch.ones(2)), lambda: torch.addmm(A, P, P), lambda: torch.linalg.cond(P, 1), lambda: torch.linalg.matrix_rank(u), lambda: torch.cdist(u, v), lambda: A @ 3, lambda: 3 @ A, lambda: A.T_ if hasattr(A, 'T_') else u.T, lambda: batch.T.shape, lambda: u.H, lambda: u.mT, lambda: A.mH.shape):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error)[:230])
