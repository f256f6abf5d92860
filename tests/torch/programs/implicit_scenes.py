"""Signals in the weights of networks: SIREN and Fourier features for an image, its gradients and Laplacian, a radiance field rendered along rays."""
from math import pi, sqrt

import torch
from torch import nn


def get_mgrid(side, dim=2):
    return torch.stack(torch.meshgrid(*[torch.linspace(-1, 1, side)] * dim, indexing='ij'), dim=-1).reshape(-1, dim)


class SineLayer(nn.Module):
    def __init__(self, i, o, first=False, omega=15.):
        super().__init__()
        self.omega, self.linear = omega, nn.Linear(i, o)
        with torch.no_grad():
            bound = 1 / i if first else sqrt(6 / i) / omega
            self.linear.weight.uniform_(-bound, bound)

    def forward(self, x):
        return torch.sin(self.omega * self.linear(x))


def gradient(y, x):
    return torch.autograd.grad(y, [x], grad_outputs=torch.ones_like(y), create_graph=True)[0]


def laplace(y, x):
    g = gradient(y, x)
    return sum(torch.autograd.grad(g[..., i], x, torch.ones_like(g[..., i]), create_graph=True)[0][..., i:i + 1] for i in range(g.shape[-1]))


class FourierFeatures(nn.Module):
    def __init__(self, dim, count, scale):
        super().__init__()
        self.register_buffer('B', torch.randn(dim, count) * scale)

    def forward(self, x):
        p = 2 * pi * x @ self.B
        return torch.cat([p.sin(), p.cos()], -1)


torch.manual_seed(20)
coords = get_mgrid(12)
image = torch.sin(4 * coords[:, :1]) * torch.cos(3 * coords[:, 1:]) + (coords.norm(dim=1, keepdim=True) < 0.5).float()
nets = {'siren': nn.Sequential(SineLayer(2, 24, True), SineLayer(24, 24), nn.Linear(24, 1)),
        'relu': nn.Sequential(nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 24), nn.ReLU(), nn.Linear(24, 1)),
        'fourier': nn.Sequential(FourierFeatures(2, 12, 1.0), nn.Linear(24, 24), nn.ReLU(), nn.Linear(24, 1))}
for name, net in nets.items():
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(40):
        mse = (net(coords) - image).square().mean()
        opt.zero_grad()
        mse.backward()
        opt.step()
        if step % 13 == 0:
            print(f'{name:8s} {step:2d} mse {mse.item():.4f} psnr {-10 * torch.log10(mse).item():.2f}')
x = coords[:5].clone().requires_grad_()
y = nets['siren'](x)
g, lap = gradient(y, x), laplace(y, x)
eps = 1e-2
with torch.no_grad():
    near = (nets['siren'](x + torch.tensor([eps, 0.])) - nets['siren'](x - torch.tensor([eps, 0.]))) / (2 * eps)
print(g.shape, lap.shape, torch.allclose(g[:, :1], near, atol=0.2), lap.requires_grad)

# a Poisson problem: the network is fitted through its gradient only
torch.manual_seed(21)
net = nn.Sequential(SineLayer(2, 16, True, 5.), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
true = torch.stack([4 * torch.cos(4 * coords[:, 0]), torch.zeros(144)], 1)
for step in range(15):
    c = coords.clone().requires_grad_()
    loss = (gradient(net(c), c) - true).square().sum(-1).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 5 == 0:
        print('poisson', step, f'{loss.item():.3f}')


class Radiance(nn.Module):
    def __init__(self, bands=3):
        super().__init__()
        self.register_buffer('freqs', 2. ** torch.arange(bands) * pi)
        self.body = nn.Sequential(nn.Linear(3 + 6 * bands, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
        self.sigma, self.rgb = nn.Linear(32, 1), nn.Sequential(nn.Linear(32, 3), nn.Sigmoid())

    def forward(self, p):
        e = (p[..., None] * self.freqs).flatten(-2)
        h = self.body(torch.cat([p, e.sin(), e.cos()], -1))
        return nn.functional.softplus(self.sigma(h)).squeeze(-1), self.rgb(h)


def sample_along(origin, direction, near, far, n, weights=None):
    edges = torch.linspace(near, far, n + 1)
    if weights is None:
        t = edges[:-1] + (edges[1:] - edges[:-1]) * torch.rand(len(origin), n)
    else:      # inverse of the piecewise constant distribution
        cdf = torch.cumsum(torch.nn.functional.normalize(weights + 1e-5, p=1, dim=-1), -1)
        u = torch.rand(len(origin), n)
        idx = torch.searchsorted(cdf, u, right=True).clamp(max=weights.shape[1] - 1)
        t = torch.take_along_dim(torch.linspace(near, far, weights.shape[1]).expand(len(origin), -1), idx, -1).sort(-1).values
    return t, origin[:, None] + t[..., None] * direction[:, None]


def render(field, origin, direction, n=12, weights=None):
    t, p = sample_along(origin, direction, 0., 2., n, weights)
    sigma, rgb = field(p)
    delta = torch.cat([t.diff(dim=-1), torch.full_like(t[:, :1], 1e2)], -1)
    alpha = 1 - torch.exp(-sigma * delta)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], -1), -1)[:, :-1]
    w = alpha * trans
    return (w[..., None] * rgb).sum(1), (w * t).sum(1), w


torch.manual_seed(22)
rays = nn.functional.normalize(torch.cat([get_mgrid(6) * 0.5, torch.ones(36, 1)], 1), dim=-1)
eye = torch.tensor([[0., 0., -1.]]).expand(36, -1)
b = (eye * rays).sum(-1)
hit = b ** 2 - (eye.square().sum(-1) - 0.25) > 0
goal = torch.where(hit[:, None], torch.tensor([0.9, 0.3, 0.1]), torch.tensor([0.1, 0.1, 0.4]))
field = Radiance()
opt = torch.optim.Adam(field.parameters(), lr=1e-2)
for step in range(20):
    colour, depth, w = render(field, eye, rays)
    fine, _, _ = render(field, eye, rays, 8, w.detach())
    loss = (colour - goal).square().mean() + (fine - goal).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 6 == 0:
        print('radiance', step, f'{loss.item():.4f}')
print(hit.sum(), w.sum(-1).max() <= 1 + 1e-4, depth.shape)
