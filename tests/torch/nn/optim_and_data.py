# Optimizers and data.
import torch
from torch import nn


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


X = torch.arange(12.).reshape(6, 2) / 10
Y = X @ torch.tensor([[1.], [-2.]]) + 0.5
for make in [lambda p: torch.optim.SGD(p, lr=0.1), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
             lambda p: torch.optim.Adam(p, lr=0.1), lambda p: torch.optim.AdamW(p, lr=0.1), lambda p: torch.optim.RMSprop(p), lambda p: torch.optim.Adagrad(p),
             lambda p: torch.optim.Adadelta(p)]:
    torch.manual_seed(0)
    net = nn.Linear(2, 1)
    opt = make(net.parameters())
    loss = nn.MSELoss()
    for _ in range(20):
        opt.zero_grad()
        l = loss(net(X), Y)
        l.backward()
        opt.step()
    print(type(opt).__name__, f'{l.item():.4f}', [f'{w:.4f}' for w in net.weight.flatten().tolist()])
print(torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1))
print(torch.optim.Adam([torch.ones(1, requires_grad=True)]))
p = torch.ones(1, requires_grad=True)
tr(lambda: torch.optim.SGD([], lr=0.1))
tr(lambda: torch.optim.SGD([p], lr=-1))
tr(lambda: torch.optim.SGD([p * 2], lr=1))
tr(lambda: torch.optim.SGD([p], lr=1, momentum=-1))
tr(lambda: torch.optim.SGD(p, lr=1))
opt = torch.optim.SGD([{'params': [p], 'weight_decay': 0.1}], lr=0.5)
print(opt.param_groups[0]['lr'], opt.param_groups[0]['weight_decay'], opt.state_dict())
sched = torch.optim.lr_scheduler.StepLR(opt, 2, gamma=0.5)
for _ in range(4):
    opt.step()
    sched.step()
print(sched.get_last_lr())
ds = torch.utils.data.TensorDataset(torch.arange(10), torch.arange(10.) * 2)
print(len(ds), ds[3])
torch.manual_seed(0)
for a, b in torch.utils.data.DataLoader(ds, 4, shuffle=True):
    print(a, b)
print([len(a) for a, b in torch.utils.data.DataLoader(ds, batch_size=4)], len(torch.utils.data.DataLoader(ds, 4)), len(torch.utils.data.DataLoader(ds, 4, drop_last=True)))
torch.manual_seed(0)
one, two = torch.utils.data.random_split(ds, [7, 3])
print(one.indices, two.indices)
