"""Recommenders of features: a factorisation machine, DeepFM, wide and deep, Bayesian personalised ranking with negatives; AUC by ranks."""
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, logsigmoid

fields = torch.tensor([7, 5, 4])
offsets = torch.cat([torch.zeros(1, dtype=torch.long), fields.cumsum(0)[:-1]])
print(offsets)
torch.manual_seed(150)
rows = torch.stack([torch.randint(int(n), (120,)) for n in fields], 1)
hidden = [torch.randn(int(n), 2) for n in fields]
affinity = (hidden[0][rows[:, 0]] * hidden[1][rows[:, 1]]).sum(1) + hidden[2][rows[:, 2], 0]
clicks = torch.bernoulli(torch.sigmoid(2 * affinity))
idx = rows + offsets


def pairwise(e):
    """The sum of all products of two factors, without two loops."""
    return 0.5 * (e.sum(1).square() - e.square().sum(1)).sum(1, keepdim=True)


e = torch.randn(4, 3, 5)
slow = sum((e[:, i] * e[:, j]).sum(1) for i in range(3) for j in range(i + 1, 3))
print('identity', torch.allclose(pairwise(e).squeeze(1), slow, atol=1e-5))


class FM(nn.Module):
    def __init__(self, factors=4):
        super().__init__()
        self.embedding = nn.Embedding(int(fields.sum()), factors)
        self.fc = nn.Embedding(int(fields.sum()), 1)
        self.bias = nn.Parameter(torch.zeros(1))
        nn.init.xavier_uniform_(self.embedding.weight.data)

    def interactions(self, x):
        return self.bias + self.fc(x).sum(dim=1) + pairwise(self.embedding(x))

    def forward(self, x):
        return self.interactions(x).squeeze(1)


class DeepFM(FM):
    def __init__(self, factors=4, widths=(16, 8)):
        super().__init__(factors)
        layers, n = [], len(fields) * factors
        for w in widths:
            layers += [nn.Linear(n, w, bias=False), nn.BatchNorm1d(w), nn.PReLU(), nn.Dropout(p=0.1)]
            n = w
        self.mlp = nn.Sequential(*layers, nn.Linear(n, 1))

    def forward(self, x):
        return (self.interactions(x) + self.mlp(self.embedding(x).flatten(1))).squeeze(1)


class WideDeep(nn.Module):
    def __init__(self):
        super().__init__()
        self.cross = nn.EmbeddingBag(16, 1, mode='sum')
        self.tables = nn.ModuleList([nn.Embedding(int(n), 3, max_norm=1.5) for n in fields])
        self.deep = nn.Sequential(nn.Linear(9, 12), nn.Mish(), nn.Linear(12, 1))

    def forward(self, x):
        raw = x - offsets
        hashed = (raw[:, [0, 1]] * 31 + raw[:, [1, 2]] * 17) % 16
        return self.cross(hashed).squeeze(1) + self.deep(torch.cat([t(c) for t, c in zip(self.tables, raw.T)], 1)).squeeze(1)


def auc(score, target):
    order = score.argsort()
    ranks = torch.empty_like(order).scatter_(0, order, torch.arange(1, len(score) + 1)).double()
    pos = target.sum().item()
    return (ranks[target > 0].sum().item() - pos * (pos + 1) / 2) / (pos * (len(target) - pos))


for Net in (FM, DeepFM, WideDeep):
    torch.manual_seed(151)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=0.02, weight_decay=1e-5)
    for epoch in range(12):
        for part in torch.arange(120).split(40):
            loss = binary_cross_entropy_with_logits(net(idx[part]), clicks[part])
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            print(Net.__name__, epoch, f'{loss.item():.3f}')
    net.eval()
    with torch.no_grad():
        print('  auc above chance', auc(net(idx), clicks) > 0.6, sum(p.numel() for p in net.parameters()))

# ranking: an item that was seen should be above one that was not
users, items, k = 12, 10, 4
seen = torch.rand(users, items) < 0.3
seen[:, 0] = True
P, Q, bias = nn.Embedding(users, k), nn.Embedding(items, k), nn.Embedding(items, 1)
opt = torch.optim.SGD([*P.parameters(), *Q.parameters(), *bias.parameters()], lr=0.5)
u, i = seen.nonzero(as_tuple=True)
for epoch in range(15):
    j = torch.multinomial((~seen[u]).float(), 1).squeeze(1)
    gap = ((Q(i) - Q(j)) * P(u)).sum(1) + (bias(i) - bias(j)).squeeze(1)
    loss = -logsigmoid(gap).mean() + 1e-3 * (P(u).norm(dim=1) + Q(i).norm(dim=1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 5 == 4:
        print(f'bpr {epoch} {loss.item():.4f}')
scores = (P.weight @ Q.weight.T + bias.weight.T).detach().masked_fill(seen, -torch.inf)
print(scores.topk(2, 1).indices.shape, bool((~seen.gather(1, scores.topk(2, 1).indices)).all()))
