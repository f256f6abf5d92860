"""GloVe from counts of neighbours, the singular vectors of PPMI, analogies; and rows of an embedding trained with sparse updates by hand."""
import torch

text = ('king rules land queen rules land man works land woman works land king is man queen is woman '
        'prince is young man princess is young woman king and queen man and woman prince and princess ') * 3
tokens = text.split()
words = sorted(set(tokens))
ids = torch.tensor([words.index(t) for t in tokens])
n, window = len(words), 3
counts = torch.zeros(n, n)
for distance in range(1, window + 1):
    left, right = ids[:-distance], ids[distance:]
    counts.index_put_((left, right), torch.full((len(left),), 1 / distance), accumulate=True)
counts = counts + counts.mT
print(n, counts.sum(), counts.count_nonzero(), torch.equal(counts, counts.T))

torch.manual_seed(123)
W, C = (torch.nn.Parameter((torch.rand(n, 6) - 0.5) / 3) for _ in range(2))
b, c = (torch.nn.Parameter(torch.zeros(n)) for _ in 'bc')
rows, cols = counts.nonzero(as_tuple=True)
x = counts[rows, cols]
weight = (x / 10).pow(0.75).clamp_max(1)
optimizer = torch.optim.Adagrad((W, C, b, c), lr=0.3, initial_accumulator_value=0.1)
for epoch in range(60):
    dot = torch.linalg.vecdot(W[rows], C[cols])
    J = (weight * (dot + b[rows] + c[cols] - x.log()) ** 2).sum()
    optimizer.zero_grad()
    J.backward()
    optimizer.step()
    if epoch % 12 == 0:
        print(f'{epoch:3d} {J.item():9.4f}')
vectors = torch.nn.functional.normalize((W + C).detach(), dim=1)
similar = vectors @ vectors.T
similar.fill_diagonal_(-1)
print([words[i] for i in similar.argmax(1)][:2].__len__(), similar.max() <= 1 + 1e-5, similar.diagonal().unique())

# positive pointwise mutual information and its SVD
total = counts.sum()
pmi = (counts * total / counts.sum(0) / counts.sum(1, keepdim=True)).log()
ppmi = pmi.clamp(min=0).nan_to_num(0, 0, 0)
U, S, Vh = torch.linalg.svd(ppmi.double())
print([f'{s:.4f}' for s in S[:4].tolist()], f'{(ppmi - (U[:, :6] * S[:6]) @ Vh[:6]).norm().item():.4f}')

# analogy by 3CosAdd on the reduced space
E = U[:, :5] * S[:5].sqrt()


def analogy(a, b, c):
    i, j, k = map(words.index, (a, b, c))
    q = E[j] - E[i] + E[k]
    s = torch.cosine_similarity(q[None], E)
    s[[i, j, k]] = -2
    return words[s.argmax()]


print(analogy('man', 'king', 'woman'), analogy('king', 'queen', 'prince'))

# only touched rows move: unique indices, sums of gradients by index_add, lazily decayed
table = torch.nn.Embedding(n, 4)
with torch.no_grad():
    table.weight.copy_(torch.arange(n * 4.).view(n, 4) / 50)
before = table.weight.detach().clone()
batch = torch.tensor([3, 1, 3, 5])
out = table(batch)
(out ** 2).sum().backward()
touched, inverse = batch.unique(return_inverse=True)
by_hand = torch.zeros(len(touched), 4).index_add_(0, inverse, 2 * before[batch])
print(touched, inverse, torch.allclose(table.weight.grad[touched], by_hand), table.weight.grad.ne(0).any(1).nonzero().flatten())
with torch.no_grad():
    table.weight[touched] -= 0.1 * by_hand
print((table.weight != before).any(1))
