# Sparse tensors in files, pickles and copies.
import copy
import io
import pickle

import torch

s = torch.sparse_coo_tensor([[0, 1, 0], [2, 0, 2]], [3., 4., 5.], (2, 3))
csr, csc = s.to_sparse_csr(), s.to_sparse_csc()
given = {'s': s, 'c': s.coalesce(), 'csr': csr, 'csc': csc, 'h': torch.ones(2, 3).to_sparse(1), 'l': torch.sparse_coo,
         'p': torch.nn.Parameter(s.clone())}
for options in ({}, {'pickle_protocol': 4}):
    file = io.BytesIO()
    torch.save(given, file, **options)
    for weights_only in (False,) if options else (True, False):
        file.seek(0)
        made = torch.load(file, weights_only=weights_only)
        print(made)
        print(made['s'].is_coalesced(), made['c'].is_coalesced(), made['p'].requires_grad)
made = pickle.loads(pickle.dumps(s.coalesce()))
print(made, made.is_coalesced())
print(copy.copy(s), copy.copy(csr))
deep = copy.deepcopy(s)
deep.div_(2)
print(deep, s)
x = torch.ones(3, 2, requires_grad=True)
torch.nn.functional.embedding(torch.tensor([1, 1]), x, sparse=True).sum().backward()
print(copy.deepcopy(x).grad)
layer = torch.nn.Embedding(4, 2, sparse=True)
print(copy.deepcopy(layer).sparse, list(layer.state_dict()))
y = s.requires_grad_() * 2
try:
    copy.deepcopy(y)
except RuntimeError as error:
    print(str(error)[:80])
