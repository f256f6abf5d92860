"""UserDict, UserList and UserString: containers around a container in the attribute `data`, to derive from.

Their methods are made from tables: what a method of the container inside gives is given as it is, or made one of the class.
"""
from collections import abc


def _inside(value):
    """The container that one of these classes is around; any other value as it is."""
    return value.data if isinstance(value, (UserDict, UserList, UserString)) else value


def _delegate(cls, kind, names, wrapped):
    """Methods that call those of the container inside; wrapped: what they give is made one of the class."""
    for name in names.split():
        def method(self, *args, _call=getattr(kind, name), **named):
            result = _call(self.data, *map(_inside, args), **named)
            return self.__class__(result) if wrapped and result is not NotImplemented else result
        method.__name__, method.__qualname__ = name, f'{cls.__name__}.{name}'
        method.__doc__ = getattr(kind, name).__doc__
        setattr(cls, name, method)


def _shallow(self):
    """A copy with a container of its own."""
    twin = object.__new__(type(self))
    vars(twin).update(vars(self), data=self.data.copy())
    return twin


class UserDict(abc.MutableMapping):
    """A dictionary that keeps its items in `data`."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for source in (dict, kwargs):
            if source:
                self.update(source)

    def __getitem__(self, key):
        try:
            return self.data[key]
        except KeyError:
            if key in self.data or not hasattr(type(self), '__missing__'):
                raise
        return type(self).__missing__(self, key)

    def __ior__(self, other):
        self.data.update(_inside(other))
        return self

    def copy(self):
        """A shallow copy."""
        if type(self) is UserDict:
            return _shallow(self)
        import copy
        items, self.data = self.data, {}
        try:
            twin = copy.copy(self)
        finally:
            self.data = items
        twin.update(self)
        return twin

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """Keys with one value."""
        made = cls()
        made.update((key, value) for key in iterable)
        return made


class UserList(abc.MutableSequence):
    """A list that keeps its items in `data`."""

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_inside(initlist))

    def __getitem__(self, i):
        part = self.data[i]
        return type(self)(part) if type(i) is slice else part

    def _extended(self, other, before):
        other = list(_inside(other))
        return type(self)(other + self.data if before else self.data + other)

    def __add__(self, other):
        return self._extended(other, False)

    def __radd__(self, other):
        return self._extended(other, True)

    def __iadd__(self, other):
        self.data.extend(_inside(other))
        return self

    def __imul__(self, n):
        self.data *= n
        return self

    def copy(self):
        """A shallow copy."""
        return type(self)(self)


class UserString(abc.Sequence):
    """A text that keeps its characters in `data`."""

    def __init__(self, seq):
        text = _inside(seq)
        self.data = text if isinstance(text, str) else str(text)

    __str__ = lambda self: str(self.data)
    __int__ = lambda self: int(self.data)
    __float__ = lambda self: float(self.data)
    __complex__ = lambda self: complex(self.data)
    __getnewargs__ = lambda self: (self.data,)

    def _joined(self, first, second):
        return type(self)(first + second)

    def __add__(self, other):
        text = _inside(other)
        return self._joined(self.data, text if isinstance(text, str) else str(text))

    def __radd__(self, other):
        return self._joined(other if isinstance(other, str) else str(other), self.data)

    def __mod__(self, args):
        return type(self)(self.data % args)

    def __rmod__(self, template):
        return type(self)(str(template) % self)

    def encode(self, encoding='utf-8', errors='strict'):
        """Its bytes; None is the usual value for both."""
        return self.data.encode(encoding or 'utf-8', errors or 'strict')

    maketrans = str.maketrans


_delegate(UserDict, dict, '__len__ __setitem__ __delitem__ __iter__ __contains__ __repr__', False)
_delegate(UserDict, dict, '__or__ __ror__', True)
_delegate(UserList, list, '__len__ __setitem__ __delitem__ __contains__ __repr__ __lt__ __le__ __eq__ __gt__ __ge__ append '
          'insert pop remove clear count index reverse sort extend', False)
_delegate(UserList, list, '__mul__ __rmul__', True)
_delegate(UserString, str, '__len__ __contains__ __repr__ __hash__ __lt__ __le__ __eq__ __gt__ __ge__ count endswith find '
          'format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable '
          'isspace istitle isupper join partition rfind rindex rpartition rsplit split splitlines startswith', False)
_delegate(UserString, str, '__getitem__ __mul__ __rmul__ capitalize casefold center expandtabs ljust lower lstrip '
          'removeprefix removesuffix replace rjust rstrip strip swapcase title translate upper zfill', True)
UserDict.__copy__ = UserList.__copy__ = _shallow
UserList.__hash__ = None
for _class in (UserDict, UserList, UserString):
    _class.__module__ = 'collections'
    _class.__abstractmethods__ = frozenset()
