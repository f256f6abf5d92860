"""Abstract classes: methods that subclasses must define, and subclasses that are declared instead of derived."""
from _weakref import ref as _ref

_declared = 0  # how often register() changed something anywhere: a class that was no subclass may be one since


# ---------------------------------------------------------------- marks on methods

def abstractmethod(funcobj):
    """Mark a method as one that subclasses must define."""
    funcobj.__isabstractmethod__ = True
    return funcobj


def _marked(kind, name):
    """A deprecated decorator: one of the builtin ones and the mark."""
    def __init__(self, method):
        kind.__init__(self, abstractmethod(method))
    space = {'__module__': __name__, '__doc__': f'{kind.__name__} and abstractmethod in one.', '__isabstractmethod__': True}
    return type(name, (kind,), space if kind is property else {**space, '__init__': __init__})


abstractclassmethod = _marked(classmethod, 'abstractclassmethod')
abstractstaticmethod = _marked(staticmethod, 'abstractstaticmethod')
abstractproperty = _marked(property, 'abstractproperty')


def _is_marked(value):
    return getattr(value, '__isabstractmethod__', False)


def _still_to_define(cls):
    """The names of abstract methods: those in the class itself, and those of its bases that it has not defined."""
    own = [name for name, value in vars(cls).items() if _is_marked(value)]
    theirs = [name for base in cls.__bases__ for name in getattr(base, '__abstractmethods__', ())]
    return frozenset(own + [name for name in theirs if _is_marked(getattr(cls, name, None))])


def update_abstractmethods(cls):
    """Look anew which methods of an abstract class are abstract, after methods were added to it."""
    if hasattr(cls, '__abstractmethods__'):
        cls.__abstractmethods__ = _still_to_define(cls)
    return cls


# ---------------------------------------------------------------- classes

class _Ledger:
    """What an abstract class knows of others, which it does not keep alive."""
    __slots__ = ('members', 'below', 'strange')

    def __init__(self):
        self.members = []  # weak references to what was registered
        self.below = {}  # id of a subclass: (weak reference, _declared when it was asked about)
        self.strange = {}  # the same of classes that were none when they were asked about

    def note(self, cls, answer):
        key, table = id(cls), self.below if answer else self.strange
        table[key] = _ref(cls, lambda gone: table.pop(key, None)), _declared
        return answer


class ABCMeta(type):
    """The metaclass of abstract classes, which answer issubclass() for declared subclasses, too."""

    def __new__(meta, name, bases, namespace, /, **options):
        made = type.__new__(meta, name, bases, namespace, **options)
        made.__abstractmethods__ = _still_to_define(made)
        made._abc_impl = _Ledger()
        return made

    def register(cls, subclass):
        """Declare a class a subclass of this one; it is given back, as decorators need it."""
        global _declared
        if not isinstance(subclass, type):
            raise TypeError('Can only register classes')
        if not issubclass(subclass, cls):
            if issubclass(cls, subclass):
                raise RuntimeError('Refusing to create an inheritance cycle')
            cls._abc_impl.members.append(_ref(subclass))
            _declared += 1
            kind = cls.__flags__ & 0x60  # `match` takes it for a sequence or a mapping
            if kind and subclass.__flags__ & 0x200:
                subclass.__abc_tpflags__ = kind
        return subclass

    def __instancecheck__(cls, instance):
        said = instance.__class__  # an object may say that it is of another class
        if id(said) in cls._abc_impl.below or cls.__subclasscheck__(said):
            return True
        kind = type(instance)
        return kind is not said and cls.__subclasscheck__(kind)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        ledger, key = cls._abc_impl, id(subclass)
        if key in ledger.below:
            return True
        if key in ledger.strange and ledger.strange[key][1] == _declared:
            return False
        return ledger.note(subclass, _is_below(cls, subclass))


def _is_below(cls, subclass):
    """Ask the class's own hook, its derived classes, its declared ones, and those that these know."""
    hooked = cls.__subclasshook__(subclass)
    if hooked is not NotImplemented:
        if hooked is not True and hooked is not False:
            raise AssertionError('__subclasshook__ must return either False, True, or NotImplemented')
        return hooked
    if cls in subclass.__mro__:
        return True
    declared = [member() for member in cls._abc_impl.members]
    return any(issubclass(subclass, other) for other in declared + type.__subclasses__(cls) if other is not None)


def get_cache_token():
    """A value that changes with every registration."""
    return _declared


class ABC(metaclass=ABCMeta):
    """A base for abstract classes: ABCMeta without a metaclass= in the class statement."""
    __slots__ = ()
