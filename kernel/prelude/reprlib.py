"""repr() with limits on its size."""
import builtins
from itertools import islice

__all__ = ['Repr', 'repr', 'recursive_repr']


def recursive_repr(fillvalue='...'):
    """Decorator to make a repr function return fillvalue for a recursive call."""
    def decorating(function):
        running = set()

        def wrapper(self):
            key = id(self), _thread()
            if key in running:
                return fillvalue
            running.add(key)
            try:
                return function(self)
            finally:
                running.discard(key)

        for name in ('__module__', '__doc__', '__name__', '__qualname__', '__annotations__'):
            setattr(wrapper, name, getattr(function, name, None) if name != '__annotations__'
                    else getattr(function, name, {}))
        return wrapper
    return decorating


def _thread():
    try:
        from _thread import get_ident
    except ImportError:
        return 0
    return get_ident()


class Repr:
    """Representations with limits: maxlevel of nesting, maxlist and their like of items, maxstring, maxlong and maxother of
    characters."""

    def __init__(self):
        self.maxlevel = 6
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray, self.maxdict = 5, 4
        self.maxstring, self.maxlong, self.maxother = 30, 40, 30
        self.fillvalue = '...'

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        name = type(x).__name__.replace(' ', '_')
        if hasattr(self, 'repr_' + name):
            return getattr(self, 'repr_' + name)(x, level)
        return self.repr_instance(x, level)

    def _repr_iterable(self, x, level, left, right, maxiter, trail=''):
        size = len(x)
        if level <= 0 and size:
            inner = self.fillvalue
        else:
            parts = [self.repr1(item, level - 1) for item in islice(x, maxiter)]
            if size > maxiter:
                parts.append(self.fillvalue)
            inner = ', '.join(parts)
            if size == 1 and trail:
                right = trail + right
        return f'{left}{inner}{right}'

    def repr_tuple(self, x, level):
        return self._repr_iterable(x, level, '(', ')', self.maxtuple, ',')

    def repr_list(self, x, level):
        return self._repr_iterable(x, level, '[', ']', self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return f"array('{x.typecode}')"
        return self._repr_iterable(x, level, f"array('{x.typecode}', [", '])', self.maxarray)

    def repr_set(self, x, level):
        return self._repr_iterable(_sorted(x), level, '{', '}', self.maxset) if x else 'set()'

    def repr_frozenset(self, x, level):
        return self._repr_iterable(_sorted(x), level, 'frozenset({', '})', self.maxfrozenset) if x else 'frozenset()'

    def repr_deque(self, x, level):
        return self._repr_iterable(x, level, 'deque([', '])', self.maxdeque)

    def repr_dict(self, x, level):
        if not x:
            return '{}'
        if level <= 0:
            return '{' + self.fillvalue + '}'
        parts = [f'{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}'
                 for key in islice(_sorted(x), self.maxdict)]
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return '{' + ', '.join(parts) + '}'

    def _cut(self, text, limit):
        """The begin and the end of a text that is too long."""
        if len(text) <= limit:
            return text
        head = max(0, (limit - 3) // 2)
        tail = max(0, limit - 3 - head)
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_str(self, x, level):
        text = builtins.repr(x[:self.maxstring])
        if len(text) <= self.maxstring:
            return text
        head = max(0, (self.maxstring - 3) // 2)
        tail = max(0, self.maxstring - 3 - head)
        text = builtins.repr(x[:head] + x[len(x) - tail:])
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_int(self, x, level):
        return self._cut(builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return '<%s instance at %#x>' % (x.__class__.__name__, id(x))
        return self._cut(text, self.maxother)


def _sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


aRepr = Repr()
repr = aRepr.repr
