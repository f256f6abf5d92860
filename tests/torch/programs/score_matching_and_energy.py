"""Models of densities without their constants: denoising and sliced score matching, Langevin sampling, a restricted Boltzmann machine."""
import torch

torch.manual_seed(31)
ring = torch.rand(128) * 6.2832
data = torch.stack((ring.cos(), ring.sin()), 1)

mlp = torch.nn.Sequential(torch.nn.Linear(3, 32), torch.nn.Softplus(), torch.nn.Linear(32, 32), torch.nn.Softplus(), torch.nn.Linear(32, 2))
sigmas = torch.logspace(0, -1, 5)


def score(x, level):
    s = sigmas[level].unsqueeze(-1)
    return mlp(torch.cat([x, s.expand(x.shape[0], 1)], 1)) / s


adam = torch.optim.Adam(mlp.parameters(), lr=5e-3, amsgrad=True)
for it in range(50):
    level = torch.randint(5, (128,))
    eps = torch.randn_like(data)
    loss = 0.5 * (score(data + sigmas[level, None] * eps, level) * sigmas[level, None] + eps).square().sum(-1).mean()
    adam.zero_grad()
    loss.backward()
    adam.step()
    if it % 12 == 0:
        print('dsm', it, round(loss.item(), 3))
x = torch.randn(200, 2)
with torch.no_grad():
    for level in range(5):
        step = 0.05 * (sigmas[level] / sigmas[-1]) ** 2 * 0.02
        for _ in range(5):
            x += step / 2 * score(x, torch.tensor([level])) + step.sqrt() * torch.randn_like(x)
print('Langevin', x.shape, x.isfinite().all(), f'{x.mean().item():.1f}')

# sliced score matching of an energy: needs the gradient of a gradient
energy = torch.nn.Sequential(torch.nn.Linear(2, 24), torch.nn.SiLU(), torch.nn.Linear(24, 24), torch.nn.SiLU(), torch.nn.Linear(24, 1))
sgd = torch.optim.SGD(energy.parameters(), lr=0.02, momentum=0.9)
for it in range(25):
    x = (data + 0.1 * torch.randn_like(data)).requires_grad_()
    s = -torch.autograd.grad(energy(x).sum(), x, create_graph=True)[0]
    v = torch.randn_like(x).sign()
    jv = torch.autograd.grad((s * v).sum(), x, create_graph=True)[0]
    loss = ((jv * v).sum(1) + 0.5 * (s * v).sum(1) ** 2).mean() + 1e-3 * s.pow(2).mean()
    sgd.zero_grad()
    loss.backward()
    sgd.step()
    if it % 8 == 0:
        print('ssm', it, f'{loss.item():.3f}')


class RBM:
    def __init__(self, visible, hidden):
        self.W = 0.1 * torch.randn(visible, hidden)
        self.a, self.b = torch.zeros(visible), torch.zeros(hidden)

    def hidden(self, v):
        return torch.sigmoid(v @ self.W + self.b)

    def visible(self, h):
        return torch.sigmoid(torch.addmm(self.a, h, self.W.T))

    def free_energy(self, v):
        return -(v @ self.a) - torch.nn.functional.softplus(v @ self.W + self.b).sum(1)

    def update(self, v0, lr=0.2, k=1):
        ph0 = self.hidden(v0)
        h = torch.bernoulli(ph0)
        for _ in range(k):
            v = torch.bernoulli(self.visible(h))
            ph = self.hidden(v)
            h = torch.bernoulli(ph)
        n = len(v0)
        self.W.addmm_(v0.T, ph0, alpha=lr / n).addmm_(v.T, ph, alpha=-lr / n)
        self.a += lr * (v0 - v).mean(0)
        self.b += lr * (ph0 - ph).mean(0)
        return (v0 - self.visible(ph0)).pow(2).mean()


torch.manual_seed(5)
patterns = torch.eye(4).repeat_interleave(3, 1)
v = patterns[torch.arange(40) % 4]
machine = RBM(12, 6)
for epoch in range(60):
    error = machine.update(v, k=1 if epoch < 40 else 2)
    if epoch % 15 == 0:
        print('rbm', epoch, f'{error.item():.4f}')
noise = torch.bernoulli(torch.full((40, 12), 0.5))
print('free energy of the data is lower:', machine.free_energy(v).mean() < machine.free_energy(noise).mean())
