# needs: torch_ema pytorch_msssim lion_pytorch torchdiffeq
"""Small packages on torch: averages of weights, similarity of pictures, the optimizer Lion, solvers of differential equations."""
import torch
from torch import nn
torch.manual_seed(0)
from torch_ema import ExponentialMovingAverage
net = nn.Linear(3, 2)
before = net.weight.detach().clone()
ema = ExponentialMovingAverage(net.parameters(), decay=.9)
with torch.no_grad(): net.weight.add_(1.)
ema.update()
with ema.average_parameters():
    print((net.weight - before).mean().item() < 1)
print(torch.allclose(net.weight, before + 1), sorted(ema.state_dict()), ema.decay)
ema.copy_to(); print((net.weight - before).mean().item() < 1)
from pytorch_msssim import ssim, ms_ssim, SSIM, MS_SSIM
a, b = torch.rand(2, 3, 176, 176), torch.rand(2, 3, 176, 176)
print(ssim(a, a, data_range=1.), round(ssim(a, b, data_range=1.).item(), 3), ssim(a, b, data_range=1., size_average=False).shape, round(ms_ssim(a, b * .1 + a * .9, data_range=1.).item(), 3))
m = SSIM(data_range=1., channel=3); loss = 1 - m(a.requires_grad_(), b); loss.backward(); print(a.grad.shape, m)
try: ssim(a, b[:1])
except ValueError as e: print(str(e)[:60])
from lion_pytorch import Lion
net = nn.Linear(4, 1); x = torch.randn(32, 4); y = x.sum(1, keepdim=True)
opt = Lion(net.parameters(), lr=.01, weight_decay=.01)
losses = []
for _ in range(60):
    loss = nn.functional.mse_loss(net(x), y); opt.zero_grad(); loss.backward(); opt.step(); losses.append(loss.item())
print(losses[-1] < losses[0] / 4, [round(l, 3) for l in losses[::20]]); print(opt)
from torchdiffeq import odeint, odeint_adjoint, odeint_event
t = torch.linspace(0., 2., 5)
for method in ('dopri5', 'rk4', 'euler', 'midpoint', 'adaptive_heun', 'explicit_adams', 'bosh3', 'dopri8'):
    print(method, [round(v, 3) for v in odeint(lambda t, y: -y, torch.tensor([1.]), t, method=method)[:, 0].tolist()])
class Field(nn.Module):
    def __init__(self):
        super().__init__(); self.net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
    def forward(self, t, y): return self.net(y)
f = Field(); y0 = torch.tensor([[1., 0.]])
out = odeint_adjoint(f, y0, t); out[-1].sum().backward()
g = [p.grad.clone() for p in f.parameters()]; f.zero_grad()
odeint(f, y0, t)[-1].sum().backward()
print(out.shape, all(torch.allclose(a, p.grad, atol=1e-3) for a, p in zip(g, f.parameters())))
when, state = odeint_event(lambda t, y: torch.ones_like(y), torch.tensor([0.]), torch.tensor(0.), event_fn=lambda t, y: y[0] - .5)
print(round(when.item(), 3))
try: odeint(lambda t, y: y, torch.ones(1), torch.tensor([1., 0., 2.]))
except AssertionError as e: print(e)
try: odeint(lambda t, y: y, torch.ones(1), t, method='nope')
except ValueError as e: print(e)
