"""Weak references to tensors, and tables whose keys are told apart by identity, as tensors must be: their == makes a tensor."""

import weakref
from _weakref import ref
from collections.abc import MutableMapping

from torch import Tensor

WeakRef = ref


class WeakIdRef(ref):
    """A weak reference that is the key of one object: equal to others of the same object only, with the object's identity as hash."""

    __slots__ = ['_id']

    def __init__(self, key, callback=None):
        ref.__init__(self, key, callback)
        self._id = id(key)

    def __eq__(self, other):
        mine = self()
        return self is other if mine is None or other() is None else mine is other()

    def __hash__(self):
        return self._id


class WeakIdKeyDictionary(MutableMapping):
    """A mapping that holds its keys weakly and tells them apart by identity."""

    def __init__(self, dict=None, ref_type=WeakIdRef):
        self.data, self.ref_type = {}, ref_type
        table = weakref.ref(self)

        def forget(key):
            mapping = table()
            if mapping is not None:
                mapping.data.pop(key, None)
        self._forget = forget
        self.update(dict or {})

    def _key(self, key):
        return self.ref_type(key)

    def __getitem__(self, key):
        return self.data[self._key(key)]

    def __setitem__(self, key, value):
        self.data[self.ref_type(key, self._forget)] = value

    def __delitem__(self, key):
        del self.data[self._key(key)]

    def __contains__(self, key):
        try:
            return self._key(key) in self.data
        except TypeError:
            return False

    def _alive(self):
        return [(found, value) for found, value in [(key(), value) for key, value in list(self.data.items())] if found is not None]

    def __iter__(self):
        return iter([key for key, _ in self._alive()])

    def __len__(self):
        return len(self._alive())

    def __repr__(self):
        return '<%s at %#x>' % (type(self).__name__, id(self))

    def keys(self):
        """The keys that there still are."""
        return iter(self)

    def values(self):
        """Their values."""
        return iter([value for _, value in self._alive()])

    def items(self):
        """Pairs of both."""
        return iter(self._alive())

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self.data.get(self._key(key), default)

    def keyrefs(self):
        """The references to the keys."""
        return list(self.data)

    def pop(self, key, *args):
        """Removes a key and returns its value, or the default where one is given."""
        return self.data.pop(self._key(key), *args)

    def popitem(self):
        """Removes a key that there still is. Returns it with its value."""
        while True:
            key, value = self.data.popitem()
            found = key()
            if found is not None:
                return found, value

    def setdefault(self, key, default=None):
        """The value of a key, which gets the default if it is not there."""
        return self.data.setdefault(self.ref_type(key, self._forget), default)

    def update(self, dict=None, **kwargs):
        """Takes over the keys and values of another mapping."""
        for key, value in dict.items() if hasattr(dict, 'items') else dict or ():
            self[key] = value
        if kwargs:
            raise TypeError('keys that are texts cannot be held weakly')

    def copy(self):
        """Another mapping of the same keys and values."""
        return self._with(lambda value: value)

    def _with(self, change):
        made = type(self)(ref_type=self.ref_type)
        for key, value in self._alive():
            made[key] = change(value)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo):
        import copy
        return self._with(lambda value: copy.deepcopy(value, memo))

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return {id(key): value for key, value in self.items()} == {id(key): value for key, value in other.items()}

    __hash__ = None


WeakTensorKeyDictionary = WeakIdKeyDictionary


class TensorWeakRef:
    """A weak reference to a tensor. Called, it gives the tensor, or None when that is gone."""

    def __init__(self, tensor):
        if not isinstance(tensor, Tensor):
            raise AssertionError('expected torch.Tensor, got %s.' % type(tensor))
        self.ref = ref(tensor)

    def __call__(self):
        return self.ref()


__all__ = ['TensorWeakRef', 'WeakIdRef', 'WeakIdKeyDictionary', 'WeakTensorKeyDictionary']
