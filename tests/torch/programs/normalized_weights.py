"""Training: weight normalisation, spectral normalisation and an orthogonal layer in one network; a generator against a discriminator."""
import torch
from torch import nn
import torch.nn.functional as F
from torch.nn.utils import parametrizations, parametrize

torch.manual_seed(4)
net = nn.Sequential(parametrizations.weight_norm(nn.Linear(4, 8)), nn.Tanh(), parametrizations.orthogonal(nn.Linear(8, 8)), nn.Tanh(),
                    parametrizations.spectral_norm(nn.Linear(8, 1)))
print(net)
x = torch.randn(32, 4)
y = torch.sin(x.sum(1, keepdim=True))
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
for step in range(40):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(f'{step:3d} {loss.item():.4f}')
w = net[2].weight
print(torch.allclose(w.T @ w, torch.eye(8), atol=1e-4))
for module in (net[0], net[2], net[4]):
    parametrize.remove_parametrizations(module, 'weight')
print(net, f'{F.mse_loss(net(x), y).item():.4f}')

generator = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 2))
discriminator = nn.Sequential(nn.utils.spectral_norm(nn.Linear(2, 16)), nn.LeakyReLU(0.2), nn.utils.spectral_norm(nn.Linear(16, 1)))
g, d = torch.optim.Adam(generator.parameters(), 1e-2, betas=(0.5, 0.9)), torch.optim.Adam(discriminator.parameters(), 1e-2, betas=(0.5, 0.9))
for step in range(30):
    real = torch.randn(16, 2) * 0.3 + torch.tensor([2.0, -1.0])
    fake = generator(torch.randn(16, 2))
    d_loss = F.relu(1 - discriminator(real)).mean() + F.relu(1 + discriminator(fake.detach())).mean()
    d.zero_grad()
    d_loss.backward()
    d.step()
    g_loss = -discriminator(fake).mean()
    g.zero_grad()
    g_loss.backward()
    g.step()
    if step % 5 == 0:
        print(f'{step:3d} {d_loss.item():.4f} {g_loss.item():.4f}')
