"""Functions and classes of the session in pickles by value, as cloudpickle and its copies write them for processes that do not know the
program. Run when the first of them is imported. Each has a twin here, which CPython makes of the same text; that is what is written, and
what comes back as one is again that of the session. `here` is the language's side, `in_session` makes functions that run there,
`code_of` gives CPython's code of the session's, `ask_session` is what marks its exceptions."""
import builtins
import collections
import dataclasses
import functools
import importlib
import inspect
import pickle
import sys
import types
import typing


def _is_ours(function):
    return isinstance(function, types.FunctionType) and type(function) is not types.FunctionType


def _named(x, by_value):
    """What another process finds by its names, x itself or its namesake in Python's library; None: nothing."""
    module, path = getattr(x, '__module__', None), getattr(x, '__qualname__', '<')
    if module in (None, '__main__', '__mp_main__') or '<' in path:
        return None
    if any(module == each or module.startswith(each + '.') for each in by_value):
        return None
    found = importlib.import_module(module) if module.partition('.')[0] in here.OWN else sys.modules.get(module)
    for name in path.split('.'):
        found = getattr(found, name, None)
    return found


# ---- functions --------------------------------------------------------------------------------------------------------

class _Globals(dict):
    """The names that functions of one module of the session see; each is looked up when the pickler asks for it."""

    def __init__(self, function):
        dict.__init__(self)
        self._function = function

    def __missing__(self, name):
        value = self[name] = _global(self._function, name)
        return value

    def __contains__(self, name):
        try:
            self[name]
        except KeyError:
            return False
        return True

    def get(self, name, default=None):
        return self[name] if name in self else default


_global = in_session('f, name', 'f.__globals__[name]')
_module_of = in_session('f', 'id(f.__globals__)')
_cell_of = in_session('cell', '(cell.cell_contents,)')


def _cell(cell):
    try:
        return types.CellType(_cell_of(cell)[0])
    except ValueError:  # nothing is in it yet
        return types.CellType()


# ---- twins --------------------------------------------------------------------------------------------------------------

class _Twins:
    """The twins that one pickler writes: they see the values of names as they were when it first met these."""

    def __init__(self, by_value):
        self.by_value = by_value  # modules that the program has registered for this
        self.refreshed = set()
        self.made = {}  # the twin of a function by the id of that, with the function, which must live as long
        self.globals = {}

    def __del__(self):
        for names in self.globals.values():  # the twins of classes stay, and see these
            names.clear()

    def function(self, function):
        if id(function) in self.made:
            return self.made[id(function)][1]
        code = code_of(function.__code__)
        if code is None:
            raise pickle.PicklingError("Can't pickle %r by value: its source is not found" % function)
        key = _module_of(function)
        if key not in self.globals:
            self.globals[key] = _Globals(function)
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        twin = types.FunctionType(code, self.globals[key], function.__name__, function.__defaults__,
                                  tuple(_cell(cells[name]) for name in code.co_freevars) or None)
        self.made[id(function)] = function, twin
        twin.__kwdefaults__ = function.__kwdefaults__
        for name in ('__qualname__', '__module__', '__doc__', '__annotations__'):
            setattr(twin, name, getattr(function, name))
        twin.__dict__.update(function.__dict__)
        return twin

    def value(self, value):
        """What a class of the session has under a name, as the twin has it."""
        kind = type(value).__name__
        if _is_ours(value):
            return self.function(value)
        if kind in ('staticmethod', 'classmethod'):
            return getattr(builtins, kind)(self.value(value.__func__))
        if kind == 'property':
            return property(self.value(value.fget), self.value(value.fset), self.value(value.fdel), value.__doc__)
        if kind == 'cached_property':
            made = functools.cached_property(self.value(value.func))
            made.attrname = value.attrname
            return made
        return value

    def of_class(self, cls):
        known = _twins_of_classes.get(id(cls))
        if known is None:
            known = _twins_of_classes[id(cls)] = _Class(self, cls)
        elif cls not in self.refreshed:
            known.refresh(self)
        self.refreshed.add(cls)
        return known.twin

    def base(self, cls):
        if not _is_class(cls):
            return cls
        found = _named(cls, self.by_value)
        return self.of_class(cls) if found is None else _namesake(cls) if found is cls else found


