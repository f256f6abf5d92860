"""UserDict, UserList and UserString: containers around a container in the attribute `data`, to derive from."""
import copy as _copy
from collections import abc


class UserDict(abc.MutableMapping):
    """A dictionary that keeps its items in `data`."""

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
        missing = getattr(self.__class__, '__missing__', None)
        if missing is not None:
            return missing(self, key)
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
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__['data'] = self.__dict__['data'].copy()
        return made

    def copy(self):
        if self.__class__ is UserDict:
            return UserDict(self.data.copy())
        kept, self.data = self.data, {}
        try:
            made = _copy.copy(self)
        finally:
            self.data = kept
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


def _plain(other):
    """What a UserList or UserString is around."""
    return other.data if isinstance(other, (UserList, UserString)) else other


def _comparison(name):
    def compare(self, other):
        return getattr(self.data, name)(_plain(other))
    compare.__name__ = name
    return compare


class UserList(abc.MutableSequence):
    """A list that keeps its items in `data`."""

    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            if type(initlist) is list:
                self.data[:] = initlist
            elif isinstance(initlist, UserList):
                self.data[:] = initlist.data[:]
            else:
                self.data = list(initlist)

    def __repr__(self):
        return repr(self.data)

    for _name in '__lt__ __le__ __eq__ __gt__ __ge__'.split():
        locals()[_name] = _comparison(_name)
    del _name
    __hash__ = None

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        found = self.data[i]
        return self.__class__(found) if isinstance(i, slice) else found

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def _list(self, other):
        other = _plain(other)
        return other if isinstance(other, list) else list(other)

    def __add__(self, other):
        return self.__class__(self.data + self._list(other))

    def __radd__(self, other):
        return self.__class__(self._list(other) + self.data)

    def __iadd__(self, other):
        self.data += self._list(other)
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
        self.data.extend(_plain(other))


class UserString(abc.Sequence):
    """A text that keeps its characters in `data`."""

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
        return self.data == _plain(other)

    def __lt__(self, other):
        return self.data < _plain(other)

    def __le__(self, other):
        return self.data <= _plain(other)

    def __gt__(self, other):
        return self.data > _plain(other)

    def __ge__(self, other):
        return self.data >= _plain(other)

    def __contains__(self, char):
        return _plain(char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
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

    def join(self, seq):
        return self.data.join(seq)

    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)

    def format_map(self, mapping):
        return self.data.format_map(mapping)

    def format(self, /, *args, **kwds):
        return self.data.format(*args, **kwds)

    maketrans = str.maketrans


def _string_methods():
    """Methods that str has: those that give a text give one of the class."""
    for name in ('capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip '
                 'strip swapcase title translate upper zfill').split():
        def method(self, *args, _call=getattr(str, name), **kwds):
            return self.__class__(_call(self.data, *map(_plain, args), **kwds))
        method.__name__ = name
        setattr(UserString, name, method)
    for name in ('count endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric '
                 'isprintable isspace istitle isupper partition rfind rindex rpartition rsplit split splitlines '
                 'startswith').split():
        def method(self, *args, _call=getattr(str, name), **kwds):
            return _call(self.data, *map(_plain, args), **kwds)
        method.__name__ = name
        setattr(UserString, name, method)


_string_methods()
for _class in (UserDict, UserList, UserString):
    _class.__module__ = 'collections'
