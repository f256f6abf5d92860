"""A variational autoencoder: reparameterised sampling, KL divergence, sampling from the prior."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)


class VAE(nn.Module):
    def __init__(self, inputs=16, hidden=32, latent=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU())
        self.mu, self.logvar = nn.Linear(hidden, latent), nn.Linear(hidden, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, inputs), nn.Sigmoid())

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.decoder(z), mu, logvar


model = VAE()
print(model)
data = (torch.rand(64, 16) > 0.5).float()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(20):
    out, mu, logvar = model(data)
    bce = F.binary_cross_entropy(out, data, reduction='sum')
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    loss = bce + kl
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 4 == 0:
        print(f'epoch {epoch}: {loss.item():.1f} bce {bce.item():.1f} kl {kl.item():.3f}')
with torch.no_grad():
    print(model.decoder(torch.randn(2, 4)).round(decimals=2))
