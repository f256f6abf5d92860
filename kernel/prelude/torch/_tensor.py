"""Methods of tensors whose arguments are looked at as those of a function of the language: what they say of wrong ones, and the
ways that the rows of ops do not take."""

import torch


def _wrong_split(size, dim):
    """A size that is an int by its value, not by its type, or a dim that is none."""
    size_type, dim_type = type(size).__name__, type(dim).__name__
    shown = size_type if size_type == 'int' else '!%s!' % size_type
    raise TypeError("split() received an invalid combination of arguments - got (Tensor, %s, %s), but expected one of:\n"
                    " * (Tensor input, int split_size, int dim = 0)\n"
                    "      didn't match because some of the arguments have invalid types: (Tensor, %s, !%s!)\n"
                    " * (Tensor input, tuple of ints split_size, int dim = 0)\n"
                    "      didn't match because some of the arguments have invalid types: (Tensor, !%s!, !%s!)\n"
                    % (size_type, dim_type, shown, dim_type, size_type, dim_type))


def split(self, split_size, dim=0):
    """Pieces of one size, or of given sizes."""
    if isinstance(split_size, int):
        _wrong_split(split_size, dim)
    return torch.split_with_sizes(self, split_size, dim)


def unflatten(self, dim, sizes):
    """A dimension as several."""
    if not sizes:
        raise RuntimeError('unflatten: sizes must be non-empty')
    if not isinstance(dim, int):
        raise TypeError("unflatten(): argument 'dim' (position 1) must be int, not " + type(dim).__name__)
    if not isinstance(sizes, (list, tuple)):
        raise TypeError("unflatten(): argument 'sizes' (position 2) must be tuple of ints, not " + type(sizes).__name__)
    for i, size in enumerate(sizes):
        if not isinstance(size, int):
            raise TypeError("unflatten(): argument 'sizes' (position 2) must be tuple of ints, but found element of type %s at pos %d"
                            % (type(size).__name__, i))
    return torch.unflatten(self, dim, sizes)


def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements."""
    return torch.functional.unique(self, sorted, return_inverse, return_counts, dim)


def unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
    """Each element that differs from the one before."""
    return torch.functional.unique_consecutive(self, return_inverse, return_counts, dim)


def lu(self, pivot=True, get_infos=False):
    """The deprecated form of linalg.lu_factor."""
    return torch.functional.lu(self, pivot, get_infos)


def map2_(input, x, y, callable):
    """Replaces each element by a function of it and those of two other tensors."""
    if input.is_meta:
        return input
    others = [other.expand(input.shape).flatten().tolist() for other in (x, y)]
    flat = [callable(*each) for each in zip(input.flatten().tolist(), *others)]
    return input.copy_(input.new_tensor(flat).reshape(input.shape))


for _function in (split, unflatten, unique, unique_consecutive, lu):
    _function.__qualname__ = 'Tensor.' + _function.__name__


def _rebuild_from_type_v2(func, new_type, args, state):
    """A tensor of a class, or with attributes: what files call for one."""
    made = func(*args)
    if type(made) is not new_type:
        made = made.as_subclass(new_type)
    if hasattr(new_type, '__setstate__'):
        made.__setstate__(state)
        return made
    from torch._utils import _set_obj_state
    return _set_obj_state(made, state)


def __dlpack__(self, *, stream=-1, max_version=None, dl_device=None, copy=None):
    """A capsule of DLPack on the memory of the tensor, for a library that reads up to max_version. stream: the consumer's, on CUDA devices;
    dl_device: where the memory is to lie; copy: True: a copy, False: never one."""
    return torch.utils.dlpack.export(self, stream, max_version, dl_device, copy)


def __dlpack_device__(self):
    """The type and the number of the device, in DLPack's words."""
    return torch.utils.dlpack.device_of(self)


def __reversed__(self):
    """The rows in the other order, as a tensor; a tensor of no dimensions is itself."""
    return self.flip(0) if self.ndim else self


for _method in (__dlpack__, __dlpack_device__, __reversed__):
    _method.__qualname__ = 'Tensor.' + _method.__name__
