"""What objects are and what they are made of: kinds, members, sources, signatures, frames."""
import collections
import enum
import functools
import linecache
import os
import re
import sys
import types

for _bit, _name in ((1, 'OPTIMIZED'), (2, 'NEWLOCALS'), (4, 'VARARGS'), (8, 'VARKEYWORDS'), (16, 'NESTED'), (32, 'GENERATOR'),
                    (64, 'NOFREE'), (128, 'COROUTINE'), (256, 'ITERABLE_COROUTINE'), (512, 'ASYNC_GENERATOR')):
    globals()['CO_' + _name] = _bit
TPFLAGS_IS_ABSTRACT = 1 << 20
Attribute = collections.namedtuple('Attribute', 'name kind defining_class object')
FullArgSpec = collections.namedtuple('FullArgSpec', 'args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations')
ArgInfo = collections.namedtuple('ArgInfo', 'args varargs keywords locals')
ClosureVars = collections.namedtuple('ClosureVars', 'nonlocals globals builtins unbound')


class _Placed:
    """A named tuple that knows, beside its fields, where in the line it is: positions."""

    def __new__(cls, *fields, positions=None, **named):
        made = super().__new__(cls, *fields, **named)
        made.positions = positions
        return made

    def __repr__(self):
        return '%s, positions=%r)' % (super().__repr__()[:-1], self.positions)


class Traceback(_Placed, collections.namedtuple('Traceback', 'filename lineno function code_context index')):
    """What getframeinfo() tells."""


class FrameInfo(_Placed, collections.namedtuple('FrameInfo', 'frame filename lineno function code_context index')):
    """The same with the frame."""


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = 'GEN_CREATED', 'GEN_RUNNING', 'GEN_SUSPENDED', 'GEN_CLOSED'
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = 'CORO_CREATED', 'CORO_RUNNING', 'CORO_SUSPENDED', 'CORO_CLOSED'


# ---- kinds


def _kind(name, *kinds):
    def is_kind(object):
        return isinstance(object, kinds)
    is_kind.__name__ = is_kind.__qualname__ = name
    is_kind.__doc__ = f'Whether the object is a {name[2:]}.'
    return is_kind


ismodule, isclass, ismethod, isfunction = (_kind('ismodule', types.ModuleType), _kind('isclass', type),
                                           _kind('ismethod', types.MethodType), _kind('isfunction', types.FunctionType))
isgenerator, iscoroutine = _kind('isgenerator', types.GeneratorType), _kind('iscoroutine', types.CoroutineType)
isasyncgen, istraceback, isframe = (_kind('isasyncgen', types.AsyncGeneratorType), _kind('istraceback', types.TracebackType),
                                    _kind('isframe', types.FrameType))
iscode, isbuiltin = _kind('iscode', types.CodeType), _kind('isbuiltin', types.BuiltinFunctionType, types.BuiltinMethodType,
                                                                           type([].append))
ismemberdescriptor, isgetsetdescriptor = (_kind('ismemberdescriptor', types.MemberDescriptorType),
                                          _kind('isgetsetdescriptor', types.GetSetDescriptorType))
ismethodwrapper = _kind('ismethodwrapper', types.MethodWrapperType)


def isroutine(object):
    """Whether the object is a function or method of any kind."""
    return any(test(object) for test in (isbuiltin, isfunction, ismethod, ismethoddescriptor, ismethodwrapper))


def ismethoddescriptor(object):
    """Whether the object is a descriptor of a method: it has __get__ and not __set__, and is no function or class."""
    kind = type(object)
    return not (isclass(object) or ismethod(object) or isfunction(object)) and hasattr(kind, '__get__') and \
        not hasattr(kind, '__set__')


def isdatadescriptor(object):
    """Whether the object is a descriptor with __set__ or __delete__."""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), '__set__') or hasattr(type(object), '__delete__')


def _function_of(obj):
    """The function inside of methods and partial objects."""
    while True:
        if ismethod(obj):
            obj = obj.__func__
        elif isinstance(obj, functools.partial):
            obj = obj.func
        else:
            return obj


def _has_flag(obj, flag):
    obj = _function_of(obj)
    return isfunction(obj) and bool(obj.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    """Whether the object is a function with yield."""
    return _has_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    """Whether the object is a function defined with async def."""
    return _has_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    """Whether the object is a function defined with async def that has yield."""
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def isawaitable(object):
    """Whether the object can be awaited."""
    return isinstance(object, (types.CoroutineType, collections.abc.Awaitable)) or \
        isinstance(object, types.GeneratorType) and bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)


def isabstract(object):
    """Whether the object is a class with abstract methods."""
    return isclass(object) and bool(getattr(object, '__abstractmethods__', None))


# ---- members


def _all_names(object):
    names = dir(object)
    for base in getattr(object, '__bases__', ()) if isclass(object) else ():
        names += [name for name, value in vars(base).items() if isinstance(value, types.DynamicClassAttribute)]
    return sorted(set(names))


def getmembers(object, predicate=None):
    """The members as pairs of name and value, sorted by the name; those that the predicate lets pass."""
    found = []
    for name in _all_names(object):
        try:
            value = getattr(object, name)
        except AttributeError:
            value = next((vars(base)[name] for base in (getmro(object) if isclass(object) else ()) if name in vars(base)), found)
            if value is found:
                continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return found


