# products as the documentation would show them: added ones, einsum, tensordot, distances, covariances
import torch

A = torch.arange(12.).reshape(3, 4).requires_grad_()
B = torch.arange(20.).reshape(4, 5) / 10
a, b = torch.tensor([1., 2., 3.], requires_grad=True), torch.tensor([1., -1., 2., 0.])
A3, B3 = torch.arange(24.).reshape(2, 3, 4), torch.arange(40.).reshape(2, 4, 5) / 10
I, J = torch.arange(6).reshape(2, 3), torch.arange(12).reshape(3, 4)


def show(name, value):
    print(name, tuple(value.shape), value.stride(), type(value.grad_fn).__name__)
    print(value)


def refused(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


show('addmm', torch.addmm(torch.ones(5), A, B, beta=2, alpha=0.5))
show('addbmm', torch.addbmm(torch.ones(3, 5), A3, B3, alpha=0.1))
show('baddbmm', torch.baddbmm(torch.ones(5), A3, B3, beta=3))
show('addmv', torch.addmv(a, A, b, beta=0))
show('addr', torch.addr(torch.ones(3, 4), a, b, alpha=2))
show('addr of booleans', torch.addr(torch.zeros(2, 2, dtype=torch.bool), torch.tensor([True, False]), torch.tensor([True, True])))
show('mv', torch.mv(A, b))
show('dot', torch.dot(b, b))
show('vdot', torch.vdot(a, a))
show('inner', torch.inner(A, b))
show('inner 3', torch.inner(A3, A))
show('outer', torch.outer(a, b))
show('kron', torch.kron(torch.eye(2), A[:2, :2]))
show('kron of vectors', torch.kron(a, b))
show('integers', I @ J)
show('integers added', torch.addmm(I, torch.eye(2, dtype=torch.int64), I, beta=2, alpha=3))
show('tensordot', torch.tensordot(A3, B3, dims=([2, 0], [1, 0])))
show('tensordot 1', torch.tensordot(A, B, 1))
show('trace', torch.trace(A))
show('cross', torch.cross(A[:, :3], torch.eye(3), dim=1))
show('matmul', A3 @ B)
show('matmul of a vector', b @ B3)
show('chain', torch.einsum('ij,jk,kl->il', A, B, B.t()).clone(memory_format=torch.contiguous_format))  # the order is that of opt_einsum, if that is installed
for equation, operands in (('ij,jk->ik', (A, B)), ('ij,jk', (A, B)), ('ij,jk->ki', (A, B)), ('ij->ji', (A,)), ('ij->', (A,)),
                           ('ii->i', (A[:, :3],)), ('ii', (A[:, :3],)), ('i,j->ij', (a, b)), ('bij,bjk->bik', (A3, B3)),
                           ('...ij,jk->...ik', (A3, B)), ('ij,ij->', (A, A)), ('ij,ij->i', (A, A)), ('bij->bji', (A3,)),
                           ('i j , j -> i', (A, b)), ('b...d,b...d->b...', (A3, A3)), ('bij,bjk->ki', (A3, B3))):
    show(equation, torch.einsum(equation, *operands))
show('sublists', torch.einsum(A, [0, 1], B, [1, 2], [2, 0]))
for equation, operands in (('ij,jk', (A,)), ('ij', (A, B)), ('ij,jk->il', (A, B)), ('ij,jk->ii', (A, B)), ('i,jk', (A, B)), ('ij,ik', (A, B)),
                           ('i1', (A,)), ('i..j', (A,)), ('...i...', (A,)), ('ii', (A,)), ('ij->i->j', (A,))):
    refused(lambda: torch.einsum(equation, *operands))
points = torch.tensor([[0., 0.], [3., 4.], [6., 8.]], requires_grad=True)
for p in (0., 1., 2., 3., float('inf')):
    show('cdist', torch.cdist(points, points[:2], p=p))
    show('pdist', torch.pdist(points, p))
    print(torch.autograd.grad(torch.cdist(points, points[:2], p=p).sum(), points))
show('many', torch.cdist(torch.arange(60.).reshape(30, 2), torch.zeros(1, 2))[:3])
table = torch.tensor([[1., 2., 4.], [3., 1., 0.]])
show('cov', torch.cov(table))
show('cov weighted', torch.cov(table, correction=0, fweights=torch.tensor([1, 2, 1]), aweights=torch.tensor([0.5, 1., 2.])))
show('corrcoef', table.corrcoef())
show('block_diag', torch.block_diag(torch.ones(1, 2), torch.tensor(3.)))
for call in (lambda: torch.addmm(torch.ones(4), A, B), lambda: torch.baddbmm(torch.ones(5), A3, A3), lambda: torch.addmv(b, A, b),
             lambda: torch.addr(a, a, b), lambda: torch.inner(A, a), lambda: torch.tensordot(A, A, 1), lambda: torch.cdist(A, B),
             lambda: torch.cdist(a, A), lambda: torch.pdist(A3), lambda: torch.trace(A3), lambda: torch.dot(a, b), lambda: torch.outer(A, b),
             lambda: torch.cov(A3), lambda: torch.bmm(A3, A3), lambda: A @ A, lambda: a @ torch.tensor(1.)):
    refused(call)
value = (torch.addmv(a, A, b).sum() + torch.addr(torch.zeros(3, 4), a, b).square().sum() + torch.kron(a, b).sum() * torch.trace(A)
         + torch.vdot(a, a) * torch.einsum('ij,j', A, b).sum())
print(value, torch.autograd.grad(value, (a, A)))


def product_of_sizes():
    """Sizes around those of the kernels' tiles and blocks, rows of B that want the same places of a cache, layouts."""
    generator = torch.Generator().manual_seed(3)
    def numbers(m, n, transposed, dtype):
        return (torch.randint(-4, 5, (n, m), generator=generator).t() if transposed else torch.randint(-4, 5, (m, n), generator=generator)).to(dtype)
    for dtype in (torch.float32, torch.float64):
        for m in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 25):
            for k, n in ((17, 40), (130, 300), (257, 33), (128, 256), (24, 512), (300, 19)):
                for ta, tb in ((False, False), (False, True), (True, False), (True, True)):
                    a, b, c = numbers(m, k, ta, dtype), numbers(k, n, tb, dtype), numbers(m, n, False, dtype)
                    exact = a.long() @ b.long()
                    right = [torch.equal(a @ b, exact.to(dtype)),
                             torch.equal(torch.addmm(c, a, b, beta=2, alpha=0.5), (4 * c.long() + exact).to(dtype) / 2)]
                    if not all(right):
                        print(dtype, m, k, n, ta, tb, right)
    print('sizes compared')


product_of_sizes()

# what is added to a product of batches: of its shape, broadcast, of another layout, with and without a gradient
x, y = torch.arange(24.).reshape(2, 3, 4) - 11, torch.arange(40.).reshape(2, 4, 5) - 17
for s in (torch.arange(30.).reshape(2, 3, 5), torch.arange(5.), torch.tensor(2.0), torch.arange(30.).reshape(2, 5, 3).transpose(1, 2), torch.full((2, 3, 5), float('inf')), torch.ones(2, 3, 5).double()):
    for scale in ({}, {'beta': 0}, {'beta': 2}, {'alpha': 0}, {'alpha': 0.5, 'beta': -1}):
        for grad in (False, True):
            try:
                t = s.clone().requires_grad_(grad)
                made = torch.baddbmm(t, x, y, **scale)
                print(made.dtype, made.stride(), made.flatten().tolist(), made.grad_fn and made.grad_fn.name(), made._version, made._base)
                with torch.no_grad():
                    assert torch.baddbmm(t, x, y, **scale).tolist() == made.tolist() and torch.equal(t, s)
                if grad:
                    made.sum().backward()
                    print(t.grad.shape, t.grad.sum().item())
            except RuntimeError as e:
                print(str(e).split('\n')[0])
