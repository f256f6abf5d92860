"""Generic (shallow and deep) copying operations."""
from _weakref import ref as _ref


class Error(Exception):
    pass


error = Error

_GENERATOR = type(_ for _ in ())

_ATOMS = (type(None), type(Ellipsis), type(NotImplemented), int, float, complex, bool, str, bytes, type, range, slice, type(len),
          type(lambda: 0), property, type((lambda: 0).__code__), _ref)


def _state(x):
    """The attributes of an instance: its dict and what lies in slots."""
    state = dict(getattr(x, '__dict__', {}))
    for cls in type(x).__mro__:
        slots = cls.__dict__.get('__slots__', ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__'):
                name = f'_{cls.__name__.lstrip("_")}{name}'
            if hasattr(x, name):
                state[name] = getattr(x, name)
    return state


def _blank(x):
    """A new instance of the class of x without running __init__."""
    cls = type(x)
    make = getattr(x, '__getnewargs_ex__', None)
    if make is not None:
        args, kwargs = make()
        return cls.__new__(cls, *args, **kwargs)
    make = getattr(x, '__getnewargs__', None)
    if make is not None:
        return cls.__new__(cls, *make())
    if isinstance(x, (tuple, frozenset)):
        return cls.__new__(cls, x)
    if isinstance(x, BaseException):
        return cls.__new__(cls, *x.args)
    if cls.__new__ is object.__new__ and cls.__module__ == 'builtins' and cls is not object:
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    return cls.__new__(cls)


def _restore(y, state):
    setstate = getattr(type(y), '__setstate__', None)
    if setstate is not None:
        y.__setstate__(state)
        return
    if isinstance(state, dict):
        for name, value in state.items():
            object.__setattr__(y, name, value)


def _own_state(x):
    """What __getstate__ of the class says, else the attributes."""
    own = getattr(type(x), '__getstate__', None)
    if own is not None and own is not getattr(object, '__getstate__', None):
        return x.__getstate__()
    return _state(x)


def _reduced(x):
    """What the class's own __reduce_ex__ or __reduce__ gives; None when it only has object's."""
    for name, args in (('__reduce_ex__', (4,)), ('__reduce__', ())):
        own = getattr(type(x), name, None)
        if own is not None and own is not getattr(object, name, None):
            return getattr(x, name)(*args)
    return None


def _rebuild(made, memo, deep):
    call, args, *rest = made
    state, items, pairs = (list(rest) + [None] * 3)[:3]
    if deep:
        args = tuple(deepcopy(arg, memo) for arg in args)
        state = deepcopy(state, memo)
    y = call(*args)
    if state is not None:
        _restore(y, state)
    for item in items or ():
        y.append(deepcopy(item, memo) if deep else item)
    for key, value in pairs or ():
        y[deepcopy(key, memo) if deep else key] = deepcopy(value, memo) if deep else value
    return y


def copy(x):
    """Shallow copy operation on arbitrary Python objects."""
    cls = type(x)
    if cls in _ATOMS or cls in (tuple, frozenset) or issubclass(cls, type):
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    own = getattr(cls, '__copy__', None)
    if own is not None:
        return own(x)
    made = _reduced(x)
    if isinstance(made, str):
        return x
    if made is not None:
        return _rebuild(made, None, False)
    if cls is _GENERATOR or cls.__name__ in ('module', 'TextIOWrapper', 'frame', 'mappingproxy'):
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    y = _blank(x)
    if isinstance(x, list):
        list.extend(y, x)
    elif isinstance(x, dict):
        for key, value in x.items():
            dict.__setitem__(y, key, value)
    elif isinstance(x, set):
        set.update(y, x)
    state = _own_state(x)
    if state or hasattr(type(x), '__setstate__') and state is not None:
        _restore(y, state)
    return y


_nothing = []


def _keep(x, memo):
    """Holds x while the copy runs: its id is a key of memo."""
    memo.setdefault(id(memo), []).append(x)


def deepcopy(x, memo=None, _nil=_nothing):
    """Deep copy operation on arbitrary Python objects."""
    if memo is None:
        memo = {}
    cls = type(x)
    if cls in _ATOMS or issubclass(cls, type):
        return x
    key = id(x)
    y = memo.get(key, _nothing)
    if y is not _nothing:
        return y
    if cls is list:
        memo[key] = y = []
        for item in x:
            y.append(deepcopy(item, memo))
    elif cls is dict:
        memo[key] = y = {}
        for name, value in x.items():
            y[deepcopy(name, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        items = [deepcopy(item, memo) for item in x]
        if key in memo:
            return memo[key]
        y = x if all(a is b for a, b in zip(items, x)) else tuple(items)
    elif cls in (set, frozenset):
        y = cls([deepcopy(item, memo) for item in x])
    elif cls is bytearray:
        y = x.copy()
    elif getattr(cls, '__deepcopy__', None) is not None:
        y = x.__deepcopy__(memo)
    elif cls.__name__ == 'method' and hasattr(x, '__func__'):
        y = cls(x.__func__, deepcopy(x.__self__, memo))
    elif cls.__name__ == 'module':
        raise TypeError("cannot pickle 'module' object")
    else:
        y = _deep_instance(x, memo)
    if y is not x:
        memo[key] = y
        _keep(x, memo)
    return y


def _deep_instance(x, memo):
    made = _reduced(x)
    if isinstance(made, str):
        return x
    if made is not None:
        return _rebuild(made, memo, True)
    if isinstance(x, (tuple, frozenset)) and not hasattr(x, '__getnewargs__'):
        y = type(x).__new__(type(x), [deepcopy(item, memo) for item in x])
    elif isinstance(x, tuple):
        y = type(x).__new__(type(x), *deepcopy(tuple(x.__getnewargs__()), memo)) if type(x).__new__ is tuple.__new__ \
            else tuple.__new__(type(x), [deepcopy(item, memo) for item in x])
    elif type(x).__name__ in ('generator', 'TextIOWrapper', 'BufferedReader', 'BufferedWriter', 'frame', 'mappingproxy'):
        raise TypeError(f"cannot pickle '{type(x).__name__}' object")
    else:
        y = _blank(x)
    memo[id(x)] = y
    if isinstance(x, list):
        for item in x:
            list.append(y, deepcopy(item, memo))
    elif isinstance(x, dict):
        for key, value in x.items():
            dict.__setitem__(y, deepcopy(key, memo), deepcopy(value, memo))
    elif isinstance(x, set):
        set.update(y, [deepcopy(item, memo) for item in x])
    state = _own_state(x)
    if state or hasattr(type(x), '__setstate__') and state is not None:
        _restore(y, deepcopy(state, memo))
    return y
