# Rows of plain tuples, lists and dicts, rows that only look like them, and rows that do not fit together.
from collections import OrderedDict, namedtuple

import torch
from torch.utils.data import DataLoader, IterableDataset, default_collate

Point = namedtuple('Point', 'x y')


class Mine(tuple):
    pass


def show(batch):
    try:
        found = default_collate(batch)
        print(type(found).__name__, found)
    except Exception as error:
        print(type(error).__name__, error)


show([(1, 'a', 2.5), (2, 'b', 3.5)])
show([[1, 'a'], [2, 'b']])
show([(1, 2), [3, 4]])
show([[1, 2], (3, 4)])
show(((1, 2), (3, 4)))
show([(), ()])
show([(1, (2, [3.0, 'x'])), (4, (5, [6.0, 'y']))])
show([(1, 2), (3,)])
show([[1, 2], [3]])
show([Point(1, 2.0), Point(3, 4.0)])
show([(1, 2), Point(3, 4)])
show([Mine((1, 2)), Mine((3, 4))])
show([{'a': 1, 'b': 'x'}, {'b': 'y', 'a': 2}])
show([{'a': 1}, {'b': 2}])
show([OrderedDict(a=1), OrderedDict(a=2)])
show([{}, {}])
show([(torch.ones(2), True), (torch.zeros(2), False)])
show([(torch.ones(2), 1), (torch.zeros(3), 2)])
show([(None,), (None,)])
show([(1, 2), 3])
show([])


class Numbers(IterableDataset):
    def __init__(self, n, fails=None):
        self.n, self.fails = n, fails

    def __iter__(self):
        for i in range(self.n):
            if i == self.fails:
                raise ValueError('at %d' % i)
            yield i


for drop in (False, True):
    print([batch.tolist() for batch in DataLoader(Numbers(7), 3, drop_last=drop)], [batch.tolist() for batch in DataLoader(Numbers(6), 3, drop_last=drop)])
print(list(DataLoader(Numbers(0), 3)))
try:
    for batch in DataLoader(Numbers(7, 4), 3):
        print(batch)
except ValueError as error:
    print('ValueError', error)
