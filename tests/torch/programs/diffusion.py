"""Denoising diffusion on points in the plane: schedules as buffers, sinusoidal embeddings of time, ancestral sampling, EMA."""
import math

import torch
from torch import nn

torch.manual_seed(20)


class TimeEmbedding(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer('frequencies', torch.exp(-math.log(10000) * torch.arange(width // 2) / (width // 2)), persistent=False)

    def forward(self, t):
        a = t.float()[:, None] * self.frequencies[None]
        return torch.cat([a.sin(), a.cos()], -1)


class Denoiser(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.time = nn.Sequential(TimeEmbedding(16), nn.Linear(16, width), nn.SiLU(), nn.Linear(width, width))
        self.into, self.out = nn.Linear(2, width), nn.Linear(width, 2)
        self.blocks = nn.ModuleList(nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Linear(width, width)) for _ in range(2))

    def forward(self, x, t):
        h = self.into(x)
        e = self.time(t)
        for block in self.blocks:
            h = h + block(h + e)
        return self.out(h)


T = 20
betas = torch.linspace(1e-3, 0.2, T)
alphas = 1 - betas
bars = torch.cumprod(alphas, 0)
data = torch.stack([torch.linspace(-1, 1, 64), torch.linspace(-1, 1, 64).pow(2)], 1)
net = Denoiser()
print(net, list(net.state_dict())[:3])
optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3)
for step in range(40):
    t = torch.randint(0, T, (64,))
    noise = torch.randn_like(data)
    noisy = bars[t].sqrt()[:, None] * data + (1 - bars[t]).sqrt()[:, None] * noise
    loss = ((net(noisy, t) - noise) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(step, f'{loss.item():.4f}')


@torch.no_grad()
def sample(n):
    x = torch.randn(n, 2)
    for i in reversed(range(T)):
        e = net(x, torch.full((n,), i))
        x = (x - betas[i] / (1 - bars[i]).sqrt() * e) / alphas[i].sqrt()
        if i:
            x += betas[i].sqrt() * torch.randn_like(x)
    return x


torch.set_printoptions(precision=2)
print(sample(4), sample(100).mean(0), sample(100).std(0))
