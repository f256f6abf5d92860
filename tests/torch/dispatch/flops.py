"""FlopCounterMode: counts of products by module and op."""
import torch
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode, flop_registry, register_flop_formula

model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
with FlopCounterMode(display=False) as counter:
    model(torch.randn(2, 8)).sum().backward()
print(counter.get_total_flops(), dict(sorted(counter.get_flop_counts().items())))
with FlopCounterMode(display=False) as counter:
    torch.nn.Conv2d(3, 8, 3)(torch.randn(1, 3, 16, 16))
print(counter.get_total_flops(), dict(sorted(counter.get_flop_counts().items())))
with FlopCounterMode(display=False) as counter:
    torch.bmm(torch.zeros(2, 3, 4), torch.zeros(2, 4, 5))
    torch.baddbmm(torch.zeros(2, 3, 5), torch.zeros(2, 3, 4), torch.zeros(2, 4, 5))
    torch.addmm(torch.zeros(3), torch.zeros(2, 4), torch.zeros(4, 3))
    torch.zeros(3, 4) @ torch.zeros(4, 5)
    torch.zeros(2) + 1
print(counter.get_total_flops(), dict(sorted(counter.get_flop_counts().items())))


class Big(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(100, 100)
        self.b = torch.nn.Sequential(torch.nn.Linear(100, 100), torch.nn.ReLU())

    def forward(self, x):
        return self.b(self.a(x))


with FlopCounterMode(display=False) as counter:
    Big()(torch.randn(200, 100)).sum().backward()
print(counter.get_total_flops(), dict(sorted(counter.get_flop_counts().items())))
with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.relu: lambda shape, out_shape=None, **kwargs: shape[0] * 7}) as counter:
    F.relu(torch.ones(3))
print(dict(sorted(counter.get_flop_counts().items())), torch.ops.aten.mm in flop_registry, torch.ops.aten.relu in flop_registry)
for targets in (torch.ops.aten.mm, torch.mm):
    try:
        register_flop_formula(targets)(lambda *args, **kwargs: 1)
    except Exception as error:
        print(type(error).__name__, str(error)[:60])
