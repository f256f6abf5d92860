"""Network in network and GoogLeNet's Inception block with an auxiliary classifier."""
import torch
from torch import nn
from torch.nn import functional as F


def nin_block(in_channels, out_channels, kernel_size, strides, padding):
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, kernel_size, strides, padding), nn.ReLU(),
        nn.Conv2d(out_channels, out_channels, kernel_size=1), nn.ReLU(),
        nn.Conv2d(out_channels, out_channels, kernel_size=1), nn.ReLU())


class Inception(nn.Module):
    # c1--c4 are the numbers of output channels of each path
    def __init__(self, in_channels, c1, c2, c3, c4, **kwargs):
        super().__init__(**kwargs)
        self.p1_1 = nn.Conv2d(in_channels, c1, kernel_size=1)
        self.p2_1 = nn.Conv2d(in_channels, c2[0], kernel_size=1)
        self.p2_2 = nn.Conv2d(c2[0], c2[1], kernel_size=3, padding=1)
        self.p3_1 = nn.Conv2d(in_channels, c3[0], kernel_size=1)
        self.p3_2 = nn.Conv2d(c3[0], c3[1], kernel_size=5, padding=2)
        self.p4_1 = nn.MaxPool2d(kernel_size=3, stride=1, padding=1)
        self.p4_2 = nn.Conv2d(in_channels, c4, kernel_size=1)

    def forward(self, x):
        p1 = F.relu(self.p1_1(x))
        p2 = F.relu(self.p2_2(F.relu(self.p2_1(x))))
        p3 = F.relu(self.p3_2(F.relu(self.p3_1(x))))
        p4 = F.relu(self.p4_2(self.p4_1(x)))
        return torch.cat((p1, p2, p3, p4), dim=1)


class GoogLeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 8, 3, stride=2, padding=1), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        self.a = Inception(8, 4, (4, 8), (2, 4), 4)
        self.b = Inception(20, 6, (6, 10), (2, 4), 4)
        self.aux = nn.Sequential(nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(80, 2))
        self.head = nn.Linear(24, 2)

    def forward(self, x):
        mid = self.a(self.stem(x))
        out = self.head(self.b(mid).mean((2, 3)))
        return (out, self.aux(mid)) if self.training else out


torch.manual_seed(42)
bars = torch.zeros(24, 1, 20, 20)
label = torch.randint(0, 2, (24,))
for img, k, at in zip(bars, label, torch.randint(2, 17, (24,))):
    img[0].select(int(k), int(at)).fill_(1.)
    img[0].narrow(int(k), int(at) + 1, 1).fill_(0.5)

nin = nn.Sequential(nin_block(1, 8, 5, 2, 2), nn.MaxPool2d(3, stride=2), nin_block(8, 12, 3, 1, 1), nn.Dropout2d(0.1),
                    nin_block(12, 2, 3, 1, 1), nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten())
shape = bars[:1]
for layer in nin:
    shape = layer(shape)
    print(layer.__class__.__name__, tuple(shape.shape))


def fit(model, steps, lr):
    updater = torch.optim.RMSprop(model.parameters(), lr=lr, momentum=0.5, centered=True)
    for i in range(1, steps + 1):
        updater.zero_grad()
        out = model(bars)
        if isinstance(out, tuple):
            loss = F.cross_entropy(out[0], label) + 0.3 * F.cross_entropy(out[1], label)
        else:
            loss = F.cross_entropy(out, label)
        loss.backward()
        updater.step()
        if i % 5 == 0:
            print(type(model).__name__, i, '%.3f' % loss)


fit(nin, 10, 5e-4)
net = GoogLeNet()
print(net.a)
print([(name, child.__class__.__name__) for name, child in net.named_children()])
fit(net, 10, 5e-4)
net.eval()
print(net(bars).shape, [n for n, p in net.named_parameters() if p.grad is None])
