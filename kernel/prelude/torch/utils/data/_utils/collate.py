"""Items of one kind as one batch. The types of containers are kept; what becomes of leaves is a table of types."""

import collections.abc

import sys

import torch
from torch.utils.data._utils._containers import is_namedtuple, mapped, mapping_like, sequence_like

default_collate_err_msg_format = 'default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}'


_numeric_kinds = 'biufc'


def _numpy_kind(value):
    """Of an array or a scalar of NumPy the letter of its kind of elements; None for all else. NumPy is not imported for it."""
    numpy = sys.modules.get('numpy')
    return value.dtype.kind if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)) else None


def _array_error(value):
    return TypeError(default_collate_err_msg_format.format(value.dtype))


def collate_numpy_array_fn(batch, *, collate_fn_map=None):
    """Arrays of numbers as tensors, one beside the other; arrays of texts and objects are refused."""
    if _numpy_kind(batch[0]) not in _numeric_kinds:
        raise _array_error(batch[0])
    return collate([torch.as_tensor(item) for item in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch, *, collate_fn_map=None):
    """Scalars of NumPy as one tensor of their type."""
    return torch.as_tensor(batch)


def _numpy_rule(first):
    if _numpy_kind(first) is None or isinstance(first, str):
        return None
    return collate_numpy_array_fn if hasattr(first, '__setitem__') else collate_numpy_scalar_fn


def default_convert(data):
    """Arrays of NumPy as tensors, other data as it is, in containers of their own; tuples become lists."""
    if not isinstance(data, str) and _numpy_kind(data) in tuple(_numeric_kinds):
        return torch.as_tensor(data)
    return data if isinstance(data, torch.Tensor) else mapped(data, lambda leaf: leaf, default_convert)


def collate_tensor_fn(batch, *, collate_fn_map=None):
    """Tensors, one beside the other along a new first dimension."""
    if batch[0].layout is not torch.strided:
        raise RuntimeError('Batches of sparse tensors are not currently supported by the default collate_fn; please provide a custom '
                           'collate_fn to handle them appropriately.')
    return torch.stack(batch, 0)


def collate_float_fn(batch, *, collate_fn_map=None):
    """A tensor of float64."""
    return torch.tensor(batch, dtype=torch.float64)


def collate_int_fn(batch, *, collate_fn_map=None):
    """A tensor of int64, or bool."""
    return torch.tensor(batch)


def collate_str_fn(batch, *, collate_fn_map=None):
    """The batch itself: of texts there is no tensor."""
    return batch


default_collate_fn_map = {torch.Tensor: collate_tensor_fn, float: collate_float_fn, int: collate_int_fn, str: collate_str_fn,
                          bytes: collate_str_fn}


_plain_rules = dict(default_collate_fn_map)


def _leaf_rule(kind, first, rules):
    """The function that collates values like the first one, or None."""
    if kind in rules:
        return rules[kind]
    for each in rules:
        if isinstance(first, each):
            return rules[each]
    return None


def collate(batch, *, collate_fn_map=None):
    """A batch of the items. collate_fn_map: from types, or tuples of types, to functions (items, collate_fn_map=the map)."""
    first = batch[0]
    kind = type(first)
    if (kind is tuple or kind is list or kind is dict) and collate_fn_map == _plain_rules:  # no rule is for those
        if kind is dict:
            return {key: collate([item[key] for item in batch], collate_fn_map=collate_fn_map) for key in first}
        columns = torch._C._columns(batch)
        if columns is not None:
            return [collate(column, collate_fn_map=collate_fn_map) for column in columns]
    rule = None if collate_fn_map is None else kind not in collate_fn_map and _numpy_rule(first) or _leaf_rule(kind, first, collate_fn_map)
    if rule is not None:
        return rule(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, collections.abc.Mapping):
        return mapping_like(first, {key: collate([item[key] for item in batch], collate_fn_map=collate_fn_map) for key in first})
    if is_namedtuple(first):
        return kind(*[collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch)])
    if not isinstance(first, collections.abc.Sequence):
        raise TypeError(default_collate_err_msg_format.format(kind))
    if len({*map(len, batch)}) != 1:
        raise RuntimeError('each element in list of batch should be of equal size')
    columns = [collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch)]
    return columns if isinstance(first, tuple) else sequence_like(first, columns)


def default_collate(batch):
    """Items of one kind as one batch: tensors are stacked, numbers become tensors, texts a list; containers keep their types, but
    tuples become lists."""
    return collate(batch, collate_fn_map=default_collate_fn_map)
