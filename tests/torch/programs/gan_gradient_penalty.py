"""A Wasserstein GAN with gradient penalty: second derivatives through a discriminator."""
import torch
from torch import nn

torch.manual_seed(1)
G = nn.Sequential(nn.Linear(8, 32), nn.LeakyReLU(0.2), nn.Linear(32, 2))
D = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
opt_g = torch.optim.RMSprop(G.parameters(), lr=5e-4)
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.9))


def real(n):
    angle = torch.rand(n) * 2 * torch.pi
    return torch.stack([angle.cos(), angle.sin()], 1) + 0.05 * torch.randn(n, 2)


def penalty(a, b):
    t = torch.rand(a.size(0), 1)
    x = (t * a + (1 - t) * b).requires_grad_(True)
    g, = torch.autograd.grad(D(x).sum(), x, create_graph=True)
    return ((g.norm(2, dim=1) - 1) ** 2).mean()


for step in range(15):
    for _ in range(3):
        x, z = real(32), torch.randn(32, 8)
        fake = G(z).detach()
        loss_d = D(fake).mean() - D(x).mean() + 10 * penalty(x, fake)
        opt_d.zero_grad(set_to_none=True)
        loss_d.backward()
        opt_d.step()
    loss_g = -D(G(torch.randn(32, 8))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    if step % 5 == 0:
        print(step, f'{loss_d.item():.5f} {loss_g.item():.5f}')
print([round(p.grad.norm().item(), 4) for p in D.parameters()])