def getmembers_static(object, predicate=None):
    """The same without running properties and the like."""
    pairs = [(name, getattr_static(object, name, None)) for name in _all_names(object)]
    return [pair for pair in pairs if predicate is None or predicate(pair[1])]


def getmro(cls):
    """The class and its bases, in the order in which attributes are looked for."""
    return cls.__mro__


def _virtual_home(cls, name):
    """The class of a metaclass whose __getattr__ gives an attribute, and the attribute; None: there is no such attribute."""
    value = getattr(cls, name, _absent)
    if value is _absent:
        return None
    home = None
    for kind in type(cls).__mro__:
        if '__getattr__' in dir(kind):
            try:
                home = kind if kind.__getattr__(cls, name) is value else home
            except AttributeError:
                pass
    return home and (home, value)


def _place_of(cls, name):
    """Where an attribute is, and what lies there; None: dir() has told of what is not there."""
    for base in (*cls.__mro__, *type(cls).__mro__):
        if name in vars(base):
            raw = vars(base)[name]
            return isinstance(raw, types.DynamicClassAttribute) and _virtual_home(cls, name) or (base, raw)
    return _virtual_home(cls, name)


_ATTRIBUTE_KINDS = ('static method', staticmethod), ('class method', classmethod), ('property', property)


def classify_class_attrs(cls):
    """What each attribute of a class is: a list of Attribute."""
    rows = []
    for name in _all_names(cls):
        place = _place_of(cls, name)
        if place is not None:
            kinds = [kind for kind, type_ in _ATTRIBUTE_KINDS if isinstance(place[1], type_)]
            rows.append(Attribute(name, kinds[0] if kinds else 'method' if isroutine(place[1]) else 'data', *place))
    return rows


_absent = object()


_mro_of, _dict_of = type.__dict__['__mro__'].__get__, type.__dict__['__dict__'].__get__


def _raw(cls, name):
    """What lies under a name in a class or its bases."""
    return next((names[name] for names in map(_dict_of, _mro_of(cls)) if name in names), _absent)


def _own(obj, name):
    """What lies under a name in an object itself, or in a class and its bases."""
    if issubclass(type(obj), type):
        return _raw(obj, name)
    holder = _raw(type(obj), '__dict__')
    plain = holder is _absent or isinstance(holder, (types.GetSetDescriptorType, types.MemberDescriptorType))  # no property of the program
    try:
        names = object.__getattribute__(obj, '__dict__') if plain else {}
    except AttributeError:
        names = {}
    return dict.get(names, name, _absent) if isinstance(names, dict) else _absent


def getattr_static(obj, attr, default=_absent):
    """An attribute without running descriptors, __getattr__ or __getattribute__."""
    on_class, own = _raw(type(obj), attr), _own(obj, attr)
    first = on_class is not _absent and (own is _absent or isdatadescriptor(on_class) and hasattr(type(on_class), '__get__'))
    found = on_class if first else own if own is not _absent else default
    if found is _absent:
        raise AttributeError(attr)
    return found


def unwrap(func, *, stop=None):
    """The function at the end of the chain of __wrapped__."""
    first, seen = func, {id(func)}
    while hasattr(func, '__wrapped__') and not (stop is not None and stop(func)):
        func = func.__wrapped__
        if id(func) in seen or len(seen) >= sys.getrecursionlimit():
            raise ValueError('wrapper loop when unwrapping {!r}'.format(first))
        seen.add(id(func))
    return func


# ---- texts


def cleandoc(doc):
    """A docstring without the indentation of its lines."""
    lines = doc.expandtabs().split('\n')
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def _inherited_doc(obj):
    if isclass(obj):
        return next((base.__doc__ for base in obj.__mro__ if base is not object and base.__doc__ is not None), None)
    name = getattr(obj, '__name__', None)
    if ismethod(obj):
        cls = obj.__self__ if isclass(obj.__self__) else type(obj.__self__)
    elif isinstance(obj, property):
        obj = obj.fget
        name = getattr(obj, '__name__', None)
        cls = _class_of(obj)
    else:
        cls = _class_of(obj)
    for base in cls.__mro__ if cls is not None else ():
        doc = getattr(getattr(base, name, None), '__doc__', None)
        if doc is not None:
            return doc
    return None


def _class_of(function):
    found = sys.modules.get(getattr(function, '__module__', None))
    for name in getattr(function, '__qualname__', '').split('.')[:-1]:
        found = getattr(found, name, None)
    return found if isclass(found) else None


def getdoc(object):
    """The docstring of an object, or of what it overrides, cleaned; None."""
    doc = getattr(object, '__doc__', None)
    if doc is None:
        try:
            doc = _inherited_doc(object)
        except (AttributeError, TypeError):
            return None
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodulename(path):
    """The name of the module in a file, or None."""
    base = os.path.basename(path)
    return base[:-3] if base.endswith('.py') else None


_INNER = ((types.MethodType, '__func__'), (types.FunctionType, '__code__'), (types.TracebackType, 'tb_frame'),
          (types.FrameType, 'f_code'))


