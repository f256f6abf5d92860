"""Autoencoders: denoising with convolutions and unpooling, sparse by a KL penalty, and AutoRec for missing ratings."""
import torch
import torch.nn as nn

torch.manual_seed(13)


class ConvAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 8, 3, padding=1)
        self.pool = nn.MaxPool2d(2, 2, return_indices=True)
        self.squeeze = nn.Conv2d(8, 4, 3, stride=2, padding=1)
        self.expand = nn.ConvTranspose2d(4, 8, 3, stride=2, padding=1, output_padding=1)
        self.unpool = nn.MaxUnpool2d(2, 2)
        self.up = nn.ConvTranspose2d(8, 1, 3, padding=1)

    def forward(self, x):
        h, where = self.pool(torch.relu(self.down(x)))
        code = torch.relu(self.squeeze(h))
        return torch.sigmoid(self.up(self.unpool(torch.relu(self.expand(code, output_size=h.size())), where))), code


clean = torch.zeros(16, 1, 12, 12)
for i in range(16):
    clean[i, 0, i % 9:i % 9 + 3, (i * 5) % 9:(i * 5) % 9 + 3] = 1
model = ConvAE()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(15):
    noisy = (clean + 0.3 * torch.randn_like(clean)).clamp(0, 1)
    restored, code = model(noisy)
    loss = nn.functional.binary_cross_entropy(restored, clean)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if not step % 5:
        print(f'step {step} bce {loss.item():.4f} code {tuple(code.shape)}')

# sparse: the mean activation of each unit is pulled to rho
x = torch.randn(64, 10) @ torch.randn(10, 20)
x = (x - x.mean(0)) / x.std(0)
encoder, decoder = nn.Linear(20, 30), nn.Linear(30, 20)
params = [*encoder.parameters(), *decoder.parameters()]
opt = torch.optim.SGD(params, lr=0.1, momentum=0.9)
rho = torch.tensor(0.1)
for step in range(30):
    h = encoder(x).sigmoid()
    q = h.mean(0)
    penalty = (rho * (rho / q).log() + (1 - rho) * ((1 - rho) / (1 - q)).log()).sum()
    loss = (decoder(h) - x).pow(2).mean() + 0.02 * penalty
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 9:
        print(f'{step} loss {loss.item():.4f} penalty {penalty.item():.3f} active {h.mean().item():.3f}')

# AutoRec: only known ratings count, evaluated on the ones held out
users, items = 24, 15
ratings = (3 + torch.randn(users, 2) @ torch.randn(2, items)).round().clamp(1, 5)
known = torch.rand(users, items) < 0.6
hidden = ~known & (torch.rand(users, items) < 0.5)
rec = nn.Sequential(nn.Linear(items, 12), nn.Sigmoid(), nn.Dropout(0.05), nn.Linear(12, items))
opt = torch.optim.Adam(rec.parameters(), lr=0.02, weight_decay=1e-4)
given = torch.where(known, ratings, 0.)
for epoch in range(40):
    opt.zero_grad()
    loss = nn.functional.mse_loss(rec(given)[known], ratings[known])
    loss.backward()
    opt.step()
    if epoch in (0, 20, 39):
        rec.eval()
        with torch.no_grad():
            rmse = (rec(given).clamp(1, 5) - ratings)[hidden].square().mean().sqrt()
        rec.train()
        print(epoch, f'train {loss.item():.3f} held out {rmse.item():.3f}')
