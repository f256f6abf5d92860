"""Container datatypes: deque, defaultdict and OrderedDict of _collections, and what is built in the language."""
import sys
from _collections import OrderedDict, _count_elements, _tuplegetter, defaultdict, deque

__all__ = ['ChainMap', 'Counter', 'OrderedDict', 'UserDict', 'UserList', 'UserString', 'defaultdict', 'deque', 'namedtuple']

_KEYWORDS = frozenset(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import '
    'in is lambda nonlocal not or pass raise return try while with yield'.split())


# ---------------------------------------------------------------- namedtuple

def _field_names(names, rename):
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    names = [str(name) for name in names]
    if rename:
        seen = set()
        for index, name in enumerate(names):
            if not name.isidentifier() or name in _KEYWORDS or name.startswith('_') or name in seen:
                names[index] = f'_{index}'
            seen.add(name)
    return names


def _check_names(typename, names, rename):
    for name in [typename] + names:
        if not isinstance(name, str):
            raise TypeError('Type names and field names must be strings')
        if not name.isidentifier():
            raise ValueError(f'Type names and field names must be valid identifiers: {name!r}')
        if name in _KEYWORDS:
            raise ValueError(f'Type names and field names cannot be a keyword: {name!r}')
    seen = set()
    for name in names:
        if name.startswith('_') and not rename:
            raise ValueError(f'Field names cannot start with an underscore: {name!r}')
        if name in seen:
            raise ValueError(f'Encountered duplicate field name: {name!r}')
        seen.add(name)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """Returns a new subclass of tuple with named fields.

    >>> Point = namedtuple('Point', ['x', 'y'])
    >>> Point.__doc__                   # docstring for the new class
    'Point(x, y)'
    >>> p = Point(11, y=22)             # instantiate with positional args or keywords
    >>> p[0] + p[1]                     # indexable like a plain tuple
    33
    >>> x, y = p                        # unpack like a regular tuple
    >>> x, y
    (11, 22)
    >>> p.x + p.y                       # fields also accessible by name
    33
    """
    fields = _field_names(field_names, rename)
    typename = sys.intern(str(typename))
    _check_names(typename, fields, rename)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(fields):
            raise TypeError('Got more default values than field names')
        field_defaults = dict(zip(fields[len(fields) - len(defaults):], defaults))
    fields = tuple(map(sys.intern, fields))
    count = len(fields)
    shown = ', '.join(fields)
    arguments = shown + ',' if count == 1 else shown
    tuple_new = tuple.__new__

    __new__ = eval(f'lambda _cls, {arguments}: _tuple_new(_cls, ({arguments}))', {'_tuple_new': tuple_new, '__builtins__': {}})
    __new__.__name__ = '__new__'
    __new__.__doc__ = f'Create new instance of {typename}({shown})'
    if defaults is not None:
        __new__.__defaults__ = defaults

    def _make(cls, iterable):
        result = tuple_new(cls, iterable)
        if len(result) != count:
            raise TypeError(f'Expected {count} arguments, got {len(result)}')
        return result

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, fields, self))
        if kwds:
            raise ValueError(f'Got unexpected field names: {list(kwds)!r}')
        return result

    template = '(' + ', '.join(f'{name}=%r' for name in fields) + ')'

    def __repr__(self):
        'Return a nicely formatted representation string'
        return self.__class__.__name__ + template % tuple(self)

    def _asdict(self):
        'Return a new dict which maps field names to their values.'
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        'Return self as a plain tuple.  Used by copy and pickle.'
        return tuple(self)

    _make.__doc__ = f'Make a new {typename} object from a sequence or iterable'
    _replace.__doc__ = f'Return a new {typename} object replacing specified fields with new values'
    for method in (__new__, _make, _replace, __repr__, _asdict, __getnewargs__):
        method.__qualname__ = f'{typename}.{method.__name__}'
    namespace = {
        '__doc__': f'{typename}({shown})', '__slots__': (), '_fields': fields, '_field_defaults': field_defaults,
        '__new__': __new__, '_make': classmethod(_make), '_replace': _replace, '__repr__': __repr__, '_asdict': _asdict,
        '__getnewargs__': __getnewargs__, '__match_args__': fields,
        '__module__': '__main__' if module is None else module,
    }
    for index, name in enumerate(fields):
        namespace[name] = _tuplegetter(index, f'Alias for field number {index}')
    return type(typename, (tuple,), namespace)


# ---------------------------------------------------------------- Counter

