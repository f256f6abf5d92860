"""Checkpoints with optimiser, scheduler and random state: a resumed run equals one that never stopped. Fine-tuning with frozen layers."""
import copy
import io

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def build():
    torch.manual_seed(23)
    net = nn.Sequential(nn.Linear(8, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 3))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    return net, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)


x = torch.randn(96, 8, generator=torch.Generator().manual_seed(1))
y = (x[:, :3] + x[:, 3:6]).argmax(1)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True)


def epoch(net, optimizer, scheduler):
    net.train()
    total = 0.
    for a, b in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = nn.functional.cross_entropy(net(a), b)
        loss.backward()
        optimizer.step()
        total += loss.item()
    scheduler.step()
    return round(total / len(loader), 5)


net, optimizer, scheduler = build()
history = [epoch(net, optimizer, scheduler) for _ in range(2)]
buffer = io.BytesIO()
torch.save({'net': net.state_dict(), 'optimizer': optimizer.state_dict(), 'scheduler': scheduler.state_dict(), 'rng': torch.get_rng_state(),
            'history': history}, buffer)
history += [epoch(net, optimizer, scheduler) for _ in range(2)]
print(history, scheduler.get_last_lr())

other, optimizer2, scheduler2 = build()
buffer.seek(0)
saved = torch.load(buffer)
print(other.load_state_dict(saved['net']))
optimizer2.load_state_dict(saved['optimizer'])
scheduler2.load_state_dict(saved['scheduler'])
torch.set_rng_state(saved['rng'])
again = saved['history'] + [epoch(other, optimizer2, scheduler2) for _ in range(2)]
print(again == history, all(torch.equal(a, b) for a, b in zip(net.state_dict().values(), other.state_dict().values())))
print(sorted(saved), saved['scheduler']['last_epoch'], list(saved['optimizer']['state'][0]))

tuned = copy.deepcopy(net)
tuned[4] = nn.Linear(32, 2)
for name, p in tuned.named_parameters():
    p.requires_grad = name.startswith('4')
optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, tuned.parameters()), lr=0.1)
z = (y > 0).long()
tuned.eval()
for i in range(10):
    loss = nn.functional.cross_entropy(tuned(x), z)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f'{loss.item():.5f}', sum(p.numel() for p in tuned.parameters() if p.requires_grad), tuned[0].weight.grad)
optimizer.add_param_group({'params': [p.requires_grad_() for p in tuned[0].parameters()], 'lr': 0.01})
for i in range(5):
    loss = nn.functional.cross_entropy(tuned(x), z)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f'{loss.item():.5f}', [g['lr'] for g in optimizer.param_groups], torch.equal(tuned[0].weight, net[0].weight))
