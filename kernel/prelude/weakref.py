"""Containers, methods and finalizers that do not keep objects alive; the references themselves are in _weakref."""
from _weakref import CallableProxyType, ProxyType, ReferenceType, getweakrefcount, getweakrefs, proxy, ref
from collections.abc import Mapping, MutableMapping, MutableSet
from copy import deepcopy as _deepcopy

ProxyTypes = ProxyType, CallableProxyType
__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'WeakValueDictionary', 'WeakSet']
__all__ += ['WeakMethod', 'finalize', 'ReferenceType', 'ProxyType', 'CallableProxyType', 'ProxyTypes']


def _dropper(container):
    """The callback of a container's references: passes a dead one to _drop, unless the container is dead, too."""
    link = ref(container)

    def on_death(dead):
        alive = link()
        if alive is not None:
            alive._drop(dead)
    return on_death


class _Labelled(ref):
    """A reference that knows under which key it is stored."""
    __slots__ = ('key',)

    def __new__(cls, target, on_death, key):
        made = ref.__new__(cls, target, on_death)
        made.key = key
        return made

    def __init__(self, target, on_death, key):
        ref.__init__(self, target, on_death)


class _WeakDict(MutableMapping):
    """What both dicts share: _table holds the entries, _seen turns a raw entry into a pair or None."""

    def _start(self):
        self._table = {}
        self._on_death = _dropper(self)

    def items(self):
        for entry in self._table.copy().items():  # a copy is made in one go, whatever dies meanwhile
            pair = self._seen(*entry)
            if pair is not None:
                yield pair

    def keys(self):
        for key, _ in self.items():
            yield key

    def values(self):
        for _, value in self.items():
            yield value

    __iter__ = keys

    def __len__(self):
        return len(self._table)

    def __repr__(self):
        return '<%s at %#x>' % (type(self).__name__, id(self))

    def clear(self):
        self._table.clear()

    def popitem(self):
        pair = None
        while pair is None:
            pair = self._seen(*self._table.popitem())
        return pair

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __or__(self, more):
        if isinstance(more, Mapping):
            result = self.copy()
            result.update(more)
            return result
        return NotImplemented

    def __ror__(self, less):
        return type(self)(less) | self if isinstance(less, Mapping) else NotImplemented

    def __ior__(self, more):
        self.update(more)
        return self


