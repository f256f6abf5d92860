"""Operators as functions."""
from builtins import abs as _abs


def lt(a, b, /):
    "Same as a < b."
    return a < b


def le(a, b, /):
    "Same as a <= b."
    return a <= b


def eq(a, b, /):
    "Same as a == b."
    return a == b


def ne(a, b, /):
    "Same as a != b."
    return a != b


def ge(a, b, /):
    "Same as a >= b."
    return a >= b


def gt(a, b, /):
    "Same as a > b."
    return a > b


def not_(a, /):
    "Same as not a."
    return not a


def truth(a, /):
    "Return True if a is true, False otherwise."
    return True if a else False


def is_(a, b, /):
    "Same as a is b."
    return a is b


def is_not(a, b, /):
    "Same as a is not b."
    return a is not b


def abs(a, /):
    "Same as abs(a)."
    return _abs(a)


def add(a, b, /):
    "Same as a + b."
    return a + b


def and_(a, b, /):
    "Same as a & b."
    return a & b


def floordiv(a, b, /):
    "Same as a // b."
    return a // b


def index(a, /):
    "Same as a.__index__()"
    return range(a).stop


def inv(a, /):
    "Same as ~a."
    return ~a


invert = inv


def lshift(a, b, /):
    "Same as a << b."
    return a << b


def mod(a, b, /):
    "Same as a % b."
    return a % b


def mul(a, b, /):
    "Same as a * b."
    return a * b


def matmul(a, b, /):
    "Same as a @ b."
    return a @ b


def neg(a, /):
    "Same as -a."
    return -a


def or_(a, b, /):
    "Same as a | b."
    return a | b


def pos(a, /):
    "Same as +a."
    return +a


def pow(a, b, /):
    "Same as a ** b."
    return a ** b


def rshift(a, b, /):
    "Same as a >> b."
    return a >> b


def sub(a, b, /):
    "Same as a - b."
    return a - b


def truediv(a, b, /):
    "Same as a / b."
    return a / b


def xor(a, b, /):
    "Same as a ^ b."
    return a ^ b


def concat(a, b, /):
    "Same as a + b, for a and b sequences."
    if not hasattr(a, '__getitem__'):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    return a + b


def contains(a, b, /):
    "Same as b in a (note reversed operands)."
    return b in a


def countOf(a, b, /):
    "Return the number of items in a which are, or which equal, b."
    return sum(1 for item in a if item is b or item == b)


def delitem(a, b, /):
    "Same as del a[b]."
    del a[b]


def getitem(a, b, /):
    "Same as a[b]."
    return a[b]


def indexOf(a, b, /):
    "Return the first index of b in a."
    for i, item in enumerate(a):
        if item is b or item == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')


def setitem(a, b, c, /):
    "Same as a[b] = c."
    a[b] = c


def length_hint(obj, default=0, /):
    "Return an estimate of the number of items in obj."
    if not isinstance(default, int):
        raise TypeError(f"'{type(default).__name__}' object cannot be interpreted as an integer")
    try:
        return len(obj)
    except TypeError:
        pass
    hint = getattr(type(obj), '__length_hint__', None)
    if hint is None:
        return default
    try:
        value = hint(obj)
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError(f'__length_hint__ must be an integer, not {type(value).__name__}')
    if not -2**63 <= value < 2**63:
        raise OverflowError('Python int too large to convert to C ssize_t')
    if value < 0:
        raise ValueError('__length_hint__() should return >= 0')
    return value


def call(obj, /, *args, **kwargs):
    "Same as obj(*args, **kwargs)."
    return obj(*args, **kwargs)


def iadd(a, b, /):
    "Same as a += b."
    a += b
    return a


def iand(a, b, /):
    "Same as a &= b."
    a &= b
    return a


def iconcat(a, b, /):
    "Same as a += b, for a and b sequences."
    a += b
    return a


def ifloordiv(a, b, /):
    "Same as a //= b."
    a //= b
    return a


def ilshift(a, b, /):
    "Same as a <<= b."
    a <<= b
    return a


def imod(a, b, /):
    "Same as a %= b."
    a %= b
    return a


def imul(a, b, /):
    "Same as a *= b."
    a *= b
    return a


def imatmul(a, b, /):
    "Same as a @= b."
    a @= b
    return a


def ior(a, b, /):
    "Same as a |= b."
    a |= b
    return a


def ipow(a, b, /):
    "Same as a **= b."
    a **= b
    return a


def irshift(a, b, /):
    "Same as a >>= b."
    a >>= b
    return a


def isub(a, b, /):
    "Same as a -= b."
    a -= b
    return a


def itruediv(a, b, /):
    "Same as a /= b."
    a /= b
    return a


def ixor(a, b, /):
    "Same as a ^= b."
    a ^= b
    return a


class attrgetter:
    """Return a callable object that fetches the given attribute(s) from its operand."""
    __slots__ = ('_attrs',)

    def __init__(self, attr, /, *attrs):
        attrs = (attr, *attrs)
        for name in attrs:
            if not isinstance(name, str):
                raise TypeError('attribute name must be a string')
        self._attrs = attrs

    def __call__(self, obj, /):
        values = []
        for dotted in self._attrs:
            value = obj
            for name in dotted.split('.'):
                value = getattr(value, name)
            values.append(value)
        return values[0] if len(values) == 1 else tuple(values)

    def __repr__(self):
        return f'operator.attrgetter({", ".join(map(repr, self._attrs))})'


class itemgetter:
    """Return a callable object that fetches the given item(s) from its operand."""
    __slots__ = ('_items',)

    def __init__(self, item, /, *items):
        self._items = (item, *items)

    def __call__(self, obj, /):
        items = self._items
        if len(items) == 1:
            return obj[items[0]]
        return tuple([obj[i] for i in items])

    def __repr__(self):
        return f'operator.itemgetter({", ".join(map(repr, self._items))})'


class methodcaller:
    """Return a callable object that calls the given method on its operand."""
    __slots__ = ('_name', '_args', '_kwargs')

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError('method name must be a string')
        self._name, self._args, self._kwargs = name, args, kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(self._name), *map(repr, self._args), *(f'{k}={v!r}' for k, v in self._kwargs.items())]
        return f'operator.methodcaller({", ".join(parts)})'


for _name in ('lt le eq ne ge gt abs add floordiv index inv invert lshift mod mul matmul neg pos pow rshift sub truediv xor '
              'concat contains delitem getitem setitem iadd iand iconcat ifloordiv ilshift imod imul imatmul ior ipow irshift '
              'isub itruediv ixor').split():
    globals()[f'__{_name}__'] = globals()[_name]
__not__, __and__, __or__ = not_, and_, or_
del _name
