"""ChainMap, UserDict, UserList and UserString: containers that hold another one. collections loads them when asked for."""
import operator
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

_ABSENT = object()


def _inner(value):
    """What a wrapper holds; another value unchanged."""
    return value.data if isinstance(value, (UserDict, UserList, UserString)) else value


def _passed_on(owner, names, wraps=False):
    """Methods that call those of what is held, by name; wraps: what comes back becomes the wrapper's class again."""
    def passing(name):
        def method(self, /, *args, **kwds):
            result = getattr(self.data, name)(*map(_inner, args), **kwds)
            return type(self)(result) if wraps else result
        method.__name__, method.__qualname__, method.__module__ = name, f'{owner}.{name}', 'collections'
        return method
    return {name: passing(name) for name in names.split()}


def _compared():
    """The six comparisons of what is held with the other."""
    def by(compare):
        return lambda self, other: compare(self.data, _inner(other))
    return {f'__{name}__': by(getattr(operator, name)) for name in ('lt', 'le', 'eq', 'ne', 'gt', 'ge')}


def _copied(self):
    """A copy with all attributes, and a copy of what is held."""
    made = object.__new__(type(self))
    vars(made).update(vars(self), data=self.data.copy())
    return made


class ChainMap(MutableMapping):
    """Several mappings seen as one: a key is looked up in each of them in turn, changes go to the first."""
    __module__ = 'collections'

    def __init__(self, *maps):
        self.maps = [*maps] if maps else [{}]

    def _holder(self, key):
        return next((held for held in self.maps if key in held), None)

    def _flat(self):
        merged = {}
        for held in self.maps[::-1]:
            merged.update(held)
        return merged

    def _in_first(self, method, key, *args):
        try:
            return getattr(self.maps[0], method)(key, *args)
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def __getitem__(self, key):
        for held in self.maps:  # each is asked, as one may make its values when asked
            try:
                return held[key]
            except KeyError:
                continue
        return self.__missing__(key)

    def __missing__(self, key):
        raise KeyError(key)

    def get(self, key, default=None):
        return default if self._holder(key) is None else self[key]

    def __contains__(self, key):
        return self._holder(key) is not None

    def __iter__(self):
        return iter({key: None for held in self.maps[::-1] for key in held})

    def __len__(self):
        return len({key for held in self.maps for key in held})

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f'{type(self).__name__}({repr(self.maps)[1:-1]})'

    @classmethod
    def fromkeys(cls, iterable, *value):
        return cls(dict.fromkeys(iterable, *value))

    def copy(self):
        first, *rest = self.maps
        return type(self)(first.copy(), *rest)

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        front = kwargs if m is None else m
        if kwargs and front is not kwargs:
            front.update(kwargs)
        return type(self)(front, *self.maps)

    @property
    def parents(self):
        _, *rest = self.maps
        return type(self)(*rest)

    def __setitem__(self, key, value):
        first = self.maps[0]
        first[key] = value

    def __delitem__(self, key):
        self._in_first('__delitem__', key)

    def pop(self, key, *default):
        return self._in_first('pop', key, *default)

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.')

    def clear(self):
        self.maps[0].clear()

    def __ior__(self, other):
        first = self.maps[0]
        first.update(other)
        return self

    def __or__(self, other):
        return self.copy().__ior__(other) if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other):
        return type(self)({**other, **self._flat()}) if isinstance(other, Mapping) else NotImplemented


class UserDict(MutableMapping):
    """A mapping around a dict, for classes to derive from."""
    __module__ = 'collections'
    locals().update(_passed_on('UserDict', '__len__ __iter__ __contains__ __repr__ __setitem__ __delitem__'))

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for source in dict, kwargs:
            if source is not None:
                self.update(source)

    def __getitem__(self, key):
        value = self.data.get(key, _ABSENT)
        if value is not _ABSENT:
            return value
        missing = getattr(type(self), '__missing__', None)
        if missing is None:
            raise KeyError(key)
        return missing(self, key)

    def __or__(self, other):
        return type(self)({**self.data, **_inner(other)}) if isinstance(other, (UserDict, dict)) else NotImplemented

    def __ror__(self, other):
        return type(self)({**_inner(other), **self.data}) if isinstance(other, (UserDict, dict)) else NotImplemented

    def __ior__(self, other):
        self.data.update(_inner(other))
        return self

    __copy__ = _copied

    def copy(self):
        made = _copied(self)
        made.data = {}
        made.update(self)  # by way of __setitem__, which a subclass may have changed
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        made.update([(key, value) for key in iterable])
        return made


class UserList(MutableSequence):
    """A sequence around a list, for classes to derive from."""
    __module__ = 'collections'
    locals().update(_compared())
    locals().update(_passed_on('UserList', '''__len__ __contains__ __repr__ __setitem__ __delitem__ append clear count extend
                                              index insert pop remove reverse sort'''))
    __copy__ = _copied

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_inner(initlist))

    def __getitem__(self, index):
        found = self.data[index]
        return type(self)(found) if isinstance(index, slice) else found

    def __add__(self, other):
        return type(self)(self.data + list(_inner(other)))

    def __radd__(self, other):
        return type(self)(list(_inner(other)) + self.data)

    def __iadd__(self, other):
        self.data.extend(_inner(other))
        return self

    def __mul__(self, times):
        return type(self)(self.data * times)

    __rmul__ = __mul__

    def __imul__(self, times):
        self.data *= times
        return self

    def copy(self):
        return type(self)(self)


class UserString(Sequence):
    """A text around a str, for classes to derive from."""
    __module__ = 'collections'
    maketrans = str.maketrans
    locals().update(_compared())
    locals().update(_passed_on('UserString', '''__len__ __contains__ __repr__ __str__ __hash__ count endswith find format
                                                format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower
                                                isnumeric isprintable isspace istitle isupper join partition rfind rindex
                                                rpartition rsplit split splitlines startswith'''))
    locals().update(_passed_on('UserString', '''__getitem__ __mul__ __rmul__ __mod__ capitalize casefold center expandtabs ljust
                                                lower lstrip removeprefix removesuffix replace rjust rstrip strip swapcase title
                                                translate upper zfill''', True))

    def __init__(self, seq):
        self.data = str(seq)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __getnewargs__(self):
        return self.data,

    def __add__(self, other):
        return type(self)(self.data + str(other))

    def __radd__(self, other):
        return type(self)(str(other) + self.data)

    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)

    def __rmod__(self, template):
        return type(self)(str(template) % self)
