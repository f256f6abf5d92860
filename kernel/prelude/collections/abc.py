"""The abstract container classes: rows for those that are one or two methods, classes for those that bring methods along."""
from abc import ABCMeta, abstractmethod
from itertools import count as _count
from _collections import deque as _deque
from _operator import contains as _contains

GenericAlias = type(list[int])

__all__ = '''Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator Generator Reversible
Sized Container Callable Collection Set MutableSet Mapping MutableMapping MappingView KeysView ItemsView ValuesView Sequence
MutableSequence ByteString'''.split()

_ABSENT = object()
_TELLTALE = {}  # class: names of the methods by which other classes are taken for subclasses of it


# ---------------------------------------------------------------- classes that are recognised by their methods

def _looks_like(cls, other):
    """The __subclasshook__ of all of them."""
    if cls not in _TELLTALE:
        return NotImplemented
    for name in _TELLTALE[cls]:
        found = (vars(base)[name] for base in other.__mro__ if name in vars(base))
        if next(found, None) is None:  # not there, or switched off with None
            return NotImplemented
    return True


def _stub(qualname, answer):
    """An abstract method, which gives or raises a constant to those who call it by super()."""
    def method(self, *args):
        if isinstance(answer, type):
            raise answer
        return answer
    return abstractmethod(_named(method, qualname))


def _named(function, qualname):
    function.__qualname__ = qualname
    function.__name__ = qualname.rpartition('.')[2]
    return function


def _row(name, *bases, also='', generic=None, **methods):
    """A class with abstract methods alone; `also` are further names to know it by, `generic` is what [] makes."""
    space = {'__module__': __name__, '__slots__': ()}
    if not bases:
        space['__subclasshook__'] = classmethod(_looks_like)
    if generic:
        space['__class_getitem__'] = classmethod(generic)
    for method, answer in methods.items():
        space[method] = _stub(f'{name}.{method}', answer)
    cls = ABCMeta(name, bases, space)
    _TELLTALE[cls] = (*methods, *also.split())
    return cls


class _CallableGenericAlias:
    """What Callable[[parameters], result] is."""

    def __init__(self, origin, args):
        if not isinstance(args, tuple) or len(args) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        parameters, result = args
        self._listed = isinstance(parameters, (list, tuple))
        self.__origin__ = origin
        self.__args__ = (*parameters, result) if self._listed else args

    @property
    def __parameters__(self):
        return tuple(dict.fromkeys(filter(_is_variable, self.__args__)))

    def __repr__(self):
        *parameters, result = map(_shown, self.__args__)
        front = f'[{", ".join(parameters)}]' if self._listed else parameters[0]
        return f'collections.abc.Callable[{front}, {result}]'

    def _key(self):
        return self._listed, self.__args__

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, _CallableGenericAlias) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __instancecheck__(self, instance):
        raise TypeError('isinstance() argument 2 cannot be a parameterized generic')

    def __subclasscheck__(self, cls):
        raise TypeError('issubclass() argument 2 cannot be a parameterized generic')

    def __getitem__(self, item):
        variables = self.__parameters__
        if not variables:
            raise TypeError(f'{self!r} is not a generic class')
        put = dict(zip(variables, item if isinstance(item, tuple) else (item,)))
        *front, result = [put.get(a, a) if _is_variable(a) else a for a in self.__args__]
        return type(self)(self.__origin__, (front if self._listed else front[0], result))

    def __or__(self, other):
        import typing
        return typing.Union[self, other]

    def __ror__(self, other):
        import typing
        return typing.Union[other, self]


def _is_variable(value):
    return hasattr(type(value), '__typing_subst__')


def _shown(value):
    if value is Ellipsis:
        return '...'
    if isinstance(value, type):
        return value.__qualname__ if value.__module__ == 'builtins' else f'{value.__module__}.{value.__qualname__}'
    return value.__name__ if isinstance(value, type(_shown)) else repr(value)


