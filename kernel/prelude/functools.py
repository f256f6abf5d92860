"""Functions made of functions: wrappers, partial calls, caches, orderings, dispatch by class."""
from _functools import _lru_cache_wrapper, cmp_to_key, partial, reduce

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = '__dict__',
_missing = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Give a function the name, the documentation and the attributes of the one it stands for."""
    for name in assigned:
        value = getattr(wrapped, name, _missing)
        if value is not _missing:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, ()))
    setattr(wrapper, '__wrapped__', wrapped)
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """update_wrapper as a decorator."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def _need_function(value):
    if not (callable(value) or hasattr(value, '__get__')):
        raise TypeError(f'{value!r} is not callable or a descriptor')


class partialmethod:
    """A method with some of its arguments given already."""

    def __init__(self, func, /, *given, **keywords):
        _need_function(func)
        self.func, self.args, self.keywords = func, given, keywords

    def __get__(self, obj, cls=None):
        if not callable(self.func):
            return partial(self.func.__get__(obj, cls), *self.args, **self.keywords)
        return self if obj is None else partial(self.func, obj, *self.args, **self.keywords)


# ---------------------------------------------------------------- caches

_cache_info = None


def lru_cache(maxsize=128, typed=False):
    """Keep the results of calls, no more than maxsize: those go first that were asked for longest ago."""
    if maxsize is None or isinstance(maxsize, int):
        limit = maxsize and max(maxsize, 0)

        def decorating_function(function):
            return _cached(function, limit, typed)
        return decorating_function
    if callable(maxsize):  # the decorator without arguments
        return _cached(maxsize, 128, typed)
    raise TypeError('Expected first argument to be an integer, a callable, or None')


def _cached(function, maxsize, typed):
    global _cache_info
    if _cache_info is None:
        from collections import namedtuple
        _cache_info = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'], module='functools')
    cached = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
    cached.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(cached, function)


def cache(user_function, /):
    """Keep the results of all calls."""
    return _cached(user_function, None, False)


class cached_property:
    """A property that is computed once and then kept in the instance's dict."""

    def __init__(self, func):
        self.func, self.attrname, self.__doc__ = func, None, func.__doc__

    def __set_name__(self, owner, name):
        known = self.attrname
        if known not in (None, name):
            raise TypeError(f'Cannot assign the same cached_property to two different names ({known!r} and {name!r}).')
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        value = instance.__dict__.get(self.attrname, _missing)
        if value is _missing:
            value = self.func(instance)
            instance.__dict__[self.attrname] = value
        return value


# ---------------------------------------------------------------- comparison

def total_ordering(cls):
    """Give a class the comparisons that it lacks, from one that it has and from ==."""
    names = ('__lt__', '__le__', '__gt__', '__ge__')
    roots = [name for name in names if getattr(cls, name, None) is not getattr(object, name, None)]
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = next(name for name in ('__lt__', '__le__', '__gt__', '__ge__') if name in roots)

    def define(name, less, negate, equal):
        """name from root: root's answer, turned round or not, and equality."""
        def method(self, other):
            answer = getattr(type(self), root)(self, other)
            if answer is NotImplemented:
                return answer
            if negate:
                answer = not answer
            if equal == 'or':
                return answer or self == other
            if equal == 'and':
                return answer and self != other
            return answer
        method.__name__ = name
        method.__doc__ = getattr(int, name).__doc__
        setattr(cls, name, method)

    rules = {
        '__lt__': {'__gt__': (True, 'and'), '__le__': (False, 'or'), '__ge__': (True, '')},
        '__le__': {'__ge__': (True, 'or'), '__lt__': (False, 'and'), '__gt__': (True, '')},
        '__gt__': {'__lt__': (True, 'and'), '__ge__': (False, 'or'), '__le__': (True, '')},
        '__ge__': {'__le__': (True, 'or'), '__gt__': (False, 'and'), '__lt__': (True, '')},
    }
    for name, (negate, equal) in rules[root].items():
        if name not in roots:
            define(name, root, negate, equal)
    return cls


# ---------------------------------------------------------------- dispatch by class

def singledispatch(func):
    """A function that has other implementations for classes of its first argument."""
    registry = {object: func}

    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        return func

    def register(cls, function=None):
        if function is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            annotations = getattr(cls, '__annotations__', {})
            if not annotations:
                raise TypeError(f'Invalid first argument to `register()`: {cls!r}. '
                                'Use either `@register(some_class)` or plain `@register` on an annotated function.')
            function, cls = cls, next(iter(annotations.values()))
        registry[cls] = function
        return function

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{getattr(func, "__name__", "singledispatch function")} requires at least 1 positional argument')
        return dispatch(type(args[0]))(*args, **kw)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """singledispatch for methods: by the class of the first argument after self."""

    def __init__(self, func):
        _need_function(func)
        self.func, self.dispatcher = func, singledispatch(func)

    @property
    def __isabstractmethod__(self):
        return bool(getattr(self.func, '__isabstractmethod__', None))

    def register(self, cls, method=None):
        """Add an implementation."""
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def bound(*args, **kwargs):
            chosen = self.dispatcher.dispatch(type(args[0]))
            return chosen.__get__(obj, cls)(*args, **kwargs)
        vars(bound).update(register=self.register, __isabstractmethod__=self.__isabstractmethod__)
        return update_wrapper(bound, self.func)
