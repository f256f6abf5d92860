"""Saving and loading: tensors, dictionaries, modules' states, checkpoints, views, shared memory, copies."""
import copy
import io
import os
import time
import torch
from torch import nn

folder = 'of_the_course'
os.makedirs(folder, exist_ok=True)
path = os.path.join(folder, 'x.pt')
x = torch.arange(6.).view(2, 3)
torch.save(x, path)
y = torch.load(path)
print(y, y.equal(x), y is x, y.dtype, os.path.exists(path))
torch.save([x, x.T, x[0], x.long()], path)
a, b, c, d = torch.load(path)
print(a, b, c, d, b.stride(), c.storage_offset())
a[0, 0] = 100
print(b[0, 0], c[0])
torch.save({'step': 7, 'loss': 0.25, 'name': 'net', 'weights': {'w': x, 'b': torch.zeros(2)}, 'shape': x.shape, 'flags': (True, None, [1, 2])}, path)
state = torch.load(path)
print(state, type(state), state['weights']['w'].sum(), list(state))
for t in (torch.tensor(5), torch.tensor(True), torch.zeros(0, 3), torch.ones(2).half(), torch.ones(2).bfloat16(), torch.tensor([1 + 2j]), torch.tensor([1, 2], dtype=torch.uint8), torch.ones(2, requires_grad=True), nn.Parameter(torch.ones(1)), x.expand(2, 2, 3), x[:, 1:]):
    torch.save(t, path)
    back = torch.load(path)
    print(back, back.shape, back.stride(), back.requires_grad, type(back).__name__, back.is_leaf)
buffer = io.BytesIO()
torch.save(x, buffer)
buffer.seek(0)
print(torch.load(buffer), buffer.tell() > 0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
torch.manual_seed(0)
for p in net.parameters():
    nn.init.normal_(p)
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(3):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.step()
print(loss, list(net.state_dict()), net.state_dict()['2.bias'])
torch.save({'model': net.state_dict(), 'optimizer': opt.state_dict(), 'epoch': 3, 'loss': loss}, path)
point = torch.load(path, weights_only=True)
print(point['epoch'], point['loss'], point['optimizer']['param_groups'][0]['lr'], point['optimizer']['state'][0]['step'], point['optimizer']['state'][3]['exp_avg'])
other = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
print(other.load_state_dict(point['model']), torch.equal(other(x), net(x)))
again = torch.optim.Adam(other.parameters(), lr=1.0)
again.load_state_dict(point['optimizer'])
for model, o in ((net, opt), (other, again)):
    o.zero_grad()
    model(x).pow(2).mean().backward()
    o.step()
print(torch.equal(net[0].weight, other[0].weight), again.param_groups[0]['lr'])

# copies
p = torch.ones(3, requires_grad=True)
q = copy.deepcopy(p)
r = copy.copy(p)
s = p.detach().clone()
t = p.clone()
print(q, r, s, t, q is p, q.data_ptr() == p.data_ptr(), r.data_ptr() == p.data_ptr())
with torch.no_grad():
    q[0] = 9
print(p, q)
shared = [x, x]
both = copy.deepcopy(shared)
print(both[0] is both[1], both[0].equal(x))
view = x.view(-1)
pair = copy.deepcopy((x, view))
pair[0][0, 0] = -1
print(pair[1][0], x[0, 0])
twin = copy.deepcopy(net)
print(twin[0].weight.equal(net[0].weight), twin[0].weight is net[0].weight)

# time
start = time.perf_counter()
for _ in range(10):
    x @ x.T
elapsed = time.perf_counter() - start
print(elapsed > 0, elapsed < 5, isinstance(time.time(), float), time.perf_counter_ns() > 0, time.process_time() >= 0)
begin = time.monotonic()
torch.randn(100, 100).mm(torch.randn(100, 100))
print(f'{time.monotonic() - begin:.1f}' < '2.0')
for wrong in (lambda: torch.load('nothing.pt'), lambda: torch.save(x, 'no/such/folder/x.pt'), lambda: torch.load(io.BytesIO(b'')), lambda: other.load_state_dict({'0.weight': torch.ones(4, 3)}), lambda: other.load_state_dict({**net.state_dict(), '0.weight': torch.ones(2, 2)}), lambda: other.load_state_dict({**net.state_dict(), 'extra': x}),
              lambda: other.load_state_dict({**net.state_dict(), 'extra': x}, strict=False), lambda: other.load_state_dict(5), lambda: copy.deepcopy(p * 2), lambda: torch.optim.SGD(net.parameters(), 0.1).load_state_dict(point['optimizer']), lambda: again.load_state_dict({'state': {}, 'param_groups': []})):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error)[:300])
os.remove(path)
os.rmdir(folder)
