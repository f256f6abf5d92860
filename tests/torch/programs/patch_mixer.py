"""MLP-Mixer and a ConvMixer: patches by unfold or by a strided convolution, mixup and cutmix of inputs, soft labels."""
import torch
from torch import nn
from torch.nn import functional as F


class MlpBlock(nn.Sequential):
    def __init__(self, dim, hidden):
        super().__init__(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))


class MixerLayer(nn.Module):
    def __init__(self, tokens, channels, th, ch):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(channels), nn.LayerNorm(channels)
        self.token_mixing, self.channel_mixing = MlpBlock(tokens, th), MlpBlock(channels, ch)

    def forward(self, x):
        x = x + self.token_mixing(self.norm1(x).swapaxes(1, 2)).swapaxes(1, 2)
        return x + self.channel_mixing(self.norm2(x))


class Mixer(nn.Module):
    def __init__(self, size, patch, dim, depth, classes):
        super().__init__()
        self.patch = patch
        self.embed = nn.Linear(3 * patch * patch, dim)
        self.layers = nn.Sequential(*(MixerLayer((size // patch) ** 2, dim, 8, 2 * dim) for _ in range(depth)))
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, classes))

    def forward(self, x):
        patches = F.unfold(x, self.patch, stride=self.patch).transpose(1, 2)
        return self.head(self.layers(self.embed(patches)).mean(1))


class Residual(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x):
        return self.fn(x) + x


def conv_mixer(dim, depth, kernel, patch, classes):
    return nn.Sequential(
        nn.Conv2d(3, dim, patch, patch), nn.GELU(), nn.BatchNorm2d(dim),
        *[nn.Sequential(Residual(nn.Sequential(nn.Conv2d(dim, dim, kernel, groups=dim, padding='same'), nn.GELU(), nn.GroupNorm(1, dim))),
                        nn.Conv2d(dim, dim, 1), nn.GELU(), nn.GroupNorm(1, dim)) for _ in range(depth)],
        nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(dim, classes))


# the two ways to patches agree
torch.manual_seed(60)
mixer = Mixer(12, 4, 16, 2, 3)
x = torch.randn(2, 3, 12, 12)
conv = nn.Conv2d(3, 16, 4, 4)
conv.weight.data = mixer.embed.weight.data.view(16, 3, 4, 4)
conv.bias.data = mixer.embed.bias.data
same = mixer.embed(F.unfold(x, 4, stride=4).mT), conv(x).flatten(2).mT
print(torch.allclose(*same, atol=1e-5), F.fold(F.unfold(x, 4, stride=4), (12, 12), 4, stride=4).equal(x))
print(mixer.layers[0])


def mix(x, y, alpha, cut):
    lam = float(torch.distributions.Beta(alpha, alpha).sample())
    order = torch.randperm(len(x))
    if cut:
        side = round(12 * (1 - lam) ** 0.5)
        top, left = (int(v) for v in torch.randint(0, 12 - side + 1, (2,)))
        x = x.clone()
        x[:, :, top:top + side, left:left + side] = x[order, :, top:top + side, left:left + side]
        lam = 1 - side * side / 144
    else:
        x = torch.lerp(x[order], x, lam)
    return x, lam * y + (1 - lam) * y[order]


labels = torch.arange(24) % 3
images = torch.randn(24, 3, 12, 12) * 0.5
images[torch.arange(24), labels] += torch.linspace(-1, 1, 12)[None, None]
soft = F.one_hot(labels, 3).float()
for name, net in ('mixer', mixer), ('conv mixer', conv_mixer(12, 2, 5, 3, 3)):
    torch.manual_seed(61)
    opt = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=0.05)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=14, eta_min=1e-4)
    for step in range(14):
        xb, yb = mix(images, soft, 0.8, cut=step % 2 == 1)
        loss = F.cross_entropy(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        cosine.step()
        if step % 4 == 1:
            print(f'{name} {step} {loss.item():.2f} {cosine.get_last_lr()[0]:.2e}')
    net.eval()
    print((net(images).argmax(-1) == labels).float().mean() > 0.4, sum(p.numel() for p in net.parameters()))
