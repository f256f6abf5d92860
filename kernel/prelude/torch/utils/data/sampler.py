"""Samplers: the order in which a loader takes the items of a dataset. A sampler draws from its generator when the index is asked
for, in blocks, so that its memory does not grow with the number of samples. Must not know datasets."""

import itertools
from typing import Generic, TypeVar

import torch

_T_co = TypeVar('_T_co', covariant=True)
_BLOCK = 32  # indices that are drawn at once with replacement


def _is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


class Sampler(Generic[_T_co]):
    """An order of indices, or of lists of indices: define __iter__, and __len__ where a loader has a length."""

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """0, 1, 2 ..."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class _Drawn(Sampler[int]):
    """Samplers that draw: _blocks() yields blocks of indices, each drawn when its first index is asked for."""

    def __iter__(self):
        return itertools.chain.from_iterable(self._blocks())

    def __len__(self):
        return self.num_samples


_COUNT = '%s should be a positive integer value, but got %s=%s'
_BOOL = '%s should be a boolean value, but got %s=%s'


def _check(fits, error, text, name, value):
    if not fits:
        raise error(text % (name, name, value))


class RandomSampler(_Drawn):
    """A new random order each time; with replacement, or for more samples than there are items, indices come again."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        vars(self).update(data_source=data_source, replacement=replacement, _num_samples=num_samples, generator=generator)
        _check(isinstance(replacement, bool), TypeError, _BOOL, 'replacement', replacement)
        _check(isinstance(self.num_samples, int) and self.num_samples > 0, ValueError, _COUNT, 'num_samples', self.num_samples)

    @property
    def num_samples(self):
        """How many indices are drawn: as many as there are items unless num_samples was given."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def _blocks(self):
        n, count, generator = len(self.data_source), self.num_samples, self.generator
        if generator is None:  # one of its own, whose seed the default one gives
            generator = torch.Generator()
            generator.manual_seed(int(torch.empty((), dtype=torch.int64).random_().item()))
        if self.replacement:
            for start in range(0, count, _BLOCK):
                yield torch.randint(n, (min(_BLOCK, count - start),), generator=generator).tolist()
            return
        # One order more than there are full ones: it is drawn even where nothing of it is left, as the generator shows afterwards.
        for start in range(0, count + 1 + (-count - 1) % n, n):
            yield torch.randperm(n, generator=generator).tolist()[:max(count - start, 0)]


class SubsetRandomSampler(_Drawn):
    """The given indices in a new random order each time."""

    def __init__(self, indices, generator=None):
        vars(self).update(indices=indices, generator=generator)

    def _blocks(self):
        order = torch.randperm(len(self), generator=self.generator).tolist()
        yield map(self.indices.__getitem__, order)

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(_Drawn):
    """num_samples indices 0 ... len(weights) - 1, drawn with probabilities in proportion to their weights."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        _check(_is_count(num_samples), ValueError, _COUNT, 'num_samples', num_samples)
        _check(isinstance(replacement, bool), ValueError, _BOOL, 'replacement', replacement)
        weights = torch.as_tensor(weights, dtype=torch.float64)
        if weights.dim() != 1:
            raise ValueError('weights should be a 1d sequence but given weights have shape %s' % (tuple(weights.shape),))
        vars(self).update(weights=weights, num_samples=num_samples, replacement=replacement, generator=generator)

    def _blocks(self):
        yield torch.multinomial(self.weights, len(self), self.replacement, generator=self.generator).tolist()


class BatchSampler(Sampler[list]):
    """Batches, as lists, of the indices of another sampler; drop_last leaves out a last batch that is not full."""

    def __init__(self, sampler, batch_size, drop_last):
        _check(_is_count(batch_size), ValueError, _COUNT, 'batch_size', batch_size)
        _check(isinstance(drop_last, bool), ValueError, _BOOL, 'drop_last', drop_last)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        if type(self.sampler) is RandomSampler:
            return self._of_blocks(self.sampler._blocks())
        return self._of_indices(iter(self.sampler))

    def _of_blocks(self, blocks):
        """Batches of indices that come in lists, each asked for when one of it is needed."""
        rest, size = [], self.batch_size
        for block in blocks:
            if rest:
                block = rest + block
            full = len(block) - len(block) % size
            for start in range(0, full, size):
                yield block[start:start + size]
            rest = block[full:]
        if rest and not self.drop_last:
            yield rest

    def _of_indices(self, indices):
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        full, rest = divmod(len(self.sampler), self.batch_size)
        return full + (rest > 0 and not self.drop_last)


__all__ = 'BatchSampler RandomSampler Sampler SequentialSampler SubsetRandomSampler WeightedRandomSampler'.split()
