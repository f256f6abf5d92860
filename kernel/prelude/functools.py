"""Tools for working with functions and callable objects."""

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Update a wrapper function to look like the wrapped function."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator factory to apply update_wrapper() to a wrapper function."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


_missing = object()


def reduce(function, sequence, initial=_missing, /):
    """reduce(function, iterable[, initial]) -> value

    Apply a function of two arguments cumulatively to the items of a sequence
    or iterable, from left to right, so as to reduce the iterable to a single
    value.
    """
    try:
        items = iter(sequence)
    except TypeError:
        raise TypeError('reduce() arg 2 must support iteration') from None
    if initial is _missing:
        try:
            value = next(items)
        except StopIteration:
            raise TypeError('reduce() of empty iterable with no initial value') from None
    else:
        value = initial
    for item in items:
        value = function(value, item)
    return value


class partial:
    """partial(func, *args, **keywords) - new function with partial application
    of the given arguments and keywords.
    """

    __slots__ = ('func', 'args', 'keywords', '__dict__')

    def __new__(cls, /, *args, **keywords):
        if not args:
            raise TypeError("type 'partial' takes at least one argument")
        func, *args = args
        args = tuple(args)
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self = super().__new__(cls)
        self.func = func
        self.args = args
        self.keywords = keywords
        return self

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func), *map(repr, self.args), *(f'{name}={value!r}' for name, value in self.keywords.items())]
        name = 'functools.partial' if type(self) is partial else type(self).__qualname__
        return f'{name}({", ".join(parts)})'


class partialmethod:
    """Method descriptor with partial application of the given arguments and keywords."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        if hasattr(self.func, '__get__') and not callable(self.func):
            return partial(self.func.__get__(obj, cls), *self.args, **self.keywords)
        if obj is None:
            return self
        return partial(self.func, obj, *self.args, **self.keywords)


# ---------------------------------------------------------------- caches

class _Key(list):
    """The arguments of a call, with their hash taken once."""
    __slots__ = ('hashvalue',)

    def __init__(self, key):
        self[:] = key
        self.hashvalue = hash(key)

    def __hash__(self):
        return self.hashvalue


_mark = (object(),)


def _make_key(args, kwds, typed):
    key = args
    if kwds:
        key += _mark
        for item in kwds.items():
            key += item
    if typed:
        key += tuple(type(v) for v in args)
        if kwds:
            key += tuple(type(v) for v in kwds.values())
    elif len(key) == 1 and type(key[0]) in (int, str):
        return key[0]
    return key


_cache_info = None


def lru_cache(maxsize=128, typed=False):
    """Least-recently-used cache decorator.

    If *maxsize* is set to None, the LRU features are disabled and the cache
    can grow without bound.
    """
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        function, maxsize = maxsize, 128
        return _cached(function, 128, typed)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    return lambda function: _cached(function, maxsize, typed)


def _cached(function, maxsize, typed):
    from collections import OrderedDict, namedtuple
    global _cache_info
    if _cache_info is None:
        _cache_info = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'], module='functools')
    store = OrderedDict()
    hits = misses = 0

    def wrapper(*args, **kwds):
        nonlocal hits, misses
        key = _make_key(args, kwds, typed)
        value = store.get(key, _missing)
        if value is not _missing:
            hits += 1
            if maxsize is not None:
                store.move_to_end(key)
            return value
        misses += 1
        value = function(*args, **kwds)
        if maxsize != 0:
            store[key] = value
            if maxsize is not None and len(store) > maxsize:
                store.popitem(last=False)
        return value

    def cache_info():
        """Report cache statistics"""
        return _cache_info(hits, misses, maxsize, len(store))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        store.clear()
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(wrapper, function)


def cache(user_function, /):
    'Simple lightweight unbounded cache.  Sometimes called "memoize".'
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    """A property that is computed once and then kept in the instance's dict."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names '
                            f'({self.attrname!r} and {name!r}).')

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

def cmp_to_key(mycmp):
    """Convert a cmp= function into a key= function."""
    class K:
        __slots__ = ['obj']

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

        __hash__ = None
    return K


def total_ordering(cls):
    """Class decorator that fills in missing ordering methods"""
    names = ('__lt__', '__le__', '__gt__', '__ge__')
    roots = [name for name in names if getattr(cls, name, None) is not getattr(object, name, None)]
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(roots)   # prefer __lt__ to __le__ to __gt__ to __ge__

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
    """Single-dispatch generic function decorator."""
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
    """Single-dispatch generic method descriptor.

    Supports wrapping existing descriptors and handles non-descriptor
    callables as instance methods.
    """

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        """Registers a new implementation for the given *cls* on a *generic_method*."""
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            method = self.dispatcher.dispatch(args[0].__class__)
            return method.__get__(obj, cls)(*args, **kwargs)
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
