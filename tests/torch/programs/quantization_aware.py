"""Fake quantisation with straight-through gradients: observers, per-channel scales, learned steps, integer arithmetic, binary and ternary weights."""
import torch
from torch import nn


class FakeQuantize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, zero, low, high):
        q = torch.round(x / scale) + zero
        ctx.save_for_backward((q >= low) & (q <= high))
        return (q.clamp(low, high) - zero) * scale

    @staticmethod
    def backward(ctx, grad):
        inside, = ctx.saved_tensors
        return grad * inside, None, None, None, None


class MovingMinMax(nn.Module):
    def __init__(self, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer('low', torch.tensor(float('inf')))
        self.register_buffer('high', torch.tensor(float('-inf')))

    @torch.no_grad()
    def forward(self, x):
        now = torch.aminmax(x)
        if self.low.isinf():
            self.low.copy_(now.min), self.high.copy_(now.max)
        else:
            self.low.lerp_(now.min, self.momentum), self.high.lerp_(now.max, self.momentum)
        return x

    def parameters_of(self, bits=8):
        low, high = self.low.clamp(max=0), self.high.clamp(min=0)
        scale = ((high - low) / (2 ** bits - 1)).clamp(min=1e-8)
        return scale, torch.round(-low / scale).clamp(0, 2 ** bits - 1)


class QLinear(nn.Linear):
    def __init__(self, *args, bits=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bits, self.observer, self.quantize = bits, MovingMinMax(), True

    def forward(self, x):
        if self.training:
            self.observer(x)
        if not self.quantize:
            return super().forward(x)
        scale, zero = self.observer.parameters_of(8)
        x = FakeQuantize.apply(x, scale, zero, 0, 255)
        top = 2 ** (self.bits - 1) - 1
        step = self.weight.detach().abs().amax(1, keepdim=True) / top
        return nn.functional.linear(x, FakeQuantize.apply(self.weight, step, torch.zeros(()), -top, top), self.bias)


torch.manual_seed(110)
x = torch.randn(64, 8)
y = torch.stack([x[:, 0] * x[:, 1], x[:, 2].abs()], 1)
net = nn.Sequential(QLinear(8, 24), nn.ReLU(), QLinear(24, 2, bits=6))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(40):
    for m in net:
        if isinstance(m, QLinear):
            m.quantize = step >= 15       # a few steps in full precision first
    loss = nn.functional.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 0:
        print(f'{step:2d} {loss.item():.2f}')
print([n for n, _ in net.named_buffers()], net[0].observer.low < 0)

# the same layer in integers
net.eval()
layer = net[0]
scale, zero = layer.observer.parameters_of()
xq = (torch.round(x / scale) + zero).clamp(0, 255).to(torch.uint8)
step = layer.weight.detach().abs().amax(1, keepdim=True) / 7
wq = torch.round(layer.weight.detach() / step).clamp(-7, 7).to(torch.int8)
acc = ((xq.int() - zero.int()).cpu() @ wq.int().cpu().T).to(xq.device)      # integers are multiplied on the host
out = acc * (scale * step.T) + layer.bias
print(acc.dtype, xq.dtype, wq.unique().numel() <= 15, torch.allclose(out, layer(x), atol=1e-4))



class LearnedStep(nn.Module):
    """LSQ: the step size has a gradient, too."""

    def __init__(self, init, bits):
        super().__init__()
        self.step, self.top = nn.Parameter(torch.tensor(init)), 2 ** (bits - 1) - 1

    def forward(self, w):
        g = 1 / (w.numel() * self.top) ** 0.5
        s = (self.step - self.step * g).detach() + self.step * g
        v = (w / s).clamp(-self.top, self.top)
        return ((v.round() - v).detach() + v) * s


class Sign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, g):
        return g.masked_fill(ctx.saved_tensors[0].abs() > 1, 0)


def ternary(w):
    delta = 0.7 * w.abs().mean()
    mask = w.abs() > delta
    alpha = (w.abs() * mask).sum() / mask.sum()
    return w + (alpha * w.sign() * mask - w).detach()


for name, quantizer in (('learned step', LearnedStep(0.1, 3)), ('binary', Sign.apply), ('ternary', ternary)):
    torch.manual_seed(111)
    w, b = nn.Parameter(torch.randn(1, 8) * 0.3), nn.Parameter(torch.zeros(1))
    extra = list(quantizer.parameters()) if isinstance(quantizer, nn.Module) else []
    opt = torch.optim.SGD([w, b, *extra], lr=0.05)
    for it in range(20):
        loss = (nn.functional.linear(x, quantizer(w), b)[:, 0] - (x[:, 0] - x[:, 1] + 0.5)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(name, f'{loss.item():.3f}', quantizer(w).unique().numel(), [f'{p.item():.4f}' for p in extra])