_twins_of_classes = {}  # by the ids of the classes, which live for ever: _Class
_twin_classes = {}  # the same by the twins
_names_of = in_session('cls', 'dict(vars(cls))')
_bases_of = in_session('cls', '[each for each in cls.__bases__ if each is not object]')
_metaclass_of = in_session('cls', 'type(cls)')
_new = in_session('cls, args, kwargs', 'cls.__new__(cls, *args, **kwargs)')
_own_reduce = in_session('e', 'e.__reduce_ex__(2)')
_of_any_class = {'__dict__', '__weakref__', '__abstractmethods__', '_abc_impl', '__classcell__', '__orig_bases__'}
_of_dataclass = {'__init__', '__repr__', '__eq__', '__lt__', '__le__', '__gt__', '__ge__', '__setattr__', '__delattr__', '__hash__', '__match_args__',
                 '__dataclass_fields__', '__dataclass_params__', '__replace__', '__getstate__', '__setstate__', '__slots__'}
_of_named_tuple = {'__new__', '_make', '_replace', '_asdict', '__repr__', '__getnewargs__', '__slots__', '__match_args__', '_fields',
                   '_field_defaults', '__replace__'}


def _is_class(x):
    """Whether it stands for a class of the session: those of exceptions are made differently."""
    return isinstance(x, type) and (type(x).__module__ == 'tensor' or type(x) is type and vars(x).get('__getattr__') is ask_session)


_references = {}  # classes here in the place of those of the kernel's packages, of which twins derive -> those


def _namesake(cls):
    """What a twin derives from in the place of a class of the session's library: Python's, or what is written as the name."""
    module, path = cls.__module__, cls.__qualname__
    if module.partition('.')[0] not in here.OWN:
        return getattr(importlib.import_module(module), path)
    known = next((each for each, of in _references.items() if of is cls), None)
    if known is None:
        known = type(cls.__name__, (), {'__module__': module, '__qualname__': path})
        _references[known] = cls
    return known


def _in_text(value):
    """Whether it is a function that stands in the class's body, not one that a decorator or a factory has made."""
    return _is_ours(value) and value.__code__.co_qualname == value.__qualname__ and code_of(value.__code__) is not None


def _default(field):
    """What stood in the body for a field of a data class."""
    settings = {name: getattr(field, name) for name in ('init', 'repr', 'hash', 'compare', 'metadata', 'default', 'default_factory')}
    return dataclasses.field(**{name: value for name, value in settings.items() if type(value).__name__ != '_MISSING_TYPE'})


class _Written(type):
    """The metaclass of twins: what comes back as one, by a call or by __new__, is of the class of the session. A twin stays as it is."""

    def __call__(cls, *args, **kwargs):
        return _twin_classes[cls].cls(*args, **kwargs)

    def __setattr__(cls, name, value):
        if cls not in _twin_classes or _twin_classes[cls].open:
            super().__setattr__(name, value)


@functools.lru_cache(maxsize=None)
def _metaclass(kind):
    """_Written for classes of that metaclass."""
    return type(kind.__name__, (_Written,) if kind is type else (_Written, kind), {})


_REPLACED = '__new__', '__init_subclass__'