def getfile(object):
    """The file in which an object was defined; TypeError for what is built in."""
    if isinstance(object, (types.ModuleType, type)):
        is_module = ismodule(object)
        home = object if is_module else sys.modules.get(getattr(object, '__module__', None))
        file = getattr(home, '__file__', None)
        if file:
            return file
        if not is_module and getattr(object, '__module__', None) == '__main__':
            raise OSError('source code not available')
        raise TypeError(f"{object!r} is a built-in {'module' if is_module else 'class'}")
    for kind, name in _INNER:
        object = getattr(object, name) if isinstance(object, kind) else object
    if not iscode(object):
        raise TypeError('module, class, method, function, traceback, frame, or code object was expected, got ' +
                        type(object).__name__)
    return object.co_filename


def getsourcefile(object):
    """The source file of an object, or None."""
    name = getfile(object)
    if os.path.exists(name) or linecache.getlines(name):
        return name
    return None


def getabsfile(object, _filename=None):
    return os.path.normcase(os.path.abspath(_filename or getsourcefile(object) or getfile(object)))


def getmodule(object, _filename=None):
    """The module in which an object was defined, or None."""
    if ismodule(object):
        return object
    if hasattr(object, '__module__'):
        return sys.modules.get(object.__module__)
    try:
        file = getabsfile(object, _filename)
    except (TypeError, OSError):
        return None
    for module in list(sys.modules.values()):
        if ismodule(module) and getattr(module, '__file__', None) and os.path.abspath(module.__file__) == file:
            return module
    return None


def findsource(object):
    """All lines of the file of an object, and the number of the line where it begins."""
    file = getsourcefile(object) or getfile(object)
    module = getmodule(object, file)
    lines = linecache.getlines(file, vars(module) if module else None)
    if not lines:
        raise OSError('could not get source code')
    if ismodule(object):
        return lines, 0
    if isclass(object):
        return lines, _line_of_class(lines, object.__qualname__)
    for name in ('__func__', '__code__', 'tb_frame', 'f_code'):
        object = getattr(object, name, object)
    if iscode(object):
        number = object.co_firstlineno - 1
        if number >= len(lines):
            raise OSError('lineno is out of bounds')
        return lines, number
    raise OSError('could not find code object')


def _classes(node, names):
    """(qualified name, first line) of the classes in a tree, in their order."""
    import ast
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            inner = (*names, child.name)
            yield '.'.join(inner), min(part.lineno for part in (child, *child.decorator_list))
            yield from _classes(child, inner)
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _classes(child, (*names, child.name, '<locals>'))
        elif isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield from _classes(child, names)


def _line_of_class(lines, qualname):
    """Where the class of that name begins, its decorators with it."""
    import ast
    for name, line in _classes(ast.parse(''.join(lines)), ()):
        if name == qualname:
            return line - 1
    raise OSError('could not find class definition')


class EndOfBlock(Exception):
    pass


class _Block:
    """Reads tokens of a definition until it is over: `last` is its last line."""

    def __init__(self):
        self.last, self.depth, self.column = 1, 0, None
        self.begun = self.single = self.decorating = self.ended_line = False

    def over(self, token, kinds):
        """Whether the definition has ended before this token."""
        if token.type == kinds.COMMENT:
            self.comment(token)
        elif token.type == kinds.NL:
            pass
        elif not self.begun:
            self.head(token, kinds)
        elif token.type == kinds.NEWLINE:
            self.last, self.ended_line = token.start[0], True
            return self.single
        elif token.type == kinds.INDENT:
            self.depth += 1
            self.column = self.column or token.end[1]
        elif token.type == kinds.DEDENT:
            self.depth -= 1
            return self.depth <= 0
        else:
            return self.ended_line and self.depth == 0
        return False

    def head(self, token, kinds):
        self.last = token.end[0]
        if token.type == kinds.NEWLINE:
            self.decorating = False
        elif token.string == '@':
            self.decorating = True
        elif token.string in ('def', 'class', 'lambda') and not self.decorating:
            self.begun, self.single = True, token.string == 'lambda'

    def comment(self, token):
        if self.column is not None and token.start[1] >= self.column:
            self.last = token.start[0]


def getblock(lines):
    """The lines of the definition at the begin of a list of lines."""
    import tokenize
    block, source = _Block(), iter(lines)
    try:
        for token in tokenize.generate_tokens(lambda: next(source, '')):
            if block.over(token, tokenize):
                break
    except IndentationError:
        pass
    return lines[:block.last]


def getsourcelines(object):
    """The lines of an object's source, and the number of the first one."""
    object = unwrap(object)
    lines, number = findsource(object)
    if istraceback(object):
        object = object.tb_frame
    if ismodule(object) or isframe(object) and object.f_code.co_name == '<module>':
        return lines, 0
    return getblock(lines[number:]), number + 1


def getsource(object):
    """The text of an object's source."""
    return ''.join(getsourcelines(object)[0])


