"""Data in batches: datasets, the order of their items, and loaders."""

import collections.abc
import itertools
import math
import os
import random
import warnings

import torch


class Dataset:
    """A dataset with items by index: define __getitem__ and __len__."""

    def __getitem__(self, index):
        raise NotImplementedError('Subclasses of Dataset should implement __getitem__.')

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """A dataset that is a sequence of items: define __iter__."""

    def __iter__(self):
        raise NotImplementedError('Subclasses of IterableDataset should implement __iter__.')


class TensorDataset(Dataset):
    """The rows of tensors whose first dimensions are of one size; AssertionError where they are not."""

    def __init__(self, *tensors):
        if len({tensor.size(0) for tensor in tensors}) > 1:
            raise AssertionError('Size mismatch between tensors')
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        row = [tensor[index] for tensor in self.tensors]
        return tuple(row)


class ConcatDataset(Dataset):
    """A concatenation of datasets."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, 'datasets should not be an empty iterable'
        self.cumulative_sizes = list(itertools.accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, index):
        if index < 0:
            if -index > len(self):
                raise ValueError('absolute value of index should not exceed dataset length')
            index += len(self)
        start = 0
        for dataset, end in zip(self.datasets, self.cumulative_sizes):
            if index < end:
                return dataset[index - start]
            start = end
        return self.datasets[len(self.datasets)]


class Subset(Dataset):
    """The items of a dataset that have the given indices; a list of positions asks the dataset for a list of indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __len__(self):
        return len(self.indices)

    def __getitem__(self, index):
        chosen = [self.indices[position] for position in index] if isinstance(index, list) else self.indices[index]
        return self.dataset[chosen]


def _counts(size, fractions):
    """The sizes of fractions of `size` items, rounded down; the remainder is distributed round-robin from the first."""
    counts = [math.floor(size * fraction) for fraction in fractions]
    rounds, more = divmod(size - sum(counts), len(counts))
    return [count + rounds + (i < more) for i, count in enumerate(counts)]


def random_split(dataset, lengths, generator=None):
    """Subsets of given lengths, or of given fractions of the dataset, whose items are drawn at random."""
    size = len(dataset)
    if sum(lengths) <= 1 and any([isinstance(length, float) for length in lengths]):
        lengths = _counts(size, lengths)
    if sum(lengths) != size:
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    order = iter(torch.randperm(sum(lengths), generator=generator or torch.default_generator).tolist())
    return [Subset(dataset, list(itertools.islice(order, length))) for length in lengths]


class Sampler:
    """The order in which items are taken."""


