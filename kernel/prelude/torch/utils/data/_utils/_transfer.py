"""How values are taken apart for other processes, and put together there: the part of the work that is not plain
(bind_transfer.c has the rest). As pickle does it with protocol 4."""

import copyreg
import sys

_FUNCTIONS = (type(len), type(lambda: None))


class PicklingError(Exception):
    """A value that cannot be sent."""


PicklingError.__module__ = '_pickle'


def find(name):
    """The class or function that reduce() has named."""
    module, _, path = name.partition(':')
    if module not in sys.modules:
        __import__(module)
    found = sys.modules[module]
    for part in path.split('.'):
        found = getattr(found, part)
    return found


def _named(obj, name):
    """The name by which another process finds a class or function."""
    module = getattr(obj, '__module__', None) or 'builtins'
    if '<locals>' in name:
        raise AttributeError("Can't pickle local object %r" % name)
    try:
        same = find(module + ':' + name) is obj
    except (ImportError, AttributeError):
        raise PicklingError("Can't pickle %r: attribute lookup %s on %s failed" % (obj, name, module)) from None
    if not same:
        raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module, name))
    return module + ':' + name


def reduce(obj):
    """(callable, arguments, state, items, pairs), or the name of a class or function."""
    if isinstance(obj, type) or type(obj) in _FUNCTIONS:
        return _named(obj, obj.__qualname__)
    own = copyreg.dispatch_table.get(type(obj))
    parts = obj.__reduce_ex__(4) if own is None else own(obj)
    if isinstance(parts, str):
        return _named(obj, parts)
    if not isinstance(parts, tuple) or not 2 <= len(parts) <= 6:
        raise PicklingError('__reduce__ must return a string or tuple')
    call, args, state, items, pairs, setter = (*parts, *[None] * (6 - len(parts)))
    if setter is not None:
        raise PicklingError('a function that sets the state of a %s cannot be sent to another process' % type(obj).__name__)
    return call, args, state, None if items is None else list(items), None if pairs is None else list(pairs)


def rebuild(obj, state, items, pairs):
    """Gives a new instance the items and the state that reduce() has found."""
    for item in items or ():
        obj.append(item)
    for key, value in pairs or ():
        obj[key] = value
    if state is None:
        return
    if hasattr(obj, '__setstate__'):
        obj.__setstate__(state)
        return
    own, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    if own:
        obj.__dict__.update(own)
    for name, value in (slots or {}).items():
        setattr(obj, name, value)
