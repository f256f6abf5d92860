# Gradients of and through sparse tensors: their layouts, indices and values.
import torch

i, v = torch.tensor([[0, 1, 1, 0], [2, 0, 2, 2]]), torch.tensor([3., 4., 5., 6.])


def one(value):
    return ' '.join(repr(value).split())


def W():
    return torch.sparse_coo_tensor(i, v.clone(), (2, 3), requires_grad=True)


def C():
    return W().detach().to_sparse_csr().requires_grad_()


def D(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape).requires_grad_()


def K(*shape):
    return D(*shape).detach()


def V():
    return v.clone().requires_grad_()


def run(name, function, *leaves):
    y = function(*leaves)
    print(name, one(y))
    z = y if y.layout == torch.strided else torch.sparse.sum(y) if y.layout == torch.sparse_coo else y.sum()
    (z.sum() if z.dim() else z).backward()
    for leaf in leaves:
        print('   ', one(leaf.grad), leaf.grad.is_coalesced() if leaf.grad is not None and leaf.grad.is_sparse else '')


run('to_dense', lambda w: w.to_dense()*K(2, 3), W())
run('coalesce', lambda w: w.coalesce(), W())
run('values', lambda w: w.coalesce().values()*torch.tensor([1., 2., 3.]), W())
run('ctor', lambda x: torch.sparse_coo_tensor(i, x, (2, 3)).to_dense()*K(2, 3), V())
run('ctor2', lambda x: torch.sparse_coo_tensor(i, x, (2, 3)), V())
run('mul2', lambda w: w*2, W())
run('neg', lambda w: -w, W())
run('add', lambda a, b: a+b, W(), W())
run('dense+sparse', lambda a, b: a+b, D(2, 3), W())
run('mulsd', lambda a, b: (a*b), W(), D(2, 3))
run('mulss', lambda a, b: (a*b), W().detach().coalesce().requires_grad_(), W())
run('div', lambda a: a/2, W())
run('mm', lambda a, b: torch.sparse.mm(a, b)*K(2, 2), W(), D(3, 2))
run('mm2', lambda a, b: torch.mm(a, b)*K(2, 2), W(), D(3, 2))
run('@', lambda a, b: (a@b)*K(2, 2), W(), D(3, 2))
run('@only b', lambda b: (W().detach()@b)*K(2, 2), D(3, 2))
run('dense@sparse', lambda a, b: (a@b)*K(2, 3), D(2, 2), W())
run('mv', lambda a, b: (a@b)*K(2), W(), D(3))
run('addmm', lambda c, a, b: torch.addmm(c, a, b, beta=2, alpha=3)*K(2, 2), D(2, 2), W(), D(3, 2))
run('sparse.addmm', lambda c, a, b: torch.sparse.addmm(c, a, b, beta=2, alpha=3)*K(2, 2), D(2, 2), W(), D(3, 2))
run('spspmm', lambda a, b: torch.sparse.mm(a, b), W(), torch.sparse_coo_tensor([[0, 1, 2], [0, 1, 1]], [1., 2., 3.], (3, 2), requires_grad=True))
run('csr mm', lambda a, b: (a@b)*K(2, 2), C(), D(3, 2))
run('csr sparse.mm', lambda a, b: torch.sparse.mm(a, b)*K(2, 2), C(), D(3, 2))
run('csr mv', lambda a, b: (a@b)*K(2), C(), D(3))
run('csr to_dense', lambda a: a.to_dense()*K(2, 3), C())
run('csr values', lambda a: a.values()*2, C())
run('csr ctor', lambda x: torch.sparse_csr_tensor([0, 1, 3], [2, 0, 2], x, (2, 3)).to_dense()*K(2, 3), torch.tensor([1., 2., 3.], requires_grad=True))
run('csr ctor@', lambda x: torch.sparse_csr_tensor([0, 1, 3], [2, 0, 2], x, (2, 3))@K(3, 2), torch.tensor([1., 2., 3.], requires_grad=True))
run('csr*2', lambda a: a*2, C())
run('csr sum', lambda a: a.sum(), C())
run('to_sparse', lambda a: a.to_sparse(), D(2, 3))
run('to_sparse.to_dense', lambda a: a.to_sparse().to_dense()*K(2, 3), D(2, 3))
run('to_sparse_csr', lambda a: a.to_sparse_csr().to_dense()*K(2, 3), D(2, 3))
run('coo to_sparse_csr', lambda a: a.to_sparse_csr().to_dense()*K(2, 3), W())
run('csr to_sparse', lambda a: a.to_sparse().to_dense()*K(2, 3), C())
run('sum', lambda a: torch.sparse.sum(a), W())
run('x.sum()', lambda a: a.sum(), W())
run('sum0', lambda a: torch.sparse.sum(a, 0).to_dense()*K(3), W())
run('sum1', lambda a: torch.sparse.sum(a, 1).to_dense()*K(2), W())
run('softmax', lambda a: torch.sparse.softmax(a, 1).to_dense()*K(2, 3), W())
run('log_softmax', lambda a: torch.sparse.log_softmax(a, 1).to_dense()*K(2, 3), W())
run('t', lambda a: a.t().to_dense()*K(3, 2), W())
run('transpose', lambda a: a.transpose(0, 1).to_dense()*K(3, 2), W())
run('clone', lambda a: a.clone().to_dense()*K(2, 3), W())
run('double', lambda a: a.double().to_dense()*K(2, 3), W())
run('sparse_mask', lambda a: a.sparse_mask(W().detach()).to_dense()*K(2, 3), D(2, 3))
run('relu', lambda a: a.relu().to_dense(), W())
run('abs', lambda a: a.abs().to_dense(), W())
run('pow', lambda a: a.pow(2).to_dense(), W())
run('sampled_addmm', lambda a, b, c: torch.sparse.sampled_addmm(a, b, c, beta=.5, alpha=2).to_dense()*K(2, 3), C(), D(2, 4), D(4, 3))
run('bmm', lambda a, b: torch.bmm(a, b), torch.ones(2, 2, 2).to_sparse().requires_grad_(), D(2, 2, 1))

