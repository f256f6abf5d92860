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


def pickle_complex(c):
    """Complex numbers by their components."""
    return complex, (c.real, c.imag)


def pickle_union(obj):
    """Unions of types by their members."""
    from functools import reduce
    from operator import or_
    return reduce, (or_, obj.__args__)


pickle(complex, pickle_complex, complex)
pickle(type(int | str), pickle_union)


def __newobj_ex__(cls, args, kwargs):
    """What protocol 2 makes an instance with."""
    return cls.__new__(cls, *args, **kwargs)


def __newobj__(cls, *args):
    return __newobj_ex__(cls, args, {})


def _partial_new(cls, args, kwargs):
    """What protocols 2 and 3 write for an instance that is made with keywords: __new__ with its arguments."""
    from functools import partial
    return partial(cls.__new__, cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    """What protocols 0 and 1 make an instance with: the state is a value of the builtin type that it derives from."""
    given = () if base is object else (state,)
    made = base.__new__(cls, *given)
    if given and base.__init__ is not object.__init__:
        base.__init__(made, *given)
    return made


def _mangled(owner, name):
    """The name that a class with a private name in its body means."""
    private = name.startswith('__') and not name.endswith('__')
    prefix = '_' + owner.__name__.lstrip('_')
    return prefix + name if private and prefix != '_' else name


def _slotnames(cls):
    """The names of all __slots__ members of a class, as attributes are called."""
    declared = [(owner, vars(owner).get('__slots__', ())) for owner in cls.__mro__]
    return [_mangled(owner, name) for owner, slots in declared for name in ([slots] if isinstance(slots, str) else slots)
            if name not in ('__dict__', '__weakref__')]


def _getstate(obj):
    """What object.__getstate__ gives: the dict, or None, or a pair of it and of the values of slots."""
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


def _reduce_object(obj, base):
    """What object.__reduce__ gives: a value of the builtin type that the class derives from, and the state."""
    cls = type(obj)
    if base is cls and base is not object:
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    if hasattr(cls, '__slots__') and cls.__getstate__ is object.__getstate__ and _slotnames(cls):
        raise TypeError('a class that defines __slots__ without defining __getstate__ cannot be pickled')
    if base.__module__ != 'builtins':
        base = object  # of a module of the library: it holds nothing that attributes do not show
    args = (cls, base, None if base is object else base(obj))
    state = obj.__getstate__()
    return (_reconstructor, args, state) if state else (_reconstructor, args)


def _new_arguments(obj):
    """By which function protocol 2 makes an instance, and its arguments."""
    cls = type(obj)
    if hasattr(cls, '__getnewargs_ex__'):
        given = obj.__getnewargs_ex__()
        if not isinstance(given, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(given).__name__}'")
        if len(given) != 2:
            raise ValueError(f'__getnewargs_ex__ should return a tuple of length 2, not {len(given)}')
        for part, place, kind in zip(given, ('first', 'second'), (tuple, dict)):
            if not isinstance(part, kind):
                raise TypeError(f'{place} item of the tuple returned by __getnewargs_ex__ must be a {kind.__name__}, '
                                f"not '{type(part).__name__}'")
        args, kwargs = given
        return (__newobj_ex__, (cls, args, kwargs)) if kwargs else (__newobj__, (cls, *args))
    if hasattr(cls, '__getnewargs__'):
        args = obj.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        return __newobj__, (cls, *args)
    return __newobj__, (cls,)


def _reduce_new(obj):
    """What object.__reduce_ex__ gives from protocol 2 on."""
    return (*_new_arguments(obj), obj.__getstate__(), iter(obj) if isinstance(obj, list) else None,
            iter(obj.items()) if isinstance(obj, dict) else None)


_extension_registry = {}  # (module, name): code
_inverted_registry = {}  # code: (module, name)
_extension_cache = {}


def add_extension(module, name, code):
    """Register an extension code: pickles name the object by that number from now on."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError('code out of range')
    key = module, name
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    for registry, asked, kind, there in ((_extension_registry, key, 'key', 'code'), (_inverted_registry, code, 'code', 'key')):
        if asked in registry:
            raise ValueError(f'{kind} {asked} is already ' + (f'registered with code {registry[asked]}' if there == 'code'
                                                              else f'in use for key {registry[asked]}'))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    """Unregister an extension code."""
    key = module, name
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError(f'key {key} is not registered with code {code}')
    del _extension_registry[key], _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    """Forget what extension codes were found to mean."""
    _extension_cache.clear()


__all__ = ['pickle', 'constructor', 'add_extension', 'remove_extension', 'clear_extension_cache']
