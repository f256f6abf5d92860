"""Training: iterative magnitude pruning of a convolutional network, fine-tuning, and removal of the masks."""
import torch
from torch import nn
import torch.nn.functional as F
from torch.nn.utils import prune

torch.manual_seed(3)
net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8 * 9, 16), nn.ReLU(), nn.Linear(16, 2))
x = torch.randn(64, 1, 8, 8)
y = (x.mean((1, 2, 3)) > 0).long()
layers = [(module, 'weight') for module in net if isinstance(module, (nn.Conv2d, nn.Linear))]


def fit(steps, lr):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
    for _ in range(steps):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


print(f'dense {fit(10, 0.05):.4f}')
for round_ in range(3):
    prune.global_unstructured(layers, pruning_method=prune.L1Unstructured, amount=0.4)
    left = sum(int((m.weight != 0).sum()) for m, _ in layers) / sum(m.weight.numel() for m, _ in layers)
    print(f'round {round_} left {left:.3f} loss {fit(6, 0.02):.4f}', [int((m.weight == 0).sum()) for m, _ in layers])
prune.ln_structured(layers[0][0], 'weight', amount=2, n=2, dim=0)
print(layers[0][0].weight.flatten(1).ne(0).any(1).tolist(), list(net.state_dict())[:4])
for module, name in layers:
    prune.remove(module, name)
print(list(net.state_dict())[:3], prune.is_pruned(net), [int((m.weight == 0).sum()) for m, _ in layers])
net.eval()
fused = nn.utils.fuse_conv_bn_eval(net[0], net[1])
print(torch.allclose(fused(x), net[1](net[0](x)), atol=1e-5), f'{F.cross_entropy(net(x), y).item():.4f}')
