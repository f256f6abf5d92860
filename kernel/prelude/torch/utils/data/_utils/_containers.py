"""Containers with other items: what collating, converting and pinning have in common."""

import collections.abc
import copy


def mapping_like(model, items):
    """The dict as a mapping of the model's type; as it is where that type cannot be made of it."""
    try:
        if isinstance(model, collections.abc.MutableMapping):
            made = copy.copy(model)
            made.update(items)
            return made
        return type(model)(items)
    except TypeError:
        return items


def sequence_like(model, items):
    """The list as a sequence of the model's type; as it is where that type cannot be made of it."""
    try:
        if isinstance(model, collections.abc.MutableSequence):
            made = copy.copy(model)
            for i, item in enumerate(items):
                made[i] = item
            return made
        return type(model)(items)
    except TypeError:
        return items


def is_namedtuple(value):
    return isinstance(value, tuple) and hasattr(value, '_fields')


def mapped(data, leaf, change):
    """The data with leaf(x) for each x that is no container; change(x) for what is in a container. Tuples become lists."""
    if isinstance(data, (str, bytes)):
        return leaf(data)
    if isinstance(data, collections.abc.Mapping):
        return mapping_like(data, {key: change(data[key]) for key in data})
    if is_namedtuple(data):
        return type(data)(*[change(item) for item in data])
    if isinstance(data, tuple):
        return [change(item) for item in data]
    if isinstance(data, collections.abc.Sequence):
        return sequence_like(data, [change(item) for item in data])
    return leaf(data)
