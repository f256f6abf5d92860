"""Functions made of functions: wrappers, partial calls, caches, orderings, dispatch by class."""

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


def reduce(function, sequence, initial=_missing, /):
    """Call the function with the result so far and the next item, over all items; gives the last result."""
    try:
        items = iter(sequence)
    except TypeError:
        raise TypeError('reduce() arg 2 must support iteration') from None
    result = next(items, _missing) if initial is _missing else initial
    if result is _missing:
        raise TypeError('reduce() of empty iterable with no initial value')
    for item in items:
        result = function(result, item)
    return result


class partial:
    """A function with some of its arguments given already."""

    __slots__ = ('func', 'args', 'keywords', '__dict__')

    def __new__(cls, /, *args, **keywords):
        if not args:
            raise TypeError("type 'partial' takes at least one argument")
        func, given = args[0], args[1:]
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):  # one layer does for both
            func, given, keywords = func.func, func.args + given, func.keywords | keywords
        made = object.__new__(cls)
        made.func, made.args, made.keywords = func, given, keywords
        return made

    def __call__(self, /, *more, **others):
        return self.func(*self.args, *more, **(self.keywords | others))

    def __repr__(self):
        parts = [repr(self.func), *map(repr, self.args), *(f'{name}={value!r}' for name, value in self.keywords.items())]
        name = 'functools.partial' if type(self) is partial else type(self).__qualname__
        return f'{name}({", ".join(parts)})'


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

def _make_key(args, kwds, typed):
    if not kwds and not typed:
        return args[0] if len(args) == 1 and type(args[0]) in (int, str) else args
    kinds = (*map(type, args), *map(type, kwds.values())) if typed else ()
    return _missing, args, tuple(kwds.items()), kinds


_cache_info = None


def lru_cache(maxsize=128, typed=False):
    """Keep the results of calls, no more than maxsize: those go first that were asked for longest ago."""
    if maxsize is None or isinstance(maxsize, int):
        limit = maxsize and max(maxsize, 0)
        return lambda function: _cached(function, limit, typed)
    if callable(maxsize):  # the decorator without arguments
        return _cached(maxsize, 128, typed)
    raise TypeError('Expected first argument to be an integer, a callable, or None')


def _cached(function, maxsize, typed):
    from collections import OrderedDict, namedtuple
    global _cache_info
    if _cache_info is None:
        _cache_info = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'], module='functools')
    store = OrderedDict()
    hits = misses = 0

    def cached(*args, **kwds):
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
        """How often the cache had the result or not, and its sizes."""
        return _cache_info(hits, misses, maxsize, len(store))

    def cache_clear():
        """Forget all results."""
        nonlocal hits, misses
        store.clear()
        hits = misses = 0

    def cache_parameters():
        return {'maxsize': maxsize, 'typed': typed}

    vars(cached).update(cache_info=cache_info, cache_clear=cache_clear, cache_parameters=cache_parameters)
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

def cmp_to_key(mycmp):
    """Make a key function for sort of a function that compares two values and gives a number."""
    def against(test):
        return lambda self, other: test(mycmp(self.obj, other.obj))

    class K:
        __slots__ = ('obj',)
        __lt__, __gt__ = against(lambda order: order < 0), against(lambda order: order > 0)
        __le__, __ge__ = against(lambda order: order <= 0), against(lambda order: order >= 0)
        __eq__ = against(lambda order: order == 0)
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj
    return K


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
