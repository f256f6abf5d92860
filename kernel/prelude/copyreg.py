"""Helper to provide extensibility for pickle: how instances are taken apart and put together."""

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(made, state)
    return made


def _slotnames(cls):
    """The names of all __slots__ members of a class, as attributes are called."""
    names = []
    for k in cls.__mro__:
        slots = k.__dict__.get('__slots__', ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__'):
                stripped = k.__name__.lstrip('_')
                name = f'_{stripped}{name}' if stripped else name
            names.append(name)
    return names


def _getstate(obj):
    """What object.__getstate__ gives: the dict, or None, or a pair of it and of what lies in slots."""
    state = getattr(obj, '__dict__', None) or None
    members = {}
    for name in _slotnames(type(obj)):
        try:
            members[name] = getattr(obj, name)
        except AttributeError:
            pass
    if not members:
        return state
    if state is not None:
        state = {name: value for name, value in state.items() if name not in members} or None
    return state, members


_refused = ('generator', 'module', 'TextIOWrapper', 'BufferedReader', 'BufferedWriter', 'FileIO', 'frame', 'traceback',
            'code', 'cell', 'dict_keys', 'dict_values', 'dict_items', 'mappingproxy', 'classmethod', 'staticmethod',
            'property', 'memoryview', 'ReferenceType', 'weakref.ReferenceType')


def _reduce_object(obj, protocol):
    cls = type(obj)
    if cls.__name__ in _refused:
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    for base in cls.__mro__:
        if base.__module__ == 'builtins':
            break
    state = obj.__getstate__()
    args = (cls, base, None if base is object else base(obj))
    return (_reconstructor, args, state) if state is not None else (_reconstructor, args)


def _reduce_ex_object(obj, protocol):
    cls = type(obj)
    if cls.__reduce__ is not object.__reduce__:
        return obj.__reduce__()
    if protocol < 2:
        return _reduce_object(obj, protocol)
    if cls.__name__ in _refused:
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    make, args = __newobj__, (cls,)
    if hasattr(obj, '__getnewargs_ex__'):
        positional, keywords = obj.__getnewargs_ex__()
        make, args = (__newobj_ex__, (cls, positional, keywords)) if keywords else (__newobj__, (cls, *positional))
    elif hasattr(obj, '__getnewargs__'):
        args = (cls, *obj.__getnewargs__())
    return (make, args, obj.__getstate__(), iter(obj) if isinstance(obj, list) else None,
            iter(obj.items()) if isinstance(obj, dict) else None)
