"""A DCGAN with spectral norm and label smoothing, a Wasserstein critic with clipped weights, a conditional generator with embeddings."""
import torch
from torch import nn, optim
from torch.nn.utils import spectral_norm
from torch.nn.utils.parametrizations import spectral_norm as parametrized

nz, ngf, ndf = 8, 6, 6


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Conv') != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.1)
    elif classname.find('BatchNorm') != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


torch.manual_seed(999)
netG = nn.Sequential(nn.ConvTranspose2d(nz, ngf * 2, 2, 1, 0, bias=False), nn.BatchNorm2d(ngf * 2), nn.ReLU(True),
                     nn.ConvTranspose2d(ngf * 2, ngf, 4, 2, 1, bias=False), nn.BatchNorm2d(ngf), nn.ReLU(True),
                     nn.ConvTranspose2d(ngf, 1, 4, 2, 1, bias=False), nn.Tanh()).apply(weights_init)
netD = nn.Sequential(parametrized(nn.Conv2d(1, ndf, 4, 2, 1, bias=False)), nn.LeakyReLU(0.2, inplace=True),
                     parametrized(nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False)), nn.LeakyReLU(0.2, inplace=True), nn.Flatten(), nn.Linear(4 * ndf * 2, 1), nn.Sigmoid())
print(netD[0])
real = torch.ones(16, 1, 8, 8) * torch.linspace(-1, 1, 8)
real = torch.where(torch.rand(16, 1, 1, 1) > 0.5, real, real.transpose(2, 3))
criterion = nn.BCELoss()
optimizerD = optim.Adam(netD.parameters(), lr=2e-3, betas=(0.5, 0.999))
optimizerG = optim.Adam(netG.parameters(), lr=2e-3, betas=(0.5, 0.999))
fixed = torch.randn(4, nz, 1, 1)
for i in range(12):
    # real, then fake: gradients add up
    netD.zero_grad()
    label = torch.full((16,), 0.9)
    errD_real = criterion(netD(real).view(-1), label)
    errD_real.backward()
    fake = netG(torch.randn(16, nz, 1, 1))
    label.fill_(0.)
    errD_fake = criterion(netD(fake.detach()).view(-1), label)
    errD_fake.backward()
    optimizerD.step()
    netG.zero_grad()
    label.fill_(1.)
    errG = criterion(netD(fake).view(-1), label)
    errG.backward()
    optimizerG.step()
    if i % 3 == 0:
        print('[%d] Loss_D: %.3f Loss_G: %.3f' % (i, errD_real.item() + errD_fake.item(), errG.item()))
with torch.no_grad():
    print(netG(fixed).detach().shape, netG.eval()(fixed).abs().max() <= 1)
w = netD[0].weight.flatten(1)
print('largest singular value', f'{torch.linalg.matrix_norm(w, 2).item():.1f}', [n for n, _ in netD[0].named_parameters()])

# Wasserstein: several critic steps for each of the generator, weights clipped
torch.manual_seed(2)
G = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2))
C = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), spectral_norm(nn.Linear(16, 1)))
oG, oC = optim.RMSprop(G.parameters(), lr=5e-3), optim.RMSprop(C.parameters(), lr=5e-3)
target = torch.randn(64, 2) * 0.3 + torch.tensor([2., -1.])
for step in range(12):
    for _ in range(3):
        x = G(torch.randn(64, 2)).detach()
        gap = C(target).mean() - C(x).mean()
        oC.zero_grad()
        (-gap).backward()
        oC.step()
        for p in C[0].parameters():
            p.data.clamp_(-0.3, 0.3)
    oG.zero_grad()
    (-C(G(torch.randn(64, 2))).mean()).backward()
    oG.step()
    if step % 4 == 3:
        print(f'gap {gap.item():.4f} mean', [round(v, 2) for v in x.mean(0).tolist()])
print(C[2], sorted(C.state_dict()))


class Conditional(nn.Module):
    def __init__(self, out, last):
        super().__init__()
        self.label = nn.Embedding(3, 4)
        self.net = nn.Sequential(nn.Linear(6, 24), nn.LeakyReLU(0.2), nn.Linear(24, out), last)

    def forward(self, x, y):
        return self.net(torch.cat((x, self.label(y)), -1))


torch.manual_seed(3)
G, D = Conditional(2, nn.Identity()), Conditional(1, nn.Identity())
both = {'D': optim.Adam(D.parameters(), 0.01), 'G': optim.Adam(G.parameters(), 0.01)}
centres = torch.tensor([[0., 2.], [2., 0.], [-2., 0.]])
y = torch.arange(48) % 3
for step in range(20):
    x = centres[y] + 0.1 * torch.randn(48, 2)
    f = G(torch.randn(48, 2), y)
    hinge = torch.relu(1 - D(x, y)).mean() + torch.relu(1 + D(f.detach(), y)).mean()
    both['D'].zero_grad()
    hinge.backward()
    both['D'].step()
    g = -D(f, y).mean()
    both['G'].zero_grad()
    g.backward()
    both['G'].step()
    if step % 6 == 5:
        print(f'hinge {hinge.item():.3f} generator {g.item():+.3f}')