class Counter(dict):
    """Dict subclass for counting hashable items.  Sometimes called a bag
    or multiset.  Elements are stored as dictionary keys and their counts
    are stored as dictionary values.
    """

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        'The count of elements not in the Counter is zero.'
        return 0

    def total(self):
        'Sum of the counts'
        return sum(self.values())

    def most_common(self, n=None):
        """List the n most common elements and their counts from the most
        common to the least.  If n is None, then list all element counts.
        """
        ordered = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return ordered if n is None else ordered[:max(n, 0)]

    def elements(self):
        'Iterator over elements repeating each as many times as its count.'
        for element, count in self.items():
            for _ in range(count):
                yield element

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def update(self, iterable=None, /, **kwds):
        'Like dict.update() but add counts instead of replacing them.'
        if iterable is not None:
            if hasattr(iterable, 'keys') and hasattr(iterable, 'items'):
                if self:
                    for element, count in iterable.items():
                        self[element] = count + self.get(element, 0)
                else:
                    dict.update(self, iterable)
            else:
                _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        'Like dict.update() but subtracts counts instead of replacing them.'
        if iterable is not None:
            if hasattr(iterable, 'items'):
                for element, count in iterable.items():
                    self[element] = self.get(element, 0) - count
            else:
                for element in iterable:
                    self[element] = self.get(element, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        'Return a shallow copy.'
        return self.__class__(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def __delitem__(self, elem):
        'Like dict.__delitem__() but does not raise KeyError for missing values.'
        if elem in self:
            dict.__delitem__(self, elem)

    def __eq__(self, other):
        'True if all counts agree. Missing counts are treated as zero.'
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] == other[e] for c in (self, other) for e in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] <= other[e] for c in (self, other) for e in c)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] >= other[e] for c in (self, other) for e in c)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    __hash__ = None

    def __repr__(self):
        if not self:
            return f'{self.__class__.__name__}()'
        try:
            shown = dict(self.most_common())
        except TypeError:
            shown = dict(self)
        return f'{self.__class__.__name__}({shown!r})'

    def _positive(self):
        return Counter({element: count for element, count in self.items() if count > 0})

    def _drop_negative(self):
        for element in [element for element, count in self.items() if not count > 0]:
            del self[element]
        return self

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = {element: count + other[element] for element, count in self.items()}
        for element, count in other.items():
            if element not in self:
                result[element] = count
        return Counter(result)._positive()

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = {element: count - other[element] for element, count in self.items()}
        for element, count in other.items():
            if element not in self:
                result[element] = 0 - count
        return Counter(result)._positive()

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = {element: max(count, other[element]) for element, count in self.items()}
        for element, count in other.items():
            if element not in self:
                result[element] = count
        return Counter(result)._positive()

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return Counter({element: min(count, other[element]) for element, count in self.items()})._positive()

    def __pos__(self):
        return self._positive()

    def __neg__(self):
        return Counter({element: 0 - count for element, count in self.items() if count < 0})

    def __iadd__(self, other):
        for element, count in other.items():
            self[element] += count
        return self._drop_negative()

    def __isub__(self, other):
        for element, count in other.items():
            self[element] -= count
        return self._drop_negative()

    def __ior__(self, other):
        for element, count in other.items():
            if count > self[element]:
                self[element] = count
        return self._drop_negative()

    def __iand__(self, other):
        for element, count in self.items():
            if other[element] < count:
                self[element] = other[element]
        return self._drop_negative()


# ---------------------------------------------------------------- ChainMap and the wrappers

class _Mapping:
    """What a mapping gets from the five methods it must have."""

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return dict.fromkeys(self).keys()

    def items(self):
        return {key: self[key] for key in self}.items()

    def values(self):
        return {key: self[key] for key in self}.values()

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **kwds):
        for key, value in dict(other, **kwds).items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    def __eq__(self, other):
        if not isinstance(other, (dict, _Mapping)):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None


class ChainMap(_Mapping):
    """A ChainMap groups multiple dicts (or other mappings) together
    to create a single, updateable view.
    """

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

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def __or__(self, other):
        if not hasattr(type(other), 'keys'):
            return NotImplemented
        m = self.copy()
        m.maps[0].update(other)
        return m

    def __ror__(self, other):
        if not hasattr(type(other), 'keys'):
            return NotImplemented
        m = dict(other)
        for child in reversed(self.maps):
            m.update(child)
        return self.__class__(m)

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

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


class UserDict(_Mapping):
    """A mapping around a dict, for classes to derive from."""

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

    def copy(self):
        return self.__class__(self.data)

    def __or__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(self.data | other.data)
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(other.data | self.data)
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self


class UserList:
    """A sequence around a list, for classes to derive from."""

    def __init__(self, initlist=None):
        self.data = list(initlist.data if isinstance(initlist, UserList) else initlist or ())

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, item):
        return item in self.data

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserList) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, UserList) else other)

    def __add__(self, other):
        return self.__class__(self.data + list(other))

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__
    __hash__ = None

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
        self.data.extend(other)


class UserString:
    """A text around a str, for classes to derive from."""

    def __init__(self, seq):
        self.data = str(seq)

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __hash__(self):
        return hash(self.data)

    def __eq__(self, other):
        return self.data == str(other)

    def __lt__(self, other):
        return self.data < str(other)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __contains__(self, char):
        return str(char) in self.data

    def __add__(self, other):
        return self.__class__(self.data + str(other))

    def __mul__(self, n):
        return self.__class__(self.data * n)

    def __getattr__(self, name):
        return getattr(self.data, name)


def __getattr__(name):
    """collections.abc is there without being imported by name."""
    if name == 'abc':
        import collections.abc
        return collections.abc
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
