# Dimensions of sparse tensors.
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
b = torch.arange(24.).reshape(2, 3, 4).remainder(5).to_sparse()
show('s.T',
     's.t()',
     's.mT',
     'h.t()',
     's.transpose(0, 1)',
     's.permute(1, 0)',
     'h.permute(1, 0)',
     'b.transpose(0, 2).to_dense()',
     'b.permute(1, 2, 0).to_dense()',
     'csr.t()',
     'csr.transpose(0, 1)',
     's.reshape(3, 2)',
     's.flatten()',
     's.expand(2, 2, 3)',
     's.unsqueeze(0)',
     'h.unsqueeze(1)',
     'h.unsqueeze(2)',
     's.select(0, 1)',
     's.select(1, -1)',
     'h.select(1, 0)',
     'h[2]',
     'h[1]',
     's[0]',
     's[0, 2]',
     's[1, 1]',
     's[-1]',
     's[2]',
     's[0:1]',
     's[[0]]',
     'csr[0]',
     'csr[0, 1]',
     'list(s)',
     's.unbind(1)',
     'csr.unbind()',
     's.index_select(0, torch.tensor([1, 0]))',
     's.index_select(1, torch.tensor([2, 2]))',
     'h.index_select(1, torch.tensor([1]))',
     's.index_select(0, torch.tensor([[1]]))',
     'torch.cat([s, k])',
     'torch.cat([s, k], 1)',
     'torch.cat([h, h], 1)',
     'torch.cat([s, d])',
     'torch.stack([s, k])',
     'torch.stack([s, s], 2)',
     'torch.hstack([s, k])',
     'torch.cat([s, h])',
     's.narrow_copy(1, 1, 2)',
     's.narrow(0, 0, 1)',
     's.chunk(2)',
     's.squeeze()')
