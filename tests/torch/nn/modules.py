# Modules: their text, parameters, initial values, state.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(5)
net = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))
print(net, net[0], len(net))
print(net[0].weight, net[0].bias, net[2].weight.shape, net[2].bias.data)
x = torch.rand(2, 4)
print(net(x), net(x).grad_fn is not None)
print([name for name, _ in net.named_parameters()], list(net.state_dict().keys()))
print(net.state_dict()['0.weight'], type(net[0].weight))


class Twice(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.hidden = nn.Linear(4, width)
        self.rand_weight = torch.rand((width, width), requires_grad=False)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        x = F.relu(self.hidden(x))
        x = F.relu(torch.mm(x, self.rand_weight) + 1)
        while x.abs().sum() > 1:
            x = x / 2
        return x.sum() * self.scale


twice = Twice(3)
print(twice, twice(x))
print([(name, tuple(p.shape)) for name, p in twice.named_parameters()])
twice(x).backward()
print(twice.scale.grad is not None, twice.hidden.weight.grad.shape)
nn.init.normal_(net[0].weight, mean=0, std=0.01)
nn.init.zeros_(net[0].bias)
nn.init.constant_(net[2].weight, 1)
nn.init.xavier_uniform_(net[2].weight)
print(net[0].weight, net[0].bias, net[2].weight)
loss = nn.MSELoss()(net(x), torch.zeros(2, 2))
loss.backward()
print(loss.item() >= 0, net[0].weight.grad)
shared = nn.Linear(4, 4)
tied = nn.Sequential(shared, nn.ReLU(), shared)
print(tied[0].weight is tied[2].weight, sum(p.numel() for p in tied.parameters()))
for bad in (lambda: net(torch.rand(2, 5)), lambda: net.nothing, lambda: nn.Linear(2, 2).load_state_dict({}), lambda: net[7]):
    try:
        bad()
    except (RuntimeError, AttributeError, IndexError) as problem:
        print(type(problem).__name__, problem)
