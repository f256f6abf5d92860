"""DenseNet: features concatenated, transitions, memory saved with checkpoints, gradients the same."""
from collections import OrderedDict
import torch
from torch import nn
import torch.utils.checkpoint as cp

torch.manual_seed(8)


class DenseLayer(nn.Module):
    def __init__(self, channels, growth, bn_size, efficient):
        super().__init__()
        self.add_module('norm1', nn.BatchNorm2d(channels))
        self.add_module('conv1', nn.Conv2d(channels, bn_size * growth, 1, bias=False))
        self.add_module('norm2', nn.BatchNorm2d(bn_size * growth))
        self.add_module('conv2', nn.Conv2d(bn_size * growth, growth, 3, padding=1, bias=False))
        self.efficient = efficient

    def bottleneck(self, *features):
        return self.conv1(torch.relu(self.norm1(torch.cat(features, 1))))

    def forward(self, features):
        if self.efficient and any(f.requires_grad for f in features):
            y = cp.checkpoint(self.bottleneck, *features, use_reentrant=False)
        else:
            y = self.bottleneck(*features)
        return self.conv2(torch.relu(self.norm2(y)))


class DenseBlock(nn.ModuleDict):
    def __init__(self, layers, channels, growth, efficient=False):
        super().__init__()
        for i in range(layers):
            self['denselayer%d' % (i + 1)] = DenseLayer(channels + i * growth, growth, 2, efficient)

    def forward(self, init):
        features = [init]
        for name, layer in self.items():
            features.append(layer(features))
        return torch.cat(features, 1)


class Transition(nn.Sequential):
    def __init__(self, i, o):
        super().__init__(OrderedDict(norm=nn.BatchNorm2d(i), relu=nn.ReLU(inplace=True), conv=nn.Conv2d(i, o, 1, bias=False), pool=nn.AvgPool2d(2, 2)))


def densenet(efficient):
    torch.manual_seed(21)
    return nn.Sequential(OrderedDict([
        ('conv0', nn.Conv2d(2, 6, 3, padding=1)), ('block1', DenseBlock(3, 6, 4, efficient)), ('transition1', Transition(18, 9)),
        ('block2', DenseBlock(2, 9, 4, efficient)), ('pool', nn.AdaptiveMaxPool2d(1)), ('flat', nn.Flatten()), ('classifier', nn.Linear(17, 3))]))


x = torch.randn(16, 2, 8, 8)
target = x.mean((2, 3)).argmax(1) + (x[:, 0, 0, 0] > 0)
plain, frugal = densenet(False), densenet(True)
print(plain.block1.denselayer2, plain.transition1, sep='\n')
for net in plain, frugal:
    nn.functional.cross_entropy(net(x), target).backward()
worst = max((a.grad - b.grad).abs().max().item() for a, b in zip(plain.parameters(), frugal.parameters()))
print('gradients agree', worst < 1e-5)
# a checkpointed batch norm has seen its batch twice
print(plain.block1.denselayer2.norm1.num_batches_tracked, frugal.block1.denselayer2.norm1.num_batches_tracked)
opt = torch.optim.Adagrad(plain.parameters(), lr=0.02)
for epoch in range(3):
    for k in range(0, 16, 8):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(plain(x[k:k + 8]), target[k:k + 8])
        loss.backward()
        total = nn.utils.clip_grad_norm_(plain.parameters(), 2.0)
        opt.step()
    print(epoch, f'loss {loss.item():.3f} norm {total.item():.2f}')
print(len(plain.state_dict()), list(plain.block1), 'denselayer9' in plain.block1)