Hashable = _row('Hashable', __hash__=0)
Sized = _row('Sized', __len__=0)
Container = _row('Container', generic=GenericAlias, __contains__=False)
Iterable = _row('Iterable', generic=GenericAlias, __iter__=iter(()))
Awaitable = _row('Awaitable', generic=GenericAlias, __await__=iter(()))
AsyncIterable = _row('AsyncIterable', generic=GenericAlias, __aiter__=None)
Callable = _row('Callable', generic=_CallableGenericAlias, __call__=False)
Reversible = _row('Reversible', Iterable, also='__iter__', __reversed__=iter(()))
Collection = _row('Collection', Sized, Iterable, Container, also='__len__ __iter__ __contains__')


# ---------------------------------------------------------------- iterators, generators, coroutines

def _own_self(name):
    """A method that answers with the object it is called on."""
    return _named(lambda self: self, name)


def _throwing(name):
    def throw(self, typ, val=None, tb=None):
        raise typ if val is None else val
    return abstractmethod(_named(throw, name))


def _closing(kind, name):
    """close() of what can be sent to: it must end with GeneratorExit or StopIteration."""
    def close(self):
        """Raise GeneratorExit where the code is suspended."""
        try:
            self.throw(GeneratorExit)
        except (StopIteration, GeneratorExit):
            return
        raise RuntimeError(kind + ' ignored GeneratorExit')
    return _named(close, name)


class Iterator(Iterable):
    __slots__ = ()
    __next__ = _stub('Iterator.__next__', StopIteration)
    __iter__ = _own_self('Iterator.__iter__')


class AsyncIterator(AsyncIterable):
    __slots__ = ()
    __anext__ = _stub('AsyncIterator.__anext__', StopAsyncIteration)
    __aiter__ = _own_self('AsyncIterator.__aiter__')


async def _leave_awaited(self):
    """Throw GeneratorExit in; whoever gives a value back has not understood."""
    ignored = True
    try:
        await self.athrow(GeneratorExit)
    except (StopAsyncIteration, GeneratorExit):
        ignored = False
    if ignored:
        raise RuntimeError('asynchronous generator ignored GeneratorExit')


class AsyncGenerator(AsyncIterator):
    __slots__ = ()
    asend = _stub('AsyncGenerator.asend', StopAsyncIteration)
    athrow = _throwing('AsyncGenerator.athrow')

    __anext__ = _named(lambda self: self.asend(None), 'AsyncGenerator.__anext__')
    aclose = _named(_leave_awaited, 'AsyncGenerator.aclose')


class Coroutine(Awaitable):
    __slots__ = ()
    send = _stub('Coroutine.send', StopIteration)
    throw = _throwing('Coroutine.throw')
    close = _closing('coroutine', 'Coroutine.close')


class Generator(Iterator):
    __slots__ = ()
    send = _stub('Generator.send', StopIteration)
    throw = _throwing('Generator.throw')
    close = _closing('generator', 'Generator.close')

    def __next__(self):
        return self.send(None)


_TELLTALE |= {
    Iterator: ('__next__', '__iter__'),
    AsyncIterator: ('__anext__', '__aiter__'),
    AsyncGenerator: ('__anext__', '__aiter__', 'asend', 'athrow', 'aclose'),
    Coroutine: ('__await__', 'send', 'throw', 'close'),
    Generator: ('__next__', '__iter__', 'send', 'throw', 'close'),
}


# ---------------------------------------------------------------- sets

def _between_sets(name, test):
    """A comparison: a test of two sets."""
    return _named(lambda self, other: test(self, other) if isinstance(other, Set) else NotImplemented, 'Set.' + name)


def _with_items(name, choose):
    """An operator that makes a set of the items which choose(set, other) gives; other is anything with items."""
    def operator(self, other):
        return self._from_iterable(choose(self, other)) if isinstance(other, Iterable) else NotImplemented
    return _named(operator, 'Set.' + name)


def _without(left, right, maker):
    """The items of left that are not in right; maker makes sets of what are none."""
    left, right = [part if isinstance(part, Set) else maker._from_iterable(part) for part in (left, right)]
    return [item for item in left if item not in right]


