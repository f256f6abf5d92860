# Sums, norms and softmax of sparse tensors.
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
show('s.sum()',
     's.sum(0)',
     's.sum(1)',
     's.sum((0, 1))',
     's.sum(0, keepdim=True)',
     's.sum(-1)',
     'h.sum(1)',
     'h.sum(0)',
     'torch.sparse.sum(s)',
     'torch.sparse.sum(s, 0)',
     'torch.sparse.sum(s, (0, 1))',
     'torch.sparse.sum(h, 0)',
     'torch.sparse.sum(h, 1)',
     'torch.sparse.sum(s, dtype=torch.float64)',
     'torch.sparse.sum(s, 0, dtype=torch.float64)',
     'torch.sparse.sum(d)',
     'torch.sparse.sum(s, 2)',
     'torch.sparse.sum(s, (0, 0))',
     's.any()',
     's.norm()',
     's.norm(1)',
     'torch.norm(s)',
     'csr.sum()',
     'csr.sum(0)',
     'csr.sum(0, keepdim=True)',
     'csr.sum(1, keepdim=True)',
     'torch.sparse.softmax(s, 1)',
     'torch.sparse.softmax(s, 0)',
     'torch.sparse.log_softmax(s, 1)',
     'torch.sparse.softmax(h, 1)',
     'torch.sparse.softmax(h, 0)',
     'torch.sparse.softmax(s, 2)',
     'torch.sparse.softmax(s.long(), 1)',
     'torch.sparse.softmax(s, 1, dtype=torch.float64)',
     'torch.sparse.softmax(d, 1)',
     's.long().sum()',
     's.int().sum(0)',
     'torch.sparse_coo_tensor((2, 3)).sum()',
     'torch.sparse_coo_tensor((2, 3)).sum(0)')
