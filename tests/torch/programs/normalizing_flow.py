"""RealNVP with affine couplings, and a mixture density network."""
import torch
from torch import nn
from torch import distributions as D

torch.manual_seed(7)


class Coupling(nn.Module):
    def __init__(self, mask):
        super().__init__()
        self.register_buffer('mask', mask)
        self.net = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, x):
        s, t = self.net(x * self.mask).chunk(2, -1)
        s = torch.tanh(s) * (1 - self.mask)
        return x * self.mask + (1 - self.mask) * (x * s.exp() + t), s.sum(-1)


layers = nn.ModuleList([Coupling(torch.tensor([1., 0.]) if i % 2 else torch.tensor([0., 1.])) for i in range(4)])
base = D.MultivariateNormal(torch.zeros(2), torch.eye(2))
x = torch.randn(100, 2) * 0.3
x[:, 1] += x[:, 0] ** 2 * 3
optimizer = torch.optim.Adam(layers.parameters(), lr=1e-2)
for i in range(25):
    z, total = x, 0
    for layer in layers:
        z, log_det = layer(z)
        total = total + log_det
    loss = -(base.log_prob(z) + total).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 6 == 0:
        print(i, f'{loss.item():.5f}')
print(layers[0])

mdn = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 9))
optimizer = torch.optim.NAdam(mdn.parameters(), lr=5e-3)
t = torch.rand(80, 1) * 2 - 1
y = t + 0.3 * torch.sin(6 * t) + 0.05 * torch.randn(80, 1)
for i in range(25):
    pi, mu, sigma = mdn(y).chunk(3, -1)
    mix = D.MixtureSameFamily(D.Categorical(logits=pi), D.Normal(mu, sigma.exp()))
    loss = -mix.log_prob(t.squeeze(1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 8 == 0:
        print(i, f'{loss:.4f}')
print(mix.mean[:3], mix.variance[:3])
