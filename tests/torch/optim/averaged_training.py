# A network with batch normalisation is trained with SWA, with an exponential moving average, and fitted to the end by LBFGS.
import torch
from torch import nn
from torch.nn import functional as F
from torch.optim import LBFGS, SGD, AdamW
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_multi_avg_fn, update_bn

torch.manual_seed(0)
x = torch.randn(96, 4)
y = (x[:, 0] * x[:, 1] > 0).long()
batches = [(x[i:i + 24], y[i:i + 24]) for i in range(0, 96, 24)]


def network():
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))


def accuracy(model):
    model.eval()
    with torch.no_grad():
        right = (model(x).argmax(1) == y).float().mean().item()
    model.train()
    return right


model = network()
optimizer = SGD(model.parameters(), lr=0.2, momentum=0.9, weight_decay=1e-3)
cosine, swa_model = CosineAnnealingLR(optimizer, T_max=20), AveragedModel(model)
swa_scheduler = SWALR(optimizer, swa_lr=0.05, anneal_epochs=5)
for epoch in range(24):
    total = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item()
    if epoch >= 12:
        swa_model.update_parameters(model)
        swa_scheduler.step()
    else:
        cosine.step()
    if epoch % 6 == 5:
        print(f'epoch {epoch + 1:2d} loss {total / len(batches):.3f} lr {optimizer.param_groups[0]["lr"]:.4f} averaged {swa_model.n_averaged.item()}')
update_bn(batches, swa_model)
print('accuracy', round(accuracy(model), 3), round(accuracy(swa_model), 3), swa_model.module[1].num_batches_tracked.item())

model = network()
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True)
optimizer = AdamW(model.parameters(), lr=0.01)
for epoch in range(15):
    for inputs, targets in batches:
        optimizer.zero_grad(set_to_none=True)
        F.cross_entropy(model(inputs), targets).backward()
        optimizer.step()
        ema.update_parameters(model)
    if epoch % 5 == 4:
        with torch.no_grad():
            print(f'epoch {epoch + 1:2d} {F.cross_entropy(model(x), y).item():.2f} average {F.cross_entropy(ema.eval()(x), y).item():.2f}')
print('accuracy', accuracy(model) > 0.9, accuracy(ema) > 0.9, ema.n_averaged.item())

# logistic regression to its minimum, in double
torch.manual_seed(2)
weights = torch.zeros(4, dtype=torch.float64, requires_grad=True)
points = x.double()
labels = (points @ torch.tensor([1.0, -1.0, 0.5, 0.0], dtype=torch.float64) + 0.5 * torch.randn(96, dtype=torch.float64) > 0).double()
for search in (None, 'strong_wolfe'):
    weights.data.zero_()
    optimizer = LBFGS([weights], lr=0.5 if search is None else 1, max_iter=30, line_search_fn=search, tolerance_grad=1e-9)

    def closure():
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(points @ weights, labels) + 0.01 * weights.square().sum()
        loss.backward()
        return loss
    losses = [optimizer.step(closure).item() for _ in range(3)]
    print(search, ['%.6f' % loss for loss in losses], ['%.5f' % weight for weight in weights.tolist()], weights.grad.abs().max().item() < 1e-6)
