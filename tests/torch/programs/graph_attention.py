"""Graph attention with a softmax over edges by scatter, message passing for whole graphs, GraphSAGE's neighbours, label propagation."""
import torch
from torch import nn


def segment_softmax(score, index, n):
    top = torch.full((n, *score.shape[1:]), float('-inf')).scatter_reduce(0, index[:, None].expand_as(score), score, 'amax')
    e = (score - top[index]).exp()
    return e / torch.zeros_like(top).index_add(0, index, e)[index]


class GATLayer(nn.Module):
    def __init__(self, cin, cout, heads, concat=True):
        super().__init__()
        self.W = nn.Linear(cin, heads * cout, bias=False)
        self.a_src, self.a_dst = nn.Parameter(torch.empty(1, heads, cout)), nn.Parameter(torch.empty(1, heads, cout))
        for p in (self.a_src, self.a_dst, self.W.weight):
            nn.init.xavier_uniform_(p)
        self.heads, self.cout, self.concat = heads, cout, concat

    def forward(self, x, edges):
        src, dst = edges
        h = self.W(x).view(-1, self.heads, self.cout)
        score = nn.functional.leaky_relu((h * self.a_src).sum(-1)[src] + (h * self.a_dst).sum(-1)[dst], 0.2)
        self.alpha = segment_softmax(score, dst, len(x))
        out = torch.zeros_like(h).index_add_(0, dst, self.alpha.unsqueeze(-1) * h[src])
        return out.flatten(1) if self.concat else out.mean(1)


torch.manual_seed(180)
n = 30
label = torch.arange(n) % 3
p = torch.where(label[:, None] == label, 0.5, 0.05)
adj = torch.bernoulli(p).triu(1)
adj = adj + adj.T + torch.eye(n)
edges = adj.nonzero().T
x = nn.functional.one_hot(label, 3).float() + torch.randn(n, 3)
train_mask = torch.arange(n) < 12
print(edges.shape, adj.sum(1).min() >= 1)
l1, l2 = GATLayer(3, 4, 2), GATLayer(8, 3, 2, concat=False)
opt = torch.optim.Adam([*l1.parameters(), *l2.parameters()], lr=0.02, weight_decay=5e-4)
for epoch in range(20):
    out = l2(nn.functional.elu(nn.functional.dropout(l1(x, edges), 0.1)), edges)
    loss = nn.functional.cross_entropy(out[train_mask], label[train_mask])
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 6 == 0:
        print(epoch, f'{loss.item():.3f}')
sums = torch.zeros(n, 2).index_add(0, edges[1], l1.alpha.detach())
print('attention sums to one', torch.allclose(sums, torch.ones(n, 2)), (out.argmax(1) == label)[~train_mask].float().mean() > 0.5)
# against a dense formula
with torch.no_grad():
    h = l1.W(x).view(n, 2, 4)
    s = nn.functional.leaky_relu((h * l1.a_dst).sum(-1)[:, None] + (h * l1.a_src).sum(-1)[None], 0.2)
    dense = s.masked_fill(adj[..., None] == 0, float('-inf')).softmax(1)
    print(torch.allclose(torch.einsum('ijh,jhc->ihc', dense, h).flatten(1), l1(x, edges), atol=1e-5))

# whole graphs in one batch: is there a triangle?
torch.manual_seed(181)
graphs, targets = [], []
for k in range(16):
    m = 5 + k % 3
    ring = torch.stack([torch.arange(m), (torch.arange(m) + 1) % m])
    if k % 2:
        ring = torch.cat([ring, torch.tensor([[0], [2]])], 1)
    graphs.append(torch.cat([ring, ring.flip(0)], 1))
    targets.append(float(k % 2))
sizes = torch.tensor([int(g.max()) + 1 for g in graphs])
start = torch.cat([torch.zeros(1, dtype=torch.long), sizes.cumsum(0)[:-1]])
big = torch.cat([g + s for g, s in zip(graphs, start)], 1)
owner = torch.repeat_interleave(torch.arange(16), sizes)
degree = torch.zeros(len(owner)).index_add_(0, big[1], torch.ones(big.shape[1]))
targets = torch.tensor(targets)
embed, gru, msg, readout = nn.Linear(1, 8), nn.GRUCell(8, 8), nn.Linear(8, 8), nn.Linear(16, 1)
opt = torch.optim.Adam([q for mod in (embed, gru, msg, readout) for q in mod.parameters()], lr=0.02)
for epoch in range(15):
    h = embed(degree[:, None])
    for _ in range(3):
        h = gru(torch.zeros_like(h).index_add_(0, big[1], torch.relu(msg(h))[big[0]]), h)
    pooled = torch.zeros(16, 8).index_reduce_(0, owner, h, 'mean', include_self=False)
    top = torch.full((16, 8), -1e9).scatter_reduce_(0, owner[:, None].expand_as(h), h, reduce='amax')
    loss = nn.functional.binary_cross_entropy_with_logits(readout(torch.cat([pooled, top], 1)).squeeze(1), targets)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 5 == 0:
        print('graphs', epoch, f'{loss.item():.3f}')

# label propagation
Y = torch.zeros(n, 3)
Y[train_mask] = nn.functional.one_hot(label[train_mask], 3).float()
P = adj / adj.sum(1, keepdim=True)
F_ = Y.clone()
for _ in range(20):
    F_ = 0.8 * P @ F_ + 0.2 * Y
print('propagated', (F_.argmax(1) == label).sum().item() > 15, f'{F_.sum().item():.3f}')
lap = torch.eye(n) - adj / adj.sum(1).sqrt().outer(adj.sum(1).sqrt())
w, v = torch.linalg.eigh(lap)
print('smallest eigenvalue', f'{abs(w[0].item()):.3f}', w[-1] < 2)
