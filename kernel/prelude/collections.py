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
        '__module__': sys._getframe(1).f_globals.get('__name__', '__main__') if module is None else module,
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


# ---------------------------------------------------------------- what is loaded when asked for

def __getattr__(name):
    """collections.abc and the wrappers are there without being imported by name."""
    if name == 'abc':
        import collections.abc
        return collections.abc
    if name in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
        import _userclasses
        value = globals()[name] = getattr(_userclasses, name)
        return value
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
