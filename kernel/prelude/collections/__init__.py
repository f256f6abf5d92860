"""Container datatypes: deque, defaultdict and OrderedDict of _collections, and what is built in the language."""
import sys
from _collections import OrderedDict, _count_elements, _tuplegetter, defaultdict, deque
from keyword import iskeyword as _iskeyword

__all__ = ['ChainMap', 'Counter', 'OrderedDict', 'UserDict', 'UserList', 'UserString', 'defaultdict', 'deque', 'namedtuple']


# ---------------------------------------------------------------- namedtuple

def _field_names(names, rename):
    """The fields as a list of texts; rename: those that cannot be fields get names from their positions."""
    found = [str(name) for name in (names.replace(',', ' ').split() if isinstance(names, str) else names)]
    if rename:
        for place, name in enumerate(found):
            if not name.isidentifier() or _iskeyword(name) or name[0] == '_' or name in found[:place]:
                found[place] = f'_{place}'
    return found


def _check_names(typename, fields, rename):
    for name in typename, *fields:
        problem = 'must be valid identifiers' if not name.isidentifier() else 'cannot be a keyword' if _iskeyword(name) else ''
        if problem:
            raise ValueError(f'Type names and field names {problem}: {name!r}')
    for place, name in enumerate(fields):
        if name[0] == '_' and not rename:
            raise ValueError('Field names cannot start with an underscore: ' + repr(name))
        if name in fields[:place]:
            raise ValueError('Encountered duplicate field name: ' + repr(name))


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """Make a tuple class whose items have names as well.

    >>> Size = namedtuple('Size', 'width height')
    >>> Size(3, height=4)._replace(width=5)
    Size(width=5, height=4)
    """
    typename = sys.intern(str(typename))
    names = _field_names(field_names, rename)
    _check_names(typename, names, rename)
    fields = tuple(map(sys.intern, names))
    size, shown = len(fields), ', '.join(fields)
    given = () if defaults is None else tuple(defaults)
    if len(given) > size:
        raise TypeError('Got more default values than field names')
    build = tuple.__new__

    # Code of its own, so that a call costs no more than that of any function with these parameters.
    listed = shown + ',' * (size == 1)
    create = eval(f'lambda _cls, {listed}: _build(_cls, ({listed}))', {'_build': build, '__builtins__': {}})
    if given:
        create.__defaults__ = given

    def _make(cls, iterable):
        made = build(cls, iterable)
        if len(made) == size:
            return made
        raise TypeError(f'Expected {size} arguments, got {len(made)}')

    def _replace(self, /, **changes):
        made = self._make(map(changes.pop, fields, self))
        if changes:
            raise ValueError(f'Got unexpected field names: {[*changes]!r}')
        return made

    def _asdict(self):
        return dict(zip(fields, self))

    pattern = f'({", ".join([name + "=%r" for name in fields])})'

    def show(self):
        return type(self).__name__ + pattern % (*self,)

    def arguments(self):
        return (*self,)

    space = {'__new__': create, '_make': _make, '_replace': _replace, '_asdict': _asdict, '__repr__': show,
             '__getnewargs__': arguments}
    docs = (f'Create new instance of {typename}({shown})', f'A new {typename} with items from an iterable.',
            f'A copy of the {typename} with other values for some fields.', 'A dict of the fields.', 'The text to show.',
            'What copy and pickle make it from.')
    for (name, method), doc in zip(space.items(), docs):
        method.__name__, method.__qualname__, method.__doc__ = name, f'{typename}.{name}', doc
    space['_make'] = classmethod(_make)
    space.update(__doc__=f'{typename}({shown})', __slots__=(), __match_args__=fields, _fields=fields,
                 _field_defaults=dict(zip(fields[size - len(given):], given)),
                 __module__=module if module is not None else sys._getframe(1).f_globals.get('__name__', '__main__'))
    for place, name in enumerate(fields):
        space[name] = _tuplegetter(place, f'Alias for field number {place}')
    return type(typename, (tuple,), space)


# ---------------------------------------------------------------- Counter

def _agreeing(name, test):
    """A comparison of counters: whether the test holds for the counts of every element of either."""
    def compare(self, other):
        if isinstance(other, Counter):
            return all([test(self[element], other[element]) for element in {**self, **other}])
        return NotImplemented
    compare.__name__, compare.__qualname__ = name, 'Counter.' + name
    return compare


def _combining(name, of_counts, doc=None):
    """An operator that gives a counter of the positive ones of what it makes of the counts of each element."""
    def combine(self, other):
        if isinstance(other, Counter):
            made = Counter()
            for element in {**self, **other}:
                count = of_counts(self[element], other[element])
                if count > 0:
                    made[element] = count
            return made
        return NotImplemented
    combine.__name__, combine.__qualname__, combine.__doc__ = name, 'Counter.' + name, doc
    return combine


