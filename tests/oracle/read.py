# Checks the files that write.py has written, on the other side.
import collections
import os
import warnings
import torch
import file_values
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
warnings.simplefilter('ignore')
wrong = []
for values, safe in ((file_values.plain_values, True), (file_values.all_values, False)):
    for name, value in values():
        for ending, options in file_values.formats():
            file = name + '.' + ending
            if not os.path.exists(file):
                continue
            guarded = safe and options.get('pickle_protocol') is None
            ways = [{'weights_only': False}] + [{'weights_only': True}] * guarded + [{'weights_only': False, 'mmap': True}] * (ending != 'old')
            for way in ways:
                try:
                    back = torch.load(file, **way)
                    if name == 'own':
                        good = back[2] is back and back[1]['self'] is back[1] and back[0] == 1
                    else:
                        good = file_values.same(value, back)
                except Exception as error:
                    good = '%s: %s' % (type(error).__name__, str(error)[:200])
                if good is not True:
                    wrong.append((file, way, good))
assert not wrong, wrong
print('all well')
