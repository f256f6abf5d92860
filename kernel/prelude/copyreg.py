"""Helper to provide extensibility for pickle: how instances are taken apart and put together."""

dispatch_table = {}


def _must_be_callable(value, what):
    if not callable(value):
        raise TypeError(what + ' must be callable')


def constructor(object):
    """Check a function that makes instances."""
    _must_be_callable(object, 'constructors')


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Say by which function instances of a type are taken apart."""
    _must_be_callable(pickle_function, 'reduction functions')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob:
        constructor(constructor_ob)


def __newobj_ex__(cls, args, kwargs):
    """What protocol 2 makes an instance with."""
    return cls.__new__(cls, *args, **kwargs)


def __newobj__(cls, *args):
    return __newobj_ex__(cls, args, {})


def _reconstructor(cls, base, state):
    """What protocols 0 and 1 make an instance with: the state is a value of the builtin type that it derives from."""
    given = () if base is object else (state,)
    made = base.__new__(cls, *given)
    if given and base.__init__ is not object.__init__:
        base.__init__(made, *given)
    return made


def _slotnames(cls):
    """The names of all __slots__ members of a class, as attributes are called."""
    names = []
    for k in cls.__mro__:
        slots = k.__dict__.get('__slots__', ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name == '__dict__' or name == '__weakref__':
                continue  # places for other things
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
