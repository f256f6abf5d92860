"""Functions made of functions: wrappers, partial calls, caches, orderings, dispatch by class."""
from _functools import _lru_cache_wrapper, cmp_to_key, partial, reduce

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = '__dict__',
_missing = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Give a function the name, the documentation and the attributes of the one it wraps."""
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
        if isinstance(func, partialmethod):  # one inside the other becomes one
            func, given, keywords = func.func, func.args + given, func.keywords | keywords
        self.func, self.args, self.keywords = func, given, keywords

    def __repr__(self):
        groups = [repr(self.func)], map(repr, self.args), (f'{name}={value!r}' for name, value in self.keywords.items())
        return f'{type(self).__module__}.{type(self).__qualname__}({", ".join(map(", ".join, groups))})'

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        bound = get(obj, cls) if get else self.func
        if bound is not self.func:  # what binds itself knows its first argument
            made = partial(bound, *self.args, **self.keywords)
            owner = getattr(bound, '__self__', None)
            if owner is not None:
                made.__self__ = owner
            return made

        def _method(self_or_cls, /, *more, **others):
            return self.func(self_or_cls, *self.args, *more, **self.keywords | others)
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method._partialmethod = self
        return _method if obj is None else _method.__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    __class_getitem__ = classmethod(type(list[int]))


# ---------------------------------------------------------------- caches

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


def __getattr__(name):
    if name != '_CacheInfo':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from collections import namedtuple  # for who asks: the first cache
    made = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'], module='functools')
    return globals().setdefault(name, made)


def _cached(function, maxsize, typed):
    info = globals().get('_CacheInfo') or __getattr__('_CacheInfo')
    cached = _lru_cache_wrapper(function, maxsize, typed, info)
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

    __class_getitem__ = classmethod(type(list[int]))


# ---------------------------------------------------------------- comparison

def total_ordering(cls):
    """Give a class the comparisons that it lacks, from one that it has and from ==."""
    names = ('__lt__', '__le__', '__gt__', '__ge__')
    roots = [name for name in names if getattr(cls, name, None) is not getattr(object, name, None)]
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = next(name for name in ('__lt__', '__le__', '__gt__', '__ge__') if name in roots)

    def define(name, less, negate, equal):
        """Defines the method `name` by root: its result, negated or not, and equality."""
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

def _merged(lines):
    """The classes of several lines of descent in one order that keeps all of theirs."""
    order, lines = [], [list(line) for line in lines if line]
    while lines:
        free = next((line[0] for line in lines if all(line[0] not in other[1:] for other in lines)), None)
        if free is None:
            raise RuntimeError('Inconsistent hierarchy')
        order.append(free)
        lines = [rest for line in lines if (rest := [c for c in line if c is not free])]
    return order


def _descent(cls, known):
    """The bases of cls, and behind each the abstract classes among the known ones that it is the first to belong to."""
    own = cls.__mro__
    places = {}
    for abstract in known:
        if abstract in own or not issubclass(cls, abstract):
            continue
        at = max(i for i, base in enumerate(own) if issubclass(base, abstract))
        first = own[at].__mro__
        stop = next((i for i in range(at + 1, len(own)) if own[i] in abstract.__mro__), len(own))
        at = max((i for i in range(at + 1, stop) if own[i] in first and hasattr(own[i], '__abstractmethods__')), default=at)
        places.setdefault(at, []).append(abstract)
    for at, base in enumerate(own):
        yield base
        here = places.get(at, ())
        lowest = [a for a in here if not any(a is not b and a in b.__mro__ for b in here)]
        yield from _merged([[c for c in a.__mro__ if c not in own] for a in lowest])


def _compose_mro(cls, types):
    """The order in which implementations for cls are looked for, when there are some for these types."""
    return list(_descent(cls, types))


def _find_impl(cls, registry):
    """The implementation for cls; RuntimeError where two fit and neither is nearer."""
    line, own = _descent(cls, registry), cls.__mro__
    best = next(c for c in line if c in registry)
    rival = next(line, None)
    if rival in registry and rival not in own and best not in own and not issubclass(best, rival):
        raise RuntimeError(f'Ambiguous dispatch: {best} or {rival}')
    return registry[best]


_Alias = type(list[int])


def _union_parts(kind):
    """What a union consists of; nothing for anything else."""
    from typing import Union, get_args, get_origin
    return get_args(kind) if get_origin(kind) in (Union, type(int | str)) else ()


def _class_list(kind):
    """The classes of a class or of a union; None for anything else."""
    if isinstance(kind, type):
        return None if isinstance(kind, _Alias) else (kind,)
    parts = _union_parts(kind)
    return parts if parts and all(map(_class_list, parts)) else None


def _annotated_class(function):
    """The classes that the annotation of a function's first argument names."""
    if not getattr(function, '__annotations__', {}):
        raise TypeError(f'Invalid first argument to `register()`: {function!r}. '
                        'Use either `@register(some_class)` or plain `@register` on an annotated function.')
    from typing import get_type_hints
    name, kind = next(iter(get_type_hints(function).items()))
    classes = _class_list(kind)
    if classes is None:
        what = 'not all arguments are classes' if _union_parts(kind) else 'is not a class'
        raise TypeError(f'Invalid annotation for {name!r}. {kind!r} {what}.')
    return classes


def singledispatch(func):
    """A function that has other implementations for classes of its first argument."""
    from abc import get_cache_token
    from types import MappingProxyType
    from weakref import WeakKeyDictionary
    registry, found, state = {object: func}, WeakKeyDictionary(), get_cache_token()

    def dispatch(cls):
        nonlocal state
        if state != get_cache_token():  # an abstract class has learnt of another one
            state = get_cache_token()
            found.clear()
        chosen = found.get(cls)
        if chosen is None:
            chosen = found[cls] = registry[cls] if cls in registry else _find_impl(cls, registry)
        return chosen

    def register(cls, function=None):
        classes = _class_list(cls)
        if function is None:
            if classes:
                return lambda f: register(cls, f)
            function, classes = cls, _annotated_class(cls)
        elif classes is None:
            raise TypeError(f'Invalid first argument to `register()`. {cls!r} is not a class or union type.')
        registry.update(dict.fromkeys(classes, function))
        found.clear()
        return function

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{getattr(func, "__name__", "singledispatch function")} requires at least 1 positional argument')
        return dispatch(type(args[0]))(*args, **kw)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = MappingProxyType(registry)
    wrapper._clear_cache = found.clear
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