class Set(Collection):
    """A set from __contains__, __iter__ and __len__."""
    __slots__ = ()

    __le__ = _between_sets('__le__', lambda a, b: len(a) <= len(b) and all(item in b for item in a))
    __ge__ = _between_sets('__ge__', lambda a, b: len(b) <= len(a) and all(item in a for item in b))
    __lt__ = _between_sets('__lt__', lambda a, b: len(a) < len(b) and a.__le__(b))
    __gt__ = _between_sets('__gt__', lambda a, b: len(b) < len(a) and a.__ge__(b))
    __eq__ = _between_sets('__eq__', lambda a, b: len(a) == len(b) and a.__le__(b))

    __and__ = __rand__ = _with_items('__and__', lambda a, b: [item for item in b if item in a])
    __or__ = __ror__ = _with_items('__or__', lambda a, b: [*a, *b])
    __sub__ = _with_items('__sub__', lambda a, b: _without(a, b, a))
    __rsub__ = _with_items('__rsub__', lambda a, b: _without(b, a, a))
    __xor__ = __rxor__ = _with_items('__xor__', lambda a, b: _without(a, b, a) + _without(b, a, a))

    @classmethod
    def _from_iterable(cls, it):
        """How operators make their results; for classes that are not made from items to override."""
        return cls(it)

    def isdisjoint(self, other):
        """Whether no item of the other is in this set."""
        return all(item not in self for item in other)

    def _hash(self):
        """A hash for immutable subclasses, equal for equal sets."""
        return hash(frozenset(self))


class MutableSet(Set):
    """A set that add and discard change."""
    __slots__ = ()

    add = _stub('MutableSet.add', NotImplementedError)
    discard = _stub('MutableSet.discard', NotImplementedError)

    def remove(self, value):
        """discard() of an item that must be there."""
        if value in self:
            self.discard(value)
        else:
            raise KeyError(value)

    def pop(self):
        """Take some item out."""
        item = next(iter(self), _ABSENT)
        if item is _ABSENT:
            raise KeyError
        self.discard(item)
        return item

    def _discard_all(self, items):
        for item in list(items):  # a list, as they may come from the set itself
            self.discard(item)
        return self

    def clear(self):
        """Take every item out."""
        self._discard_all(self)

    def __ior__(self, other):
        for item in other:
            self.add(item)
        return self

    def __iand__(self, other):
        return self._discard_all(self - other)

    def __isub__(self, other):
        return self._discard_all(other)

    def __ixor__(self, other):
        for item in list(other if isinstance(other, Set) else self._from_iterable(other)):
            (self.discard if item in self else self.add)(item)
        return self


# ---------------------------------------------------------------- mappings

def _found(mapping, key, otherwise=_ABSENT):
    """The value of a key, or something else where there is none."""
    try:
        return mapping[key]
    except KeyError:
        return otherwise


def _pairs(source):
    """What update() takes, as pairs of key and value."""
    if isinstance(source, Mapping) or hasattr(source, 'keys'):
        return [(key, source[key]) for key in source.keys()]
    return source


def _same(a, b):
    return a is b or a == b


def _viewed(name, view, doc):
    """A method of mappings that gives a view of them; the classes of views follow below."""
    def method(self):
        return globals()[view](self)
    method.__doc__ = doc
    return _named(method, 'Mapping.' + name)


class Mapping(Collection):
    """A mapping from __getitem__, __iter__ and __len__."""
    __slots__ = ()
    __abc_tpflags__ = 1 << 6  # for `match`
    __reversed__ = None
    __getitem__ = _stub('Mapping.__getitem__', KeyError)

    def __contains__(self, key):
        return _found(self, key) is not _ABSENT

    def get(self, key, default=None):
        """The value of the key, or the default."""
        return _found(self, key, default)

    keys = _viewed('keys', 'KeysView', 'A view of the keys.')
    values = _viewed('values', 'ValuesView', 'A view of the values.')
    items = _viewed('items', 'ItemsView', 'A view of the pairs of key and value.')

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, Mapping) else NotImplemented


class MutableMapping(Mapping):
    """A mapping that __setitem__ and __delitem__ change."""
    __slots__ = ()
    __setitem__ = _stub('MutableMapping.__setitem__', KeyError)
    __delitem__ = _stub('MutableMapping.__delitem__', KeyError)

    def pop(self, key, default=_ABSENT):
        """Take a key out; its value, or the default where the key is not there."""
        value = self[key] if default is _ABSENT else _found(self, key)
        if value is _ABSENT:
            return default
        del self[key]
        return value

    def popitem(self):
        """Take some key out, and give it with its value."""
        key = next(iter(self), _ABSENT)
        if key is _ABSENT:
            raise KeyError
        pair = key, self[key]
        del self[key]
        return pair

    def clear(self):
        """Take every key out."""
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        """Set keys from a mapping or from pairs, then from keywords."""
        for source in other, kwds:
            for key, value in _pairs(source):
                self[key] = value

    def setdefault(self, key, default=None):
        """The value of a key, which is set to the default if it is not there."""
        value = _found(self, key)
        if value is _ABSENT:
            self[key] = value = default
        return value


