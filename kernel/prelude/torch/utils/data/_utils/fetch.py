"""Where the items of a batch come from: a dataset with indices, or one that is iterated over."""

import itertools

import torch
from torch.utils.data._utils import collate as _collate
from torch.utils.data.dataset import Subset, TensorDataset

_TAKE_ITEM = TensorDataset.__getitem__
_RULES = dict(_collate.default_collate_fn_map)


def _rows(dataset, indices):
    """What default_collate([dataset[i] for i in indices]) gives for rows of plain tensors, with one operation a tensor; None where
    anything is not plain."""
    while type(dataset) is Subset and type(dataset.indices) is list:
        size = len(dataset.indices)
        if not indices or max(indices) >= size or min(indices) < -size:
            return None
        indices, dataset = [dataset.indices[i] for i in indices], dataset.dataset
    if type(dataset) is not TensorDataset or TensorDataset.__getitem__ is not _TAKE_ITEM or hasattr(dataset, '__getitems__'):
        return None
    for tensor in dataset.tensors:
        if type(tensor) is not torch.Tensor or tensor.layout is not torch.strided or tensor.requires_grad or not tensor.is_contiguous():
            return None
    for i in indices:
        if type(i) is not int:
            return None
    if not indices or min(indices) < 0 or max(indices) >= min([tensor.size(0) for tensor in dataset.tensors], default=0):
        return None
    order = torch.tensor(indices, device='cpu')
    return [tensor.index_select(0, order if tensor.device.type == 'cpu' else order.to(tensor.device)) for tensor in dataset.tensors]


class _BaseDatasetFetcher:
    """Gives a batch for what a sampler says."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        vars(self).update(dataset=dataset, auto_collation=auto_collation, collate_fn=collate_fn, drop_last=drop_last)

    def fetch(self, possibly_batched_index):
        raise NotImplementedError


class _IterableDatasetFetcher(_BaseDatasetFetcher):
    """The next items, as many as there are indices. StopIteration at the end."""

    def __init__(self, *options):
        super().__init__(*options)
        vars(self).update(dataset_iter=iter(self.dataset), ended=False)

    def _take(self, count):
        """A list of the next items; fewer at the end, after which nothing is asked for any more."""
        if self.ended:
            return []
        items = list(itertools.islice(self.dataset_iter, count))
        self.ended = len(items) < count
        return items

    def fetch(self, possibly_batched_index):
        if not self.auto_collation:
            return self.collate_fn(next(self.dataset_iter))
        wanted = len(possibly_batched_index)
        items = self._take(wanted)
        if len(items) < (wanted if self.drop_last else 1):
            raise StopIteration
        return self.collate_fn(items)


class _MapDatasetFetcher(_BaseDatasetFetcher):
    """The items of the indices."""

    def fetch(self, possibly_batched_index):
        dataset = self.dataset
        if not self.auto_collation:
            return self.collate_fn(dataset[possibly_batched_index])
        if self.collate_fn is _collate.default_collate and _collate.default_collate_fn_map == _RULES:
            batch = _rows(dataset, possibly_batched_index)
            if batch is not None:
                return batch
        if hasattr(dataset, '__getitems__') and dataset.__getitems__:
            items = dataset.__getitems__(possibly_batched_index)
        else:
            items = [dataset[i] for i in possibly_batched_index]
        return self.collate_fn(items)
