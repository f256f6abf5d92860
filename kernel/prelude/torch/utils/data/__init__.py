"""Data in batches: datasets, the order of their items, and loaders."""

from torch.utils.data.sampler import (BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler,
                                      WeightedRandomSampler)
from torch.utils.data.dataset import (ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset, TensorDataset,
                                      random_split)
from torch.utils.data import _utils, dataloader, dataset, distributed, sampler
from torch.utils.data.dataloader import DataLoader, _DatasetKind, default_collate, default_convert, get_worker_info
from torch.utils.data.distributed import DistributedSampler

__all__ = '''BatchSampler ChainDataset ConcatDataset DataLoader Dataset DistributedSampler IterableDataset RandomSampler Sampler
SequentialSampler StackDataset Subset SubsetRandomSampler TensorDataset WeightedRandomSampler _DatasetKind default_collate
default_convert get_worker_info random_split'''.split()
