"""Abstract Base Classes (ABCs) according to PEP 3119."""
from _weakref import ref as _ref


def abstractmethod(funcobj):
    """A decorator indicating abstract methods."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    """A decorator indicating abstract classmethods."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True


class abstractstaticmethod(staticmethod):
    """A decorator indicating abstract staticmethods."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True


class abstractproperty(property):
    """A decorator indicating abstract properties."""
    __isabstractmethod__ = True


_changes = 0  # of registrations anywhere: what was found not to be a subclass may be one now


class _Record:
    """What an abstract class knows of others, which it does not keep alive."""

    def __init__(self):
        self.registered = []
        self.yes, self.no = {}, {}
        self.seen = 0

    def remember(self, table, cls):
        key = id(cls)
        table[key] = _ref(cls, lambda gone: table.pop(key, None))


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items() if getattr(value, '__isabstractmethod__', False)}
    for base in cls.__bases__:
        for name in getattr(base, '__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                names.add(name)
    return frozenset(names)


class ABCMeta(type):
    """Metaclass for defining Abstract Base Classes (ABCs).

    Use this metaclass to create an ABC.  An ABC can be subclassed
    directly, and then acts as a mix-in class.  You can also register
    unrelated concrete classes (even built-in classes) and unrelated
    ABCs as 'virtual subclasses' -- these and their descendants will
    be considered subclasses of the registering ABC by the built-in
    issubclass() function, but the registering ABC won't show up in
    their MRO (Method Resolution Order) nor will method
    implementations defined by the registering ABC be callable (not
    even via super()).
    """

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._abc_impl = _Record()
        return cls

    def register(cls, subclass):
        """Register a virtual subclass of an ABC.

        Returns the subclass, to allow usage as a class decorator.
        """
        global _changes
        if not isinstance(subclass, type):
            raise TypeError('Can only register classes')
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError('Refusing to create an inheritance cycle')
        cls._abc_impl.registered.append(_ref(subclass))
        _changes += 1
        return subclass

    def __instancecheck__(cls, instance):
        """Override for isinstance(instance, cls)."""
        subclass = instance.__class__
        if id(subclass) in cls._abc_impl.yes:
            return True
        kind = type(instance)
        if kind is subclass:
            return cls.__subclasscheck__(subclass)
        return cls.__subclasscheck__(subclass) or cls.__subclasscheck__(kind)

    def __subclasscheck__(cls, subclass):
        """Override for issubclass(subclass, cls)."""
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        record = cls._abc_impl
        if id(subclass) in record.yes:
            return True
        if record.seen < _changes:
            record.no.clear()
            record.seen = _changes
        elif id(subclass) in record.no:
            return False
        answer = _is_below(cls, subclass, record)
        record.remember(record.yes if answer else record.no, subclass)
        return answer

    def _dump_registry(cls, file=None):
        """Debug helper to print the ABC registry."""
        print(f'Class: {cls.__module__}.{cls.__qualname__}', file=file)
        print(f'_abc_registry: {set(cls._abc_impl.registered)!r}', file=file)

    def _abc_registry_clear(cls):
        """Clear the registry (for debugging or testing)."""
        cls._abc_impl.registered.clear()

    def _abc_caches_clear(cls):
        """Clear the caches (for debugging or testing)."""
        cls._abc_impl.yes.clear()
        cls._abc_impl.no.clear()


def _is_below(cls, subclass, record):
    said = cls.__subclasshook__(subclass)
    if said is not NotImplemented:
        if not isinstance(said, bool):
            raise AssertionError('__subclasshook__ must return either False, True, or NotImplemented')
        return said
    if cls in subclass.__mro__:
        return True
    for known in record.registered:
        other = known()
        if other is not None and issubclass(subclass, other):
            return True
    return any(issubclass(subclass, other) for other in type.__subclasses__(cls))


def update_abstractmethods(cls):
    """Recalculate the set of abstract methods of an abstract class."""
    if not hasattr(cls, '__abstractmethods__'):
        return cls
    names = {name for base in cls.__bases__ for name in getattr(base, '__abstractmethods__', ())
             if getattr(getattr(cls, name, None), '__isabstractmethod__', False)}
    names |= {name for name, value in cls.__dict__.items() if getattr(value, '__isabstractmethod__', False)}
    cls.__abstractmethods__ = frozenset(names)
    return cls


def get_cache_token():
    """Returns the current ABC cache token."""
    return _changes


class ABC(metaclass=ABCMeta):
    """Helper class that provides a standard way to create an ABC using
    inheritance.
    """
    __slots__ = ()
