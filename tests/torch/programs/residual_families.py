"""ResNet with basic and bottleneck blocks, grouped as in ResNeXt, zero-initialised last norms, a linear warm-up, and layer freezing."""
from typing import Optional, Type, Union
import torch
import torch.nn as nn
from torch import Tensor


def conv3x3(i: int, o: int, stride: int = 1, groups: int = 1) -> nn.Conv2d:
    return nn.Conv2d(i, o, 3, stride, 1, groups=groups, bias=False)


class Basic(nn.Module):
    expansion: int = 1

    def __init__(self, i: int, width: int, stride: int = 1, down: Optional[nn.Module] = None, groups: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(conv3x3(i, width, stride), nn.BatchNorm2d(width), nn.ReLU(), conv3x3(width, width), nn.BatchNorm2d(width))
        self.down, self.act = down, nn.ReLU()

    def forward(self, x: Tensor) -> Tensor:
        return self.act(self.body(x) + (x if self.down is None else self.down(x)))


class Bottleneck(Basic):
    expansion = 2

    def __init__(self, i, width, stride=1, down=None, groups=1):
        nn.Module.__init__(self)
        self.body = nn.Sequential(nn.Conv2d(i, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
                                  conv3x3(width, width, stride, groups), nn.BatchNorm2d(width), nn.ReLU(),
                                  nn.Conv2d(width, width * self.expansion, 1, bias=False), nn.BatchNorm2d(width * self.expansion))
        self.down, self.act = down, nn.ReLU()


class ResNet(nn.Module):
    def __init__(self, block: Type[Union[Basic, Bottleneck]], layers, groups=1):
        super().__init__()
        self.inplanes = 8
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        for k, count in enumerate(layers):
            self.add_module(f'layer{k + 1}', self._make(block, 8 * 2 ** k, count, 1 if k == 0 else 2, groups))
        self.fc = nn.Linear(self.inplanes, 5)
        for m in self.modules():
            if isinstance(m, Basic):
                nn.init.constant_(m.body[-1].weight, 0)

    def _make(self, block, width, count, stride, groups):
        down = None
        if stride != 1 or self.inplanes != width * block.expansion:
            down = nn.Sequential(nn.Conv2d(self.inplanes, width * block.expansion, 1, stride, bias=False), nn.BatchNorm2d(width * block.expansion))
        out = [block(self.inplanes, width, stride, down, groups)]
        self.inplanes = width * block.expansion
        out.extend(block(self.inplanes, width, groups=groups) for _ in range(1, count))
        return nn.Sequential(*out)

    def forward(self, x):
        x = torch.relu_(self.bn1(self.conv1(x)))
        x = self.layer2(self.layer1(x))
        return self.fc(torch.flatten(nn.functional.adaptive_avg_pool2d(x, 1), 1))


torch.manual_seed(100)
x, y = torch.randn(20, 3, 8, 8), torch.randint(0, 5, (20,))
x += torch.eye(5)[y].repeat(1, 2)[:, :8].view(20, 1, 8, 1)
for block, layers, groups in ((Basic, [1, 1], 1), (Bottleneck, [1, 2], 1), (Bottleneck, [1, 1], 4)):
    net = ResNet(block, layers, groups)
    opt = torch.optim.SGD(net.parameters(), 0.1, momentum=0.9, weight_decay=1e-4)
    warm = torch.optim.lr_scheduler.LinearLR(opt, start_factor=0.1, total_iters=4)
    seen = []
    for it in range(8):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
        warm.step()
        seen.append(f'{loss.item():.2f}')
    print(block.__name__, groups, sum(p.numel() for p in net.parameters()), seen, f'{warm.get_last_lr()[0]:.3f}')
print(net.layer2)

# fine-tuning: everything frozen but the head, batch norms kept in evaluation mode
for p in net.parameters():
    p.requires_grad_(False)
net.fc = nn.Linear(net.fc.in_features, 2)
net.train()
for m in net.modules():
    if isinstance(m, nn.BatchNorm2d):
        m.eval()
before = net.bn1.running_mean.clone()
opt = torch.optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=1e-2)
for it in range(5):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(x), (y > 2).long())
    loss.backward()
    opt.step()
print(f'{loss.item():.2f}', torch.equal(before, net.bn1.running_mean), net.conv1.weight.grad, net.fc.weight.grad.shape)
try:
    net.conv1(torch.randn(1, 4, 8, 8))
except RuntimeError as e:
    print(e)
