# How sparse tensors are made, what they print, and what does not fit together.
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
cr, co, va = torch.tensor([0, 2, 3]), torch.tensor([0, 1, 1]), torch.tensor([1., 2., 3.])
show('s',
     'c',
     'csr',
     'csc',
     'h',
     'torch.sparse_coo_tensor(size=(2, 3))',
     'torch.sparse_coo_tensor(i, v, (2, 3), requires_grad=True)',
     'torch.sparse_coo_tensor(i, v)',
     'torch.sparse_coo_tensor([[0], [1]], [1 + 2j])',
     'torch.sparse_coo_tensor([[0, 5]], [1., 2.], (3,))',
     'torch.sparse_coo_tensor([[0, -1]], [1., 2.])',
     'torch.sparse_coo_tensor([[0, 1]], [1., 2., 3.])',
     'torch.sparse_coo_tensor([0, 1], [1., 2., 3.])',
     'torch.sparse_coo_tensor([[0, 1]], [1., 2.], (3, 3))',
     'torch.sparse_coo_tensor([[0.5, 1]], [1., 2.], (3,))',
     'torch.sparse_coo_tensor(i.float(), v, (2, 3))',
     'torch.sparse_coo_tensor([[0, 1]], [1., 2.], (3,), is_coalesced=True).is_coalesced()',
     'torch.sparse_coo_tensor([[1, 0]], [1., 2.], (3,), is_coalesced=True, check_invariants=True)',
     'torch.sparse_coo_tensor([[0, 3]], [1., 2.], (3,), check_invariants=True)',
     'torch.sparse_coo_tensor([[0, -3]], [1., 2.], (3,), check_invariants=True)',
     'torch.sparse_coo_tensor([[5]], [1.], (3,), check_invariants=False)',
     'torch.sparse_coo_tensor([[0, 1]], 2.0, (3,))',
     'torch.sparse_coo_tensor([[0, 1]], [[1, 2], [3, 4]], (3, 2), dtype=torch.float64)',
     'torch.sparse_coo_tensor((2, 3), dtype=torch.int64)',
     'torch.sparse_coo_tensor()',
     'torch.sparse_coo_tensor(torch.empty(1, 0), torch.empty(0, 2), (4, 2))',
     'torch.sparse_coo_tensor([[0, 1]], [[1, 2], [3, 4]], (3, 3))',
     'torch.sparse_coo_tensor(i, v, (2, 3), layout=torch.strided)',
     'torch.sparse_coo_tensor(3, 4)',
     'torch.sparse_coo_tensor([[], []], [])',
     'torch.sparse_coo_tensor(torch.zeros(0, 2), torch.ones(2), ())',
     'torch.sparse_coo_tensor(i, v.clone().requires_grad_(), (2, 3)).is_leaf',
     '[torch.sparse_coo_tensor([[1]], [1.], (2,)).is_coalesced(), torch.sparse_coo_tensor((2,)).is_coalesced()]',
     'torch.sparse_csr_tensor(cr, co, va, (2, 2))',
     'torch.sparse_csr_tensor(cr, co, va)',
     'torch.sparse_csr_tensor([0, 2, 3], [0, 1, 1], [1, 2, 3], (2, 2), dtype=torch.float64)',
     'torch.sparse_csr_tensor(cr, co, va, (2, 3), requires_grad=True)',
     'torch.sparse_csr_tensor(cr.int(), co.int(), va, (2, 2)).crow_indices().dtype',
     'torch.sparse_csr_tensor(cr, co, va, (2, 2), layout=torch.sparse_csc)',
     'torch.sparse_csr_tensor(cr, torch.tensor([0, 5, 1]), va, (2, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(cr, torch.tensor([1, 0, 1]), va, (2, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(torch.tensor([1, 2, 3]), co, va, (2, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(torch.tensor([0, 2, 2]), co, va, (2, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(cr, co, va, (3, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(cr, co, va[:2], (2, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(cr.float(), co.float(), va, (2, 2), check_invariants=True)',
     'torch.sparse_csr_tensor(cr.int(), co, va, (2, 2), check_invariants=True)',
     'torch.sparse_csc_tensor(cr, co, va, (2, 2))',
     'torch.sparse_csc_tensor(cr, co, va)',
     'torch.sparse_compressed_tensor(cr, co, va, layout=torch.sparse_csc)',
     'torch.sparse_compressed_tensor(cr, co, va, (2, 2))',
     'torch.sparse_compressed_tensor(cr, co, va, (2, 2), layout=torch.strided)',
     'torch.zeros(2, 3, layout=torch.sparse_coo)',
     'torch.zeros(2, 3, layout=torch.sparse_csr)',
     'torch.empty(2, 3, layout=torch.sparse_coo)',
     'torch.ones(2, 3, layout=torch.sparse_coo)',
     'torch.zeros_like(d, layout=torch.sparse_coo)',
     'torch.zeros_like(s)',
     'torch.zeros_like(h)',
     'torch.zeros_like(csr)',
     'torch.zeros_like(s, layout=torch.strided)',
     's.new_zeros(2)',
     's.new_tensor([1.])',
     'torch.sparse.spdiags(torch.arange(6.).reshape(2, 3), torch.tensor([-1, 1]), (3, 4))',
     'torch.sparse.spdiags(torch.ones(3), torch.tensor(0), (3, 3))',
     'torch.sparse.spdiags(torch.ones(2, 3), torch.tensor([0, 1]), (3, 3), layout=torch.sparse_csr)',
     'torch.sparse.spdiags(torch.ones(2, 3), torch.tensor([0, 0]), (3, 3))',
     'torch.sparse.check_sparse_tensor_invariants.is_enabled()',
     '[torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc, torch.strided]',
     'torch.sparse_coo_tensor([[0, 1]], torch.ones(2, 40), (2, 40))',
     'torch.arange(3000.).reshape(30, 100).to_sparse()',
     'torch.arange(3000.).reshape(30, 100).to_sparse_csr()',
     'torch.nn.Parameter(s)',
     'torch.ones(3, 3, dtype=torch.float64).to_sparse_csr()')

with torch.sparse.check_sparse_tensor_invariants():
    print(torch.sparse.check_sparse_tensor_invariants.is_enabled())
    show('torch.sparse_coo_tensor([[0, 3]], [1., 2.], (3,))')
print(torch.sparse.check_sparse_tensor_invariants.is_enabled())


@torch.sparse.check_sparse_tensor_invariants()
def checked():
    return torch.sparse_coo_tensor([[0, 3]], [1., 2.], (3,))


show('checked()')