class _Class:
    """A class of the session and its twin."""

    open = False  # the twin takes attributes

    def __init__(self, twins, cls):
        self.cls = cls
        names = _names_of(cls)
        bases = [twins.base(base) for base in _bases_of(cls)]
        self.kind = 'data class' if '__dataclass_params__' in names else 'class'
        if tuple in bases and '_field_defaults' in names:
            self.kind = 'named tuple'
        metas = [twins.base(_metaclass_of(cls)), *(_twin_classes[base].meta if base in _twin_classes else type(base) for base in bases)]
        self.meta = next((each for each in metas if all(issubclass(each, other) for other in metas)), metas[0])
        origins = {getattr(form, '__origin__', None): form for form in names.get('__orig_bases__', ())}
        forms = [origins.get(base, base) for base in bases]
        body = self.body(twins, names)
        if self.kind == 'named tuple':
            defaults = list(names['_field_defaults'].values())
            body = {**vars(collections.namedtuple(cls.__name__, names['_fields'], defaults=defaults, module=cls.__module__)), **body}
        elif self.kind == 'data class':
            fields = names['__dataclass_fields__']
            body.update((name, _default(fields[name])) for name in names.get('__annotations__', ()) if name in fields)
        # a metaclass is what it is
        kind = self.meta if any(issubclass(base, type) for base in bases) else _metaclass(self.meta)
        if forms != bases:
            body['__orig_bases__'] = tuple(forms)
        # by the metaclass's own base: what the program's metaclass does, it has done
        make = next(each for each in kind.__mro__ if each not in _twin_classes and not issubclass(each, _Written)).__new__
        late = {name: body.pop(name) for name in [name for name, value in body.items() if hasattr(type(value), '__set_name__')]}
        self.twin = make(kind, cls.__name__, tuple(bases), body)
        for name, value in late.items():
            setattr(self.twin, name, value)
        if self.kind == 'data class':
            wanted = inspect.signature(dataclasses.dataclass).parameters
            settings = {name: value for name, value in vars(names['__dataclass_params__']).items() if name in wanted}
            self.twin = dataclasses.dataclass(**settings)(self.twin)
        self.own = {name: vars(self.twin).get(name) for name in _REPLACED}
        self.stand_in()
        _twin_classes[self.twin] = self

    def body(self, twins, names):
        """What the class has, as its twin has it, without what is made by CPython."""
        made = {'named tuple': _of_named_tuple, 'data class': _of_dataclass, 'class': ()}[self.kind]
        left_out = set(names.get('__dataclass_fields__', ()) if self.kind == 'data class' else ())
        if self.kind == 'data class' and str(names.get('__doc__')).startswith(self.cls.__name__ + '('):
            left_out.add('__doc__')
        body = {}
        for name, value in names.items():
            member = type(value).__name__ in ('getset_descriptor', 'member_descriptor', '_tuplegetter')
            if not (member or name in _of_any_class or name in left_out or name in made and not _in_text(value)):
                body[name] = twins.value(value)
        return body

    def stand_in(self):
        """Pickles make instances by __new__; and classes that derive from the twin are not made by the program."""
        cls = self.cls
        if not issubclass(self.twin, type):
            self.twin.__new__ = lambda made, *args, **kwargs: _new(cls, args, kwargs)
            self.twin.__init_subclass__ = classmethod(lambda made, **kwargs: None)

    def refresh(self, twins):
        """Attributes that have changed since, and functions that see what this pickler has met."""
        self.open = True
        for name, value in self.body(twins, _names_of(self.cls)).items():
            if name in _REPLACED and not issubclass(self.twin, type):
                self.own[name] = {'__new__': staticmethod, '__init_subclass__': classmethod}[name](getattr(value, '__func__', value))
            elif name not in ('__slots__', '__qualname__', '__annotations__'):
                setattr(self.twin, name, value)
        self.open = False

    def written(self, reduce):
        """What a pickler writes: the class as the program has it, of its own metaclass."""
        if issubclass(self.twin, type):
            return reduce(self.twin)
        self.open = True
        try:
            for name, value in self.own.items():
                if value is None:
                    delattr(self.twin, name)
                else:
                    setattr(self.twin, name, value)
            made = reduce(self.twin)
        finally:
            self.stand_in()
            self.open = False
        if not isinstance(made, tuple):
            return made
        return made[0], tuple(self.meta if each is type(self.twin) else each for each in made[1]), *made[2:]


# ---- picklers -----------------------------------------------------------------------------------------------------------

def _by_name(x, found):
    """As every pickler writes it; where that would find its namesake here, as an expression that gives this one."""
    return None if found is x else (builtins.eval, ('__import__(%r, fromlist=["x"]).%s' % (x.__module__, x.__qualname__),))


def _reduced(twins, x, reduce):
    """How a pickler writes x, if that is of the session; None for all else. `reduce` is what it does with classes of here."""
    if isinstance(x, type):
        if x in _references:
            return _by_name(_references[x], None)
        if x in _twin_classes:
            return _twin_classes[x].written(reduce)
        if not _is_class(x):
            return None
    if isinstance(x, type) or _is_ours(x):
        found = _named(x, twins.by_value)
        if found is not None:
            return _by_name(x, found)
        return typing.cast, (object, twins.of_class(x) if isinstance(x, type) else twins.function(x))
    if isinstance(x, types.ModuleType) and type(x) is not types.ModuleType:
        return importlib.import_module, (x.__name__,)
    if isinstance(x, BaseException) and _is_class(type(x)):
        return _own_reduce(x)
    return None


def teach(module):
    """A module with a pickler that writes functions and classes by value."""
    pickler, registered = module.Pickler, getattr(module, 'list_registry_pickle_by_value', tuple)
    of_python = pickler.reducer_override

    def reducer_override(self, x):
        twins = vars(self).get('_of_session') or _Twins(registered())
        self._of_session = twins
        made = _reduced(twins, x, functools.partial(of_python, self))
        return of_python(self, x) if made is None else made

    pickler.reducer_override = reducer_override