def _in_place(name, of_counts, doc=None, of_others=True):
    """The same, changing the counter itself, for the elements of another mapping or for its own."""
    def change(self, other):
        for element in other.items() if of_others else self:
            if of_others:
                element, count = element
            else:
                count = other[element]
            self[element] = of_counts(self[element], count)
        for element in [element for element, count in self.items() if not count > 0]:
            del self[element]
        return self
    change.__name__, change.__qualname__, change.__doc__ = name, 'Counter.' + name, doc
    return change


def _add(total, more):
    total += more
    return total


def _take(total, fewer):
    total -= fewer
    return total


class Counter(dict):
    """A dict of counts, 0 for what is not there.

    >>> count = Counter('banana')
    >>> count['n'], count['z'], count
    (2, 0, Counter({'a': 3, 'n': 2, 'b': 1}))
    """

    def __init__(self, iterable=None, /, **kwds):
        dict.__init__(self)
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def __delitem__(self, elem):
        dict.pop(self, elem, None)

    def __reduce__(self):
        return type(self), (dict(self),)

    def __repr__(self):
        name = type(self).__name__
        if not self:
            return name + '()'
        try:
            shown = dict(self.most_common())
        except TypeError:  # counts that have no order
            shown = dict(self)
        return f'{name}({shown!r})'

    def copy(self):
        """Another counter with the same counts.

        >>> Counter('ab').copy()
        Counter({'a': 1, 'b': 1})
        """
        return type(self)(self)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def update(self, iterable=None, /, **kwds):
        """Count the items, or add the counts of a mapping.

        >>> count = Counter('aab')
        >>> count.update({'b': 3}, c=1)
        >>> count
        Counter({'b': 4, 'a': 2, 'c': 1})
        """
        if hasattr(type(iterable), 'keys') and hasattr(type(iterable), 'items'):
            if self:
                for element, more in iterable.items():
                    self[element] = more + self.get(element, 0)
            else:
                dict.update(self, iterable)
        elif iterable is not None:
            _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Take counts away, as update adds them.

        >>> count = Counter(a=3)
        >>> count.subtract('aab')
        >>> count
        Counter({'a': 1, 'b': -1})
        """
        pairs = iterable.items() if hasattr(iterable, 'items') else ((element, 1) for element in iterable or ())
        for element, fewer in pairs:
            self[element] = self.get(element, 0) - fewer
        if kwds:
            self.subtract(kwds)

    def total(self):
        """All counts added up.

        >>> Counter('banana').total()
        6
        """
        return sum(self.values())

    def most_common(self, n=None):
        """Pairs of element and count, the greatest counts first: n of them, or all.

        >>> Counter('banana').most_common(2)
        [('a', 3), ('n', 2)]
        """
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs[:None if n is None else max(n, 0)]

    def elements(self):
        """Each element as often as it counts.

        >>> list(Counter(x=2, y=1).elements())
        ['x', 'x', 'y']
        """
        return (element for element, times in self.items() for _ in range(times))

    __eq__ = _agreeing('__eq__', lambda a, b: a == b)
    __le__ = _agreeing('__le__', lambda a, b: a <= b)
    __ge__ = _agreeing('__ge__', lambda a, b: a >= b)
    __hash__ = None

    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented

    def __lt__(self, other):
        return self != other and self <= other if isinstance(other, Counter) else NotImplemented

    def __gt__(self, other):
        return self != other and self >= other if isinstance(other, Counter) else NotImplemented

    def __pos__(self):
        return Counter({element: count for element, count in self.items() if count > 0})

    def __neg__(self):
        return Counter({element: 0 - count for element, count in self.items() if count < 0})

    __add__ = _combining('__add__', lambda a, b: a + b, """The sums of counts.

        >>> Counter('aab') + Counter('bc')
        Counter({'a': 2, 'b': 2, 'c': 1})
        """)
    __sub__ = _combining('__sub__', lambda a, b: a - b, """What is left of the counts, as far as it is positive.

        >>> Counter('aab') - Counter('bc')
        Counter({'a': 2})
        """)
    __and__ = _combining('__and__', min, """The smaller counts.

        >>> Counter('aab') & Counter('abb')
        Counter({'a': 1, 'b': 1})
        """)
    __or__ = _combining('__or__', max, """The greater counts.

        >>> Counter('aab') | Counter('abb')
        Counter({'a': 2, 'b': 2})
        """)
    __iadd__ = _in_place('__iadd__', _add)
    __isub__ = _in_place('__isub__', _take)
    __iand__ = _in_place('__iand__', min, of_others=False)
    __ior__ = _in_place('__ior__', max)


# ---------------------------------------------------------------- what is loaded when asked for

def __getattr__(name):
    """collections.abc and the wrapper classes, imported at first access."""
    if name == 'abc':
        import collections.abc
        return collections.abc
    if name in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
        import _userclasses
        value = globals()[name] = getattr(_userclasses, name)
        return value
    raise AttributeError(f"module 'collections' has no attribute {name!r}")
