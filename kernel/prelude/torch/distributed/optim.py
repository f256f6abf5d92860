"""Optimizers whose state is divided among the processes of a group."""

from torch.distributed._no_group import refuse_without_group
from torch.optim import Optimizer

__all__ = ['ZeroRedundancyOptimizer']


class ZeroRedundancyOptimizer(Optimizer):
    """An optimizer each process of a group has a part of. Without a group it raises, as PyTorch's does."""

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False, overlap_with_ddp=False, **defaults):
        refuse_without_group()
