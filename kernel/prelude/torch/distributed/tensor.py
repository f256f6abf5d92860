"""Tensors that are divided among the processes of a group: libraries ask whether a tensor is one. None can be made."""

from torch._refusals import refused_class

DTensor, DeviceMesh, Placement, Replicate, Shard, Partial = (refused_class('torch.distributed.tensor', name, 'there are no groups of processes')
                                                             for name in 'DTensor DeviceMesh Placement Replicate Shard Partial'.split())
