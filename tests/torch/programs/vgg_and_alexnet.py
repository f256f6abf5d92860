"""A narrow AlexNet with local response norm, and VGG blocks from a table of numbers, on coloured textures."""
from functools import partial
import torch
import torch.nn as nn

cfg = {'A': [8, 'M', 16, 'M', 16, 16, 'M'], 'D': [8, 8, 'M', 16, 16, 'M']}


def make_layers(plan, batch_norm=False):
    layers, channels = [], 3
    for v in plan:
        if v == 'M':
            layers += [nn.MaxPool2d(kernel_size=2, stride=2)]
            continue
        layers += [nn.Conv2d(channels, v, kernel_size=3, padding=1)]
        if batch_norm:
            layers += [nn.BatchNorm2d(v)]
        layers += [nn.ReLU(inplace=True)]
        channels = v
    return nn.Sequential(*layers)


class VGG(nn.Module):
    def __init__(self, features, num_classes=3, init_weights=True):
        super(VGG, self).__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((2, 2))
        self.classifier = nn.Sequential(nn.Linear(16 * 2 * 2, 32), nn.ReLU(True), nn.Dropout(), nn.Linear(32, num_classes))
        if init_weights:
            for m in self.modules():
                if isinstance(m, nn.Conv2d):
                    nn.init.kaiming_normal_(m.weight, mode='fan_out', nonlinearity='relu')
                    if m.bias is not None:
                        nn.init.constant_(m.bias, 0)
                elif isinstance(m, nn.BatchNorm2d):
                    nn.init.constant_(m.weight, 1)
                elif isinstance(m, nn.Linear):
                    nn.init.normal_(m.weight, 0, 0.1)

    def forward(self, x):
        x = self.avgpool(self.features(x))
        return self.classifier(torch.flatten(x, 1))


def textures(n, size):
    y = torch.randint(3, (n,))
    xs = torch.linspace(0, 6.28 * 2, size)
    waves = torch.stack([xs.sin()[None].expand(size, size), xs.sin()[:, None].expand(size, size), (xs[:, None] + xs).sin()])
    return waves[y].unsqueeze(1) * torch.rand(n, 3, 1, 1) + 0.1 * torch.randn(n, 3, size, size), y


torch.manual_seed(11)
alex = nn.Sequential(
    nn.Conv2d(3, 12, kernel_size=5, stride=2, padding=2), nn.ReLU(), nn.LocalResponseNorm(size=5, alpha=1e-4, beta=0.75, k=2),
    nn.MaxPool2d(kernel_size=3, stride=2), nn.Conv2d(12, 24, kernel_size=3, padding=1, groups=2), nn.ReLU(),
    nn.LocalResponseNorm(5), nn.MaxPool2d(3, 2, ceil_mode=True), nn.Flatten(),
    nn.Dropout(p=0.5), nn.Linear(24 * 2 * 2, 48), nn.ReLU(), nn.Dropout(p=0.5), nn.Linear(48, 3))
print(alex)
images, labels = textures(36, 24)
runs = {'alex': alex, 'vgg A': VGG(make_layers(cfg['A'])), 'vgg D bn': VGG(make_layers(cfg['D'], batch_norm=True))}
optim = {'alex': partial(torch.optim.SGD, lr=0.05, momentum=0.9, weight_decay=5e-4, nesterov=True)}
for name, model in runs.items():
    optimizer = optim.get(name, partial(torch.optim.Adam, lr=3e-3))(model.parameters())
    history = []
    for it in range(8):
        picked = torch.arange(it % 3, 36, 3)
        logits = model(images[picked])
        loss = nn.CrossEntropyLoss()(logits, labels[picked])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(round(loss.item(), 3))
    print(name, history)
    model.eval()
    with torch.no_grad():
        top = model(images).topk(2, dim=1).indices
    print('  top-1', (top[:, 0] == labels).sum().item() >= 12, 'top-2', (top == labels[:, None]).any(1).sum().item() >= 20)
print({k: tuple(v.shape) for k, v in runs['vgg D bn'].state_dict().items() if 'running' in k or 'tracked' in k})
