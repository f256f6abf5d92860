"""EfficientNet's building block: expansion, depthwise convolution, squeeze and excitation, stochastic depth; channels-last inputs."""
import math
import torch
import torch.nn.functional as F
from torch import nn


class SqueezeExcite(nn.Module):
    def __init__(self, channels, reduced):
        super().__init__()
        self.fc1 = nn.Conv2d(channels, reduced, 1)
        self.fc2 = nn.Conv2d(reduced, channels, 1)

    def forward(self, x):
        s = F.adaptive_avg_pool2d(x, 1)
        return x * torch.sigmoid(self.fc2(F.silu(self.fc1(s))))


def drop_path(x, p, training):
    if not training or p == 0.:
        return x
    keep = 1 - p
    mask = keep + torch.rand((x.shape[0], 1, 1, 1), dtype=x.dtype, device=x.device)
    return x.div(keep) * mask.floor_()


def _make_divisible(v, divisor=8):
    new_v = max(divisor, int(v + divisor / 2) // divisor * divisor)
    return new_v + divisor if new_v < 0.9 * v else new_v


class MBConv(nn.Module):
    def __init__(self, cin, cout, expand, kernel, stride, drop):
        super().__init__()
        mid = cin * expand
        self.drop = drop
        self.skip = stride == 1 and cin == cout
        self.conv = nn.Sequential(
            *((nn.Conv2d(cin, mid, 1, bias=False), nn.BatchNorm2d(mid, momentum=0.01, eps=1e-3), nn.SiLU()) if expand != 1 else ()),
            nn.Conv2d(mid, mid, kernel, stride, kernel // 2, groups=mid, bias=False), nn.BatchNorm2d(mid, momentum=0.01, eps=1e-3), nn.SiLU(),
            SqueezeExcite(mid, max(1, cin // 4)), nn.Conv2d(mid, cout, 1, bias=False), nn.BatchNorm2d(cout, momentum=0.01, eps=1e-3))

    def forward(self, x):
        y = self.conv(x)
        return x + drop_path(y, self.drop, self.training) if self.skip else y


print([_make_divisible(v) for v in (3, 12, 20, 33.5, 100)])
torch.manual_seed(2)
width = [math.ceil(8 * w) for w in (1, 1.5, 2)]
net = nn.Sequential(nn.Conv2d(3, width[0], 3, 2, 1, bias=False), nn.BatchNorm2d(width[0]), nn.Hardswish(),
                    MBConv(width[0], width[0], 1, 3, 1, 0.), MBConv(width[0], width[1], 4, 3, 2, 0.1),
                    MBConv(width[1], width[1], 4, 5, 1, 0.2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width[1], 4))
print(net[4])
x = torch.randn(12, 3, 16, 16).to(memory_format=torch.channels_last)
y = torch.arange(12) % 4
x[torch.arange(12), y % 3] += (y[:, None, None] - 1.5)
print(x.is_contiguous(), x.is_contiguous(memory_format=torch.channels_last), x.stride())
opt = torch.optim.RMSprop(net.parameters(), lr=1e-3, alpha=0.9, eps=1e-3, momentum=0.9, weight_decay=1e-5)
ema = {k: v.clone() for k, v in net.state_dict().items()}
for step in range(10):
    loss = F.cross_entropy(net(x), y, label_smoothing=0.1)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    with torch.no_grad():
        for k, v in net.state_dict().items():
            ema[k].lerp_(v, 0.1) if v.is_floating_point() else ema[k].copy_(v)
    if step % 3 == 0:
        print(step, f'{loss.item():.3f}')
trained = net.eval()(x)
print(net.load_state_dict(ema), ema['1.num_batches_tracked'], f'{F.cross_entropy(net(x), y).item():.2f}', trained.shape)
h = F.hardsigmoid(torch.linspace(-4, 4, 5)), F.hardswish(torch.linspace(-4, 4, 5)), F.relu6(torch.tensor([-1., 3., 8.]))
print(*h, sep='\n')
