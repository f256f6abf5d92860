"""Names for the builtin types that have none in the language, and what a class statement does, as functions."""


def _sample():
    """Something of each kind that takes code to come by: a function, its generator, a cell, a traceback."""
    held = None

    def makes_generator():
        yield held
    try:
        held.nothing
    except AttributeError as error:
        return makes_generator, makes_generator(), makes_generator.__closure__[0], error.__traceback__


class _Sample:
    __slots__ = ('member',)

    def method(self):
        pass


async def _yields():
    yield


async def _waits():
    pass


_coroutine = _waits()
CoroutineType, AsyncGeneratorType = type(_coroutine), type(_yields())
_coroutine.close()
_function, _generator, _cell, _traceback = _sample()
FunctionType = LambdaType = type(_function)
CodeType, GeneratorType, CellType = type(_function.__code__), type(_generator), type(_cell)
TracebackType, FrameType = type(_traceback), type(_traceback.tb_frame)
MethodType, MemberDescriptorType = type(_Sample().method), type(_Sample.member)
BuiltinFunctionType, BuiltinMethodType = type(print), type(''.join)
MethodDescriptorType, WrapperDescriptorType, MethodWrapperType = type(list.append), type(int.__init__), type((1).__str__)
MappingProxyType, ClassMethodDescriptorType = type(vars(int)), type(vars(dict)['fromkeys'])
GetSetDescriptorType, ModuleType = type(vars(type)['__name__']), type(__import__('builtins'))
NoneType, EllipsisType, NotImplementedType = map(type, (None, ..., NotImplemented))
GenericAlias, UnionType = type(tuple[int]), type(int | None)
SimpleNamespace = type(__import__('sys').implementation)
del _coroutine, _function, _generator, _cell, _traceback, _sample, _waits, _yields, _Sample


# ---------------------------------------------------------------- coroutines

_GENERATOR, _COROUTINE, _ITERABLE_COROUTINE = 0x20, 0x80, 0x100  # flags of code


class _GeneratorWrapper:
    """Stands for an object with a generator's methods where something is awaited."""

    def __init__(self, generator):
        self._generator = generator
        self.__name__, self.__qualname__ = [getattr(generator, name, None) for name in ('__name__', '__qualname__')]

    def send(self, value):
        return self._generator.send(value)

    def throw(self, *details):
        return self._generator.throw(*details)

    def close(self):
        return self._generator.close()

    def __next__(self):
        return next(self._generator)

    def __iter__(self):
        return self._generator if type(self._generator) is GeneratorType else self

    __await__ = __iter__

    def _of_generator(name):
        return property(lambda self: getattr(self._generator, name))

    for _part in ('code', 'frame', 'running', 'yieldfrom'):
        locals()['gi_' + _part] = locals()['cr_' + _part.replace('yieldfrom', 'await')] = _of_generator('gi_' + _part)
    del _of_generator, _part


def coroutine(func):
    """Makes a generator function one whose generators can be awaited; of another callable what it returns is looked at."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    code = func.__code__ if type(func) is FunctionType else None
    if code is not None and code.co_flags & (_COROUTINE | _ITERABLE_COROUTINE):
        return func
    if code is not None and code.co_flags & _GENERATOR:
        func.__code__ = code.replace(co_flags=code.co_flags | _ITERABLE_COROUTINE)
        return func
    import functools
    from collections.abc import Coroutine, Generator

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        given = func(*args, **kwargs)
        if isinstance(given, Generator) and not isinstance(given, Coroutine) \
                and not (type(given) is GeneratorType and given.gi_code.co_flags & _ITERABLE_COROUTINE):
            return _GeneratorWrapper(given)
        return given
    return wrapped


# ---------------------------------------------------------------- class statements

def new_class(name, bases=(), kwds=None, exec_body=None):
    """Make a class as a class statement does, whose body is a function that fills the namespace."""
    real = resolve_bases(bases)
    meta, namespace, rest = prepare_class(name, real, kwds)
    if exec_body:
        exec_body(namespace)
    if real is not bases:
        namespace['__orig_bases__'] = bases
    return meta(name, real, namespace, **rest)


def resolve_bases(bases):
    """The bases with those that are not classes replaced by what their __mro_entries__ gives."""
    real = []
    for base in bases:
        entries = (base,)
        if not isinstance(base, type) and hasattr(base, '__mro_entries__'):
            entries = base.__mro_entries__(bases)
            if not isinstance(entries, tuple):
                raise TypeError('__mro_entries__ must return a tuple')
        real += entries
    unchanged = len(real) == len(bases) and all(a is b for a, b in zip(real, bases))
    return bases if unchanged else tuple(real)


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace for the body, and the keywords other than metaclass=."""
    rest = dict(kwds or ())
    meta = rest.pop('metaclass', type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for kind in map(type, bases):  # the most derived of all must fit all
            if not issubclass(meta, kind):
                if not issubclass(kind, meta):
                    raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of '
                                    'the metaclasses of all its bases')
                meta = kind
    prepare = getattr(meta, '__prepare__', None)
    return meta, prepare(name, bases, **rest) if prepare else {}, rest


# ---------------------------------------------------------------- attributes that only instances have

def _with_part(place):
    """getter, setter or deleter: the same attribute with that function replaced."""
    def replaced(self, function):
        parts = [self.fget, self.fset, self.fdel, self.__doc__]
        parts[place] = function
        return type(self)(*parts)
    return replaced


def _through(part, problem):
    """Call one of the three functions of an attribute, which must be there."""
    def access(self, instance, *value):
        function = getattr(self, part)
        if not function:
            raise AttributeError(problem)
        return function(instance, *value)
    return access


class DynamicClassAttribute:
    """A property of instances; on the class, the name is looked up by the metaclass's __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or getattr(fget, '__doc__', None)
        self.__isabstractmethod__ = getattr(fget, '__isabstractmethod__', False)

    _read = _through('fget', 'unreadable attribute')
    __set__ = _through('fset', "can't set attribute")
    __delete__ = _through('fdel', "can't delete attribute")
    getter, setter, deleter = map(_with_part, range(3))

    def __get__(self, instance, owner=None):
        if instance is not None:
            return self._read(instance)
        if not self.__isabstractmethod__:
            raise AttributeError
        return self


__all__ = [name for name in dir() if not name.startswith('_')]
