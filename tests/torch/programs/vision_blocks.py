# Blocks of vision networks: squeeze and excitation, pyramids, suppression, unpooling, sampling grids, volumes.
import torch
from torch import nn
from torch.nn import functional as F
torch.manual_seed(0)

class SE(nn.Module):

    def __init__(s, c, r=2):
        super().__init__()
        s.fc = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(c, c // r, 1), nn.SiLU(), nn.Conv2d(c // r, c, 1), nn.Sigmoid())

    def forward(s, x):
        return x * s.fc(x)

class MB(nn.Module):

    def __init__(s, i, o, e, st):
        super().__init__()
        h = i * e
        s.use = st == 1 and i == o
        s.b = nn.Sequential(nn.Conv2d(i, h, 1, bias=False), nn.BatchNorm2d(h), nn.Hardswish(inplace=True), nn.Conv2d(h, h, 3, st, 1, groups=h, bias=False), nn.BatchNorm2d(h), nn.Hardswish(), SE(h), nn.Conv2d(h, o, 1, bias=False), nn.BatchNorm2d(o))

    def forward(s, x):
        y = s.b(x)
        return x + y if s.use else y

class Fire(nn.Module):

    def __init__(s, i, q, e):
        super().__init__()
        s.q = nn.Conv2d(i, q, 1)
        s.a = nn.Conv2d(q, e, 1)
        s.b = nn.Conv2d(q, e, 3, padding=1)

    def forward(s, x):
        x = F.relu(s.q(x))
        return torch.cat([F.relu(s.a(x)), F.relu(s.b(x))], 1)

class FPN(nn.Module):

    def __init__(s, cs, o):
        super().__init__()
        s.l = nn.ModuleList((nn.Conv2d(c, o, 1) for c in cs))
        s.f = nn.ModuleList((nn.Conv2d(o, o, 3, padding=1) for _ in cs))

    def forward(s, xs):
        ls = [l(x) for l, x in zip(s.l, xs)]
        for i in range(len(ls) - 1, 0, -1):
            ls[i - 1] = ls[i - 1] + F.interpolate(ls[i], size=ls[i - 1].shape[-2:], mode='nearest')
        return [f(l) for f, l in zip(s.f, ls)]
net = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), MB(8, 8, 2, 1), MB(8, 12, 2, 2), Fire(12, 4, 6), nn.Dropout2d(0.1))
x = torch.randn(2, 3, 32, 32)
y = net(x)
print(y.shape, y.mean().item().__round__(4))
fs = FPN([8, 12], 6)([net[:2](x), net[:4](x)])
print([tuple(f.shape) for f in fs])

def iou(a, b):
    lt = torch.max(a[:, None, :2], b[:, :2])
    rb = torch.min(a[:, None, 2:], b[:, 2:])
    wh = (rb - lt).clamp(min=0)
    i = wh.prod(2)
    ar = lambda z: (z[:, 2] - z[:, 0]) * (z[:, 3] - z[:, 1])
    return i / (ar(a)[:, None] + ar(b) - i)

def nms(b, s, t):
    k = []
    o = s.argsort(descending=True)
    while o.numel():
        i = o[0]
        k.append(i.item())
        o = o[1:][iou(b[i][None], b[o[1:]])[0] <= t] if o.numel() > 1 else o[:0]
    return k
b = torch.rand(10, 2) * 10
b = torch.cat([b, b + torch.rand(10, 2) * 5], 1)
print(nms(b, torch.rand(10), 0.3), iou(b[:2], b[:3]))
d = nn.ConvTranspose2d(12, 3, 4, 4)
m = nn.Sequential(nn.Upsample(scale_factor=2, mode='bilinear', align_corners=True), nn.Conv2d(3, 3, 3, padding='same', padding_mode='reflect'), nn.PixelUnshuffle(2), nn.Conv2d(12, 4, 1), nn.PixelShuffle(2), nn.InstanceNorm2d(1), nn.ReflectionPad2d(1))
z = m(d(y))
print(z.shape, z.std().item().__round__(3))
z.sum().backward()
print(d.weight.grad.abs().sum().item() >= 0)
p, i = F.max_pool2d(x, 2, return_indices=True)
print(F.max_unpool2d(p, i, 2).sum().item().__round__(3), nn.FractionalMaxPool2d(2, output_ratio=0.5)(x).shape, F.adaptive_max_pool2d(x, (3, None)).shape, F.lp_pool2d(x.abs(), 2, 2).sum().item().__round__(2))
th = torch.tensor([[[0.8, 0.2, 0.1], [-0.2, 0.8, 0]]] * 2)
g = F.affine_grid(th, x.shape, align_corners=False)
print(F.grid_sample(x, g, padding_mode='reflection', align_corners=False).sum().item().__round__(2))
u = F.unfold(x, 4, stride=4)
print(u.shape, F.fold(u, (32, 32), 4, stride=4).equal(x))
ps = x.unfold(2, 8, 8).unfold(3, 8, 8).permute(0, 2, 3, 1, 4, 5).flatten(3)
print(ps.shape)
fl = torch.randn(1, 2, 16, 16)
w = F.conv2d(x, torch.ones(3, 1, 5, 5) / 25, padding=2, groups=3)
print(w.std().item().__round__(4))
sob = torch.tensor([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]])
print(F.conv2d(x.mean(1, True), torch.stack([sob, sob.T])[:, None], padding=1).pow(2).sum(1).sqrt().mean().item().__round__(4))
print(F.cross_entropy(torch.randn(2, 4, 3, 3), torch.randint(0, 4, (2, 3, 3)), ignore_index=2, reduction='none').shape, nn.CrossEntropyLoss(weight=torch.ones(4))(torch.randn(2, 4, 3), torch.softmax(torch.randn(2, 4, 3), 1)).item().__round__(3))
x3 = torch.randn(1, 2, 4, 6, 6)
n3 = nn.Sequential(nn.Conv3d(2, 4, 3, padding=1), nn.BatchNorm3d(4), nn.ReLU(), nn.MaxPool3d(2), nn.ConvTranspose3d(4, 2, 2, 2), nn.AdaptiveAvgPool3d((1, 2, 2)), nn.Dropout3d(0.2))
o = n3(x3)
o.sum().backward()
print(o.shape, n3)
gr = torch.meshgrid(torch.linspace(-1, 1, 3), torch.linspace(-1, 1, 2), indexing='ij')
print(torch.stack(gr, -1).shape)
print(torch.nn.functional.interpolate(x[:, :, :4, :4], scale_factor=0.5, mode='bicubic', antialias=True).shape, F.rrelu(x, training=False).mean().item().__round__(4), F.alpha_dropout(x, 0.1, False).equal(x), F.feature_alpha_dropout(x, 0.0).equal(x))
