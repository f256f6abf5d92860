"""Graph convolutions and graph attention on a small graph with dense adjacency."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(3)
n, f, classes = 12, 5, 3
edges = torch.randint(0, n, (2, 30))
A = torch.zeros(n, n).index_put_((edges[0], edges[1]), torch.ones(30))
A = ((A + A.T) > 0).float() + torch.eye(n)
A.clamp_(max=1)
d = A.sum(1).rsqrt()
norm = d[:, None] * A * d
X, y = torch.randn(n, f), torch.arange(n) % classes


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1, self.w2 = nn.Parameter(torch.empty(f, 8)), nn.Parameter(torch.empty(8, classes))
        for w in self.parameters():
            nn.init.xavier_uniform_(w)
        self.drop = nn.Dropout(0.3)

    def forward(self, x, a):
        return a @ (self.drop(F.relu(a @ x @ self.w1)) @ self.w2)


class GAT(nn.Module):
    def __init__(self, heads=2, width=4):
        super().__init__()
        self.heads, self.width = heads, width
        self.proj = nn.Linear(f, heads * width, bias=False)
        self.score = nn.Parameter(torch.randn(2, heads, width) * 0.1)
        self.out = nn.Linear(heads * width, classes)

    def forward(self, x, a):
        h = self.proj(x).view(-1, self.heads, self.width)
        s, t = torch.einsum('nhw,khw->knh', h, self.score)
        e = F.leaky_relu(s[:, None] + t[None], 0.2)
        e = e.masked_fill(a[:, :, None] == 0, float('-inf')).softmax(1)
        return self.out(F.elu(torch.einsum('nmh,mhw->nhw', e, h).flatten(1)))


for net, a in ((GCN(), norm), (GAT(), A)):
    print(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.02, weight_decay=5e-4)
    for i in range(30):
        net.train()
        loss = F.cross_entropy(net(X, a)[:8], y[:8])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 10 == 9:
            net.eval()
            with torch.no_grad():
                out = net(X, a)
                print(f'{loss:.4f}', (out.argmax(1) == y).float().mean(), F.nll_loss(out.log_softmax(-1)[8:], y[8:]))
