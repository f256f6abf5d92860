"""The part of typing that makes no annotations: functions that mark others, remember them, or pass a value on."""
import sys
from collections import defaultdict
from functools import wraps as _wraps

_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def cast(typ, val):
    """The value as it is."""
    return val


def assert_type(val, typ, /):
    """The value as it is."""
    return val


def assert_never(arg, /):
    """Fail: this code should be unreachable."""
    text = repr(arg)
    if len(text) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        text = text[:_ASSERT_NEVER_REPR_MAX_LENGTH] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {text}')


def reveal_type(obj, /):
    """Say on stderr what class the object has."""
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


_overload_registry = defaultdict(lambda: defaultdict(dict))  # by module, name in it, and line


def _variants_of(func):
    func = getattr(func, '__func__', func)
    return _overload_registry[func.__module__][func.__qualname__]


def overload(func):
    """Mark one of several signatures; the function itself follows."""
    def only_a_signature(*args, **kwargs):
        raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated '
                                  'functions outside a stub module should always be followed by an implementation '
                                  'that is not @overload-ed.')
    plain = getattr(func, '__func__', func)
    try:
        _variants_of(func)[plain.__code__.co_firstlineno] = func
    except AttributeError:  # not a function: it is marked, but not remembered
        pass
    return only_a_signature


def get_overloads(func):
    """The signatures that were marked for func."""
    func = getattr(func, '__func__', func)
    return list(_overload_registry.get(func.__module__, {}).get(func.__qualname__, {}).values())


def clear_overloads():
    """Remove the registered overloads."""
    _overload_registry.clear()


def _mark(thing, attr, value=True):
    try:
        setattr(thing, attr, value)
    except (AttributeError, TypeError):
        pass
    return thing


def final(f):
    """Mark what is not to be overridden."""
    return _mark(f, '__final__')


def no_type_check(arg):
    """Mark a function whose annotations mean something else; of a class, also what is defined in it."""
    for name, value in list(vars(arg).items()) if isinstance(arg, type) else ():
        value = getattr(value, '__func__', value)
        own = f'{arg.__qualname__}.{getattr(value, "__name__", name)}'
        if getattr(value, '__qualname__', None) == own and getattr(value, '__module__', None) == arg.__module__:
            no_type_check(value)
    return _mark(arg, '__no_type_check__')


def no_type_check_decorator(decorator):
    """The decorator, marking what it makes with no_type_check."""
    @_wraps(decorator)
    def marking(*args, **kwargs):
        return no_type_check(decorator(*args, **kwargs))
    return marking


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    """Mark a decorator or class that makes dataclasses."""
    options = dict(eq_default=eq_default, order_default=order_default, kw_only_default=kw_only_default,
                   field_specifiers=field_specifiers, kwargs=kwargs)
    return lambda thing: _mark(thing, '__dataclass_transform__', options)


__all__ = ['cast', 'assert_type', 'assert_never', 'reveal_type', 'overload', 'get_overloads', 'clear_overloads', 'final',
           'no_type_check', 'no_type_check_decorator', 'dataclass_transform']
for _name in __all__:
    globals()[_name].__module__ = 'typing'
