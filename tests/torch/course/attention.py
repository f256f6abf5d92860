"""Attention by hand with masks and heads, positional encodings, embeddings, negative sampling."""
import math
import torch
import torch.nn.functional as F

torch.manual_seed(11)
B, T, C, heads = 2, 4, 6, 2
x = torch.randn(B, T, C)
Wq, Wk, Wv = (torch.randn(C, C) / math.sqrt(C) for _ in range(3))


def attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(~mask, float('-inf'))
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


causal = torch.ones(T, T, dtype=torch.bool).tril()
print(causal, torch.tril(torch.ones(3, 3)), torch.triu(torch.full((3, 3), float('-inf')), diagonal=1))
q, k, v = x @ Wq, x @ Wk, x @ Wv
out, weights = attend(q, k, v, causal)
print(weights[0], out.shape, weights.sum(-1).allclose(torch.ones(B, T)))
print(torch.allclose(out, F.scaled_dot_product_attention(q, k, v, is_causal=True), atol=1e-6))
print(torch.allclose(attend(q, k, v)[0], F.scaled_dot_product_attention(q, k, v), atol=1e-6))
lengths = torch.tensor([4, 2])
padding = torch.arange(T) < lengths[:, None]
print(padding, padding[:, None, :].shape, (padding[:, None, :] & causal).int())
_, weights = attend(q, k, v, padding[:, None, :])
print(weights[1])
bad = attend(q, k, v, torch.zeros(T, T, dtype=torch.bool))[1]
print(bad[0, 0], bad.isnan().all())


def split(t):
    return t.view(B, T, heads, C // heads).transpose(1, 2)


multi, w = attend(split(q), split(k), split(v), causal)
joined = multi.transpose(1, 2).contiguous().view(B, T, C)
print(multi.shape, multi.is_contiguous(), multi.transpose(1, 2).is_contiguous(), joined.shape, joined[1, 3])
also = torch.einsum('bhts,bhsd->bthd', w, split(v)).reshape(B, T, C)
print(torch.allclose(joined, also, atol=1e-6), split(q).stride(), joined.stride())

# averages of the past, in three ways
past = torch.stack([x[:, :t + 1].mean(1) for t in range(T)], 1)
W = torch.tril(torch.ones(T, T))
W = W / W.sum(1, keepdim=True)
print(W, torch.allclose(W @ x, past, atol=1e-6), torch.allclose(x.cumsum(1) / torch.arange(1, T + 1).view(-1, 1), past, atol=1e-6))

# positions
position = torch.arange(8).unsqueeze(1)
div = torch.exp(torch.arange(0, C, 2) * (-math.log(10000.0) / C))
pe = torch.zeros(8, C)
pe[:, 0::2] = torch.sin(position * div)
pe[:, 1::2] = torch.cos(position * div)
print(pe, div, pe.T[0, :3])
angles = torch.outer(torch.arange(4.0), 1.0 / 100 ** (torch.arange(0, 4, 2) / 4))
turn = torch.polar(torch.ones_like(angles), angles)
print(turn, torch.view_as_real(torch.view_as_complex(torch.ones(4, 2, 2)) * turn).flatten(1))
relative = torch.arange(4)[None, :] - torch.arange(4)[:, None]
print(relative, relative.clamp(-2, 2) + 2, torch.zeros(5).index_put((relative.clamp(-2, 2) + 2,), torch.tensor(1.0), accumulate=True))

# embeddings
table = torch.randn(10, 3, requires_grad=True)
ids = torch.tensor([[1, 2, 1], [9, 0, 2]])
e = F.embedding(ids, table)
print(e, e.shape, torch.equal(e, table[ids]), torch.equal(e, F.one_hot(ids, 10).float() @ table))
e.sum().backward()
print(table.grad[:3], table.grad.sum(1), torch.bincount(ids.flatten(), minlength=10) * 3)
table.grad = None
F.embedding(ids, table, padding_idx=2).sum().backward()
print(table.grad[2], F.embedding_bag(ids, table, mode='mean'), F.embedding_bag(ids.flatten(), table, torch.tensor([0, 4]), mode='sum'))

# negative sampling
centre, context = torch.tensor([1, 2]), torch.tensor([3, 4])
freq = torch.tensor([9., 4., 1., 1., 16., 0., 0., 1., 1., 1.]) ** 0.75
negatives = torch.multinomial(freq, 6, replacement=True).view(2, 3)
print(freq / freq.sum(), negatives)
vectors = table.detach()
positive = (vectors[centre] * vectors[context]).sum(-1)
negative = torch.bmm(vectors[negatives], vectors[centre].unsqueeze(2)).squeeze(2)
print(-(F.logsigmoid(positive) + F.logsigmoid(-negative).sum(1)).mean(), positive, negative)
similar = F.cosine_similarity(vectors[:1], vectors[1:])
print(similar, similar.argmax() + 1, F.cosine_similarity(vectors[None], vectors[:, None], dim=-1).diagonal())
for wrong in (lambda: x @ Wq[:3], lambda: q @ k, lambda: torch.bmm(q, k), lambda: torch.bmm(q[0], k), lambda: F.embedding(ids.float(), table), lambda: F.embedding(ids + 5, table), lambda: F.embedding(-ids, table),
              lambda: split(x[:, :3]), lambda: multi.transpose(1, 2).view(B, T, C), lambda: scores if False else x.masked_fill(causal, 0), lambda: x.masked_fill(causal.int(), 0), lambda: pe[:, 0::2].copy_(torch.ones(8, 2)),
              lambda: torch.multinomial(torch.tensor([0.5, -0.1]), 1), lambda: torch.multinomial(torch.tensor([1.0, 0.0]), 2), lambda: torch.multinomial(torch.zeros(3), 1), lambda: torch.einsum('bij,bjk->bik', q, k),
              lambda: torch.einsum('bij,bkj->', q), lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=causal, is_causal=True), lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(3, 3)), lambda: torch.polar(torch.ones(2), torch.ones(2).double())):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
