# torch.save and torch.load.
import torch
from torch import nn
from collections import OrderedDict


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
torch.save(net.state_dict(), 'net.pth')
other = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
print(other.load_state_dict(torch.load('net.pth')))
print(torch.equal(net[0].weight, other[0].weight))
state = torch.load('net.pth', map_location='cpu', weights_only=True)
print(type(state).__name__, list(state), state._metadata, state['0.weight'].requires_grad)
things = {'a': 1, 'b': [1.5, True, None, 'text', b'bytes', (1, 2)], 'c': torch.arange(3), 'big': 2 ** 100, 'neg': -2 ** 70, 'size': torch.Size([2, 3]), 'dtype': torch.float16,
          'device': torch.device('cpu'), 'nested': {'x': {1: 2}}, 'set': {1, 2}, 'od': OrderedDict([('k', 1)]), 'p': nn.Parameter(torch.ones(2)), 'half': torch.ones(2).half(), 'bool': torch.tensor([True])}
torch.save(things, 'things.pt')
for key, value in torch.load('things.pt').items():
    print(key, repr(value), type(value).__name__)
x = torch.arange(6.)
torch.save([x[:3], x[3:], x], 'views.pt')
a, b, c = torch.load('views.pt')
a[0] = 100
print(a, b, c, b.storage_offset())
torch.save(torch.ones(2, 3).t(), 't.pt')
print(torch.load('t.pt').stride(), torch.load('t.pt', map_location=torch.device('cpu')))
print(torch.load('t.pt', map_location=lambda storage, location: storage).shape, torch.load('t.pt', map_location={'cuda:0': 'cpu'}).shape)
tr(lambda: torch.load('missing.pt'))
open('empty.pt', 'wb').close()
tr(lambda: torch.load('empty.pt'))
tr(lambda: torch.save(x, '/nonexistent/x.pt'))
tr(lambda: torch.load('t.pt', map_location='cuda'))
tr(lambda: torch.load('t.pt', map_location='gpu'))
tr(lambda: torch.load('t.pt', map_location={'cpu': 'cuda:0'}))
same = [torch.ones(1)] * 2
torch.save(same, 'same.pt')
one, two = torch.load('same.pt')
print(one is two)
