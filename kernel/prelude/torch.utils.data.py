"""Data in batches."""

import collections.abc
import math
import warnings

import torch


class Dataset:
    """Items by number: define __getitem__ and __len__."""

    def __getitem__(self, index):
        raise NotImplementedError('Subclasses of Dataset should implement __getitem__.')

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Items one after the other: define __iter__."""

    def __iter__(self):
        raise NotImplementedError('Subclasses of IterableDataset should implement __iter__.')


class TensorDataset(Dataset):
    """Rows of tensors of one length."""

    def __init__(self, *tensors):
        if any([tensors[0].size(0) != tensor.size(0) for tensor in tensors]):
            raise AssertionError('Size mismatch between tensors')
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class ConcatDataset(Dataset):
    """Datasets one after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, 'datasets should not be an empty iterable'
        self.cumulative_sizes = []
        total = 0
        for dataset in self.datasets:
            total += len(dataset)
            self.cumulative_sizes.append(total)

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
    """Some items of a dataset."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Subsets of given lengths, or shares, drawn at random."""
    if sum(lengths) <= 1 and any([isinstance(length, float) for length in lengths]):
        counts = [math.floor(len(dataset) * share) for share in lengths]
        for i in range(len(dataset) - sum(counts)):
            counts[i % len(counts)] += 1
        lengths = counts
    if sum(lengths) != len(dataset):
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    order = torch.randperm(sum(lengths), generator=generator or torch.default_generator).tolist()
    parts = []
    start = 0
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts


class Sampler:
    """The order in which items are taken."""

    def __init__(self, data_source=None):
        pass


class SequentialSampler(Sampler):
    """0, 1, 2 ..."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


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
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n = len(self.data_source)
        generator = self.generator
        if generator is None:
            generator = torch.Generator()
            generator.manual_seed(int(torch.empty((), dtype=torch.int64).random_().item()))
        if self.replacement:
            order = torch.randint(0, n, (self.num_samples,), generator=generator).tolist()
        else:
            order = []
            while len(order) < self.num_samples:
                order += torch.randperm(n, generator=generator).tolist()
            order = order[:self.num_samples]
        return iter(order)

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Groups of numbers of another sampler."""

    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError('batch_size should be a positive integer value, but got batch_size=%s' % batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError('drop_last should be a boolean value, but got drop_last=%s' % drop_last)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        n = len(self.sampler)
        return n // self.batch_size if self.drop_last else (n + self.batch_size - 1) // self.batch_size


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


def _pinned(data):
    """The data with its tensors in page-locked memory, whatever holds them."""
    if isinstance(data, torch.Tensor):
        return data.pin_memory()
    if isinstance(data, (str, bytes)):
        return data
    if isinstance(data, collections.abc.Mapping):
        pinned = {key: _pinned(value) for key, value in data.items()}
        return pinned if type(data) is dict else type(data)(pinned)
    if isinstance(data, tuple) and hasattr(data, '_fields'):
        return type(data)(*[_pinned(value) for value in data])
    if isinstance(data, collections.abc.Sequence):
        pinned = [_pinned(value) for value in data]
        return type(data)(pinned) if isinstance(data, (list, tuple)) else pinned
    return data.pin_memory() if hasattr(data, 'pin_memory') else data


class DataLoader:
    """Batches of a dataset, in order or shuffled. Workers are accepted and not needed."""

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
                 pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None,
                 generator=None, *, prefetch_factor=None, persistent_workers=False, pin_memory_device='', in_order=True):
        if num_workers < 0:
            raise ValueError('num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.')
        if timeout < 0:
            raise ValueError('timeout option should be non-negative')
        if num_workers == 0 and prefetch_factor is not None:
            raise ValueError('prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable '
                             'multiprocessing, otherwise set prefetch_factor to None.')
        if persistent_workers and num_workers == 0:
            raise ValueError('persistent_workers option needs num_workers > 0')
        if sampler is not None and shuffle:
            raise ValueError('sampler option is mutually exclusive with shuffle')
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError('batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last')
        if batch_size is None and drop_last:
            raise ValueError('batch_size=None option disables auto-batching and is mutually exclusive with drop_last')
        self.dataset = dataset
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        self.generator = generator
        self.collate_fn = default_collate if collate_fn is None else collate_fn
        self.iterable = isinstance(dataset, IterableDataset)
        if sampler is None and not self.iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        self.sampler = sampler
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        elif batch_size is not None and not self.iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.batch_sampler = batch_sampler

    def __iter__(self):
        # the seed of the workers is drawn even without workers
        torch.empty((), dtype=torch.int64).random_(generator=self.generator)
        if not self.pin_memory:
            return self._batches()
        if torch.cuda.is_available():
            return (_pinned(batch) for batch in self._batches())
        warnings.warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
                      stacklevel=2)
        return self._batches()

    def _batches(self):
        if self.iterable:
            batch = []
            for item in self.dataset:
                if self.batch_size is None:
                    yield item
                    continue
                batch.append(item)
                if len(batch) == self.batch_size:
                    yield self.collate_fn(batch)
                    batch = []
            if batch and not self.drop_last:
                yield self.collate_fn(batch)
        elif self.batch_sampler is not None:
            for indices in self.batch_sampler:
                yield self.collate_fn([self.dataset[i] for i in indices])
        else:
            for i in self.sampler:
                yield self.dataset[i]

    def __len__(self):
        return len(self.batch_sampler) if self.batch_sampler is not None else len(self.sampler)


__all__ = '''BatchSampler ConcatDataset DataLoader Dataset IterableDataset RandomSampler Sampler SequentialSampler Subset
TensorDataset default_collate random_split'''.split()