def getcomments(object):
    """The comments before an object."""
    try:
        lines, number = findsource(object)
    except (OSError, TypeError):
        return None
    found = []
    at = number - 1 if not ismodule(object) else 0
    if ismodule(object):
        while at < len(lines) and (lines[at].startswith('#') or not found and not lines[at].strip()):
            if lines[at].startswith('#'):
                found.append(lines[at].expandtabs())
            at += 1
        return ''.join(found) or None
    while at >= 0 and lines[at].lstrip().startswith('#'):
        found.insert(0, lines[at].expandtabs().lstrip())
        at -= 1
    return ''.join(found) or None


def indentsize(line):
    """The blanks at the begin of a line."""
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


# ---- signatures


class _empty:
    """Marks what is not there."""


class _unchanged:
    """Marks what a copy has as the original."""


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 'positional-only'
    POSITIONAL_OR_KEYWORD = 'positional or keyword'
    VAR_POSITIONAL = 'variadic positional'
    KEYWORD_ONLY = 'keyword-only'
    VAR_KEYWORD = 'variadic keyword'

    def __new__(cls, description):
        member = int.__new__(cls, len(cls.__members__))
        member._value_, member.description = len(cls.__members__), description
        return member

    def __str__(self):
        return self.name


(_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD) = _ParameterKind


def formatannotation(annotation, base_module=None):
    """The text of an annotation."""
    if getattr(annotation, '__module__', None) == 'typing':
        return re.sub(r'(?<![\w.])typing\.', '', repr(annotation))
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', base_module):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation)


class Parameter:
    """One parameter of a signature: name, kind, default, annotation."""
    __slots__ = ('_name', '_kind', '_default', '_annotation')
    empty = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _ParameterKind

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f'value {kind!r} is not a valid Parameter.kind') from None
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError(f'{self._kind.description} parameters cannot have default values')
        if name is _empty:
            raise ValueError('name is a required attribute for Parameter')
        if not isinstance(name, str):
            raise TypeError(f'name must be a str, not a {type(name).__name__}')
        if name[:1] == '.' and name[1:].isdigit():
            if self._kind is not _POSITIONAL_OR_KEYWORD:
                raise ValueError(f'implicit arguments must be passed as positional or keyword arguments, not '
                                 f'{self._kind.description}')
            self._kind, name = _POSITIONAL_ONLY, 'implicit' + name[1:]
        import keyword
        if keyword.iskeyword(name) and self._kind is not _POSITIONAL_ONLY or not name.isidentifier():
            raise ValueError(f'{name!r} is not a valid parameter name')
        self._name, self._default, self._annotation = name, default, annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def _parts(self):
        return self._name, self._kind, self._default, self._annotation

    def replace(self, *, name=_unchanged, kind=_unchanged, annotation=_unchanged, default=_unchanged):
        """A changed copy."""
        asked = name, kind, default, annotation
        name, kind, default, annotation = (old if new is _unchanged else new for new, old in zip(asked, self._parts()))
        return type(self)(name, kind, default=default, annotation=annotation)

    def __reduce__(self):
        return type(self), (self._name, self._kind), {'_default': self._default, '_annotation': self._annotation}

    def __setstate__(self, state):
        self._default, self._annotation = state['_default'], state['_annotation']

    def __str__(self):
        text = self._name
        has_note = self._annotation is not _empty
        if has_note:
            text += ': ' + formatannotation(self._annotation)
        if self._default is not _empty:
            text += (' = ' if has_note else '=') + repr(self._default)
        return {_VAR_POSITIONAL: '*', _VAR_KEYWORD: '**'}.get(self._kind, '') + text

    def __repr__(self):
        return f'<{type(self).__name__} "{self}">'

    def __hash__(self):
        return hash(self._parts())

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, Parameter) else NotImplemented


class BoundArguments:
    """Arguments of a call by the names of the parameters: arguments, args, kwargs, signature."""
    __slots__ = ('arguments', '_signature', '__weakref__')

    def __init__(self, signature, arguments):
        self._signature, self.arguments = signature, arguments

    signature = property(lambda self: self._signature)

    def _split(self):
        args, kwargs, by_name = [], {}, False
        for name, parameter in self._signature.parameters.items():
            by_name = by_name or parameter.kind in (_KEYWORD_ONLY, _VAR_KEYWORD)
            if name not in self.arguments:
                by_name = by_name or parameter.kind is not _VAR_POSITIONAL
                continue
            value = self.arguments[name]
            if parameter.kind is _VAR_KEYWORD:
                kwargs.update(value)
            elif parameter.kind is _VAR_POSITIONAL:
                args.extend(value)
            elif by_name:
                kwargs[name] = value
            else:
                args.append(value)
        return tuple(args), kwargs

    args = property(lambda self: self._split()[0])
    kwargs = property(lambda self: self._split()[1])

    def apply_defaults(self):
        """Adds the defaults of what was not given."""
        made = {}
        for name, parameter in self._signature.parameters.items():
            if name in self.arguments:
                made[name] = self.arguments[name]
            elif parameter.default is not _empty:
                made[name] = parameter.default
            elif parameter.kind is _VAR_POSITIONAL:
                made[name] = ()
            elif parameter.kind is _VAR_KEYWORD:
                made[name] = {}
        self.arguments = made

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self._signature == other._signature and self.arguments == other.arguments

    def __getstate__(self):
        return {'_signature': self._signature, 'arguments': self.arguments}

    def __setstate__(self, state):
        self._signature, self.arguments = state['_signature'], state['arguments']

    def __repr__(self):
        return '<%s (%s)>' % (type(self).__name__, ', '.join(f'{name}={value!r}' for name, value in self.arguments.items()))


