"""autocast with bfloat16 on the CPU, a GradScaler that is off, gradient accumulation, accuracy counters, early stopping. Host only: autocast of the CPU."""
import torch
from torch import nn

torch.manual_seed(25)
net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 32), nn.LayerNorm(32), nn.ReLU(), nn.Linear(32, 4))
x, y = torch.randn(64, 1, 8, 8), torch.randint(0, 4, (64,))
x += y.view(-1, 1, 1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
scaler = torch.amp.GradScaler('cpu', enabled=False)
best, patience, bad = float('inf'), 2, 0
for epoch in range(8):
    correct = seen = 0
    for i, (a, b) in enumerate(zip(x.split(16), y.split(16))):
        with torch.autocast('cpu', dtype=torch.bfloat16):
            out = net(a)
            loss = nn.functional.cross_entropy(out, b) / 2
        scaler.scale(loss).backward()
        if i % 2:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        correct += (out.argmax(1) == b).sum().item()
        seen += len(b)
    value = round(loss.item(), 1)
    if epoch == 0:
        print(out.dtype, loss.dtype, net[0].weight.dtype)
    if value < best:
        best, bad = value, 0
    else:
        bad += 1
    if bad > patience:
        print('stopped')
        break
print(correct / seen >= 0.5, best < 1)
half = net.bfloat16()
print(half(x[:2].bfloat16()).dtype, half[0].weight.dtype, {p.dtype for p in half.float().parameters()})