x = W()
y = torch.sparse.mm(x, torch.ones(3, 2))
print(y.grad_fn.name(), [f and f.name() for f, _ in y.grad_fn.next_functions])
print([f.grad_fn.name() for f in (x * 2, torch.sparse.sum(x, 0), torch.sparse.sum(x), x.sum(), torch.sparse.softmax(x, 1), x.to_sparse_csr(), x.to_sparse_csc(), x.to_sparse(layout=torch.sparse_csr))])
print(D(2, 3).to_sparse().grad_fn.name(), D(2, 3).to_sparse(1).grad_fn.name(), C().values().grad_fn.name(), C().to_sparse().grad_fn.name())
x = W()
g, = torch.autograd.grad(torch.sparse.sum(x * x.detach().coalesce()), x)
print(one(g))
x = V()
y = torch.sparse_coo_tensor([[0, 1, 2, 2]], x * x, (3,))
g, = torch.autograd.grad(y.to_dense().pow(2).sum(), x, create_graph=True)
print(one(g))
x = W()
x.register_hook(lambda gradient: print('hook', gradient.layout))
(x * 2).to_dense().sum().backward()
x = W()
x.to_dense().sum().backward()
x.to_dense().sum().backward()
print(one(x.grad))
x.grad = None
(x.to_dense().sum() + (x * 3).to_dense().sum()).backward()
print(one(x.grad))
with torch.no_grad():
    x.mul_(2)
print(one(x), x.is_leaf)
try:
    x.mul_(2)
except RuntimeError as error:
    print(error)
y = x * 1
y.mul_(3)
print(y.grad_fn.name())