class WeakValueDictionary(_WeakDict):
    """A dict whose entries vanish with their values."""

    def __init__(self, other=(), /, **kw):
        self._start()
        self.update(other, **kw)

    def _seen(self, key, reference):
        value = reference()
        return None if value is None else (key, value)

    def _drop(self, dead):
        if self._table.get(dead.key) is dead:
            del self._table[dead.key]

    def __getitem__(self, key):
        value = self._table[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self._table[key] = _Labelled(value, self._on_death, key)

    def __delitem__(self, key):
        del self._table[key]

    def valuerefs(self):
        return [*self._table.values()]

    def itervaluerefs(self):
        return iter(self.valuerefs())

    def __deepcopy__(self, memo):
        return type(self)([(_deepcopy(key, memo), value) for key, value in self.items()])


class WeakKeyDictionary(_WeakDict):
    """A dict whose entries vanish with their keys."""

    def __init__(self, dict=None):
        self._start()
        self.update(dict or ())

    def _seen(self, reference, value):
        key = reference()
        return None if key is None else (key, value)

    def _drop(self, dead):
        self._table.pop(dead, None)

    def __getitem__(self, key):
        return self._table[ref(key)]

    def __setitem__(self, key, value):
        self._table[ref(key, self._on_death)] = value

    def __delitem__(self, key):
        del self._table[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self._table
        except TypeError:  # no weak references to such objects
            return False

    def keyrefs(self):
        return [*self._table]

    def __deepcopy__(self, memo):
        return type(self)([(key, _deepcopy(value, memo)) for key, value in self.items()])


class WeakSet(MutableSet):
    """A set whose members are removed when they are destroyed."""

    def __init__(self, data=None):
        self.data = set()
        self._on_death = _dropper(self)
        if data is not None:
            self.update(data)

    def _drop(self, dead):
        self.data.discard(dead)

    def __iter__(self):
        for reference in self.data.copy():
            member = reference()
            if member is not None:
                yield member

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:  # no weak references to such objects
            return False

    def __eq__(self, other):
        return self.data == other.data if isinstance(other, WeakSet) else NotImplemented

    def __repr__(self):
        return repr(self.data)

    def add(self, item):
        self.data.add(ref(item, self._on_death))

    def discard(self, item):
        self._drop(ref(item))

    def remove(self, item):
        self.data.remove(ref(item))

    def pop(self):
        for member in self:
            self.discard(member)
            return member
        raise KeyError('pop from empty WeakSet')

    def clear(self):
        self.data.clear()

    def copy(self):
        return type(self)(self)

    def update(self, other):
        for item in [*other]:
            self.add(item)

    # the methods with names take any iterable, the operators come from MutableSet
    def union(self, iterable):
        return self | type(self)(iterable)

    def intersection(self, iterable):
        return self & type(self)(iterable)

    def difference(self, iterable):
        return self - type(self)(iterable)

    def symmetric_difference(self, iterable):
        return self ^ type(self)(iterable)

    def intersection_update(self, iterable):
        self &= type(self)(iterable)

    def difference_update(self, iterable):
        self -= type(self)(iterable)

    def symmetric_difference_update(self, iterable):
        self ^= type(self)(iterable)

    def issubset(self, iterable):
        return self <= type(self)(iterable)

    def issuperset(self, iterable):
        return self >= type(self)(iterable)


class WeakMethod(ref):
    """A reference to a bound method that lives as long as its object and its function do."""
    __slots__ = ('_code', '_bind', '__weakref__')

    def __new__(cls, meth, callback=None):
        if not (hasattr(meth, '__self__') and hasattr(meth, '__func__')):
            raise TypeError(f'argument should be a bound method, not {type(meth)}')
        waiting = [] if callback is None else [callback]

        def on_death(_):  # of the object or of the function: the first one counts
            mine = link()
            if waiting and mine is not None:
                waiting.pop()(mine)
        made = ref.__new__(cls, meth.__self__, on_death)
        made._code, made._bind = ref(meth.__func__, on_death), type(meth)
        link = ref(made)
        return made

    def __call__(self):
        target, code = ref.__call__(self), self._code()
        return None if target is None or code is None else self._bind(code, target)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if self() is None or other() is None:
            return self is other
        return ref.__eq__(self, other) and self._code == other._code

    def __ne__(self, other):
        return not self == other

    __hash__ = ref.__hash__


class finalize:
    """Calls a function once: when its object is destroyed, or by an explicit call before that."""
    _waiting = {}  # each live finalizer: its reference and what it calls

    def __init__(self, obj, func, /, *args, **kwargs):
        self._waiting[self] = ref(obj, self), (func, args, kwargs)
        self._atexit = True

    @property
    def alive(self):
        return self in self._waiting

    @property
    def atexit(self):
        """Whether it is called at the end of the program when its object is still there."""
        return self.alive and self._atexit

    @atexit.setter
    def atexit(self, value):
        if self.alive:
            self._atexit = bool(value)

    @classmethod
    def _at_exit(cls):
        """The end of the program: those that want to are called, the last one first, and the others never."""
        import sys
        while True:
            wanting = [each for each in cls._waiting if each.atexit]
            if not wanting:
                break
            try:
                wanting[-1]()
            except Exception:
                sys.excepthook(*sys.exc_info())
        cls._waiting.clear()

    def __call__(self, _=None):
        entry = self._waiting.pop(self, None)
        if entry is not None:
            called, positional, named = entry[1]
            return called(*positional, **named)

    def peek(self):
        reference, call = self._waiting.get(self, (lambda: None, ()))
        target = reference()
        return None if target is None else (target, *call)

    def detach(self):
        found = self.peek()
        if found is not None:
            del self._waiting[self]
        return found

    def __repr__(self):
        found = self.peek()
        state = 'dead' if found is None else 'for %r at %#x' % (type(found[0]).__name__, id(found[0]))
        return '<%s object at %#x; %s>' % (type(self).__name__, id(self), state)
