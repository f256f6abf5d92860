"""Training: a small vision transformer with a class token on patches, MultiheadAttention with its weights."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(1)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, heads, dropout=0.1, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(0.1), nn.Linear(2 * width, width))

    def forward(self, x):
        h = self.norm1(x)
        attended, self.weights = self.attention(h, h, h)
        x = x + attended
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    def __init__(self, size=8, patch=2, width=16, heads=2, depth=2, classes=4):
        super().__init__()
        self.patches = nn.Conv2d(1, width, patch, stride=patch)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.positions = nn.Parameter(torch.empty(1, (size // patch) ** 2 + 1, width))
        nn.init.trunc_normal_(self.positions, std=0.02)
        self.blocks = nn.Sequential(*[Block(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.LazyLinear(classes)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.size(0), -1, -1), x], dim=1) + self.positions
        return self.head(self.norm(self.blocks(x))[:, 0])


images = torch.randn(48, 1, 8, 8)
labels = torch.arange(48) % 4
for i in range(48):
    r, c = divmod(int(labels[i]), 2)
    images[i, 0, 4 * r:4 * r + 4, 4 * c:4 * c + 4] += 1.5
net = ViT()
net(images[:1])
print(net)
print([(name, tuple(p.shape)) for name, p in net.named_parameters()][:6], sum(p.numel() for p in net.parameters()))
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / 5, 1.0))
for step in range(30):
    net.train()
    batch = torch.randperm(48)[:16]
    loss = F.cross_entropy(net(images[batch]), labels[batch])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step()
    if step % 3 == 0:
        print(f'{step:3d} {loss.item():.4f} {schedule.get_last_lr()[0]:.5f}')
net.eval()
with torch.no_grad():
    print((net(images).argmax(1) == labels).float().mean(), net.blocks[0].weights.shape, net.blocks[-1].weights.sum(-1).mean())
