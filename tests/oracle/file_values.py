"""The values that write.py saves and read.py expects, and how two of them are compared. Runs in PyTorch and in the kernel."""
import collections

import torch
from torch import nn

Point = collections.namedtuple('Point', 'x y')


class Plain:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


class Slotted:
    __slots__ = ('a', 'b')

    def __getstate__(self):
        return None, {'a': self.a, 'b': self.b}


class Names(dict):
    pass


class Ordered(collections.OrderedDict):
    pass


class Stateful:
    def __getstate__(self):
        return {'kept': self.kept}

    def __setstate__(self, state):
        self.kept = state['kept'] + 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU())
        self.head = nn.Linear(2, 3)
        self.register_buffer('scale', torch.tensor(2.))
        self.note = {'tags': ['a', 'b']}

    def forward(self, x):
        return self.head(self.body(x).mean((2, 3))) * self.scale


class Special(torch.Tensor):
    pass


def _slotted():
    value = Slotted()
    value.a, value.b = 1, torch.ones(2)
    return value


def _stateful():
    value = Stateful()
    value.kept = 5
    return value


def _attributes(value, **attributes):
    for name, each in attributes.items():
        setattr(value, name, each)
    return value


def _own():
    value = [1, {'x': 2}]
    value.append(value)
    value[1]['self'] = value[1]
    return value


def _trained():
    torch.manual_seed(3)
    net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    net(torch.ones(4, 2)).sum().backward()
    optimizer.step()
    return {'net': net.state_dict(), 'optimizer': optimizer.state_dict(), 'epoch': 3}


def _net():
    torch.manual_seed(4)
    return Net()


def plain_values():
    """Values that torch.load(weights_only=True) reads, by names for files."""
    base = torch.arange(20.)
    shared = [1, 2, 3]
    yield 'scalars', [None, True, False, 1.5, float('inf'), -0.0, 0, 255, 256, 65535, 65536, -1, 2 ** 31, -2 ** 31, 2 ** 63 - 1, -2 ** 63,
                      2 ** 63, -2 ** 70, 'text', '', 'grün', '日本', b'bytes\xff\x00', 1 + 2j]
    yield 'containers', [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], {}, {1: 2}, {'a': {'b': [1, (2,)]}}, {1, 2}, set(),
                         list(range(1001)), {i: str(i) for i in range(1001)}, bytearray(b'abc'), collections.Counter('abca'),
                         collections.OrderedDict(a=1, b=torch.ones(2)), {'s': shared, 't': shared}]
    yield 'kinds', [torch.Size([2, 3]), torch.Size([]), torch.device('cpu'), torch.device('cuda:1'), torch.device('cuda'), torch.float16]
    yield 'views', [base, base[3:7], base.view(4, 5).t(), base[::2], base[20:]]
    yield 'shapes', [torch.tensor(3.), torch.empty(0), torch.empty(2, 0, 3), torch.randn(0), torch.ones(2, 3)[:, 1:]]
    yield 'parameters', [nn.Parameter(torch.ones(3)), nn.Parameter(torch.ones(3), requires_grad=False), torch.ones(3, requires_grad=True),
                         _attributes(nn.Parameter(torch.zeros(2)), tag='tag')]
    yield 'attributes', [_attributes(torch.zeros(2), tag={'a': 1}), nn.Buffer(torch.ones(2))]
    yield 'dtypes', [torch.arange(5).to(dtype) for dtype in (
        torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.float64, torch.bfloat16,
        torch.bool, torch.complex64, torch.complex128)]
    yield 'conjugates', [torch.tensor([1 + 2j, 3 - 1j]).conj(), torch.tensor([[1 + 2j, 3 - 1j]]).mH]
    yield 'negatives', [torch.tensor([1 + 2j, 3 - 1j]).conj().imag]
    yield 'storages', [torch.arange(3.).storage(), torch.arange(3, dtype=torch.int16).storage()]
    yield 'trained', _trained()


def all_values():
    """Values that torch.load(weights_only=False) reads."""
    yield 'classes', [Plain(a=1, b=torch.ones(2)), _slotted(), _stateful(), Plain, Point(1, torch.ones(1)), nn.Linear, len, torch.nn.functional.relu]
    yield 'subclasses', [Names(a=1), Ordered(b=2), _attributes(Names(x=1), tag=2), torch.ones(2).as_subclass(Special),
                         collections.defaultdict(list, {'k': [1]}), collections.deque([1, 2], 5), frozenset([1, 'a']), range(1, 10, 2),
                         slice(1, 2), ...]
    yield 'module', _net()
    yield 'result', torch.max(torch.arange(6.).view(2, 3), 1)
    yield 'own', _own()


def _same_attributes(a, b):
    return same(getattr(a, '__dict__', None) or {}, getattr(b, '__dict__', None) or {})


def _same_numbers(a, b):
    """Equal, but for the last bits of float32: processors with and without FMA train to other ones."""
    return torch.equal(a, b) or a.dtype == b.dtype == torch.float32 and a.shape == b.shape and torch.allclose(a, b, rtol=1e-6, atol=0)


def same(a, b):
    """Are two values equal, with their types, layouts and attributes?"""
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.Tensor):
        return ((a.dtype, a.shape, a.stride(), a.storage_offset(), a.requires_grad, a.is_conj(), a.is_neg())
                == (b.dtype, b.shape, b.stride(), b.storage_offset(), b.requires_grad, b.is_conj(), b.is_neg())
                or a.is_complex() or not a.is_floating_point() or a.shape == b.shape) and _same_numbers(a.detach(), b.detach()) \
            and _same_attributes(a, b)
    if isinstance(a, (torch.TypedStorage, torch.UntypedStorage)):
        return a.tolist() == b.tolist()
    if isinstance(a, nn.Module):
        return same(dict(a.state_dict()), dict(b.state_dict())) and repr(a) == repr(b) and getattr(a, 'note', None) == getattr(b, 'note', None)
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a) and (
            isinstance(a, (collections.Counter, collections.defaultdict)) or type(a) is dict or _same_attributes(a, b))
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, Plain):
        return _same_attributes(a, b)
    if isinstance(a, Slotted):
        return same([a.a, a.b], [b.a, b.b])
    if isinstance(a, Stateful):
        return b.kept in (a.kept, a.kept + 1)
    return a == b


def formats():
    """How each value is saved: the name's ending, and the options."""
    yield 'zip', {}
    yield 'old', {'_use_new_zipfile_serialization': False}
    for protocol in (1, 3, 4, 5):
        yield 'p%d' % protocol, {'pickle_protocol': protocol}
