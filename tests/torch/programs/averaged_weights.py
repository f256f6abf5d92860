"""Averages of weights: an EMA of our own, AveragedModel with SWALR and update_bn, and a soup of several runs."""
import torch
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_multi_avg_fn, update_bn
from torch.utils.data import DataLoader, TensorDataset


class EMA:
    def __init__(self, model, decay):
        self.decay, self.updates = decay, 0
        self.shadow = {n: p.detach().clone() for n, p in model.named_parameters()}
        self.backup = {}

    def update(self, model):
        self.updates += 1
        d = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for n, p in model.named_parameters():
            self.shadow[n].sub_((1 - d) * (self.shadow[n] - p.detach()))

    def __enter__(self):
        for n, p in model.named_parameters():
            self.backup[n] = p.data
            p.data = self.shadow[n]

    def __exit__(self, *exc):
        for n, p in model.named_parameters():
            p.data = self.backup.pop(n)


torch.manual_seed(130)
x = torch.rand(80, 4) * 2 - 1
y = (x ** 2).sum(1, keepdim=True) + 0.2 * torch.randn(80, 1)
loader = DataLoader(TensorDataset(x[:64], y[:64]), batch_size=16, shuffle=True, generator=torch.Generator().manual_seed(0))


def build(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(4, 16, bias=False), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 1))


def held_out(m):
    m.eval()
    with torch.no_grad():
        value = nn.functional.mse_loss(m(x[64:]), y[64:]).item()
    m.train()
    return value


model = build(131)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[2, 4], gamma=0.5)
swa_model = AveragedModel(model)
ema_model = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True)
swa_scheduler = SWALR(optimizer, swa_lr=0.02, anneal_epochs=2, anneal_strategy='linear')
ema = EMA(model, 0.95)
for epoch in range(9):
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(xb), yb)
        loss.backward()
        optimizer.step()
        ema.update(model)
        ema_model.update_parameters(model)
    if epoch > 4:
        swa_model.update_parameters(model)
        swa_scheduler.step()
    else:
        scheduler.step()
    if epoch % 2 == 0:
        print(epoch, f"lr {optimizer.param_groups[0]['lr']:.4f} loss {loss.item():.3f}")
plain = held_out(model)
with ema:
    slow = held_out(model)
print(f'{plain:.3f} {slow:.3f} back {held_out(model) == plain}')
stale = swa_model.module[1].running_mean.clone()
update_bn(loader, swa_model)
print(swa_model.n_averaged, torch.equal(stale, swa_model.module[1].running_mean), swa_model.module[1].num_batches_tracked, f'{held_out(swa_model):.3f}')
print(ema_model.n_averaged, f'{held_out(ema_model):.3f}', list(ema_model.state_dict())[:3])

# soup: weights of runs with other orders of data, averaged; greedy
runs = []
for seed in range(3):
    m = build(131)
    opt = torch.optim.Adam(m.parameters(), lr=0.02)
    order = torch.Generator().manual_seed(seed)
    for _ in range(3):
        for i in torch.randperm(64, generator=order).split(16):
            opt.zero_grad()
            nn.functional.mse_loss(m(x[i]), y[i]).backward()
            opt.step()
    runs.append((held_out(m), m.state_dict()))
runs.sort(key=lambda r: r[0])
kept, best = [runs[0][1]], runs[0][0]
m = build(0)
for _, state in runs[1:]:
    trial = {k: torch.stack([s[k].double() for s in kept + [state]]).mean(0).to(state[k].dtype) for k in state}
    m.load_state_dict(trial)
    if held_out(m) <= best:
        kept, best = kept + [state], held_out(m)
print([f'{v:.2f}' for v, _ in runs], 1 <= len(kept) <= 3)
