"""The sampler that gives each of several processes its own part of a dataset."""

import math
from typing import TypeVar

import torch
from torch.utils.data.sampler import Sampler

_T_co = TypeVar('_T_co', covariant=True)


class DistributedSampler(Sampler[_T_co]):
    """Every num_replicas-th index from the rank on, of an order that all processes draw alike from seed + epoch. So that the
    parts are of one length, the first indices come again at the end, or the last ones are left out (drop_last)."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        if num_replicas is None or rank is None:  # there are no process groups here that could tell
            raise ValueError('Default process group has not been initialized, please make sure to call init_process_group.')
        if not 0 <= rank < num_replicas:
            raise ValueError('Invalid rank %s, rank should be in the interval [0, %s]' % (rank, num_replicas - 1))
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.epoch, self.drop_last, self.shuffle, self.seed = 0, drop_last, shuffle, seed
        size = len(dataset)
        self.num_samples = math.ceil((size - num_replicas if drop_last and size % num_replicas else size) / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        size = len(self.dataset)
        if self.shuffle:
            order = torch.randperm(size, generator=torch.Generator().manual_seed(self.seed + self.epoch)).tolist()
        else:
            order = list(range(size))
        if order:
            order *= math.ceil(self.total_size / size)
        order = order[:self.total_size]
        assert len(order) == self.total_size
        return iter(order[self.rank:self.total_size:self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """The number of the epoch that follows: its order is another one."""
        self.epoch = epoch


__all__ = ['DistributedSampler']