class Signature:
    """The parameters of a callable and the annotation of what it returns."""
    __slots__ = ('_parameters', '_return_annotation')
    empty, _parameter_cls, _bound_arguments_cls = _empty, Parameter, BoundArguments

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        found, last, has_default = collections.OrderedDict(), _POSITIONAL_ONLY, False
        for parameter in parameters or ():
            if parameter.kind < last:
                raise ValueError(f'wrong parameter order: {last.description} parameter before {parameter.kind.description} '
                                 'parameter')
            last = parameter.kind
            if parameter.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                if parameter.default is _empty and has_default:
                    raise ValueError('non-default argument follows default argument')
                has_default = has_default or parameter.default is not _empty
            if parameter.name in found:
                raise ValueError(f'duplicate parameter name: {parameter.name!r}')
            found[parameter.name] = parameter
        self._parameters, self._return_annotation = types.MappingProxyType(found), return_annotation

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        """The signature of a callable."""
        return _signature(obj, cls, follow_wrapped, globals, locals, eval_str)

    def replace(self, *, parameters=_unchanged, return_annotation=_unchanged):
        """A changed copy."""
        rows = self._parameters.values() if parameters is _unchanged else parameters
        return type(self)(rows, return_annotation=self._return_annotation if return_annotation is _unchanged else return_annotation)

    def bind(self, /, *args, **kwargs):
        """Which parameter gets which argument; TypeError where they do not fit."""
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        """The same for a part of the arguments."""
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        found, rest, named = {}, list(args), dict(kwargs)
        wrong = [name for name, p in self._parameters.items() if p.kind is _POSITIONAL_ONLY and name in named]
        takes_any = any(p.kind is _VAR_KEYWORD for p in self._parameters.values())
        for name, p in self._parameters.items():
            if p.kind is _VAR_POSITIONAL:
                if rest:
                    found[name], rest = tuple(rest), []
            elif p.kind is _VAR_KEYWORD:
                if named:
                    found[name], named = named, {}
            elif rest and p.kind is not _KEYWORD_ONLY:
                if name in named and p.kind is _POSITIONAL_OR_KEYWORD:
                    raise TypeError(f'multiple values for argument {name!r}')
                found[name] = rest.pop(0)
            elif name in named and p.kind is not _POSITIONAL_ONLY:
                found[name] = named.pop(name)
            elif name in wrong and not takes_any and p.default is _empty:
                raise TypeError(f'{name!r} parameter is positional only, but was passed as a keyword')
            elif p.default is _empty and not partial:
                if rest and p.kind is _KEYWORD_ONLY:
                    raise TypeError('too many positional arguments')
                raise TypeError(f'missing a required argument: {name!r}')
        if rest:
            raise TypeError('too many positional arguments')
        if named:
            raise TypeError(f'got an unexpected keyword argument {next(iter(named))!r}')
        return self._bound_arguments_cls(self, found)

    def _key(self):
        by_place = tuple(p for p in self._parameters.values() if p.kind is not _KEYWORD_ONLY)
        return by_place, {p.name: p for p in self._parameters.values() if p.kind is _KEYWORD_ONLY}, self._return_annotation

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, Signature) else NotImplemented

    def __hash__(self):
        by_place, by_name, returned = self._key()
        return hash((by_place, frozenset(by_name.values()), returned))

    def __reduce__(self):
        return type(self), (tuple(self._parameters.values()),), {'_return_annotation': self._return_annotation}

    def __setstate__(self, state):
        self._return_annotation = state['_return_annotation']

    def __repr__(self):
        return f'<{type(self).__name__} {self}>'

    def __str__(self):
        words, bare_star, only_place = [], True, False
        for p in self._parameters.values():
            if p.kind is _POSITIONAL_ONLY:
                only_place = True
            elif only_place:
                words.append('/')
                only_place = False
            if p.kind is _VAR_POSITIONAL:
                bare_star = False
            elif p.kind is _KEYWORD_ONLY and bare_star:
                words.append('*')
                bare_star = False
            words.append(str(p))
        words += ['/'] * only_place
        text = f"({', '.join(words)})"
        if self._return_annotation is not _empty:
            text += ' -> ' + formatannotation(self._return_annotation)
        return text


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a class, a module or a callable: a new dict; eval_str: texts are evaluated."""
    if isclass(obj):
        notes = vars(obj).get('__annotations__')
        names = vars(sys.modules.get(obj.__module__)) if obj.__module__ in sys.modules else {}
        inner = dict(vars(obj))
    elif ismodule(obj):
        notes, names, inner = getattr(obj, '__annotations__', None), vars(obj), None
    elif callable(obj):
        notes, names, inner = getattr(obj, '__annotations__', None), getattr(unwrap(obj), '__globals__', None), None
    else:
        raise TypeError(f'{obj!r} is not a module, class, or callable.')
    if notes is None:
        return {}
    if not isinstance(notes, dict):
        raise ValueError(f'{obj!r}.__annotations__ is neither a dict nor None')
    if not eval_str:
        return dict(notes)
    names, inner = names if globals is None else globals, inner if locals is None else locals
    return {key: eval(value, names, inner) if isinstance(value, str) else value for key, value in notes.items()}


def _of_function(function, cls, globals, locals, eval_str):
    code = function.__code__
    notes = get_annotations(function, globals=globals, locals=locals, eval_str=eval_str)
    defaults, by_name = function.__defaults__ or (), function.__kwdefaults__ or {}
    names, count = code.co_varnames, code.co_argcount
    rows = []
    for number, name in enumerate(names[:count]):
        at = number - (count - len(defaults))
        rows.append((name, _POSITIONAL_ONLY if number < code.co_posonlyargcount and name[:1] != '.' else _POSITIONAL_OR_KEYWORD,
                     defaults[at] if at >= 0 else _empty))
    behind = count + code.co_kwonlyargcount
    if code.co_flags & CO_VARARGS:
        rows.append((names[behind], _VAR_POSITIONAL, _empty))
    rows += [(name, _KEYWORD_ONLY, by_name.get(name, _empty)) for name in names[count:behind]]
    if code.co_flags & CO_VARKEYWORDS:
        rows.append((names[behind + bool(code.co_flags & CO_VARARGS)], _VAR_KEYWORD, _empty))
    return cls([cls._parameter_cls(name, kind, default=default, annotation=notes.get(name, _empty))
                for name, kind, default in rows], return_annotation=notes.get('return', _empty))


def _of_text(obj, cls):
    """The signature of what is built in, by the text that it has of it."""
    text = getattr(obj, '__text_signature__', None)
    if not text:
        raise ValueError(f'no signature found for builtin {obj!r}')
    is_bound = text.startswith('($module') or text.startswith('($') and getattr(obj, '__self__', None) is not None or isclass(obj)
    text = re.sub(r'^\(\$\w+(, /)?(, )?', '(', text) if is_bound else text.replace('$', '')
    names = {}
    try:
        exec(f'def f{text}: pass', {}, names)
    except Exception:
        raise ValueError(f'{obj!r} has invalid signature') from None
    return _of_function(names['f'], cls, None, None, False)


def _without_first(signature):
    rows = list(signature.parameters.values())
    if not rows or rows[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError('invalid method signature')
    return signature if rows[0].kind is _VAR_POSITIONAL else signature.replace(parameters=rows[1:])


def _of_partial(partial, inner):
    """The signature with what a partial object has already given."""
    try:
        given = inner.bind_partial(*partial.args, **(partial.keywords or {})).arguments
    except TypeError as error:
        raise ValueError(f'partial object {partial!r} has incorrect arguments') from error
    rows, by_name = [], False
    keywords = partial.keywords or {}
    for name, p in inner.parameters.items():
        if name in given and name not in keywords:
            if p.kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
                rows.append(p)
            continue
        if name in keywords and p.kind is not _POSITIONAL_ONLY:
            by_name = True
            p = p.replace(kind=_KEYWORD_ONLY, default=keywords[name]) if p.kind is not _KEYWORD_ONLY else \
                p.replace(default=keywords[name])
        elif by_name and p.kind is _POSITIONAL_OR_KEYWORD:
            p = p.replace(kind=_KEYWORD_ONLY)
        elif by_name and p.kind is _VAR_POSITIONAL:
            continue
        rows.append(p)
    return inner.replace(parameters=rows)


def _is_functionlike(obj):
    """Whether it shows all that functions show, without being one."""
    kinds = {'__name__': str, '__code__': types.CodeType, '__defaults__': (tuple, type(None)), '__kwdefaults__': (dict, type(None)),
             '__annotations__': (dict, type(None))}
    return callable(obj) and not isclass(obj) and all(isinstance(getattr(obj, name, _unchanged), kind) for name, kind in kinds.items())


def _of_partialmethod(made, inner):
    """The signature of a method whose arguments after the first are given in part."""
    rows = _of_partial(functools.partial(made.func, None, *made.args, **made.keywords), inner).parameters.values()
    first = next(iter(inner.parameters.values()), None)
    return inner.replace(parameters=rows if first is None or first.kind is _VAR_POSITIONAL else [first, *rows])


def _signature(obj, cls, follow, globals, locals, eval_str):
    def again(other):
        return _signature(other, cls, follow, globals, locals, eval_str)
    if not callable(obj):
        raise TypeError(f'{obj!r} is not a callable object')
    if ismethod(obj):
        return _without_first(again(obj.__func__))
    if follow:
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__') or ismethod(f))
        if ismethod(obj):
            return again(obj)
    own = getattr(obj, '__signature__', None)
    if own is not None:
        if not isinstance(own, Signature):
            raise TypeError(f'unexpected object {own!r} in __signature__ attribute')
        return own
    made = getattr(obj, '_partialmethod', None)
    if isinstance(made, functools.partialmethod):
        return _of_partialmethod(made, again(made.func))
    if isfunction(obj) or _is_functionlike(obj):
        if getattr(obj, '__text_signature__', None):
            return _of_text(obj, cls)
        return _of_function(obj, cls, globals, locals, eval_str)
    if isinstance(obj, functools.partial):
        return _of_partial(obj, again(obj.func))
    if isclass(obj):
        calls = [vars(base)['__call__'] for base in type(obj).__mro__ if '__call__' in vars(base) and base is not type]
        makers = [vars(base)[name] for base in obj.__mro__ if base not in (type, object) for name in ('__new__', '__init__') if name in vars(base)]
        for method in (*calls[:1], *makers[:1]):
            method = getattr(method, '__func__', method)
            if isfunction(method):
                return _without_first(again(method))
        if getattr(obj, '__text_signature__', None):
            return _of_text(obj, cls)
        if obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return cls()
        raise ValueError(f'no signature found for builtin type {obj!r}')
    if isbuiltin(obj) or ismethoddescriptor(obj) or ismethodwrapper(obj):
        return _of_text(obj, cls)
    call = next((vars(base)['__call__'] for base in type(obj).__mro__ if '__call__' in vars(base)), None)
    if call is not None and not isinstance(call, type(type.__call__)):
        return _without_first(again(call))
    raise ValueError(f'callable {obj!r} is not supported by signature')


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of a callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals, locals=locals, eval_str=eval_str)


def getfullargspec(func):
    """Names and defaults of the parameters of a function."""
    try:
        found = _signature(func.__func__ if ismethod(func) else func, Signature, False, None, None, False)
    except Exception as error:
        raise TypeError('unsupported callable') from error
    args, only, defaults, only_defaults, notes, var = [], [], [], {}, {}, {}
    for name, p in found.parameters.items():
        if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            args.append(name)
            defaults += [p.default] * (p.default is not _empty)
        elif p.kind is _KEYWORD_ONLY:
            only.append(name)
            if p.default is not _empty:
                only_defaults[name] = p.default
        else:
            var[p.kind] = name
        if p.annotation is not _empty:
            notes[name] = p.annotation
    if found.return_annotation is not _empty:
        notes['return'] = found.return_annotation
    return FullArgSpec(args, var.get(_VAR_POSITIONAL), var.get(_VAR_KEYWORD), tuple(defaults) or None, only,
                       only_defaults or None, notes)


def getcallargs(func, /, *positional, **named):
    """Which parameter gets which argument in a call: a dict. What does not fit is the TypeError of such a call."""
    args, varargs, varkw, defaults, kwonly, kwdefaults, _ = getfullargspec(func)
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__, *positional)
    words = [*args] + (['*' + varargs] if varargs else ['*'] if kwonly else []) + kwonly + (['**' + varkw] if varkw else [])
    names = {}
    exec('def probe(%s):\n    return locals()' % ', '.join(words), names)
    probe = names['probe']
    probe.__name__ = probe.__qualname__ = func.__name__
    probe.__defaults__, probe.__kwdefaults__ = defaults, kwdefaults
    try:
        return probe(*positional, **named)
    except TypeError as error:  # its list of names has no comma before the last
        raise TypeError(error.args[0].replace(", and '", " and '")) from None


def getclasstree(classes, unique=False):
    """The classes as a tree: pairs of a class and its bases, each followed by a list of those below it. unique: each class once."""
    below, roots = {}, []
    for one in classes:
        bases = one.__bases__ or (None,)
        for base in bases if not unique else bases[:1 if any(base in classes for base in bases[:1]) else None]:
            children = below.setdefault(base, []) if base is not None else roots
            if one not in children:
                children.append(one)
            if unique and base in classes:
                break
    roots += [base for base in below if base not in classes and base not in roots]
    return walktree(roots, below, None)


def walktree(classes, children, parent):
    """Serves getclasstree: the rows of these classes."""
    rows = []
    for one in sorted(classes, key=lambda cls: (cls.__module__, cls.__name__)):
        rows.append((one, one.__bases__))
        if one in children:
            rows.append(walktree(children[one], children, one))
    return rows


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: '*' + name,
                    formatvarkw=lambda name: '**' + name, formatvalue=lambda value: '=' + repr(value)):
    """The text of what getargvalues() gives: names and values in parentheses."""
    words = [formatarg(name) + formatvalue(locals[name]) for name in args]
    for name, shown in ((varargs, formatvarargs), (varkw, formatvarkw)):
        if name:
            words.append(shown(name) + formatvalue(locals[name]))
    return '(' + ', '.join(words) + ')'


def getclosurevars(func):
    """The names that a function uses of the scopes around it: nonlocals, globals, builtins, unbound."""
    func = func.__func__ if ismethod(func) else func
    if not isfunction(func):
        raise TypeError('{!r} is not a Python function'.format(func))
    import builtins
    known = func.__globals__.get('__builtins__', builtins)
    known = vars(known) if ismodule(known) else known
    code = func.__code__
    outer = {name: cell.cell_contents for name, cell in zip(code.co_freevars, func.__closure__ or ())}
    spaces = {}, {}
    unbound = set()
    for name in code.co_names:
        if name in func.__globals__:
            spaces[0][name] = func.__globals__[name]
        elif name in known:
            spaces[1][name] = known[name]
        else:
            unbound.add(name)
    return ClosureVars(outer, *spaces, unbound)


# ---- frames


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


def getframeinfo(frame, context=1):
    """File, line, function, lines around, and which of them, of a frame or a traceback."""
    line, positions = frame.tb_lineno if istraceback(frame) else getattr(frame, 'f_lineno', 0), _positions(frame)
    frame = frame.tb_frame if istraceback(frame) else frame
    if not isframe(frame):
        raise TypeError('{!r} is not a frame or traceback object'.format(frame))
    name, lines, index = getsourcefile(frame) or getfile(frame), None, None
    if context > 0:
        everything = linecache.getlines(name)
        if everything:
            start = max(0, min(line - 1 - context // 2, len(everything) - context))
            lines, index = everything[start:start + context], line - 1 - start
    return Traceback(name, line, frame.f_code.co_name, lines, index, positions=positions)


def _positions(place):
    """Where the instruction of a frame or traceback is in the source."""
    from dis import Positions
    code, at = (place.tb_frame.f_code, place.tb_lasti) if istraceback(place) else (getattr(place, 'f_code', None), getattr(place, 'f_lasti', -1))
    if code is None or at < 0:
        return None
    import itertools
    found = next(itertools.islice(code.co_positions(), at // 2, None), None)
    return None if found is None else Positions(*found)


def _frame_info(frame, place, context):
    told = getframeinfo(place, context)
    return FrameInfo(frame, *told, positions=told.positions)


def getouterframes(frame, context=1):
    """A frame and those that have called it."""
    found = []
    while frame:
        found.append(_frame_info(frame, frame, context))
        frame = frame.f_back
    return found


def getinnerframes(tb, context=1):
    """The frames of a traceback."""
    found = []
    while tb:
        found.append(_frame_info(tb.tb_frame, tb, context))
        tb = tb.tb_next
    return found


def stack(context=1):
    """The frames of the caller and those above it."""
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    """The frames between the caller and where the exception that is handled was raised."""
    error = sys.exc_info()[1]
    return getinnerframes(error.__traceback__ if error else None, context)


def getargvalues(frame):
    """The parameters of a frame and their values."""
    code = frame.f_code
    names, count = code.co_varnames, code.co_argcount + code.co_kwonlyargcount
    rest = [names[count + i] if has else None for i, has in ((0, code.co_flags & CO_VARARGS),
                                                            (bool(code.co_flags & CO_VARARGS), code.co_flags & CO_VARKEYWORDS))]
    return ArgInfo(list(names[:count]), *rest, frame.f_locals)


def _state(object, running, frame, suspended, words):
    if getattr(object, running):
        return words[1]
    if getattr(object, frame) is None:
        return words[3]
    if hasattr(object, suspended):
        return words[2] if getattr(object, suspended) else words[0]
    return words[0] if getattr(object, frame).f_lasti == -1 else words[2]


def getgeneratorstate(generator):
    """GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED or GEN_CLOSED."""
    return _state(generator, 'gi_running', 'gi_frame', 'gi_suspended', (GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED))


def getcoroutinestate(coroutine):
    """CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED or CORO_CLOSED."""
    return _state(coroutine, 'cr_running', 'cr_frame', 'cr_suspended', (CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED))


def getgeneratorlocals(generator):
    """The local variables of a generator: a dict."""
    if not isgenerator(generator):
        raise TypeError('{!r} is not a Python generator'.format(generator))
    return generator.gi_frame.f_locals if generator.gi_frame is not None else {}


def getcoroutinelocals(coroutine):
    """The local variables of a coroutine: a dict."""
    return coroutine.cr_frame.f_locals if coroutine.cr_frame is not None else {}


# ---- the command line

def _details(object, module, qualified):
    yield 'Target: %s' % qualified
    yield 'Origin: %s' % getsourcefile(module)
    yield 'Cached: %s' % module.__cached__
    if object is module:
        yield 'Loader: %r' % (module.__loader__,)
        if hasattr(module, '__path__'):
            yield 'Submodule search path: %s' % module.__path__
    else:
        try:
            yield 'Line: %s' % findsource(object)[1]
        except (OSError, TypeError):
            pass
    yield ''


def _main():
    """`-m inspect MODULE[:NAME]`: the source of a module, or of what is in it; --details: where it is from."""
    import argparse
    import importlib
    parser = argparse.ArgumentParser(prog='inspect')
    parser.add_argument('object', help='MODULE:NAME, or MODULE')
    parser.add_argument('-d', '--details', action='store_true', help='where it is from in place of its source')
    options = parser.parse_args()
    name, _, path = options.object.partition(':')
    try:
        found = module = importlib.import_module(name)
    except Exception as error:
        print('Failed to import %s (%s: %s)' % (name, type(error).__name__, error), file=sys.stderr)
        sys.exit(2)
    for part in path.split('.') if path else ():
        found = getattr(found, part)
    if module.__name__ in sys.builtin_module_names:
        print("Can't get info for builtin modules.", file=sys.stderr)
        sys.exit(1)
    print('\n'.join(_details(found, module, options.object)) if options.details else getsource(found))


__all__ = [name for name, value in list(globals().items())
           if name[:1] != '_' and not ismodule(value) and getattr(value, '__module__', __name__) == __name__ and name != 'namedtuple']

if __name__ == '__main__':
    _main()
