"""A set whose members are referenced weakly."""
from _weakref import ref

__all__ = ['WeakSet']


class WeakSet:
    def __init__(self, data=None):
        self.data = set()
        own = ref(self)

        def remove(item):
            mine = own()
            if mine is not None:
                mine.data.discard(item)
        self._remove = remove
        if data is not None:
            self.update(data)

    def __iter__(self):
        for wr in list(self.data):
            item = wr()
            if item is not None:
                yield item

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def add(self, item):
        self.data.add(ref(item, self._remove))

    def clear(self):
        self.data.clear()

    def copy(self):
        return type(self)(self)

    def pop(self):
        while True:
            try:
                item = self.data.pop()()
            except KeyError:
                raise KeyError('pop from empty WeakSet') from None
            if item is not None:
                return item

    def remove(self, item):
        self.data.remove(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    def _of(self, items):
        return type(self)(items)

    def difference(self, other):
        taken = self._of(other)
        return self._of(item for item in self if item not in taken)
    __sub__ = difference

    def difference_update(self, other):
        for item in list(other):
            self.discard(item)

    def __isub__(self, other):
        if self is other:
            self.data.clear()
        else:
            self.difference_update(other)
        return self

    def intersection(self, other):
        return self._of(item for item in other if item in self)
    __and__ = intersection

    def intersection_update(self, other):
        kept = self._of(other)
        for item in list(self):
            if item not in kept:
                self.discard(item)

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def issubset(self, other):
        other = self._of(other)
        return all(item in other for item in self)
    __le__ = issubset

    def __lt__(self, other):
        return len(self) < len(other) and self <= other

    def issuperset(self, other):
        return all(item in self for item in other)
    __ge__ = issuperset

    def __gt__(self, other):
        return len(self) > len(other) and self >= other

    def __eq__(self, other):
        if not isinstance(other, WeakSet):
            return NotImplemented
        return self.data == other.data
    __hash__ = None

    def symmetric_difference(self, other):
        new = self.copy()
        new.symmetric_difference_update(other)
        return new
    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        for item in list(other):
            if item in self:
                self.discard(item)
            else:
                self.add(item)

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        new = self.copy()
        new.update(other)
        return new
    __or__ = union

    def isdisjoint(self, other):
        return not any(item in self for item in other)

    def __repr__(self):
        return repr(self.data)
