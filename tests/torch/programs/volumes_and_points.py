"""A 3-D convolutional network on clips, and a network on sets of points with masks."""
import torch
from torch import nn

torch.manual_seed(22)
clips, labels = torch.randn(6, 1, 8, 12, 12), torch.tensor([0, 1, 2, 0, 1, 2])
clips += labels.view(-1, 1, 1, 1, 1) * torch.linspace(-1, 1, 8).view(1, 1, 8, 1, 1)
net = nn.Sequential(nn.Conv3d(1, 4, (3, 5, 5), stride=(1, 2, 2), padding=(1, 2, 2)), nn.BatchNorm3d(4), nn.ReLU(), nn.MaxPool3d((1, 2, 2)),
                    nn.Conv3d(4, 8, 3, padding=1, bias=False), nn.BatchNorm3d(8), nn.Dropout3d(0.1), nn.CELU(), nn.AdaptiveAvgPool3d((2, 1, 1)),
                    nn.Flatten(), nn.Linear(16, 3))
print(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, dampening=0.1, weight_decay=1e-3)
for i in range(8):
    loss = nn.functional.cross_entropy(net(clips), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 2:
        print(f'{loss.item():.4f}')
print(net[1].running_mean, net[1].num_batches_tracked)


class DeepSet(nn.Module):
    def __init__(self):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 16))
        self.rho = nn.Sequential(nn.Linear(32, 16), nn.Softsign(), nn.Linear(16, 1))

    def forward(self, x, mask):
        h = self.phi(x)
        top = h.masked_fill(~mask[..., None], float('-inf')).max(1).values
        mean = (h * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.rho(torch.cat([top, mean], -1)).squeeze(-1)


points = torch.randn(16, 10, 3)
mask = torch.arange(10) < torch.randint(3, 11, (16, 1))
target = (points.norm(dim=-1) * mask).amax(1)
net = DeepSet()
optimizer = torch.optim.Adam(net.parameters(), lr=0.02, amsgrad=True)
for i in range(30):
    loss = nn.L1Loss()(net(points, mask), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 10 == 9:
        print(f'{loss.item():.5f}')
order = torch.randperm(10)
print(torch.allclose(net(points, mask), net(points[:, order], mask[:, order]), atol=1e-6))
