"""Siamese and triplet networks, SimCLR's loss, cosine losses, distillation, mixup."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(10)
x = torch.randn(30, 6) + torch.arange(3).repeat_interleave(10)[:, None]
y = torch.arange(3).repeat_interleave(10)
net = nn.Sequential(nn.Linear(6, 16), nn.PReLU(), nn.Linear(16, 4, bias=False))
optimizer = torch.optim.Adagrad(net.parameters(), lr=0.05)
for name, loss_of in (
        ('triplet', lambda e: F.triplet_margin_loss(e[:10], e[:10].roll(1, 0), e[10:20], margin=0.5, swap=True)),
        ('contrastive', lambda e: F.cosine_embedding_loss(e[:15], e[15:], torch.where(y[:15] == y[15:], 1, -1), margin=0.2)),
        ('pairs', lambda e: F.relu(1 - F.pairwise_distance(e[:10], e[20:])).pow(2).mean()),
        ('ranking', lambda e: F.margin_ranking_loss(e[:10, 0], e[10:20, 0], -torch.ones(10), margin=0.1)),
        ('hinge', lambda e: F.hinge_embedding_loss(torch.cdist(e[:10], e[10:20]), torch.full((10, 10), -1.)))):
    for i in range(6):
        loss = loss_of(net(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(name, f'{loss.item():.5f}')


def nt_xent(a, b, temperature=0.5):
    z = F.normalize(torch.cat([a, b]), dim=-1)
    sim = z @ z.t() / temperature
    sim.fill_diagonal_(float('-inf'))
    n = len(a)
    return F.cross_entropy(sim, torch.cat([torch.arange(n, 2 * n), torch.arange(n)]))


for i in range(5):
    loss = nt_xent(net(x + 0.1 * torch.randn_like(x)), net(x * (torch.rand_like(x) > 0.2)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('nt_xent', f'{loss.item():.5f}')

teacher, student = nn.Linear(6, 3), nn.Sequential(nn.Linear(6, 4), nn.Mish(), nn.Linear(4, 3))
optimizer = torch.optim.Adamax(student.parameters(), lr=0.02)
for i in range(10):
    with torch.no_grad():
        goal = F.softmax(teacher(x) / 2, -1)
    lam = torch.distributions.Beta(0.4, 0.4).sample()
    index = torch.randperm(30)
    mixed = lam * x + (1 - lam) * x[index]
    out = student(mixed)
    loss = (F.kl_div(F.log_softmax(student(x) / 2, -1), goal, reduction='batchmean') * 4
            + lam * F.cross_entropy(out, y) + (1 - lam) * F.cross_entropy(out, y[index]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 3 == 0:
        print(f'{loss.item():.5f}')
