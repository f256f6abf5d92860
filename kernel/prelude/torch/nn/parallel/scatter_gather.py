"""Batches in tuples, lists and dicts: their slices for each device, and the results of all devices as one."""

import warnings

import torch
from torch.nn.parallel import comm

__all__ = ['scatter', 'scatter_kwargs', 'gather']


def _members_and_builder(tree):
    """(the members of a container, what makes one of the same kind from other members); None for anything else."""
    if isinstance(tree, tuple) and hasattr(tree, '_fields'):
        return tree, lambda members: type(tree)(*members)
    if isinstance(tree, (tuple, list)):
        return tree, tuple if isinstance(tree, tuple) else list
    if isinstance(tree, dict):
        return tree.values(), lambda members: type(tree)(zip(tree, members))
    return None


def _slices(tree, tensor_slices, count):
    """`count` trees, of which each has a slice of every tensor and all the rest; fewer if a tensor has fewer slices."""
    if isinstance(tree, torch.Tensor):
        return tensor_slices(tree)
    container = _members_and_builder(tree)
    if not container or not len(tree):
        return [tree] * count
    members = [_slices(member, tensor_slices, count) for member in container[0]]
    return [container[1](list(at_device)) for at_device in zip(*members)]


def scatter(inputs, target_gpus, dim=0):
    """A list with, for each device, `inputs` with its slice along `dim` of every tensor; what is no tensor goes to all of them."""
    def tensor_slices(tensor):
        moved = comm.scatter(tensor, comm.accelerators(target_gpus), dim=dim)
        return [torch._C._name_node(each, 'ScatterBackward') if each.requires_grad else each for each in moved]

    return list(_slices(inputs, tensor_slices, len(target_gpus)))


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    """Tuples of positional arguments and of keyword arguments, one of each a device; where only one kind has slices, the other is
    empty."""
    positional = scatter(inputs, target_gpus, dim) if inputs else []
    named = scatter(kwargs, target_gpus, dim) if kwargs else []
    count = max(len(positional), len(named))
    positional += [()] * (count - len(positional))
    named += [{} for _ in range(count - len(named))]
    return tuple(positional), tuple(named)


def _joined(tensors, target_device, dim):
    if any([each.device.type == 'cpu' for each in tensors]):
        raise AssertionError('Gather function not implemented for CPU tensors')
    if dim == 0 and all([each.dim() == 0 for each in tensors]):
        warnings.warn('Was asked to gather along dimension 0, but all input tensors were scalars; will instead unsqueeze and return a '
                      'vector.', stacklevel=5)
        tensors = [each.view(1) for each in tensors]
    result = comm.gather(tensors, dim, target_device)
    return torch._C._name_node(result, 'GatherBackward') if result.requires_grad else result


def is_namedtuple(obj):
    """Is it a tuple with names? Deprecated."""
    warnings.warn('`is_namedtuple` is deprecated, please use the python checks instead', FutureWarning, stacklevel=2)
    return isinstance(obj, tuple) and hasattr(obj, '_asdict') and hasattr(obj, '_fields')


def gather(outputs, target_device, dim=0):
    """The results of several devices as one, on `target_device` (an index or 'cpu'): tensors are joined along `dim`, inside of tuples,
    lists and dicts as well; None stays None."""
    first = outputs[0]
    if first is None:
        return None
    if isinstance(first, torch.Tensor):
        return _joined(outputs, target_device, dim)
    if isinstance(first, dict):
        if any([len(each) != len(first) for each in outputs]):
            raise ValueError('All dicts must have the same number of keys')
        return type(first)([(key, gather([each[key] for each in outputs], target_device, dim)) for key in first])
    members = [gather(each, target_device, dim) for each in zip(*outputs)]
    return type(first)(*members) if hasattr(first, '_fields') else type(first)(members)
