"""
Define names for built-in types that aren't directly accessible as a builtin.
"""


def _f():
    pass


FunctionType = type(_f)
LambdaType = type(lambda: None)
CodeType = type(_f.__code__)
MappingProxyType = type(type.__dict__)


def _g():
    yield 1


GeneratorType = type(_g())


class _C:
    def _m(self):
        pass

    __slots__ = ('_s',)


MethodType = type(_C()._m)
MemberDescriptorType = type(_C._s)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__['fromkeys'])
GetSetDescriptorType = type(type.__dict__['__name__'])
ModuleType = type(__import__('sys'))
NoneType = type(None)
EllipsisType = type(Ellipsis)
NotImplementedType = type(NotImplemented)
GenericAlias = type(list[int])
UnionType = type(int | str)


def _cell():
    x = 1

    def inner():
        return x
    return inner.__closure__[0]


CellType = type(_cell())

try:
    raise TypeError
except TypeError as exc:
    TracebackType = type(exc.__traceback__)
    FrameType = type(exc.__traceback__.tb_frame)
del _f, _g, _C, _cell


class SimpleNamespace:
    """A simple attribute-based namespace.

    SimpleNamespace(**kwargs)"""

    def __init__(self, /, *args, **kwargs):
        if args:
            raise TypeError('no positional arguments expected')
        self.__dict__.update(kwargs)

    def __repr__(self):
        name = 'namespace' if type(self) is SimpleNamespace else type(self).__name__
        if id(self) in _shown:
            return f'{name}(...)'
        _shown.add(id(self))
        try:
            return f'{name}({", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())})'
        finally:
            _shown.discard(id(self))

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __reduce__(self):
        return type(self), (), self.__dict__


_shown = set()


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Create a class object dynamically using the appropriate metaclass."""
    resolved = resolve_bases(bases)
    meta, ns, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(ns)
    if resolved is not bases:
        ns['__orig_bases__'] = bases
    return meta(name, resolved, ns, **kwds)


def resolve_bases(bases):
    """Resolve MRO entries dynamically as specified by PEP 560."""
    all_bases, changed = [], False
    for base in bases:
        if not isinstance(base, type) and hasattr(base, '__mro_entries__'):
            entries = base.__mro_entries__(bases)
            if not isinstance(entries, tuple):
                raise TypeError('__mro_entries__ must return a tuple')
            all_bases.extend(entries)
            changed = True
        else:
            all_bases.append(base)
    return tuple(all_bases) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """Call the __prepare__ method of the appropriate metaclass."""
    kwds = dict(kwds or {})
    if 'metaclass' in kwds:
        meta = kwds.pop('metaclass')
    else:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        meta = _calculate_meta(meta, bases)
    ns = meta.__prepare__(name, bases, **kwds) if hasattr(meta, '__prepare__') else {}
    return meta, ns, kwds


def _calculate_meta(meta, bases):
    winner = meta
    for base in bases:
        own = type(base)
        if issubclass(winner, own):
            continue
        if not issubclass(own, winner):
            raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of '
                            'the metaclasses of all its bases')
        winner = own
    return winner


class DynamicClassAttribute:
    """Route attribute access on a class to __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or (fget.__doc__ if fget else None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError('unreadable attribute')
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, self.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


__all__ = [n for n in globals() if n[:1] != '_']
