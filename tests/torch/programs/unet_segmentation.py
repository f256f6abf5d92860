"""A small U-Net: transposed convolutions, concatenated skips, Dice loss, schedulers."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(8)


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True),
                         nn.Conv2d(o, o, 3, padding=1), nn.GroupNorm(2, o), nn.SiLU(inplace=True))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1, self.down2, self.middle = block(1, 4), block(4, 8), block(8, 16)
        self.up2, self.dec2 = nn.ConvTranspose2d(16, 8, 2, stride=2), block(16, 8)
        self.up1, self.dec1 = nn.Upsample(scale_factor=2, mode='bilinear', align_corners=True), block(12, 4)
        self.head = nn.Conv2d(4, 1, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        c = self.middle(F.avg_pool2d(b, 2))
        b = self.dec2(torch.cat([self.up2(c), b], 1))
        return self.head(self.dec1(torch.cat([self.up1(b), a], dim=1)))


def dice(logits, target):
    p = logits.sigmoid()
    return 1 - (2 * (p * target).sum((1, 2, 3)) + 1) / (p.sum((1, 2, 3)) + target.sum((1, 2, 3)) + 1)


net = UNet()
print(sum(p.numel() for p in net.parameters()), [tuple(p.shape) for p in net.up2.parameters()])
yy, xx = torch.meshgrid(torch.arange(16), torch.arange(16), indexing='ij')
centers = torch.randint(4, 12, (6, 2))
target = torch.stack([((yy - cy) ** 2 + (xx - cx) ** 2 < 12) for cy, cx in centers.tolist()]).unsqueeze(1).float()
x = target + 0.3 * torch.randn(6, 1, 16, 16)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10, eta_min=1e-4)
for i in range(10):
    logits = net(x)
    loss = F.binary_cross_entropy_with_logits(logits, target, pos_weight=torch.tensor(2.)) + dice(logits, target).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    if i % 3 == 0:
        print(i, f'{loss.item():.4f}', f'{scheduler.get_last_lr()[0]:.6f}')
net.eval()
with torch.inference_mode():
    p = (net(x).sigmoid() > 0.5).float()
    print(((p * target).sum() / ((p + target) > 0).sum()).item() > 0.2)