class SequentialSampler(Sampler):
    """0, 1, 2 ..."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __len__(self):
        return len(self.data_source)

    def __iter__(self):
        return iter(range(len(self)))


class RandomSampler(Sampler):
    """A new random order each time."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError('replacement should be a boolean value, but got replacement=%s' % replacement)
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError('num_samples should be a positive integer value, but got num_samples=%s' % self.num_samples)

    @property
    def num_samples(self):
        """How many indices are drawn: as many as there are items unless num_samples was given."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        generator = self.generator
        if generator is None:  # one of its own, whose seed the default one gives
            generator = torch.Generator()
            generator.manual_seed(int(torch.empty((), dtype=torch.int64).random_().item()))
        n, count = len(self.data_source), self.num_samples
        if self.replacement:
            return iter(torch.randint(0, n, (count,), generator=generator).tolist())
        passes = [torch.randperm(n, generator=generator) for _ in range(-(-count // n))]
        return iter(torch.cat(passes)[:count].tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Batches of the indices of another sampler."""

    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError('batch_size should be a positive integer value, but got batch_size=%s' % batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError('drop_last should be a boolean value, but got drop_last=%s' % drop_last)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        full, rest = divmod(len(self.sampler), self.batch_size)
        return full + (rest > 0 and not self.drop_last)


def default_collate(batch):
    """Items of one kind as one batch."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        if any([len(item) != len(first) for item in batch]):
            raise RuntimeError('each element in list of batch should be of equal size')
        return [default_collate(list(items)) for items in zip(*batch)]
    raise TypeError('default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found %s' % type(first))


def _mapped(data, leaf, kept):
    """The data with leaf(x) for each x that is no container. Mappings, named tuples and sequences of the kept types stay what they are,
    other sequences become lists."""
    if isinstance(data, (str, bytes)) or not isinstance(data, (collections.abc.Mapping, collections.abc.Sequence)):
        return leaf(data)
    if isinstance(data, collections.abc.Mapping):
        pairs = {key: _mapped(value, leaf, kept) for key, value in data.items()}
        return pairs if type(data) is dict else type(data)(pairs)
    items = [_mapped(value, leaf, kept) for value in data]
    if isinstance(data, tuple) and hasattr(data, '_fields'):
        return type(data)(*items)
    return type(data)(items) if isinstance(data, kept) else items


def default_convert(data):
    """An item that is no batch: it stays what it is, its containers become those of a batch."""
    return _mapped(data, lambda value: value, list)


def _pinned(data):
    """The data with its tensors in page-locked memory, whatever holds them."""
    return _mapped(data, lambda value: value.pin_memory() if hasattr(value, 'pin_memory') else value, (list, tuple))


class WorkerInfo:
    """The result of get_worker_info() in a worker."""

    rng, worker_method = None, 'multiprocessing'

    def __init__(self, id, num_workers, seed, dataset):
        self.__dict__.update(id=id, num_workers=num_workers, seed=seed, dataset=dataset)

    def __setattr__(self, name, value):
        from dataclasses import FrozenInstanceError
        raise FrozenInstanceError('cannot assign to field %r' % name)

    def __repr__(self):
        return 'WorkerInfo(id=%r, num_workers=%r, seed=%r, dataset=%r, rng=None, worker_method=%r)' % (
            self.id, self.num_workers, self.seed, self.dataset, self.worker_method)


_worker_info = None


def get_worker_info():
    """In a worker of a DataLoader: which one it is; elsewhere None."""
    return _worker_info


class _Worker:
    """Workers run one after the other in this process; each has a random state of its own, as its process would."""

    def __init__(self, loader, number, base_seed):
        self.info = WorkerInfo(number, loader.num_workers, base_seed + number, loader.dataset)
        self.states = self.threads = None
        self.items = None
        if loader.worker_init_fn is not None:
            self.run(loader.worker_init_fn, number)

    def run(self, function, *args):
        global _worker_info
        outside = torch.get_rng_state(), random.getstate(), torch.get_num_threads(), _worker_info
        if self.states is None:
            random.seed(self.info.seed)
            torch.default_generator.manual_seed(self.info.seed)
            torch.set_num_threads(1)
        else:
            torch.set_rng_state(self.states[0])
            random.setstate(self.states[1])
            torch.set_num_threads(self.states[2])
        _worker_info = self.info
        try:
            return function(*args)
        finally:
            self.states = torch.get_rng_state(), random.getstate(), torch.get_num_threads()
            torch.set_rng_state(outside[0])
            random.setstate(outside[1])
            torch.set_num_threads(outside[2])
            _worker_info = outside[3]


def _refuse(*rules):
    """Raises a ValueError for the first rule, (does it hold?, the complaint), that holds."""
    for holds, complaint in rules:
        if holds:
            raise ValueError(complaint)


_FIXED = ('batch_size', 'batch_sampler', 'sampler', 'drop_last', 'dataset', 'persistent_workers')
_START_METHODS = ['fork', 'spawn', 'forkserver']


class DataLoader:
    """Batches of a dataset, in order or shuffled. Workers take turns in this process."""

    _initialized = False
    _multiprocessing_context = None

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
                 pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None,
                 generator=None, *, prefetch_factor=None, persistent_workers=False, pin_memory_device='', in_order=True):
        _refuse((num_workers < 0, 'num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.'),
                (timeout < 0, 'timeout option should be non-negative'),
                (num_workers == 0 and prefetch_factor is not None, 'prefetch_factor option could only be specified in multiprocessing.let '
                 'num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.'),
                (prefetch_factor is not None and prefetch_factor < 0, 'prefetch_factor option should be non-negative'),
                (persistent_workers and num_workers == 0, 'persistent_workers option needs num_workers > 0'))
        vars(self).update(dataset=dataset, num_workers=num_workers, prefetch_factor=2 if num_workers and prefetch_factor is None else prefetch_factor,
                          pin_memory=pin_memory, pin_memory_device=pin_memory_device, timeout=timeout, worker_init_fn=worker_init_fn)
        self.multiprocessing_context = multiprocessing_context
        iterable = isinstance(dataset, IterableDataset)
        _refuse(*[(iterable and given, 'DataLoader with IterableDataset: expected unspecified %s option, but got %s=%s' % (name, name, value))
                  for name, value, given in (('shuffle', shuffle, shuffle not in (None, False)), ('sampler', sampler, sampler is not None),
                                             ('batch_sampler', batch_sampler, batch_sampler is not None))],
                (sampler is not None and shuffle, 'sampler option is mutually exclusive with shuffle'),
                (batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last),
                 'batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last'),
                (batch_sampler is None and batch_size is None and drop_last,
                 'batch_size=None option disables auto-batching and is mutually exclusive with drop_last'))
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        batched = batch_size is not None or batch_sampler is not None
        if not iterable:  # which has an order of its own
            if sampler is None:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
            if batch_size is not None:
                batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        if collate_fn is None:
            collate_fn = default_collate if batched else default_convert
        vars(self).update(in_order=in_order, iterable=iterable, batch_size=batch_size, drop_last=drop_last, sampler=sampler,
                          batch_sampler=batch_sampler, generator=generator, collate_fn=collate_fn, persistent_workers=persistent_workers,
                          _length=None, _workers=None, _initialized=True)
        self._warn_of_many_workers()

    def __setattr__(self, name, value):
        if self._initialized and name in _FIXED:
            raise ValueError('%s attribute should not be set after %s is initialized' % (name, type(self).__name__))
        super().__setattr__(name, value)

    @property
    def multiprocessing_context(self):
        """The start method that worker processes would have."""
        return self._multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        if context is not None:
            if self.num_workers <= 0:
                raise ValueError('multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got '
                                 'num_workers=%s' % self.num_workers)
            if not isinstance(context, str):
                raise TypeError('multiprocessing_context option should be a valid context object or a string specifying the start '
                                'method, but got multiprocessing_context=%s' % (context,))
            if context not in _START_METHODS:
                raise ValueError('multiprocessing_context option should specify a valid start method in %r, but got '
                                 'multiprocessing_context=%r' % (_START_METHODS, context))
        self._multiprocessing_context = context

    def _warn_of_many_workers(self):
        allowed = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count()
        if allowed is not None and self.num_workers > allowed:
            warnings.warn('This DataLoader will create %d worker processes in total. Our suggested max number of worker in current system is '
                          '%d, which is smaller than what this DataLoader is going to create. Please be aware that excessive worker creation '
                          'might get DataLoader running slow or even freeze, lower the worker number to avoid potential slowness/freeze if '
                          'necessary.' % (self.num_workers, allowed), stacklevel=3)

    def __iter__(self):
        if self.num_workers == 0:
            assert self.timeout == 0, '_SingleProcessDataLoaderIter requires timeout == 0'
        if self._workers is None:
            # the seed of the workers is drawn even without workers
            seed = int(torch.empty((), dtype=torch.int64).random_(generator=self.generator).item())
            workers = [_Worker(self, i, seed) for i in range(self.num_workers)]
            if self.persistent_workers:
                self._workers = workers
        else:
            workers = self._workers
        batches = self._round_robin(workers) if workers else self._batches()
        if self.iterable:
            batches = self._counted(batches)
        if not self.pin_memory:
            return batches
        if self.pin_memory_device:
            warnings.warn('pin_memory_device is deprecated, the current accelerator will be used as the device,ignore '
                          'pin_memory_device=%r.' % self.pin_memory_device, stacklevel=2)
        if torch.cuda.is_available():
            return (_pinned(batch) for batch in batches)
        warnings.warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
                      stacklevel=2)
        return batches

    def _fetch(self, indices):
        if hasattr(self.dataset, '__getitems__') and self.dataset.__getitems__:
            return self.collate_fn(self.dataset.__getitems__(indices))
        return self.collate_fn([self.dataset[i] for i in indices])

    def _single(self, index):
        return self.collate_fn(self.dataset[index])

    def _next_batch(self, items):
        """A batch of an iterable dataset, or StopIteration."""
        if self.batch_size is None:
            return self.collate_fn(next(items))
        batch = []
        for item in items:
            batch.append(item)
            if len(batch) == self.batch_size:
                break
        if not batch or (self.drop_last and len(batch) < self.batch_size):
            raise StopIteration
        return self.collate_fn(batch)

    def _batches(self):
        if self.iterable:
            items = iter(self.dataset)
            while True:
                try:
                    batch = self._next_batch(items)
                except StopIteration:
                    return
                yield batch
        elif self.batch_sampler is not None:
            for indices in self.batch_sampler:
                yield self._fetch(indices)
        else:
            for i in self.sampler:
                yield self._single(i)

    def _round_robin(self, workers):
        """What the workers give, in the order of their tasks."""
        if self.iterable:
            for worker in workers:
                worker.items = worker.run(iter, self.dataset)
            left = list(workers)
            while left:
                for worker in list(left):
                    try:
                        batch = worker.run(self._next_batch, worker.items)
                    except StopIteration:
                        left.remove(worker)
                        continue
                    yield batch
            return
        fetch = self._single if self.batch_sampler is None else self._fetch
        for i, task in enumerate(self.sampler if self.batch_sampler is None else self.batch_sampler):
            yield workers[i % len(workers)].run(fetch, task)

    def _counted(self, batches):
        """Batches of an iterable dataset; warns of those beyond the length that len() returned."""
        for count, batch in enumerate(batches, 1):
            if self._length is not None and count > self._length:
                text = ('Length of IterableDataset %s was reported to be %s(when accessing len(dataloader)), but %d samples have been fetched. '
                        % (self.dataset, self._length, count))
                if self.num_workers > 0:
                    text += ('For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset replica '
                             'at each worker. Please see https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for '
                             'examples.')
                warnings.warn(text, stacklevel=2)
            yield batch

    def __len__(self):
        if self.iterable:
            length = self._length = len(self.dataset)
            if self.batch_size is not None:
                length = length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)
            return length
        return len(self.batch_sampler) if self.batch_sampler is not None else len(self.sampler)


__all__ = '''BatchSampler ConcatDataset DataLoader Dataset IterableDataset RandomSampler Sampler SequentialSampler Subset
TensorDataset default_collate default_convert get_worker_info random_split'''.split()
