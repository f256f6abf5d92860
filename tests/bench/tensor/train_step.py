# Training steps of a small network, taken by hand.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 10))
x, y = torch.randn(64, 20), torch.randn(64, 10)


def work():
    for _ in range(200):
        loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for parameter in net.parameters():
                parameter -= 0.01 * parameter.grad
                parameter.grad.zero_()
    return loss.item() < 2
