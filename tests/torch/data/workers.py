# DataLoader with worker processes: order, random numbers, get_worker_info, worker_init_fn, epochs, iterable datasets, options.
import collections
import os
import random
import time
import warnings

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Sampler, get_worker_info

main = os.getpid()
os.sched_getaffinity = lambda pid: range(64)  # no warning of many workers


class D(Dataset):
    def __init__(self, n=10):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return i


def g(seed=3):
    return torch.Generator().manual_seed(seed)


def same(batch):
    return batch


class Told(D):
    def __getitem__(self, i):
        w = get_worker_info()
        return (i, w.id, w.num_workers, w.seed, torch.initial_seed(), torch.get_num_threads(), round(torch.rand(1).item(), 6),
                random.random(), os.getpid() != main)


torch.manual_seed(0)
print(list(DataLoader(Told(6), 2, num_workers=2, collate_fn=same)), torch.rand(1))
print(list(DataLoader(Told(6), 2, num_workers=2, collate_fn=same, generator=g(), shuffle=True)), torch.rand(1))
print(get_worker_info())


class Marked(D):
    mark = 0

    def __getitem__(self, i):
        self.mark += 1
        return i, self.mark, self.number


def mark(number):
    info = get_worker_info()
    info.dataset.number = number * 10
    torch.manual_seed(number)


marked = Marked(8)
print(list(DataLoader(marked, 2, num_workers=2, worker_init_fn=mark)), marked.mark)

torch.manual_seed(3)
gg = g()


def draw():
    return round(torch.rand(1).item(), 4), round(torch.rand(1, generator=gg).item(), 4)


for options in {'persistent_workers': True, 'generator': gg}, {}, {'persistent_workers': True}:
    loader = DataLoader(D(6), 2, num_workers=2, shuffle=True, **options)
    for epoch in range(3):
        print(draw(), [batch.tolist() for batch in loader], draw())
    batches = iter(loader)
    print(draw(), next(batches), draw(), next(batches), draw(), len(batches), loader.persistent_workers and batches is iter(loader))
persistent = DataLoader(Told(4), 2, num_workers=2, persistent_workers=True, collate_fn=same, shuffle=True)
print(list(persistent))
print(list(persistent))
print([batch for batch, _ in zip(persistent, range(1))])
print(len(list(persistent)))


class Pulled(Sampler):
    def __iter__(self):
        for i in range(8):
            print('pull', i)
            yield i

    def __len__(self):
        return 8


batches = iter(DataLoader(D(20), None, sampler=Pulled(), num_workers=2, prefetch_factor=2))
print('made')
for i in batches:
    print('got', i)
print(list(DataLoader(D(20), 3, sampler=range(20), num_workers=3, prefetch_factor=5)))


class Slow(D):
    def __getitem__(self, i):
        if i == 0:
            time.sleep(0.3)
        return i


print(list(DataLoader(Slow(6), None, num_workers=2)), list(DataLoader(Slow(6), None, num_workers=2, in_order=False)))


class Parts(IterableDataset):
    def __iter__(self):
        w = get_worker_info()
        return iter(range(w.id * 10, w.id * 10 + 3 + w.id))


class Short(Parts):
    def __len__(self):
        return 3


print(list(DataLoader(Parts(), 2, num_workers=2)))
print(list(DataLoader(Parts(), None, num_workers=2)))
print(list(DataLoader(Parts(), 3, num_workers=3, drop_last=True)))
print(list(DataLoader(Parts(), 2, num_workers=4, prefetch_factor=1)))
again = DataLoader(Parts(), 2, num_workers=2, persistent_workers=True)
print(list(again), list(again))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    loader = DataLoader(Short(), 2, num_workers=2)
    print(len(loader), list(loader))
    for each in caught:
        print(str(each.message).split(' object at')[0], str(each.message).split('> ')[1])
batches = iter(DataLoader(D(2), None, num_workers=1))
print(list(batches), list(batches), next(batches, 'end'))
print(type(batches))
print(type(DataLoader(D(2), num_workers=1, multiprocessing_context='fork').multiprocessing_context))

# what travels
Point = collections.namedtuple('Point', 'x y')


class Thing:
    def __init__(self, n):
        self.n = n
        self.me = self

    def __repr__(self):
        return 'Thing(%r, %r)' % (self.n, self.me is self)


class Slots:
    __slots__ = ('a', 'b')

    def __init__(self):
        self.a = 1


VALUES = [None, True, 5, -2**70, 2**64, 1.5, 2j, 'text \u20ac \U0001f600', '\ud800', b'bytes', bytearray(b'more'), ..., NotImplemented,
          [1, [2]], (1, (2,)), {1: 'a', 'b': {3}}, {1, 2}, frozenset({3}), range(3), slice(1, 2), Point(1, [2]), Thing(3),
          collections.OrderedDict(a=1), collections.defaultdict(list, a=[1]), collections.Counter('aab'), collections.deque([1], 3),
          Thing, print, len, torch.float32, torch.device('cpu'), torch.strided, torch.channels_last, torch.Size([1, 2]),
          torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.ones(2), requires_grad=False), torch.ones(2, requires_grad=True),
          torch.tensor(2j), torch.ones(0, 3), torch.ones(2).half(), torch.tensor(True), torch.nn.Linear(1, 1).bias.detach().zero_()]


class Values(D):
    def __getitem__(self, i):
        return VALUES[i]


for value, sent in zip(VALUES, DataLoader(Values(len(VALUES)), None, num_workers=2, collate_fn=same)):
    print(repr(sent) if '<function' not in repr(sent) else sent is value, type(sent).__name__, type(sent) is type(value))


class Layouts(D):
    def __getitem__(self, i):
        return (torch.arange(12.).view(3, 4).t(), torch.arange(10)[2:5], torch.ones(2, 3).expand(4, 2, 3), torch.ones(0, 3),
                torch.ones(3)[None].half(), torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last), torch.tensor(3),
                torch.arange(40000), torch.arange(40000)[::2])


for tensor in next(iter(DataLoader(Layouts(1), None, num_workers=1, collate_fn=same))):
    print(tensor.shape, tensor.stride(), tensor.storage_offset(), tensor.untyped_storage().nbytes(), tensor.is_shared(), tensor.sum())


class SharedParts(D):
    def __getitem__(self, i):
        a, items = torch.zeros(4), [1]
        return a, a, a[1:3], items, items


a, same_a, part, items, same_items = next(iter(DataLoader(SharedParts(1), None, num_workers=1, collate_fn=same)))
part += 1
print(a, a is same_a, items is same_items)

# memory that is shared before the fork
counts = torch.zeros(3).share_memory_()
print(counts.is_shared(), torch.zeros(3).is_shared(), counts[1:].is_shared(), counts.untyped_storage().is_shared())


class Counts(D):
    def __getitem__(self, i):
        counts[i] += i + 1
        return i


list(DataLoader(Counts(3), None, num_workers=2))
print(counts, counts.share_memory_() is counts)
