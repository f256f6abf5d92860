# Modules on the device meta: made there, moved, filled, trained for shapes.
import copy
import warnings
import torch
from torch import nn


def refused(action):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


with torch.device('meta'):
    print(torch.get_default_device())
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
    print(torch.zeros(2), torch.tensor([1.0]), torch.normal(0.0, 1.0, (1,)).device, torch.tril_indices(2, 2))
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2)
    lstm = nn.LSTM(4, 5, 2, bidirectional=True)
    table = nn.Embedding(10, 3, padding_idx=1)
print(torch.get_default_device())
for name, value in model.state_dict().items():
    print(name, value)
out = model(torch.empty(2, 3, 8, 8, device='meta'))
print(out)
out.sum().backward()
print({name: tuple(p.grad.shape) for name, p in model.named_parameters()}, model[0].weight.grad)
print(encoder(torch.empty(2, 5, 8, device='meta')).shape, {p.device.type for p in encoder.parameters()})
print([tuple(t.shape) for t in (lambda o: (o[0], *o[1]))(lstm(torch.empty(6, 2, 4, device='meta')))])
print(table(torch.empty(2, 2, dtype=torch.int64, device='meta')).shape, table.weight)

# moving
layer = nn.Linear(2, 3)
weight = layer.weight
layer(torch.ones(1, 2)).sum().backward()
print(layer.to('meta') is layer, layer.weight is weight, layer.weight, layer.weight.grad, weight.device)
refused(lambda: layer.to('cpu'))
refused(lambda: layer.cpu())
refused(lambda: layer.to(torch.float64).weight)
weight = layer.weight
print(layer.to_empty(device='cpu').weight.shape, layer.weight is weight, layer.weight.device, layer.weight.dtype, layer.weight.grad.device)
print(copy.deepcopy(nn.Linear(2, 1, device='meta')).weight)

# loading
source = nn.Linear(2, 2)
target = nn.Linear(2, 2, device='meta')
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter('always')
    print(target.load_state_dict(source.state_dict()), target.weight)
    nn.BatchNorm1d(2, device='meta').load_state_dict(nn.BatchNorm1d(2).state_dict())
for warning in said:
    print(warning.category.__name__, warning.message)
print(target.load_state_dict(source.state_dict(), assign=True), torch.equal(target.weight, source.weight), type(target.weight), target.weight.requires_grad)
print(target.load_state_dict(nn.Linear(2, 2, device='meta').state_dict(), assign=True), target.weight)
refused(lambda: source.load_state_dict(nn.Linear(2, 2, device='meta').state_dict()))

# initial values
t = torch.empty(2, 3, device='meta')
for fill in nn.init.normal_, nn.init.uniform_, nn.init.xavier_uniform_, nn.init.xavier_normal_, nn.init.kaiming_uniform_, nn.init.kaiming_normal_, \
        nn.init.trunc_normal_, nn.init.orthogonal_, nn.init.eye_, nn.init.ones_, nn.init.zeros_:
    print(fill(t) is t, end=' ')
print(nn.init.constant_(t, 3.0), nn.init.sparse_(t, 0.1), nn.init.dirac_(torch.empty(2, 2, 3, device='meta')))
torch.manual_seed(0)
skipped = nn.utils.skip_init(nn.Linear, 3, 4, dtype=torch.float64)
first = torch.rand(2)
torch.manual_seed(0)
print(skipped, skipped.weight.device, skipped.weight.dtype, torch.equal(first, torch.rand(2)))
print(nn.utils.skip_init(nn.Linear, 3, 4, device='meta').weight)

# optimizers
for make in (lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), torch.optim.Adam, lambda p: torch.optim.AdamW(p, foreach=True), torch.optim.RMSprop,
             torch.optim.Adagrad, torch.optim.Adadelta, torch.optim.NAdam, torch.optim.RAdam, torch.optim.Adamax, torch.optim.Rprop):
    p = nn.Parameter(torch.empty(3, device='meta'))
    optimizer = make([p])
    for _ in range(2):
        optimizer.zero_grad()
        (p * 2).sum().backward()
        optimizer.step()
    print(type(optimizer).__name__, p.grad, optimizer.state_dict()['state'])


def fused():
    p = nn.Parameter(torch.empty(3, device='meta'))
    optimizer = torch.optim.Adam([p], fused=True)
    (p * 2).sum().backward()
    optimizer.step()


refused(fused)
p = nn.Parameter(torch.empty(3, device='meta'))
(p * 2).sum().backward()
print(nn.utils.clip_grad_norm_([p], 1.0), nn.utils.parameters_to_vector([p, p]))
refused(lambda: nn.utils.clip_grad_norm_([p], 1.0, error_if_nonfinite=True))
refused(lambda: setattr(p, 'grad', torch.ones(3)))
refused(lambda: torch.autograd.grad((p * p).sum(), p, create_graph=True))
print(torch.func.grad(lambda x: (x ** 2).sum())(p.detach()), torch.vmap(torch.sin)(torch.empty(3, 2, device='meta')))
