"""Regions of interest: max pooling over quantised bins by loops, RoIAlign through grid_sample, and a small head trained on both."""
import torch
from torch import nn


def roi_pool(features, rois, output_size, scale):
    out = []
    for index, *box in rois.tolist():
        x0, y0, x1, y1 = (round(v * scale) for v in box)
        region = features[int(index), :, y0:max(y1, y0) + 1, x0:max(x1, x0) + 1]
        out.append(nn.functional.adaptive_max_pool2d(region, output_size))
    return torch.stack(out)


def roi_align(features, rois, output_size, scale):
    h, w = features.shape[-2:]
    k = len(rois)
    t = (torch.arange(output_size) + 0.5) / output_size
    xs = torch.lerp(rois[:, 1, None], rois[:, 3, None], t) * scale - 0.5
    ys = torch.lerp(rois[:, 2, None], rois[:, 4, None], t) * scale - 0.5
    grid = torch.stack([((xs + 0.5) * 2 / w - 1).unsqueeze(1).expand(k, output_size, output_size),
                        ((ys + 0.5) * 2 / h - 1).unsqueeze(2).expand(k, output_size, output_size)], -1)
    return nn.functional.grid_sample(features[rois[:, 0].long()], grid, mode='bilinear', padding_mode='border', align_corners=False)


X = torch.arange(16.).reshape(1, 1, 4, 4).requires_grad_()
rois = torch.tensor([[0., 0, 0, 20, 20], [0, 0, 10, 30, 30]])
pooled = roi_pool(X, rois, (2, 2), 0.1)
print(pooled)
pooled.sum().backward()
print(X.grad)
aligned = roi_align(X, rois, 2, 0.1)
print(aligned)
g, = torch.autograd.grad(aligned.pow(2).sum(), X)
print(g)

torch.manual_seed(9)
images = torch.randn(3, 1, 16, 16) * 0.2
rois, targets = [], []
for i in range(3):
    for kind in (0, 1, 2):
        x, y = torch.randint(0, 9, (2,)).tolist()
        patch = images[i, 0, y:y + 7, x:x + 7]
        patch += {0: torch.eye(7), 1: torch.ones(7, 7).tril(), 2: torch.zeros(7, 7)}[kind]
        rois.append([i, x, y, x + 6, y + 6])
        targets.append(kind)
rois, targets = torch.tensor(rois, dtype=torch.float32), torch.tensor(targets)
for extract in (roi_pool, roi_align):
    torch.manual_seed(1)
    backbone = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1, stride=2), nn.ReLU())
    head = nn.Sequential(nn.Flatten(), nn.Linear(6 * 9, 16), nn.ReLU())
    cls, reg = nn.Linear(16, 3), nn.Linear(16, 4)
    every = nn.ModuleList([backbone, head, cls, reg])
    opt = torch.optim.Adam(every.parameters(), lr=0.01)
    for step in range(12):
        h = head(extract(backbone(images), rois, 3, 0.5))
        loss_cls = nn.functional.cross_entropy(cls(h), targets)
        loss_reg = nn.functional.l1_loss(reg(h), (rois[:, 1:] - rois[:, 1:].mean(0)) / 16, reduction='none').sum(1).mean()
        opt.zero_grad()
        (loss_cls + 0.5 * loss_reg).backward()
        opt.step()
        if step % 4 == 3:
            print(extract.__name__, step, f'{loss_cls.item():.2f} {loss_reg.item():.2f}')
try:
    nn.functional.adaptive_max_pool2d(torch.zeros(2, 2), 2)
except RuntimeError as e:
    print(e)
