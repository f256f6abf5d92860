# linear algebra as the documentation would show it: solutions, factorisations, norms, gradients, errors
import torch

L = torch.linalg
A = torch.tensor([[4., 1., 2.], [1., 3., 0.], [2., 0., 5.]])
B = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])
T = torch.tensor([[1., 2., 0.], [0., 1., 3.], [4., 0., 1.], [2., 2., 2.]])
A3 = torch.stack([A, A.t() @ A + torch.eye(3)])


def show(name, value):
    if isinstance(value, tuple):
        print(name, type(value).__name__, [(tuple(one.shape), one.stride(), one.dtype) for one in value])
        for one in value:
            print(one)
    else:
        print(name, tuple(value.shape), value.stride())
        print(value)


def refused(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


def rebuilt(name, one, other):
    print(name, torch.allclose(one, other, rtol=1e-4, atol=1e-5))


show('inv', L.inv(A))
show('inv_ex', L.inv_ex(A3))
show('inverse', torch.inverse(A.double()))
show('solve', L.solve(A, B))
show('solve vector', L.solve(A, B[:, 0]))
show('solve right', L.solve(A, B.t(), left=False))
show('solve batch', L.solve(A3, B))
show('solve_ex', L.solve_ex(A, B))
show('det', L.det(A))
show('det batch', A3.double().det().round(decimals=3))
show('slogdet', L.slogdet(-A))
show('logdet', torch.logdet(A))
show('logdet of a negative', torch.logdet(-torch.eye(3)))
show('cholesky', L.cholesky(A))
show('cholesky upper', L.cholesky(A, upper=True))
show('cholesky_ex', L.cholesky_ex(-A))
show('cholesky_inverse', torch.cholesky_inverse(L.cholesky(A)))
show('cholesky_solve', torch.cholesky_solve(B, L.cholesky(A)))
show('solve_triangular', L.solve_triangular(A.tril(), B, upper=False))
show('triangular_solve', torch.triangular_solve(B, A)[0])
show('lu', L.lu(A))
show('lu_factor', L.lu_factor(A3))
factors, pivots = L.lu_factor(T)
P, low, up = torch.lu_unpack(factors, pivots)
rebuilt('lu_unpack', P @ low @ up, T)
show('lu_solve', L.lu_solve(*L.lu_factor(A), B))
Q, R = L.qr(T)
show('qr', (Q.abs(), R.abs()))
rebuilt('qr', Q @ R, T)
print(L.qr(T, 'complete')[0].shape, L.qr(T, 'r')[0].shape, L.qr(T.t())[1].shape)
a, tau = torch.geqrf(T)
rebuilt('householder_product', L.householder_product(a, tau) @ a[:3].triu(), T)
rebuilt('ormqr', torch.ormqr(a, tau, T, transpose=True)[:3], a[:3].triu())
values, vectors = L.eigh(A)
show('eigh', (values, vectors.abs()))
rebuilt('eigh', vectors @ values.diag() @ vectors.t(), A)
show('eigvalsh', L.eigvalsh(A3, UPLO='U'))
U, S, Vh = L.svd(T)
show('svd', (U[:, :3].abs(), S, Vh.abs()))
print(U.shape, L.svd(T, full_matrices=False).U.shape, type(L.svd(T)))
rebuilt('svd', U[:, :3] @ S.diag() @ Vh, T)
U, S, V = torch.svd(T)
rebuilt('torch.svd', U @ S.diag() @ V.t(), T)
show('svdvals', L.svdvals(T))
show('lstsq', L.lstsq(T, torch.tensor([[1.], [2.], [3.], [4.]])))
show('lstsq gelsd', L.lstsq(T, torch.tensor([1., 2., 3., 4.]), driver='gelsd'))
show('pinv', L.pinv(T))
show('matrix_rank', L.matrix_rank(torch.ones(3, 3)))
show('matrix_power', L.matrix_power(A, 3))
show('matrix_power', L.matrix_power(A, -2))
show('matrix_exp', torch.matrix_exp(A / 4))
for order in ('fro', 'nuc', 1, -1, 2, -2, float('inf'), float('-inf')):
    print(order, L.matrix_norm(T, order), L.norm(A3.double(), order, dim=(1, 2)).round(decimals=2), L.cond(A, order))
print(L.norm(T), L.norm(T, 3, dim=0), L.vector_norm(T, 1), torch.norm(T, 'nuc'), T.norm('fro'))
show('multi_dot', L.multi_dot([B.t(), A, B]))
show('cross', L.cross(A, A.flip(0)))
show('diagonal', L.diagonal(A3))
show('vander', L.vander(torch.tensor([1, 2, 3, 4])))
show('torch.vander', torch.vander(torch.tensor([1., 2., 3.]), 2))
show('vecdot', L.vecdot(A, A))
show('tensorinv', L.tensorinv(torch.eye(4).reshape(2, 2, 4) * 2, ind=2))
show('tensorsolve', L.tensorsolve(torch.eye(4).reshape(2, 2, 4) * 2, torch.ones(2, 2)))
show('ldl_solve', L.ldl_solve(*L.ldl_factor(A), B))
for empty in (torch.zeros(0, 0), torch.zeros(0, 3, 3)):
    print(L.det(empty), L.inv(empty), L.solve(empty, empty), L.cholesky(empty).shape, L.svd(empty).S, L.eigh(empty)[0])
print(torch.zeros(3, 0).svd().U.shape, L.qr(torch.zeros(3, 0), 'complete').Q, L.matrix_exp(torch.zeros(0, 0)))

for call in (lambda: L.inv(torch.zeros(3, 3)), lambda: L.inv(torch.stack([A, torch.zeros(3, 3)])), lambda: L.solve(torch.zeros(3, 3), B),
             lambda: L.cholesky(-A), lambda: L.inv(T), lambda: L.det(B[0]), lambda: L.inv(A.long()), lambda: L.inv(A.half()),
             lambda: L.solve(A, T), lambda: L.solve(A, B.double()), lambda: L.lu_factor(torch.zeros(2, 2)), lambda: L.qr(A, 'x'),
             lambda: L.eigh(A, UPLO='x'), lambda: L.svd(torch.full((2, 2), float('nan'))), lambda: L.matrix_norm(A, 3),
             lambda: L.cond(T, 1), lambda: L.multi_dot([A]), lambda: L.multi_dot([A, T]), lambda: L.cross(B, B),
             lambda: L.matrix_power(T, 2), lambda: L.lstsq(T, B), lambda: L.svd(A, driver='gesvd')):
    refused(call)
try:
    L.inv(torch.zeros(2, 2))
except L.LinAlgError as error:
    print(isinstance(error, RuntimeError), type(error))

# gradients, and gradients of gradients
X = A.double().requires_grad_()
Y = T.double().requires_grad_()
Z = B.double()
W = torch.arange(12., dtype=torch.float64).reshape(4, 3) / 7


def slope(name, value, *leaves):
    print(name, type(value.grad_fn).__name__)
    first = torch.autograd.grad(value, leaves, create_graph=True)
    print([one.round(decimals=4) + 0. for one in first])
    if first[0].requires_grad:
        again = torch.autograd.grad(first[0].square().sum(), leaves, allow_unused=True)
        print([None if one is None else one.round(decimals=3) + 0. for one in again])


slope('det', L.det(X), X)
slope('slogdet', L.slogdet(X).logabsdet, X)
slope('inv', L.inv(X)[0, 1], X)
slope('solve', L.solve(X, Z)[1, 1], X)
slope('cholesky', L.cholesky(X)[2, 1], X)
slope('lu', L.lu(X).U[1, 2], X)
slope('lu_factor', L.lu_factor(Y).LU[3, 1], Y)
slope('qr', L.qr(Y).R[1, 2].square(), Y)
slope('qr wide', L.qr(Y.t()).R[1, 3].square(), Y)
slope('eigh', L.eigh(X).eigenvectors[0, 1].square(), X)
slope('eigvalsh', L.eigvalsh(X)[1], X)
slope('svdvals', L.svdvals(Y)[1], Y)
slope('svd', L.svd(Y, full_matrices=False).U[0, 1].square(), Y)
slope('pinv', L.pinv(Y)[1, 2], Y)
slope('lstsq', L.lstsq(Y, W[:, :1]).solution[0, 0], Y)
slope('matrix_exp', torch.matrix_exp(X / 8)[0, 1], X)
slope('nuc', L.matrix_norm(Y, 'nuc'), Y)
slope('cond', L.cond(X), X)
slope('solve_triangular', L.solve_triangular(X, Z, upper=True)[0, 1], X)
slope('cholesky_solve', torch.cholesky_solve(Z, L.cholesky(X))[1, 1], X)
slope('householder', L.householder_product(Y, W[0] + 1)[2, 1], Y)
slope('cross', L.cross(X, X.flip(0))[0, 1], X)
D = torch.tensor([[1., 0, 0], [0, 1, 0], [0, 0, 0]], dtype=torch.float64, requires_grad=True)
print(torch.autograd.grad(L.det(D), D), torch.autograd.grad(L.det(D), D, create_graph=True)[0].detach())
