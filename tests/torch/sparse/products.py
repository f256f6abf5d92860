# Products with sparse matrices.
import torch


def show(*texts):
    """Each expression with what it gives, or its error as far as the first sentence."""
    for text in texts:
        try:
            print(text, '->', repr(eval(text)))
        except Exception as error:
            print(text, '->', type(error).__name__, str(error).split(' This could')[0])


i, v = torch.tensor([[0, 1, 1, 0], [2, 0, 2, 2]]), torch.tensor([3., 4., 5., 6.])
s = torch.sparse_coo_tensor(i, v, (2, 3))
c, d = s.coalesce(), torch.arange(6.).reshape(2, 3)
k = torch.sparse_coo_tensor([[0, 1], [0, 2]], [10., 20.], (2, 3)).coalesce()
h = torch.sparse_coo_tensor([[0, 2]], torch.tensor([[1., 2.], [3., 4.]]), (4, 2))
csr, csc = d.to_sparse_csr(), d.to_sparse_csc()
ones = torch.ones(3, 2)
show('s.mm(ones)',
     's @ ones',
     'torch.ones(2, 2) @ s',
     's @ torch.ones(3)',
     's.mv(torch.ones(3))',
     'torch.ones(2) @ s',
     's @ s.t()',
     'torch.sparse.mm(s, ones)',
     'torch.sparse.mm(s, s.t())',
     'torch.sparse.mm(torch.ones(2, 2), s)',
     'torch.sparse.mm(s, torch.ones(2, 2))',
     'torch.sparse.mm(s, torch.ones(3))',
     'torch.mm(s, ones.double())',
     'torch.addmm(torch.ones(2, 2), s, ones)',
     'torch.addmm(torch.ones(2, 2), s, ones, beta=2, alpha=3)',
     'torch.sparse.addmm(torch.ones(2, 2), s, ones, beta=2, alpha=3)',
     'torch.addmm(s, s, torch.ones(3, 3))',
     'csr @ ones',
     'csr @ torch.ones(3)',
     'csr.mv(torch.ones(3))',
     'torch.sparse.mm(csr, ones)',
     '(csr @ csr.t()).to_dense()',
     'torch.addmm(torch.ones(2, 2), csr, ones)',
     'csc @ ones',
     'csc @ torch.ones(3)',
     'torch.ones(2, 2) @ csr',
     "torch.sparse.mm(csr, ones, 'sum')",
     "torch.sparse.mm(csr, ones, 'mean')",
     "torch.sparse.mm(csr, ones, 'amax')",
     "torch.sparse.mm(s, ones, 'sum')",
     'torch.bmm(torch.ones(2, 2, 2).to_sparse(), torch.ones(2, 2, 1))',
     'torch.bmm(torch.ones(2, 2, 2).to_sparse(), torch.ones(2, 3, 1))',
     'd.mm(d.to_sparse())',
     's.mm(d)',
     'd @ s',
     'torch.mv(s, torch.ones(2))',
     'torch.sparse.mm(d, d)',
     'torch.sparse.sampled_addmm(csr, torch.ones(2, 4), torch.ones(4, 3))',
     'torch.sparse.sampled_addmm(csr, torch.ones(2, 4), torch.ones(4, 3), beta=0.5, alpha=2)',
     'torch.hspmm(s, ones)',
     'torch.smm(s, ones)',
     'torch.sspaddmm(s, s, torch.ones(3, 3))',
     'torch.spmm(s, ones)',
     'torch.nn.functional.linear(torch.ones(2, 3), s)',
     'torch.nn.functional.linear(s, torch.ones(4, 3), torch.ones(4))',
     'torch.sparse_coo_tensor([[0, 5], [1, 1]], [1., 2.], (3, 3)) @ ones',
     'torch.mm(s.long(), ones.long())',
     'torch.mm(s.double() * 1j, ones.double() * 1j)',
     'torch.sparse.mm(torch.zeros(2, 3).to_sparse(), ones)')

torch.manual_seed(0)
x = torch.randn(50, 40) * (torch.rand(50, 40) < 0.2)
y, z = torch.randn(40, 30), torch.randn(60, 50) * (torch.rand(60, 50) < 0.1)
print(torch.allclose(x.to_sparse() @ y, x @ y, atol=1e-5), torch.allclose(x.to_sparse_csr() @ y, x @ y, atol=1e-5))
print(torch.allclose((z.to_sparse() @ x.to_sparse()).to_dense(), z @ x, atol=1e-5))
