"""Functions of sets: DeepSets for sums, attention with inducing points, a pointer network that sorts, Sinkhorn's soft permutations."""
import itertools

import torch
from torch import nn
from torch.nn.functional import cross_entropy, l1_loss, mse_loss


class DeepSet(nn.Module):
    def __init__(self, pool):
        super().__init__()
        self.phi = nn.Sequential(nn.Embedding(11, 12, padding_idx=0), nn.Linear(12, 16), nn.Tanh())
        self.rho = nn.Linear(16, 1)
        self.pool = pool

    def forward(self, x):
        h = self.phi(x).masked_fill(x.unsqueeze(-1) == 0, 0.)
        h = h.sum(1) if self.pool == 'sum' else h.amax(1)
        return self.rho(h).squeeze(-1)


class MAB(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.att, self.ff = nn.MultiheadAttention(d, heads, batch_first=True), nn.Linear(d, d)
        self.n0, self.n1 = nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, q, k):
        h = self.n0(q + self.att(q, k, k, need_weights=False)[0])
        return self.n1(h + torch.relu(self.ff(h)))


class ISAB(nn.Module):
    def __init__(self, d, heads, points):
        super().__init__()
        self.I = nn.Parameter(nn.init.xavier_uniform_(torch.empty(1, points, d)))
        self.a, self.b = MAB(d, heads), MAB(d, heads)

    def forward(self, x):
        return self.b(x, self.a(self.I.expand(len(x), -1, -1), x))


torch.manual_seed(190)
digits = torch.randint(1, 11, (64, 6))
digits[torch.rand(64, 6) < 0.2] = 0
for pool, target in (('sum', digits.sum(1).float()), ('max', digits.amax(1).float())):
    torch.manual_seed(191)
    net = DeepSet(pool)
    opt = torch.optim.Adam(net.parameters(), lr=0.05)
    for it in range(40):
        loss = l1_loss(net(digits), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if it % 13 == 0:
            print(pool, it, f'{loss.item():.2f}')
    shuffled = digits[:, torch.randperm(6)]
    print('order does not matter', torch.allclose(net(digits), net(shuffled), atol=1e-3))

torch.manual_seed(192)
points = torch.randn(32, 8, 2) * torch.rand(32, 1, 1)
spread = points.flatten(1).std(1)
embed, isab, seed, pma, head = nn.Linear(2, 8), ISAB(8, 2, 3), nn.Parameter(torch.randn(1, 1, 8)), MAB(8, 2), nn.Linear(8, 1)
model = nn.ModuleList([embed, isab, pma, head])
opt = torch.optim.Adam([*model.parameters(), seed], lr=0.01)
for it in range(20):
    out = head(pma(seed.expand(32, -1, -1), isab(embed(points)))).view(-1)
    loss = mse_loss(out, spread)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 6 == 0:
        print('set transformer', it, f'{loss.item():.3f}')


class Pointer(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.enc, self.dec = nn.LSTM(1, d, batch_first=True), nn.LSTMCell(d, d)
        self.w1, self.w2, self.v = nn.Linear(d, d, False), nn.Linear(d, d, False), nn.Linear(d, 1, False)
        self.first = nn.Parameter(torch.zeros(d))

    def forward(self, x, target=None):
        memory, (h, c) = self.enc(x.unsqueeze(-1))
        h, c, token = h[0], c[0], self.first.expand(len(x), -1)
        taken, logits = torch.zeros(x.shape, dtype=torch.bool), []
        for t in range(x.shape[1]):
            h, c = self.dec(token, (h, c))
            u = self.v(torch.tanh(self.w1(memory) + self.w2(h)[:, None])).squeeze(-1)
            u = torch.where(taken, -1e9, u)
            pick = u.argmax(1) if target is None else target[:, t]
            taken = taken.scatter(1, pick[:, None], True)
            token = torch.take_along_dim(memory, pick.view(-1, 1, 1), 1).squeeze(1)
            logits.append(u)
        return torch.stack(logits, 1)


torch.manual_seed(193)
numbers = torch.rand(48, 4)
order = numbers.argsort(1)
net = Pointer()
opt = torch.optim.Adam(net.parameters(), lr=0.02)
for it in range(20):
    loss = cross_entropy(net(numbers, order).flatten(0, 1), order.flatten())
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 6 == 0:
        print('pointer', it, f'{loss.item():.3f}')
picked = net(numbers).argmax(-1)
print(all(sorted(p) == [0, 1, 2, 3] for p in picked.tolist()))


def sinkhorn(scores, rounds=20, tau=0.1):
    log = scores / tau
    for dim in itertools.islice(itertools.cycle((-1, -2)), 2 * rounds):
        log = log - log.logsumexp(dim, keepdim=True)
    return log.exp()


torch.manual_seed(194)
W = nn.Parameter(torch.randn(1, 4) * 0.1)
opt = torch.optim.Adam([W], lr=0.05)
ordered = numbers.sort(1).values
for it in range(20):
    P = sinkhorn(numbers[:, :, None] @ W)
    loss = mse_loss((P.mT @ numbers[:, :, None]).squeeze(-1), ordered)
    opt.zero_grad()
    loss.backward()
    opt.step()
print('sinkhorn', f'{loss.item():.4f}', torch.allclose(P.sum(1), torch.ones(48, 4), atol=1e-2), torch.allclose(P.sum(2), torch.ones(48, 4), atol=0.2))
