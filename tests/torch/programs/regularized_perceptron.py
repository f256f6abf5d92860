"""A perceptron with batch norm and dropout: weight decay for weights only, early stopping on a validation set, the best weights restored."""
import copy
import torch
from torch import nn
from torch.utils.data import TensorDataset, DataLoader, random_split


def make_moons(n, noise):
    half = n // 2
    a = torch.rand(half) * torch.pi
    upper = torch.stack([a.cos(), a.sin()], 1)
    lower = torch.stack([1 - a.cos(), 0.5 - a.sin()], 1)
    return torch.cat([upper, lower]) + noise * torch.randn(n, 2), torch.cat([torch.zeros(half), torch.ones(half)]).long()


def decay_groups(model, decay):
    no_decay, with_decay = [], []
    for name, param in model.named_parameters():
        (no_decay if param.ndim <= 1 or name.endswith('bias') else with_decay).append(param)
    return [{'params': with_decay, 'weight_decay': decay}, {'params': no_decay, 'weight_decay': 0.0}]


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.best, self.bad, self.weights = patience, float('inf'), 0, None

    def __call__(self, value, model):
        if value < self.best - 1e-3:
            self.best, self.bad = value, 0
            self.weights = copy.deepcopy(model.state_dict())
        else:
            self.bad += 1
        return self.bad >= self.patience


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.kaiming_normal_(m.weight, nonlinearity='relu')
        if m.bias is not None:
            nn.init.zeros_(m.bias)


def evaluate(model, loader, criterion):
    model.eval()
    total = correct = count = 0
    with torch.inference_mode():
        for x, y in loader:
            out = model(x)
            total += criterion(out, y).item() * len(x)
            correct += (out.argmax(-1) == y).sum().item()
            count += len(x)
    model.train()
    return total / count, correct / count


torch.manual_seed(3)
data = TensorDataset(*make_moons(160, 0.15))
train, valid = random_split(data, [0.75, 0.25], generator=torch.Generator().manual_seed(0))
print(len(train), len(valid), valid.indices[:8])
model = nn.Sequential(nn.Linear(2, 24, bias=False), nn.BatchNorm1d(24), nn.ReLU(inplace=True), nn.Dropout(0.2),
                      nn.Linear(24, 24, bias=False), nn.BatchNorm1d(24), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(24, 2)).apply(init_weights)
optimizer = torch.optim.AdamW(decay_groups(model, 0.05), lr=0.01)
print([(len(g['params']), g['weight_decay']) for g in optimizer.param_groups])
criterion = nn.CrossEntropyLoss()
stop = EarlyStopping(3)
train_loader = DataLoader(train, batch_size=32, shuffle=True, drop_last=True)
valid_loader = DataLoader(valid, batch_size=64)
for epoch in range(30):
    for x, y in train_loader:
        loss = criterion(model(x), y) + 1e-4 * sum(p.abs().sum() for p in model[0].parameters())
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        optimizer.step()
    value, accuracy = evaluate(model, valid_loader, criterion)
    if epoch % 3 == 0:
        print(f'{epoch:2d} valid {value:.3f} accuracy {accuracy:.3f}')
    if stop(value, model):
        print('stopped early')
        break
model.load_state_dict(stop.weights)
print(f'best {stop.best:.3f} {evaluate(model, valid_loader, criterion)[1]:.2f}', model[1].num_batches_tracked, model[1].running_mean.shape)
