# The parts of sparse tensors, what is known of them, and conversions between layouts.
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
show('s.layout',
     'csr.layout',
     '[s.is_sparse, s.is_sparse_csr, csr.is_sparse, csr.is_sparse_csr, csc.is_sparse_csr, d.is_sparse]',
     '[s.shape, s.dim(), s.numel(), s._nnz(), s.sparse_dim(), s.dense_dim()]',
     '[h.sparse_dim(), h.dense_dim(), h._nnz(), csr._nnz(), csr.sparse_dim(), csr.dense_dim(), d.sparse_dim(), d.dense_dim()]',
     'd._nnz()',
     'd.indices()',
     'd.values()',
     'd._indices()',
     'd.coalesce()',
     'd.is_coalesced()',
     'd.crow_indices()',
     'd.to_dense()',
     's.indices()',
     's.values()',
     's._indices()',
     's._values()',
     'c.indices()',
     'c.values()',
     '[s.is_coalesced(), c.is_coalesced()]',
     'csr.indices()',
     'csr.crow_indices()',
     'csr.col_indices()',
     'csr.values()',
     'csc.ccol_indices()',
     'csc.row_indices()',
     'csc.crow_indices()',
     's.crow_indices()',
     'csr.coalesce()',
     'csr.is_coalesced()',
     'csr._values()',
     's.coalesce()',
     's.coalesce() is s',
     'c.coalesce() is c',
     's.to_dense()',
     'h.to_dense()',
     'csr.to_dense()',
     'csc.to_dense()',
     's.to_dense(dtype=torch.float64)',
     'd.to_dense() is d',
     'd.to_sparse()',
     'd.to_sparse(1)',
     'd.to_sparse(0)',
     'd.to_sparse(3)',
     'd.to_sparse(-1)',
     'd.to_sparse(layout=torch.sparse_csr)',
     'd.to_sparse(layout=torch.strided)',
     'd.to_sparse_coo()',
     's.to_sparse_csr()',
     's.to_sparse_csc()',
     'csr.to_sparse()',
     'csr.to_sparse_csc()',
     'csc.to_sparse()',
     'csr.to_sparse(1)',
     'csr.to_sparse(2)',
     'h.to_sparse_csr()',
     's.to_sparse()',
     's.to_sparse() is s',
     'csr.to_sparse_csr() is csr',
     's.to_sparse(1)',
     'torch.zeros(0, 3).to_sparse()',
     'torch.tensor(3.).to_sparse()',
     'torch.zeros(2, 2).to_sparse()',
     'd.to_sparse(layout=torch.sparse_bsr)',
     's.stride()',
     's.data_ptr()',
     's.untyped_storage()',
     's.storage_offset()',
     's.is_contiguous()',
     's.contiguous()',
     's.element_size()',
     's.nbytes',
     'csr.nbytes',
     'csr.stride()',
     'csr.is_contiguous()',
     's.tolist()',
     's.item()',
     'bool(s)',
     'len(s)',
     's.dtype',
     's.device',
     's.type()',
     's.is_leaf',
     's.is_shared()',
     's.is_same_size(k)',
     's.double()',
     's.to(torch.int32)',
     's.long()',
     's.bool()',
     'csr.double()',
     "s.to('cpu') is s",
     's.type(torch.float64).dtype',
     's.clone()',
     'csr.clone()',
     's.detach()',
     's.data',
     'torch.sparse_coo_tensor([[0, 1]], [True, False], (2,)).coalesce().to_dense()',
     'torch.sparse_coo_tensor([[1, 1]], [True, False], (2,)).coalesce()',
     'torch.sparse_coo_tensor([[1, 1]], torch.ones(2, dtype=torch.half), (2,)).to_dense()',
     'torch.sparse_coo_tensor([[1, 1]], [1 + 2j, 3j], (2,)).to_dense()',
     'torch.tensor([[0, 2], [3, 0]]).to_sparse()',
     'torch.tensor([[False, True]]).to_sparse()',
     '[x.is_coalesced() for x in (s.sin(), c * k, s * s, c * d, s * d, c * 2, -c, c.t(), c.clone(), c.double(), c + c, s + c)]',
     '[x.is_coalesced() for x in (d.to_sparse(), csr.to_sparse(), csc.to_sparse(), c.sum(0), s.sum(0), h.sum(1), d.sparse_mask(c), d.sparse_mask(s))]',
     '[x.is_coalesced() for x in (torch.cat([c, c]), c.index_select(0, torch.tensor([1, 0])), c[0], c.unsqueeze(0), torch.sparse.mm(c, c.t()), torch.sparse.softmax(s, 1), c.detach(), c / 2, torch.stack([s, s]))]')

x = torch.sparse_coo_tensor(i, v.clone(), (2, 3))
y = x.detach()
x.mul_(2)
print(y._values(), x._version)
x = c.clone()
y = x.detach()
for change in (x.sin_, x.neg_, x.floor_):
    change()
    print(y._values(), x._version)
print(x.zero_(), x.copy_(k), x._version)
x = torch.sparse_coo_tensor(i, v, (2, 3))
print(x.sparse_resize_((3, 4), 2, 0))
for size, sparse, dense in (((2, 2), 2, 0), ((3, 4, 2), 2, 1), ((3,), 1, 0), ((3, 4), 2, 1)):
    show('x.sparse_resize_(%s, %d, %d)' % (size, sparse, dense))
print(x.sparse_resize_and_clear_((4, 4, 2), 2, 1))
print(torch.sparse_coo_tensor(i, v, (2, 3))._coalesced_(True).is_coalesced())
print(h.clone().sparse_resize_((5, 2), 1, 1), h.clone().resize_as_sparse_(torch.sparse_coo_tensor((6, 2)).to_dense().to_sparse(1)))