def _applied(qualname, function):
    """A method of views: a function of the mapping that is looked at."""
    return _named(lambda self, *args: function(self._mapping, *args), qualname)


class MappingView(Sized):
    """What the views of a mapping share."""
    __slots__ = '_mapping',
    __class_getitem__ = classmethod(GenericAlias)
    __len__ = _applied('MappingView.__len__', len)

    def __init__(self, mapping):
        self._mapping = mapping

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._mapping)


def _plain_set(cls, items):
    """_from_iterable of views: what their operators make are sets."""
    return set(items)


class KeysView(MappingView, Set):
    __slots__ = ()
    _from_iterable = classmethod(_plain_set)
    __iter__ = _applied('KeysView.__iter__', iter)
    __contains__ = _applied('KeysView.__contains__', _contains)


class ItemsView(MappingView, Set):
    __slots__ = ()
    _from_iterable = classmethod(_plain_set)

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]

    def __contains__(self, pair):
        key, value = pair
        present = _found(self._mapping, key)
        return present is not _ABSENT and _same(present, value)


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __iter__(self):
        return map(self._mapping.__getitem__, self._mapping)

    def __contains__(self, value):
        return any(_same(present, value) for present in self)


# ---------------------------------------------------------------- sequences

class Sequence(Reversible, Collection):
    """A sequence from __getitem__ and __len__."""
    __slots__ = ()
    __abc_tpflags__ = 1 << 5  # for `match`
    __getitem__ = _stub('Sequence.__getitem__', IndexError)

    def __iter__(self):
        for place in _count():
            try:
                item = self[place]
            except IndexError:
                return
            yield item

    def __reversed__(self):
        for place in range(len(self) - 1, -1, -1):
            yield self[place]

    def __contains__(self, value):
        return any(_same(item, value) for item in self)

    def count(self, value):
        """The number of occurrences of the value."""
        return sum(_same(item, value) for item in self)

    def index(self, value, start=0, stop=None):
        """The first index of the value."""
        for place in range(*slice(start, stop).indices(len(self))):
            if _same(self[place], value):
                return place
        raise ValueError


class ByteString(Sequence):
    """What bytes and bytearray have in common."""
    __slots__ = ()


class MutableSequence(Sequence):
    """A sequence that __setitem__, __delitem__ and insert change."""
    __slots__ = ()
    __setitem__ = _stub('MutableSequence.__setitem__', IndexError)
    __delitem__ = _stub('MutableSequence.__delitem__', IndexError)
    insert = _stub('MutableSequence.insert', IndexError)

    def append(self, value):
        """Put an item at the end."""
        self.insert(len(self), value)

    def extend(self, values):
        """Put items at the end."""
        for value in list(self) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        """Take an item out, the last one if no other is named."""
        item = self[index]
        del self[index]
        return item

    def remove(self, value):
        """Take out the first item that is equal to the value."""
        del self[self.index(value)]

    def clear(self):
        """Take every item out."""
        for _ in range(len(self)):
            self.pop()

    def reverse(self):
        """Turn the order round."""
        last = len(self) - 1
        for low in range((last + 1) // 2):
            self[low], self[last - low] = self[last - low], self[low]


# ---------------------------------------------------------------- what builtin classes are

def _builtins():
    nothing = {}
    rows = ((Generator, type(_ for _ in ())), (Set, frozenset), (MutableSet, set), (Mapping, type(vars(type))),
            (MutableMapping, dict), (KeysView, type(nothing.keys())), (ItemsView, type(nothing.items())),
            (ValuesView, type(nothing.values())), (Sequence, tuple, str, range, memoryview), (ByteString, bytes, bytearray),
            (MutableSequence, list, bytearray, _deque))
    for cls, *kinds in rows:
        for kind in kinds:
            cls.register(kind)


_builtins()
