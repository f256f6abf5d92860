# Checks the files that write.py has written, on the other side.
import collections
import torch
from torch import nn

torch.manual_seed(1)
same = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
torch.manual_seed(2)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
state = torch.load('state.pt')
assert type(state) is collections.OrderedDict, type(state)
assert str(net.load_state_dict(state)) == '<All keys matched successfully>'
for a, b in zip(net.parameters(), same.parameters()):
    assert torch.equal(a, b)
x = torch.load('tensor.pt')
assert torch.equal(x, torch.arange(12.).reshape(3, 4)) and x.dtype == torch.float32 and x.is_contiguous()
base, part, transposed = torch.load('views.pt')
base[3] = 100
assert part[1].item() == 100 and transposed[3, 0].item() == 100, 'views share their storage'
assert tuple(transposed.shape) == (5, 2) and transposed.stride() == (1, 5)
plain = torch.load('plain.pt')
assert plain == {'step': 3, 'rate': 0.5, 'name': 'näme', 'none': None, 'flag': True, 'list': [1, 2.5, (3, 'x')], 'big': 2 ** 70,
                 'negative': -7}, plain
ordered = torch.load('ordered.pt')
assert list(ordered) == ['b', 'a'] and tuple(ordered['a'].shape) == (0, 3)
for name, dtype in (('f64', torch.float64), ('i64', torch.int64), ('i32', torch.int32), ('bool', torch.bool), ('f16', torch.float16),
                    ('u8', torch.uint8), ('i16', torch.int16), ('bf16', torch.bfloat16)):
    x = torch.load(name + '.pt')
    assert x.dtype == dtype and x.tolist() == [0, 1, 1, 0, 1], name
parameter = torch.load('parameter.pt')
assert isinstance(parameter, nn.Parameter) and parameter.requires_grad
leaf = torch.load('leaf.pt')
assert leaf.requires_grad and leaf.is_leaf
print('all well')
