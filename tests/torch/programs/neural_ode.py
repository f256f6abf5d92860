"""An ODE solved with Runge-Kutta through autograd, an own autograd.Function, gradient checkpointing, accumulation, EMA of weights."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(14)


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * x * scale

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * ctx.scale * g, None


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Softplus(), nn.Linear(16, 2))

    def forward(self, y):
        return self.net(Square.apply(y, 0.5) + y)


def rk4(f, y, h, steps, use_checkpoint=False):
    def one(y):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    out = [y]
    for _ in range(steps):
        y = checkpoint(one, y, use_reentrant=False) if use_checkpoint else one(y)
        out.append(y)
    return torch.stack(out)


with torch.no_grad():
    true = rk4(lambda y: y @ torch.tensor([[-0.1, 2.], [-2., -0.1]]), torch.tensor([[2., 0.]]), 0.1, 10)
field = Field()
average = [p.detach().clone() for p in field.parameters()]
optimizer = torch.optim.Adam(field.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=1, threshold=0.5)
for i in range(12):
    optimizer.zero_grad()
    for part in range(2):
        loss = (rk4(field, torch.tensor([[2., 0.]]) + 0.01 * part, 0.1, 10, use_checkpoint=part == 1) - true).abs().mean() / 2
        loss.backward()
    norm = nn.utils.clip_grad_norm_(field.parameters(), 5.0)
    optimizer.step()
    scheduler.step(loss)
    torch._foreach_mul_(average, 0.9)
    torch._foreach_add_(average, [p.detach() for p in field.parameters()], alpha=0.1)
    if i % 4 == 0:
        print(i, f'{loss.item():.5f} {norm:.4f}', optimizer.param_groups[0]['lr'])
print([round(a.norm().item(), 4) for a in average])
print(torch.autograd.gradcheck(lambda v: Square.apply(v, 3.0), torch.randn(4, dtype=torch.float64, requires_grad=True)))
