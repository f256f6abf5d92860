"""A bigram model of letters, sampling with generators, perplexity, beams, edit distance, one-hot tricks."""
import torch
import torch.nn.functional as F

text = 'the quick brown fox jumps over the lazy dog and the dog sleeps while the fox runs to the river'
letters = sorted(set(text))
stoi = {c: i for i, c in enumerate(letters)}
itos = dict(enumerate(letters))
encode = lambda s: torch.tensor([stoi[c] for c in s])
decode = lambda t: ''.join(itos[i] for i in t.tolist())
ids = encode(text)
V = len(letters)
print(V, ids[:12], decode(ids[:9]), ids.dtype, ids.shape)
counts = torch.zeros(V, V, dtype=torch.int32)
for a, b in zip(ids, ids[1:]):
    counts[a, b] += 1
print(counts[0], counts.sum(), counts.max(), counts.argmax() // V, counts.dtype)
again = torch.zeros(V, V, dtype=torch.int32).index_put_((ids[:-1], ids[1:]), torch.tensor(1, dtype=torch.int32), accumulate=True)
print(torch.equal(again, counts), torch.equal(torch.bincount(ids[:-1] * V + ids[1:], minlength=V * V).view(V, V), counts.long()))
P = (counts + 1).float()
P /= P.sum(1, keepdim=True)
print(P[0, :6], P.sum(1)[:3], P[0].argmax())
g = torch.Generator().manual_seed(2147483647)
for _ in range(3):
    ix, out = stoi[' '], []
    while True:
        ix = torch.multinomial(P[ix], num_samples=1, replacement=True, generator=g).item()
        out.append(itos[ix])
        if ix == stoi[' '] or len(out) > 15:
            break
    print(repr(''.join(out)))
logs = P[ids[:-1], ids[1:]].log()
print(f'{logs.sum():.4f} {-logs.mean():.4f} {torch.exp(-logs.mean()):.4f}', logs[:3])

# the same as a network
W = torch.randn((V, V), generator=g, requires_grad=True)
xs, ys = ids[:-1], ids[1:]
for k in range(40):
    logits = F.one_hot(xs, num_classes=V).float() @ W
    loss = F.cross_entropy(logits, ys) + 0.01 * (W ** 2).mean()
    if k % 10 == 0:
        print(k, loss.item().__format__('.4f'))
    W.grad = None
    loss.backward()
    W.data += -20 * W.grad
print(loss, W[xs[:2]].softmax(-1).max(1))

# blocks of context
block = 4
X = torch.stack([ids[i:i + block] for i in range(len(ids) - block)])
Y = ids[block:]
print(X[:3], Y[:3], X.shape, torch.equal(X, ids.unfold(0, block, 1)[:-1]))
C = torch.randn(V, 2, generator=g)
emb = C[X]
print(emb.shape, emb.view(-1, block * 2)[0], torch.cat(torch.unbind(emb, 1), 1).equal(emb.view(emb.shape[0], -1)), emb[0].numel())
batch = torch.randint(0, len(X), (4,), generator=g)
print(batch, X[batch], [decode(row) for row in X[batch]])
n1, n2 = int(0.8 * len(X)), int(0.9 * len(X))
train, valid, test = X.tensor_split((n1, n2))
print(len(train), len(valid), len(test), [len(part) for part in X.split(25)], [tuple(p.shape) for p in X.chunk(3)])

# temperature, top-k, top-p
logits = torch.tensor([2.0, 1.0, 0.5, 0.0, -1.0])
for T in (0.5, 1.0, 2.0):
    print(T, F.softmax(logits / T, 0), torch.distributions.Categorical(logits=logits / T).entropy())
values, _ = logits.topk(3)
print(logits.masked_fill(logits < values[-1], -torch.inf).softmax(0))
p, order = logits.softmax(0).sort(descending=True)
keep = p.cumsum(0) - p < 0.8
print(torch.zeros(5).scatter(0, order, p * keep), keep)

# beams
trans = torch.log_softmax(torch.randn(6, 6, generator=g), 1)
beams = [([0], torch.tensor(0.0))]
for step in range(4):
    grown = [(path + [j], score + trans[path[-1], j]) for path, score in beams for j in range(6)]
    beams = sorted(grown, key=lambda e: e[1], reverse=True)[:3]
for path, score in beams:
    print(path, f'{score:.4f}', score)
best = torch.zeros(6).fill_(-1e9)
best[0] = 0
back = []
for step in range(4):
    best, prev = (best[:, None] + trans).max(0)
    back.append(prev)
path = [best.argmax().item()]
for prev in reversed(back):
    path.append(prev[path[-1]].item())
print(path[::-1], best.max(), torch.logsumexp(best, 0))


def distance(a, b):
    d = torch.zeros(len(a) + 1, len(b) + 1, dtype=torch.long)
    d[:, 0], d[0] = torch.arange(len(a) + 1), torch.arange(len(b) + 1)
    for i in range(len(a)):
        for j in range(len(b)):
            d[i + 1, j + 1] = min(d[i, j + 1] + 1, d[i + 1, j] + 1, d[i, j] + (a[i] != b[j]))
    return d


print(distance('kitten', 'sitting'))
hot = F.one_hot(torch.tensor([2, 0, 3]))
print(hot, hot.argmax(1), hot.T @ torch.tensor([10, 20, 30]), hot.float().T @ torch.eye(3), torch.eye(4)[[2, 0, 3]], hot.nonzero()[:, 1], hot.sum(0))
lengths = torch.tensor([3, 1, 2])
padded = torch.nn.utils.rnn.pad_sequence([torch.arange(n) + 1 for n in (3, 1, 2)], batch_first=True) if hasattr(torch.nn.utils, 'rnn') else torch.tensor([[1, 2, 3], [1, 0, 0], [1, 2, 0]])
print(padded, (padded != 0).sum(1), padded.gather(1, (lengths - 1)[:, None]).squeeze(1))
for wrong in (lambda: counts[V], lambda: counts[0, V], lambda: P[ids.float()], lambda: F.one_hot(ids, 3), lambda: C[X.tolist()[0] + [99]], lambda: torch.multinomial(counts[0], 1), lambda: logits.topk(9), lambda: X.split(0), lambda: X.split([1, 2]), lambda: X.chunk(-1),
              lambda: F.one_hot(ids).float() @ W[:3], lambda: ids.unfold(0, 200, 1), lambda: logits.scatter(0, order, p.double()), lambda: logits.gather(0, order.int()), lambda: logits.gather(1, order), lambda: padded.gather(1, lengths), lambda: torch.tensor([[1, 2], [3]]), lambda: torch.tensor(['a']),
              lambda: torch.stack([]), lambda: torch.cat([]), lambda: stoi['!'], lambda: encode('A'), lambda: torch.tensor([1, 'b']), lambda: torch.LongTensor([1.5]), lambda: counts.mean(), lambda: ids.softmax(0), lambda: ids[None][0, 0, 0], lambda: (lambda: [x for x in torch.tensor(5)])()):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
