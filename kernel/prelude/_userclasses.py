"""ChainMap, UserDict, UserList and UserString: containers that hold another one. collections loads them when asked for."""
from collections.abc import MutableMapping, MutableSequence, Sequence


class ChainMap(MutableMapping):
    """Several mappings seen as one: a key is looked up in each of them in turn, changes go to the first."""
    __module__ = 'collections'

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        keys = {}
        for mapping in reversed(self.maps):
            keys.update(dict.fromkeys(mapping))
        return iter(keys)

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f'{self.__class__.__name__}({", ".join(map(repr, self.maps))})'

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.')

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def clear(self):
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if not isinstance(other, MutableMapping) and not hasattr(other, 'keys'):
            return NotImplemented
        merged = self.copy()
        merged.maps[0].update(other)
        return merged

    def __ror__(self, other):
        if not isinstance(other, MutableMapping) and not hasattr(other, 'keys'):
            return NotImplemented
        merged = dict(other)
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return self.__class__(merged)


class UserDict(MutableMapping):
    """A mapping around a dict, for classes to derive from."""
    __module__ = 'collections'

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, '__missing__'):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if isinstance(other, (UserDict, dict)):
            return self.__class__(self.data | _inner(other))
        return NotImplemented

    def __ror__(self, other):
        if isinstance(other, (UserDict, dict)):
            return self.__class__(_inner(other) | self.data)
        return NotImplemented

    def __ior__(self, other):
        self.data |= _inner(other)
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__['data'] = self.__dict__['data'].copy()
        return made

    def copy(self):
        if self.__class__ is UserDict:
            return UserDict(self.data.copy())
        made = self.__copy__()
        made.data = {}
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


def _inner(other):
    """What a wrapper holds; another value as it stands."""
    return other.data if isinstance(other, (UserDict, UserList, UserString)) else other


class UserList(MutableSequence):
    """A sequence around a list, for classes to derive from."""
    __module__ = 'collections'

    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            self.data[:] = _inner(initlist)

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        return item in self.data

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __lt__(self, other):
        return self.data < _inner(other)

    def __le__(self, other):
        return self.data <= _inner(other)

    def __eq__(self, other):
        return self.data == _inner(other)

    def __gt__(self, other):
        return self.data > _inner(other)

    def __ge__(self, other):
        return self.data >= _inner(other)

    def __add__(self, other):
        return self.__class__(self.data + list(_inner(other)))

    def __radd__(self, other):
        return self.__class__(list(_inner(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(_inner(other))
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__['data'] = self.__dict__['data'][:]
        return made

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(_inner(other))


class UserString(Sequence):
    """A text around a str, for classes to derive from."""
    __module__ = 'collections'

    def __init__(self, seq):
        self.data = seq if isinstance(seq, str) else seq.data[:] if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, other):
        return self.data == _inner(other)

    def __lt__(self, other):
        return self.data < _inner(other)

    def __le__(self, other):
        return self.data <= _inner(other)

    def __gt__(self, other):
        return self.data > _inner(other)

    def __ge__(self, other):
        return self.data >= _inner(other)

    def __contains__(self, char):
        return _inner(char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        other = _inner(other)
        return self.__class__(self.data + (other if isinstance(other, str) else str(other)))

    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)

    def join(self, seq):
        return self.data.join(seq)

    maketrans = str.maketrans


def _method(name, wraps):
    """A method of str on what is held; texts that come back are wrapped again where CPython's class does so."""
    of_str = getattr(str, name)
    if wraps:
        def method(self, *args, **kwds):
            return self.__class__(of_str(self.data, *map(_inner, args), **kwds))
    else:
        def method(self, *args, **kwds):
            return of_str(self.data, *map(_inner, args), **kwds)
    method.__name__ = name
    method.__qualname__ = f'UserString.{name}'
    method.__module__ = 'collections'
    return method


for _name in ('capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip '
              'swapcase title translate upper zfill').split():
    setattr(UserString, _name, _method(_name, True))
for _name in ('count endswith find format format_map index isalpha isalnum isascii isdecimal isdigit isidentifier islower '
              'isnumeric isprintable isspace istitle isupper partition rfind rindex rpartition rsplit split splitlines '
              'startswith').split():
    setattr(UserString, _name, _method(_name, False))
del _name
