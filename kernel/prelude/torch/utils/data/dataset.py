"""Datasets: by index or as a sequence of items, and what is made of them. Must not know loaders and samplers."""

import bisect
import itertools
import math
import warnings
from typing import Generic, Iterable, TypeVar

import torch

_T_co = TypeVar('_T_co', covariant=True)


class Dataset(Generic[_T_co]):
    """A dataset with items by index: define __getitem__, and __len__ for samplers. __getitems__, of a list of indices, is
    asked for whole batches where there is one."""

    def __getitem__(self, index):
        raise NotImplementedError('Subclasses of Dataset should implement __getitem__.')

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset[_T_co], Iterable[_T_co]):
    """A dataset that is a sequence of items: define __iter__. Each worker of a loader has a copy of it: get_worker_info() says
    which part is its own."""

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple]):
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


def _items(dataset, indices):
    """The items of a list of indices: of __getitems__ where the dataset has it, otherwise one after the other."""
    whole = getattr(dataset, '__getitems__', None)
    return whole(indices) if callable(whole) else [dataset[i] for i in indices]


class StackDataset(Dataset):
    """Several datasets of one length side by side: items are tuples, or dicts where the datasets are given by keyword."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError('Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like input/output, but both '
                             'types are given.')
        if not args and not kwargs:
            raise ValueError('At least one dataset should be passed')
        self.datasets = args or kwargs
        lengths = [len(part) for part in self._parts()]
        self._length = lengths[0]
        if lengths.count(self._length) != len(lengths):
            raise ValueError('Size mismatch between datasets')

    def _parts(self):
        return list(self.datasets.values()) if isinstance(self.datasets, dict) else self.datasets

    def _joined(self, values):
        """One item of the values that the parts have given."""
        return dict(zip(self.datasets, values)) if isinstance(self.datasets, dict) else tuple(values)

    def __getitem__(self, index):
        return self._joined([part[index] for part in self._parts()])

    def __getitems__(self, indices):
        columns = []
        for part in self._parts():
            column = _items(part, indices)
            if len(column) != len(indices):
                raise ValueError("Nested dataset's output size mismatch. Expected %d, got %d" % (len(indices), len(column)))
            columns.append(column)
        return [self._joined(row) for row in zip(*columns)]

    def __len__(self):
        return self._length


class ConcatDataset(Dataset[_T_co]):
    """The items of several datasets by index, one dataset after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, 'datasets should not be an empty iterable'
        for part in self.datasets:
            assert not isinstance(part, IterableDataset), 'ConcatDataset does not support IterableDataset'
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence):
        """The lengths of the first, the first two ... of what has a length."""
        return list(itertools.accumulate(map(len, sequence)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError('absolute value of index should not exceed dataset length')
            idx += len(self)
        number = bisect.bisect_right(self.cumulative_sizes, idx)
        start = self.cumulative_sizes[number - 1] if number else 0
        return self.datasets[number][idx - start]

    @property
    def cummulative_sizes(self):
        """The former name of cumulative_sizes."""
        warnings.warn('`cummulative_sizes` attribute is renamed to `cumulative_sizes`', FutureWarning, stacklevel=2)
        return self.cumulative_sizes


class ChainDataset(IterableDataset):
    """The items of several iterable datasets, one dataset after the other."""

    def __init__(self, datasets):
        self.datasets = datasets

    def _checked(self):
        for part in self.datasets:
            assert isinstance(part, IterableDataset), 'ChainDataset only supports IterableDataset'
            yield part

    def __iter__(self):
        for part in self._checked():
            yield from part

    def __len__(self):
        return sum(map(len, self._checked()))


class Subset(Dataset[_T_co]):
    """The items of a dataset that have the given indices; a list of positions asks the dataset for a list of indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        return self.dataset[[self.indices[position] for position in idx] if isinstance(idx, list) else self.indices[idx]]

    def __getitems__(self, indices):
        return _items(self.dataset, [self.indices[position] for position in indices])

    def __len__(self):
        return len(self.indices)


def _counts(size, fractions):
    """The sizes of fractions of `size` items, rounded down; the remainder is distributed round-robin from the first."""
    counts = []
    for i, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError('Fraction at index %d is not between 0 and 1' % i)
        counts.append(math.floor(size * fraction))
    rounds, more = divmod(size - sum(counts), len(counts))
    counts = [count + rounds + (i < more) for i, count in enumerate(counts)]
    for i, count in enumerate(counts):
        if count == 0:
            warnings.warn('Length of split at index %d is 0. This might result in an empty dataset.' % i, stacklevel=3)
    return counts


def random_split(dataset, lengths, generator=torch.default_generator):
    """Subsets of given lengths, or of fractions of the dataset that add up to 1, whose items are drawn at random."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _counts(len(dataset), lengths)
    if sum(lengths) != len(dataset):
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    order, start, parts = torch.randperm(sum(lengths), generator=generator).tolist(), 0, []
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts


__all__ = 'Dataset IterableDataset TensorDataset StackDataset ConcatDataset ChainDataset Subset random_split'.split()
