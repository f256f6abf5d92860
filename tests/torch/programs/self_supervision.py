"""Representations without labels: SimCLR's loss, BYOL with a slow target network, Barlow Twins; a linear probe and nearest neighbours."""
import copy
import torch
from torch import nn
from torch.nn import functional as F

g = torch.Generator()
g.manual_seed(81)
kinds = 3
prototypes = torch.randn(kinds, 16, generator=g)
label = torch.arange(48) % kinds
samples = prototypes[label] + 0.5 * torch.randn(48, 16, generator=g)


def augment(x):
    x = x + 0.3 * torch.randn(x.shape, generator=g)
    return x * (torch.rand(x.shape, generator=g) > 0.15)


def nt_xent(a, b, temperature=0.5):
    z = F.normalize(torch.cat([a, b]), dim=1)
    sim = (z @ z.T) / temperature
    sim.fill_diagonal_(float('-inf'))
    n = len(a)
    return F.cross_entropy(sim, torch.cat([torch.arange(n, 2 * n), torch.arange(n)]))


def barlow(a, b, off=0.02):
    a, b = ((t - t.mean(0)) / t.std(0, unbiased=False) for t in (a, b))
    c = a.T @ b / len(a)
    on_diag = (torch.diagonal(c) - 1).pow(2).sum()
    return on_diag + off * c.flatten()[:-1].view(c.size(0) - 1, c.size(0) + 1)[:, 1:].pow(2).sum()


def mlp(*sizes):
    layers = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        layers += [nn.Linear(a, b), nn.ReLU()] if i < len(sizes) - 2 else [nn.Linear(a, b)]
    return nn.Sequential(*layers)


class BYOL(nn.Module):
    def __init__(self, encoder, dim, tau=0.95):
        super().__init__()
        self.online = nn.Sequential(encoder, mlp(dim, 24, 8))
        self.target = copy.deepcopy(self.online).requires_grad_(False)
        self.predictor = mlp(8, 24, 8)
        self.tau = tau

    @torch.no_grad()
    def move(self):
        for p, q in zip(self.online.parameters(), self.target.parameters()):
            q.lerp_(p, 1 - self.tau)

    def forward(self, a, b):
        loss = 0
        for x, y in ((a, b), (b, a)):
            with torch.no_grad():
                goal = self.target(y)
            loss = loss + 2 - 2 * F.cosine_similarity(self.predictor(self.online(x)), goal, dim=-1).mean()
        return loss


def probe(encoder):
    with torch.no_grad():
        h = encoder(samples)
    head = nn.Linear(h.shape[1], kinds)
    nn.init.zeros_(head.weight), nn.init.zeros_(head.bias)
    optimizer = torch.optim.LBFGS(head.parameters(), lr=1, max_iter=20, line_search_fn='strong_wolfe')

    def closure():
        optimizer.zero_grad()
        loss = F.cross_entropy(head(h), label) + 1e-2 * head.weight.square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    d = torch.cdist(h, h).fill_diagonal_(float('inf'))
    knn = label[d.topk(3, largest=False).indices].mode(1).values
    return f'{closure().item():.2f}', (head(h).argmax(1) == label).float().mean().item() > 0.8, (knn == label).float().mean().item() > 0.7


torch.manual_seed(82)
print('untrained', probe(mlp(16, 32, 12)))
for objective in (nt_xent, barlow):
    torch.manual_seed(83)
    encoder, projector = mlp(16, 32, 12), mlp(12, 12, 8)
    opt = torch.optim.Adam([*encoder.parameters(), *projector.parameters()], lr=5e-3)
    for step in range(20):
        loss = objective(projector(encoder(augment(samples))), projector(encoder(augment(samples))))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 6 == 5:
            print(objective.__name__, step, f'{loss.item():.3f}')
    print(probe(encoder)[1:])
torch.manual_seed(84)
byol = BYOL(mlp(16, 32, 12), 12)
opt = torch.optim.SGD(filter(lambda p: p.requires_grad, byol.parameters()), lr=0.1, momentum=0.9)
for step in range(20):
    loss = byol(augment(samples), augment(samples))
    opt.zero_grad()
    loss.backward()
    opt.step()
    byol.move()
    if step % 6 == 5:
        print('byol', step, f'{loss.item():.3f}')
print(probe(byol.online[0])[1:], next(byol.target.parameters()).grad, byol.online[0][0].weight is byol.target[0][0].weight)
