"""Depthwise separable, inverted residual, squeeze and excitation, dense and inception blocks."""
import torch
from torch import nn

torch.manual_seed(9)


class SE(nn.Module):
    def __init__(self, c, r=4):
        super().__init__()
        self.fc = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(c, c // r, 1), nn.ReLU6(), nn.Conv2d(c // r, c, 1), nn.Hardsigmoid())

    def forward(self, x):
        return x * self.fc(x)


class Inverted(nn.Module):
    def __init__(self, i, o, stride, expand=2):
        super().__init__()
        h = i * expand
        self.skip = stride == 1 and i == o
        self.body = nn.Sequential(nn.Conv2d(i, h, 1, bias=False), nn.BatchNorm2d(h), nn.Hardswish(),
                                  nn.Conv2d(h, h, 3, stride, 1, groups=h, bias=False), nn.BatchNorm2d(h), nn.Hardswish(), SE(h),
                                  nn.Conv2d(h, o, 1, bias=False), nn.BatchNorm2d(o))

    def forward(self, x):
        y = self.body(x)
        return x + y if self.skip else y


class Dense(nn.Module):
    def __init__(self, c, growth, n):
        super().__init__()
        self.layers = nn.ModuleList(nn.Sequential(nn.BatchNorm2d(c + i * growth), nn.ReLU(), nn.Conv2d(c + i * growth, growth, 3, padding=1, bias=False))
                                    for i in range(n))

    def forward(self, x):
        for layer in self.layers:
            x = torch.cat((x, layer(x)), 1)
        return x


class Inception(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.paths = nn.ModuleDict({'p1': nn.Conv2d(c, 4, 1), 'p3': nn.Conv2d(c, 4, 3, padding='same'), 'p5': nn.Conv2d(c, 4, 3, padding=2, dilation=2),
                                    'pool': nn.Sequential(nn.MaxPool2d(3, 1, 1), nn.Conv2d(c, 4, 1))})

    def forward(self, x):
        return torch.cat([path(x) for path in self.paths.values()], 1)


net = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), Inverted(8, 8, 1), Inverted(8, 12, 2), Dense(12, 4, 3), Inception(24), nn.AdaptiveMaxPool2d((2, 2)),
                    nn.Flatten(), nn.Dropout1d(0.0), nn.Linear(64, 5))
print(net)
x, y = torch.randn(8, 3, 24, 24), torch.randint(0, 5, (8,))
criterion = nn.CrossEntropyLoss(label_smoothing=0.1, weight=torch.tensor([1., 2., 1., 1., 0.5]))
optimizer = torch.optim.RMSprop(net.parameters(), lr=2e-4, momentum=0.9, centered=True)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=5e-4, total_steps=12)
for i in range(12):
    loss = criterion(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(net.parameters(), 0.5)
    optimizer.step()
    scheduler.step()
    if i % 3 == 2:
        print(f'{loss.item():.4f} {optimizer.param_groups[0]["lr"]:.6f} {optimizer.param_groups[0]["momentum"]:.4f}')
