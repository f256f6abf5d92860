import torch
import torch.nn.functional as F
torch.manual_seed(1337)
# char-level bigram / MLP language model, by hand
words = ["emma", "olivia", "ava", "isabella", "sophia", "charlotte", "mia", "amelia"]
chars = sorted(list(set(''.join(words))))
stoi = {s: i + 1 for i, s in enumerate(chars)}
stoi['.'] = 0
itos = {i: s for s, i in stoi.items()}
N = torch.zeros((len(stoi), len(stoi)), dtype=torch.int32)
for w in words:
    chs = ['.'] + list(w) + ['.']
    for ch1, ch2 in zip(chs, chs[1:]):
        N[stoi[ch1], stoi[ch2]] += 1
print(N)
P = (N + 1).float()
P /= P.sum(1, keepdim=True)
print(P[0])
g = torch.Generator().manual_seed(2147483647)
for i in range(5):
    out = []
    ix = 0
    while True:
        p = P[ix]
        ix = torch.multinomial(p, num_samples=1, replacement=True, generator=g).item()
        out.append(itos[ix])
        if ix == 0:
            break
    print(''.join(out))
ll = 0.0
n = 0
for w in words:
    chs = ['.'] + list(w) + ['.']
    for ch1, ch2 in zip(chs, chs[1:]):
        lp = torch.log(P[stoi[ch1], stoi[ch2]])
        ll += lp
        n += 1
print(f'{ll=}')
print(f'{-ll/n}')
block_size = 3
X, Y = [], []
for w in words:
    context = [0] * block_size
    for ch in w + '.':
        ix = stoi[ch]
        X.append(context)
        Y.append(ix)
        context = context[1:] + [ix]
X = torch.tensor(X)
Y = torch.tensor(Y)
print(X.shape, X.dtype, Y.shape, Y.dtype)
C = torch.randn((len(stoi), 2), generator=g)
W1 = torch.randn((6, 100), generator=g) * 0.1
b1 = torch.randn(100, generator=g) * 0.01
W2 = torch.randn((100, len(stoi)), generator=g) * 0.01
b2 = torch.zeros(len(stoi))
bngain = torch.ones((1, 100)); bnbias = torch.zeros((1, 100))
parameters = [C, W1, b1, W2, b2, bngain, bnbias]
print(sum(p.nelement() for p in parameters))
for p in parameters:
    p.requires_grad = True
for i in range(30):
    ix = torch.randint(0, X.shape[0], (32,), generator=g)
    emb = C[X[ix]]
    hpre = emb.view(emb.shape[0], -1) @ W1 + b1
    bnmeani = hpre.mean(0, keepdim=True)
    bnstdi = hpre.std(0, keepdim=True)
    hpre = bngain * (hpre - bnmeani) / bnstdi + bnbias
    h = torch.tanh(hpre)
    logits = h @ W2 + b2
    loss = F.cross_entropy(logits, Y[ix])
    for p in parameters:
        p.grad = None
    loss.backward()
    lr = 0.1
    for p in parameters:
        p.data += -lr * p.grad
    if i % 10 == 0:
        print(f'{i:7d}/{30:7d}: {loss.item():.4f}')
print(loss)
@torch.no_grad()
def split_loss(x, y):
    emb = C[x]
    h = torch.tanh(emb.view(emb.shape[0], -1) @ W1 + b1)
    return F.cross_entropy(h @ W2 + b2, y)
print(split_loss(X, Y))
# manual backprop check
def cmp(s, dt, t):
    ex = torch.all(dt == t.grad).item()
    app = torch.allclose(dt, t.grad)
    maxdiff = (dt - t.grad).abs().max().item()
    print(f'{s:15s} | approximate: {str(app):5s} | {maxdiff < 1e-6}')
logits = torch.randn(32, 27, generator=g, requires_grad=True)
Yb = torch.randint(0, 27, (32,), generator=g)
logit_maxes = logits.max(1, keepdim=True).values
norm_logits = logits - logit_maxes
counts = norm_logits.exp()
counts_sum = counts.sum(1, keepdims=True)
counts_sum_inv = counts_sum**-1
probs = counts * counts_sum_inv
logprobs = probs.log()
loss = -logprobs[range(32), Yb].mean()
for t in [logprobs, probs, counts, counts_sum, counts_sum_inv, norm_logits, logit_maxes, logits]:
    t.retain_grad()
loss.backward()
dlogprobs = torch.zeros_like(logprobs)
dlogprobs[range(32), Yb] = -1.0 / 32
dprobs = (1.0 / probs) * dlogprobs
dcounts_sum_inv = (counts * dprobs).sum(1, keepdim=True)
dcounts = counts_sum_inv * dprobs
dcounts_sum = (-counts_sum**-2) * dcounts_sum_inv
dcounts += torch.ones_like(counts) * dcounts_sum
dnorm_logits = counts * dcounts
dlogits = dnorm_logits.clone()
dlogit_maxes = (-dnorm_logits).sum(1, keepdim=True)
dlogits += F.one_hot(logits.max(1).indices, num_classes=logits.shape[1]) * dlogit_maxes
for s, a, b in [('logprobs', dlogprobs, logprobs), ('probs', dprobs, probs), ('csi', dcounts_sum_inv, counts_sum_inv), ('cs', dcounts_sum, counts_sum), ('counts', dcounts, counts), ('nl', dnorm_logits, norm_logits), ('lm', dlogit_maxes, logit_maxes), ('logits', dlogits, logits)]:
    cmp(s, a, b)
print(F.softmax(logits, 1)[0])
