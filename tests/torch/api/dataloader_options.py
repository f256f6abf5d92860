# DataLoader: each option does what it says; what is fixed cannot be set; workers have random numbers of their own.
import random
import warnings

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset, default_convert, get_worker_info


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            text = repr(function())
        except Exception as error:
            text = '%s: %s' % (type(error).__name__, str(error).split('\n')[0])
    print(name, '->', text, [str(each.message).split(' object at')[0][:120] for each in caught] or '')


class Five(IterableDataset):
    def __iter__(self):
        return iter(range(5))


class Three(Five):
    def __len__(self):
        return 3


class Draws(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return i, round(torch.rand(()).item(), 4), round(random.random(), 4)


class Told(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        info = get_worker_info()
        return i, info.id, info.num_workers, type(info.dataset).__name__, torch.initial_seed() == info.seed, torch.get_num_threads()


class Several(Dataset):
    def __len__(self):
        return 4

    def __getitems__(self, indices):
        return [i * 10 for i in indices]


class Shared(IterableDataset):
    def __iter__(self):
        info = get_worker_info()
        for i in range(3):
            yield (info.id if info else None, i)


def assigned(loader, name, value):
    setattr(loader, name, value)
    return getattr(loader, name)


rows = TensorDataset(torch.arange(6))
if __name__ == '__main__':
    attempt('shuffle of an iterable', lambda: DataLoader(Five(), shuffle=True))
    attempt('no shuffle of an iterable', lambda: len(list(DataLoader(Five(), shuffle=False))))
    attempt('sampler of an iterable', lambda: DataLoader(Five(), sampler=[1]))
    attempt('batch_sampler of an iterable', lambda: DataLoader(Five(), batch_sampler=[[1]]))
    attempt('length without one', lambda: len(DataLoader(Five())))
    attempt('length', lambda: (len(DataLoader(Three(), batch_size=2)), len(DataLoader(Three(), batch_size=2, drop_last=True))))
    loader = DataLoader(Three())
    attempt('told length', lambda: len(loader))
    attempt('more than told', lambda: list(loader))
    for name in ('batch_size', 'batch_sampler', 'sampler', 'drop_last', 'dataset', 'persistent_workers', 'num_workers', 'collate_fn',
                 'pin_memory', 'timeout', 'multiprocessing_context', 'prefetch_factor', 'generator', 'worker_init_fn'):
        attempt('assigned ' + name, lambda: assigned(DataLoader(rows), name, 7))
    for options in ({'num_workers': -1}, {'timeout': -1}, {'prefetch_factor': 2}, {'prefetch_factor': -2, 'num_workers': 1},
                    {'persistent_workers': True}, {'multiprocessing_context': 'fork'}, {'multiprocessing_context': 'foo', 'num_workers': 1},
                    {'multiprocessing_context': 5, 'num_workers': 1}, {'sampler': [1], 'shuffle': True},
                    {'batch_sampler': [[1]], 'batch_size': 2}, {'batch_size': None, 'drop_last': True}, {'batch_size': 0},
                    {'batch_size': 1.5}):
        attempt(str(options), lambda: DataLoader(rows, **options))
    attempt('timeout without workers', lambda: list(DataLoader(rows, timeout=5)))
    attempt('no batches', lambda: list(DataLoader([(1, 'a', None, {'k': (1,)})], batch_size=None)))
    attempt('no batches collated', lambda: list(DataLoader(Five(), batch_size=None, collate_fn=lambda x: ('c', x))))
    attempt('converted', lambda: default_convert([(1, 2.5, {'k': (1,)})]))
    attempt('__getitems__', lambda: list(DataLoader(Several(), batch_size=2)))
    attempt('pinned', lambda: list(DataLoader(rows, pin_memory=True, batch_size=6)))
    attempt('in_order', lambda: list(DataLoader(rows, in_order=False, batch_size=6)))
    attempt('no worker', get_worker_info)
    for workers, options in ((0, {}), (2, {}), (2, {'persistent_workers': True}), (3, {'shuffle': True}),
                             (2, {'generator': torch.Generator().manual_seed(3)}),
                             (2, {'worker_init_fn': lambda i: torch.manual_seed(100 + i)})):
        torch.manual_seed(0)
        random.seed(5)
        loader = DataLoader(Draws(), num_workers=workers, batch_size=None, **options)
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            print(workers, sorted(options), list(loader), list(loader), torch.rand(1).item(), random.random())
    attempt('told', lambda: list(DataLoader(Told(), num_workers=2, batch_size=None)))
    attempt('collated in a worker', lambda: list(DataLoader(Draws(), num_workers=1, batch_size=4, collate_fn=lambda b: (get_worker_info().id, len(b)))))
    attempt('iterables', lambda: list(DataLoader(Shared(), num_workers=2, batch_size=None)))
    attempt('batches of iterables', lambda: list(DataLoader(Shared(), num_workers=2, batch_size=2)))
