# Sparse gradients: embeddings, their accumulation, and optimizers.
import torch
import torch.nn.functional as F
from torch import nn


def one(value):
    return ' '.join(repr(value).split())


def table():
    return torch.arange(8.).reshape(4, 2).requires_grad_()


first, second = torch.tensor([1, 2, 1]), torch.tensor([3, 1])
for order in ('s', 'ss', 'ds', 'sd', 'sss'):
    w = table()
    for kind in order:
        (F.embedding(first, w, sparse=True).sum() if kind == 's' else w.sum()).backward()
    print(order, one(w.grad), w.grad.is_coalesced() if w.grad.is_sparse else '')
w = table()
(F.embedding(first, w, sparse=True).sum() + F.embedding(second, w, sparse=True).sum()).backward()
print(one(w.grad))
w = table()
F.embedding(first, w, sparse=True).sum().backward()
held = w.grad
F.embedding(second, w, sparse=True).sum().backward()
print(one(w.grad), held is w.grad)
w = table()
(F.embedding(first, w, sparse=True).sum() + w.sum()).backward()
print(one(w.grad))
w = table()
for _ in range(2):
    F.embedding(first, w, sparse=True).square().sum().backward()
    print(one(w.grad))
w = table()
(F.embedding(torch.tensor([[1, 2], [0, 1]]), w, sparse=True, padding_idx=1) * torch.arange(8.).reshape(2, 2, 2)).sum().backward()
print(one(w.grad))
w = table()
try:
    F.embedding(first, w, sparse=True, scale_grad_by_freq=True).sum().backward()
except RuntimeError as error:
    print(error)
w = table()
g, = torch.autograd.grad(F.embedding(second, w, sparse=True).square().sum(), w, create_graph=True)
print(one(g))
for mode, index, offsets, options in (('sum', [1, 2, 1, 4], [0, 2], {}), ('mean', [1, 2, 1, 4], [0, 3], {}), ('max', [1, 2, 1, 4], [0, 3], {}),
                                      ('sum', [1, 2, 1, 4], [0, 2], {'padding_idx': 1}), ('mean', [1, 2, 1, 4], [0, 2], {'padding_idx': 4}),
                                      ('sum', [1, 2], [0], {'scale_grad_by_freq': True})):
    torch.manual_seed(0)
    layer = nn.EmbeddingBag(5, 2, mode=mode, sparse=True, **options)
    try:
        layer(torch.tensor(index), torch.tensor(offsets)).sum().backward()
        print(layer, one(layer.weight.grad))
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
weights = torch.arange(4.).requires_grad_()
layer = nn.EmbeddingBag(5, 2, mode='sum', sparse=True)
with torch.no_grad():
    layer.weight.fill_(0.5)
layer(torch.tensor([1, 2, 1, 4]), torch.tensor([0, 2]), per_sample_weights=weights).sum().backward()
print(one(layer.weight.grad), weights.grad)
for name in 'SGD Adagrad SparseAdam Adam AdamW Adadelta Adamax ASGD NAdam RAdam RMSprop Rprop Adafactor LBFGS'.split():
    for options in ({}, {'foreach': True}, {'weight_decay': 0.1}, {'momentum': 0.9}, {'maximize': True}, {'momentum': 0.9, 'nesterov': True}):
        p = nn.Parameter(torch.ones(5, 2))
        p.grad = torch.sparse_coo_tensor([[1, 3, 1]], torch.ones(3, 2), (5, 2))
        try:
            optimizer = getattr(torch.optim, name)([p], lr=0.1, **options)
        except TypeError:
            continue
        try:
            for _ in range(2):
                optimizer.step(lambda: torch.tensor(1.)) if name == 'LBFGS' else optimizer.step()
            state = {} if name == 'LBFGS' else {k: one(value) for k, value in optimizer.state[p].items()}
            print(name, options, one(p.data), state)
        except RuntimeError as error:
            print(name, options, str(error)[:200])
p = nn.Parameter(torch.ones(5, 2))
p.grad = torch.sparse_coo_tensor([[1, 3, 1]], torch.ones(3, 2), (5, 2))
for call in (lambda: nn.utils.clip_grad_norm_([p], 1.), lambda: nn.utils.clip_grad_norm_([p], 1., foreach=False),
             lambda: nn.utils.get_total_norm([p.grad])):
    try:
        print(call())
    except NotImplementedError as error:
        print(str(error).split(' This could')[0])
torch.optim.SGD([p], lr=0.1).zero_grad(set_to_none=False)
print(one(p.grad))
try:
    torch.optim.SparseAdam([torch.sparse_coo_tensor((2, 2)).requires_grad_()])
except ValueError as error:
    print(error)


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.out = nn.Embedding(20, 4, sparse=True), nn.Linear(4, 3)

    def forward(self, index):
        return self.out(self.words(index).mean(1))


torch.manual_seed(0)
model, index, target = Bag(), torch.randint(0, 20, (8, 5)), torch.randint(0, 3, (8,))
sparse, dense = torch.optim.SparseAdam(model.words.parameters(), lr=0.05), torch.optim.SGD(model.out.parameters(), lr=0.1)
for step in range(6):
    loss = F.cross_entropy(model(index), target)
    sparse.zero_grad()
    dense.zero_grad()
    loss.backward()
    sparse.step()
    dense.step()
    print(step, '%.4f' % loss.item(), model.words.weight.grad._nnz())
