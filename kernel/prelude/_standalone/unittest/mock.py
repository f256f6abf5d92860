"""Stand-ins for objects of a program under test: they take any call, remember it, and answer what they are told to.

Mock and MagicMock are the stand-ins, patch() puts one in the place of a name for a while, call, ANY and sentinel
serve comparisons.
"""
import builtins
import functools
import inspect
import sys

__all__ = ['Mock', 'MagicMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec', 'AsyncMock', 'FILTER_DIR',
           'NonCallableMock', 'NonCallableMagicMock', 'mock_open', 'PropertyMock', 'seal']
FILTER_DIR = True


class InvalidSpecError(Exception):
    """A mock was to be the spec of another one."""


# ---- values that serve comparisons ----

class _Sentinel:
    """A value with a name that equals itself only."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'sentinel.%s' % self.name

    def __reduce__(self):
        return 'sentinel.%s' % self.name


class _Sentinels:
    """Gives a value for each attribute that is asked for, always the same one."""

    def __getattr__(self, name):
        if name == '__bases__':
            raise AttributeError
        return self.__dict__.setdefault(name, _Sentinel(name))

    def __reduce__(self):
        return 'sentinel'


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT
_gone = sentinel.DELETED
_none = sentinel.MISSING


class _Any:
    """Equals everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _Any()


def _shown_call(name, args, kwargs):
    parts = [repr(each) for each in args] + ['%s=%r' % pair for pair in kwargs.items()]
    return '%s(%s)' % (name, ', '.join(parts))


def _parts_of(value):
    """(name, args, kwargs) of a tuple of one to three of these; None for what is not there."""
    name = args = kwargs = None
    for part in value:
        if isinstance(part, str) and name is None and args is None and kwargs is None:
            name = part
        elif isinstance(part, tuple) and args is None:
            args = part
        else:
            kwargs = part
    return name, args, kwargs


class _Call(tuple):
    """A call with its name and arguments; attributes and calls of it make longer ones. Equal to tuples of the parts, too."""

    def __new__(cls, value=(), name='', parent=None, two=False, from_kall=True):
        found, args, kwargs = _parts_of(value)
        args, kwargs = args or (), kwargs or {}
        return tuple.__new__(cls, (args, kwargs) if two else ((name or '') if found is None else found, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def __eq__(self, other):
        try:
            length = len(other)
        except TypeError:
            return NotImplemented
        if length > 3:
            return False
        mine, theirs = _parts_of(self), _parts_of(other)
        if len(self) == 3 and getattr(other, '_mock_parent', None) is not None and self._mock_parent is not None \
                and self._mock_parent != other._mock_parent:
            return False
        if mine[0] and mine[0] != theirs[0]:  # without a name it is that of any function
            return False
        return ((theirs[1] or ()), (theirs[2] or {})) == ((mine[1] or ()), (mine[2] or {})) \
            and ((mine[1] or ()), (mine[2] or {})) == ((theirs[1] or ()), (theirs[2] or {}))

    __ne__ = object.__ne__

    def __call__(self, /, *args, **kwargs):
        name = self._mock_name
        return _Call(('' if name is None else name, args, kwargs), name='()' if name is None else name + '()', parent=self)

    def __getattr__(self, attr):
        if attr.startswith('__') and attr.endswith('__') and attr in ('__bases__', '__wrapped__', '__code__'):
            raise AttributeError(attr)
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name='%s.%s' % (self._mock_name, attr), parent=self, from_kall=False)

    def __getattribute__(self, attr):
        if attr in vars(tuple):  # whatever a tuple can do: call().__getitem__(1)
            return tuple.__getattribute__(self, '__getattr__')(attr)
        return tuple.__getattribute__(self, attr)

    @property
    def args(self):
        """The arguments by position."""
        return self[-2]

    @property
    def kwargs(self):
        """The arguments by name."""
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or 'call'
            return 'call' + name if name.startswith('()') else name
        name = self[0] if len(self) == 3 else ''
        name = 'call' if not name else 'call.%s' % name if not name.startswith('()') else 'call' + name
        return _shown_call(name, self[-2], self[-1])

    def call_list(self):
        """This call and those that it is chained to, the first of them first."""
        found, each = [], self
        while each is not None:
            if each._mock_from_kall:
                found.append(each)
            each = each._mock_parent
        return _CallList(reversed(found))


class _CallList(list):
    """Calls; `in` finds several in a row as well."""

    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        return any(self[at:at + len(value)] == value for at in range(len(self) - len(value) + 1))

    def __repr__(self):
        import pprint
        return pprint.pformat(list(self))


call = _Call(from_kall=False)


# ---- magic methods ----

_NUMERIC = 'add sub mul matmul truediv floordiv mod lshift rshift and xor or pow divmod'.split()
_SUPPORTED = (['__%s__' % name for name in
               'lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit bool int complex float index hash '
               'ceil floor trunc neg pos abs invert round iter next reversed call fspath format missing dir subclasses reduce '
               'reduce_ex getinitargs getnewargs getstate setstate getformat repr delete get set aenter aexit aiter anext '
               'copy deepcopy length_hint'.split()]
              + ['__%s%s__' % (way, name) for name in _NUMERIC for way in ('', 'i', 'r')])
_MADE = (['__%s__' % name for name in
          'lt gt le ge getitem setitem delitem len contains str sizeof enter exit bool int complex float index hash ceil floor '
          'trunc neg pos abs invert round iter fspath format eq ne aenter aexit aiter'.split()]
         + ['__%s%s__' % (way, name) for name in _NUMERIC for way in ('', 'i', 'r') if name != 'divmod' or way != 'i'])
_REFUSED = ['__%s__' % name for name in 'getattr setattr init new prepare instancecheck subclasscheck del'.split()]
_magics = frozenset(_SUPPORTED) - {'__%s__' % name for name in
                                  'get set delete reversed missing reduce reduce_ex getinitargs getnewargs getstate setstate getformat '
                                  'repr dir subclasses copy deepcopy length_hint call'.split()}
_ASYNC = ('__aenter__', '__aexit__', '__anext__')
_CONSTANTS = {'__hash__': None, '__str__': None, '__sizeof__': None, '__fspath__': None, '__eq__': None, '__ne__': None, '__iter__': None,
              '__aiter__': None, '__format__': None,
              '__lt__': NotImplemented, '__gt__': NotImplemented, '__le__': NotImplemented, '__ge__': NotImplemented, '__int__': 1,
              '__contains__': False, '__len__': 0, '__exit__': False, '__complex__': 1j, '__float__': 1.0, '__bool__': True, '__index__': 1,
              '__aexit__': False}


def _is_magic(name):
    return name[:2] == name[-2:] == '__' and len(name) > 4


def _default_of(mock, name):
    """What a magic method of a MagicMock does unless it is told otherwise: a function of its arguments, or None."""
    if name == '__eq__':
        return lambda other: True if mock is other else NotImplemented
    if name == '__ne__':
        return lambda other: False if mock is other else NotImplemented
    if name == '__hash__':
        return lambda: object.__hash__(mock)
    if name == '__str__':
        return lambda: object.__str__(mock)
    if name == '__format__':
        return lambda spec: object.__format__(mock, spec)
    if name == '__sizeof__':
        return lambda: object.__sizeof__(mock)
    if name == '__fspath__':
        return lambda: '%s/%s/%s' % (type(mock).__name__, mock._extract_mock_name(), id(mock))
    if name == '__iter__':
        return lambda: iter([])
    if name == '__aiter__':
        return lambda: _AsyncIterator(iter([]))
    return None


class _AsyncIterator:
    """The items of an iterator for `async for`."""

    def __init__(self, items):
        self.items = items

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return next(self.items)
        except StopIteration:
            raise StopAsyncIteration from None


class _Magic:
    """A magic method of a class of one MagicMock: the mock of it is made when it is first asked for."""

    def __init__(self, name):
        self.name = name

    def __get__(self, owner, kind=None):
        if owner is None:
            return self
        return owner._magic(self.name)

    def __call__(self, owner, /, *args, **kwargs):
        """By the class: as contextlib.ExitStack calls __enter__."""
        return owner._magic(self.name)(owner, *args, **kwargs)


class _SetMagic:
    """A magic method of a mock that is another mock: in the class of the first one, where the interpreter looks for it."""

    def __init__(self, name):
        self.name = name

    def __get__(self, owner, kind=None):
        return self if owner is None else owner._mock.magics[self.name]


def _calls_with_self(function, name):
    def method(self, /, *args, **kwargs):
        return function(self, *args, **kwargs)
    method.__name__ = name
    return method


# ---- mocks ----

class _State:
    """What a mock knows: its place among others, how it answers, which calls there were."""

    def __init__(self, **known):
        self.children, self.magics = {}, {}
        self.sealed = False
        vars(self).update(known)
        self.forget()

    def forget(self):
        self.called, self.call_count, self.call_args = False, 0, None
        self.call_args_list, self.mock_calls, self.method_calls = _CallList(), _CallList(), _CallList()


def _spec_names(spec):
    """The attributes that a spec allows; None: all."""
    if spec is None:
        return None
    if isinstance(spec, (list, tuple)) and not isinstance(spec, type):
        return list(spec)
    return dir(spec)


def _signature_of(spec, as_instance=False, eats_self=False):
    """The signature that calls have to fit, or None."""
    if isinstance(spec, type):
        if as_instance:
            spec, eats_self = getattr(spec, '__call__', None), True
            if spec is None:
                return None
        else:
            spec, eats_self = spec.__init__, True
    elif not callable(spec):
        return None
    elif not inspect.isroutine(spec) and not isinstance(spec, functools.partial):
        spec = spec.__call__
    try:
        signature = inspect.signature(spec)
    except (ValueError, TypeError):
        return None
    if eats_self and signature.parameters:
        signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    return signature


def _state_property(name, doc, writable=True):
    def get(self):
        delegate = self.__dict__['_mock'].delegate
        return getattr(self._mock if delegate is None else delegate, name)
    def set(self, value):
        delegate = self.__dict__['_mock'].delegate
        setattr(self._mock if delegate is None else delegate, name, value)
    return property(get, set, None, doc)


class NonCallableMock:
    """A stand-in that cannot be called. spec: an object or names: there are no other attributes, and isinstance() finds the class of
    it; spec_set: nor can others be set; wraps: an object that answers in its place; name: what it is called in texts; unsafe: names
    that begin like assertions are attributes, too. Other keywords are attributes."""

    def __new__(cls, /, *args, **kwargs):
        spec = kwargs.get('spec_set') or kwargs.get('spec') or (args[0] if args else None)
        bases = (cls,)
        if spec is not None and inspect.iscoroutinefunction(spec) and not issubclass(cls, AsyncMock) and issubclass(cls, Mock):
            bases = (AsyncMock, cls) if issubclass(cls, MagicMock) else (AsyncMock,)
            bases = (AsyncMock,)
        own = type(cls.__name__, bases, {'__doc__': cls.__doc__, '__module__': cls.__module__})
        return object.__new__(own)

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name='', _new_parent=None,
                 _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        known = spec if spec_set is None else spec_set
        kind = None
        if known is not None and not isinstance(known, (list, tuple)):
            kind = known if isinstance(known, type) else type(known)
        self.__dict__['_mock'] = _State(
            parent=parent, name=name, new_name=_new_name, new_parent=parent if _new_parent is None else _new_parent, wraps=wraps,
            names=_spec_names(known), kind=kind, checks=False, is_set=spec_set is not None, unsafe=unsafe, delegate=None, result=DEFAULT, effect=None,
            signature=_signature_of(known, _spec_as_instance, bool(_eat_self)) if kind is not None else None,
            is_function=inspect.isroutine(known))
        self._begin()
        if kwargs:
            self.configure_mock(**kwargs)

    def _begin(self):
        """For classes that have more to make."""

    called = _state_property('called', 'Whether it was called.')
    call_count = _state_property('call_count', 'How often it was called.')
    call_args = _state_property('call_args', 'The last call.')
    call_args_list = _state_property('call_args_list', 'The calls.')
    mock_calls = _state_property('mock_calls', 'The calls of it, of its attributes and of what these have answered.')

    @property
    def method_calls(self):
        """The calls of its attributes."""
        return self._mock.method_calls

    @method_calls.setter
    def method_calls(self, value):
        self._mock.method_calls = value

    @property
    def __class__(self):
        kind = self.__dict__['_mock'].kind if '_mock' in self.__dict__ else None
        return type(self) if kind is None else kind

    @__class__.setter
    def __class__(self, value):
        self._mock.kind = value

    @property
    def return_value(self):
        """What a call answers: a mock unless something else is set."""
        state = self._mock
        if state.delegate is not None:
            return state.delegate.return_value
        if state.result is DEFAULT and state.wraps is None:
            state.result = self._get_child_mock(_new_parent=self, _new_name='()')
        return state.result

    @return_value.setter
    def return_value(self, value):
        state = self._mock
        if state.delegate is not None:
            state.delegate.return_value = value
        else:
            state.result = value
            _adopt(self, value, None, '()')

    @property
    def side_effect(self):
        """A function that is called, an exception that is raised, or what the calls answer one after the other."""
        state = self._mock
        return state.effect if state.delegate is None else state.delegate.side_effect

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            try:
                value = iter(value)
            except TypeError:
                raise
        if self._mock.delegate is None:
            self._mock.effect = value
        else:
            self._mock.delegate.side_effect = value

    # ---- attributes ----

    def __getattr__(self, name):
        if name in ('_mock', '_begin') or '_mock' not in self.__dict__:
            raise AttributeError(name)
        state = self._mock
        allowed = state.names is not None and name in state.names
        if state.names is not None and (not allowed or name in _SUPPORTED):
            raise AttributeError('Mock object has no attribute %r' % name)
        if state.names is None and _is_magic(name):
            raise AttributeError(name)
        if not state.unsafe and not allowed and name.startswith(('assert', 'assret', 'asert', 'aseert', 'assrt')):
            raise AttributeError('%r is not a valid assertion. Use a spec for the mock if %r is meant to be an attribute.' % (name, name))
        child = state.children.get(name)
        if child is _gone:
            raise AttributeError(name)
        if child is None:
            wraps = None if state.wraps is None else getattr(state.wraps, name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            state.children[name] = child
        elif isinstance(child, _Later):
            child = state.children[name] = child.make()
        return child

    def __setattr__(self, name, value):
        state = self.__dict__.get('_mock')
        if state is None or name == '__class__' or isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
            return
        if state.is_set and state.names is not None and name not in state.names and name not in self.__dict__:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if name in _SUPPORTED:
            self._set_magic(name, value)
            return
        if name in _REFUSED:
            raise AttributeError('Attempting to set unsupported magic method %r.' % name)
        if state.sealed and name not in state.children and name not in self.__dict__:
            raise AttributeError('Cannot set %s' % '.'.join((self._extract_mock_name(), name)))
        if _adopt(self, value, name, name):
            state.children[name] = value
            self.__dict__.pop(name, None)
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name):
        state = self._mock
        if name in _SUPPORTED and name in vars(type(self)):
            delattr(type(self), name)
            state.magics.pop(name, None)
            return
        child = state.children.get(name, _none)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif child is _gone:
            raise AttributeError(name)
        state.children[name] = _gone

    def _set_magic(self, name, value):
        state = self._mock
        if state.names is not None and name not in state.names:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if isinstance(value, NonCallableMock):
            _adopt(self, value, None, name)
            state.magics[name] = value
            setattr(type(self), name, _SetMagic(name))
        else:
            state.magics[name] = functools.partial(value, self)
            setattr(type(self), name, _calls_with_self(value, name))

    def __dir__(self):
        state = self._mock
        gone = {name for name, child in state.children.items() if child is _gone}
        own = [name for name in self.__dict__ if name != '_mock']
        if not FILTER_DIR:
            return sorted((set(object.__dir__(self)) | set(state.children)) - gone - {'_mock'})
        shown = (state.names or []) + [name for name in dir(type(self)) if not name.startswith('_')]
        shown += [name for name in state.children if not _is_magic(name)] + own
        return sorted(set(shown) - gone)

    def attach_mock(self, mock, attribute):
        """Makes a mock an attribute of this one: its calls are this one's, too."""
        inner = _of_function(mock)
        inner._mock.parent = inner._mock.new_parent = None
        inner._mock.name, inner._mock.new_name = '', None
        setattr(self, attribute, mock)

    def configure_mock(self, /, **kwargs):
        """Sets attributes, of attributes as well: {'method.return_value': 3}."""
        for path, value in sorted(kwargs.items(), key=lambda pair: pair[0].count('.')):
            *way, name = path.split('.')
            setattr(functools.reduce(getattr, way, self), name, value)

    def mock_add_spec(self, spec, spec_set=False):
        """Gives it another spec."""
        state = self._mock
        state.names, state.is_set = _spec_names(spec), spec_set
        state.kind = None if isinstance(spec, (list, tuple)) else spec if isinstance(spec, type) else type(spec)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forgets the calls, of its attributes as well."""
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        state = self._mock
        state.forget()
        if return_value:
            state.result = DEFAULT
        if side_effect:
            state.effect = None
        for child in [*state.children.values(), *state.magics.values(), state.result]:
            if isinstance(child, NonCallableMock) and child is not self:
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)

    def _get_child_mock(self, /, **kw):
        """The mock of an attribute or of what a call answers: of the same class."""
        if self._mock.sealed:
            path = self._extract_mock_name() + ('.' + kw['name'] if 'name' in kw else '()')
            raise AttributeError(path)
        name = kw.get('_new_name')
        if self._mock.kind is not None and name and name != '()' and inspect.iscoroutinefunction(getattr(self._mock.kind, name, None)):
            return AsyncMock(**kw)
        kind = type(self).__mro__[1]
        if issubclass(kind, AsyncMock):
            kind = MagicMock if name == '()' or name in _SUPPORTED and name not in _ASYNC else AsyncMock
        elif not issubclass(kind, CallableMixin):
            kind = MagicMock if issubclass(kind, NonCallableMagicMock) else Mock
        return kind(**kw)

    # ---- names and texts ----

    def _extract_mock_name(self):
        parts, each = [], self
        while True:
            state = each._mock
            parent = state.new_parent
            if parent is None:
                break
            parts.append(state.new_name or '')
            each = parent
        text = each._mock.name or 'mock'
        for part in reversed(parts):
            text += part if part.startswith('()') or not part else '.' + part
        return text

    def __repr__(self):
        state, name = self._mock, self._extract_mock_name()
        said = '' if name in ('mock', 'mock.') and not state.name else ' name=%r' % name
        spec = '' if state.kind is None else (' spec_set=%r' if state.is_set else ' spec=%r') % state.kind.__name__
        return '<%s%s%s id=%r>' % (type(self).__name__, said, spec, str(id(self)))

    def _format_mock_call_signature(self, args, kwargs):
        return _shown_call(self._mock.name or 'mock', args, kwargs)

    def _said_calls(self, prefix='Calls'):
        return '\n%s: %r.' % (prefix, self.mock_calls) if self.mock_calls else ''

    @property
    def _title(self):
        return self._mock.name or 'mock'

    # ---- assertions ----

    def _bound(self, one):
        """A call with its arguments as the signature names them, where there is one; an exception where they do not fit."""
        signature = self._mock.signature if self._mock.delegate is None else None
        if signature is None:
            return one
        try:
            bound = signature.bind(*one[-2], **one[-1])
        except TypeError as error:
            return error.with_traceback(None)
        return call(*bound.args, **bound.kwargs) if len(one) == 2 else _Call((one[0], bound.args, bound.kwargs))

    def assert_not_called(self):
        """It was never called."""
        if self.call_count:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s" % (self._title, self.call_count, self._said_calls()))

    def assert_called(self):
        """It was called."""
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % self._title)

    def assert_called_once(self):
        """It was called exactly once."""
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (self._title, self.call_count, self._said_calls()))

    def assert_called_with(self, /, *args, **kwargs):
        """The last call had these arguments."""
        wanted = self._bound(_Call((args, kwargs), two=True))
        said = 'expected call not found.\nExpected: %s\nActual: %s'
        if self.call_args is None:
            raise AssertionError(said % (self._format_mock_call_signature(args, kwargs), 'not called.'))
        if wanted != self._bound(self.call_args):
            shown = [self._format_mock_call_signature(*each) for each in ((args, kwargs), self.call_args)]
            raise AssertionError(said % tuple(shown)) from (wanted if isinstance(wanted, Exception) else None)

    def assert_called_once_with(self, /, *args, **kwargs):
        """There was one call, with these arguments."""
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s" % (self._title, self.call_count, self._said_calls()))
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        """One of the calls had these arguments."""
        wanted = self._bound(_Call((args, kwargs), two=True))
        if isinstance(wanted, Exception) or wanted not in [self._bound(each) for each in self.call_args_list]:
            raise AssertionError('%s call not found' % self._format_mock_call_signature(args, kwargs)) \
                from (wanted if isinstance(wanted, Exception) else None)

    def assert_has_calls(self, calls, any_order=False):
        """mock_calls has these, in a row or, with any_order, anywhere."""
        wanted = [self._bound(each) for each in calls]
        there = _CallList(self._bound(each) for each in self.mock_calls)
        if not any_order:
            if wanted not in there:
                raise AssertionError('Calls not found.\nExpected: %r%s' % (_CallList(calls), self._said_calls('Actual').rstrip('.')))
            return
        missing = []
        for each in wanted:
            if each in there:
                there.remove(each)
            else:
                missing.append(each)
        if missing:
            raise AssertionError('%r does not contain all of %r in its call list, found %r instead'
                                 % (self._mock.name or 'mock', tuple(missing), there))


def _callable(value):
    """Whether a call of it can be made: of an object, a class, or what a static method or class method is of."""
    if isinstance(value, (staticmethod, classmethod)):
        return _callable(value.__func__)
    return isinstance(value, type) or getattr(value, '__call__', None) is not None


def _is_exception(value):
    return isinstance(value, BaseException) or isinstance(value, type) and issubclass(value, BaseException)


def _of_function(value):
    """The mock of a function that create_autospec has made, or the value itself."""
    return value.mock if inspect.isfunction(value) and isinstance(getattr(value, 'mock', None), NonCallableMock) else value


def _adopt(parent, value, name, new_name):
    """Makes a mock that has no name and no parent a child; whether it is one now."""
    value = _of_function(value)
    if not isinstance(value, NonCallableMock):
        return False
    state = value._mock
    if state.name or state.new_name or state.parent is not None or state.new_parent is not None:
        return False
    each = parent
    while each is not None:  # no circles
        if each is value:
            return False
        each = each._mock.new_parent
    if new_name:
        state.new_parent, state.new_name = parent, new_name
    if name:
        state.parent, state.name = parent, name
    return True


class CallableMixin(NonCallableMock):
    """Calls of mocks."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name='', _new_parent=None, **kwargs):
        NonCallableMock.__init__(self, spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        if return_value is not DEFAULT:
            self.return_value = return_value
        if side_effect is not None:
            self.side_effect = side_effect

    def __call__(self, /, *args, **kwargs):
        self._check(args, kwargs)
        self._note(args, kwargs)
        return self._answer(args, kwargs)

    def _check(self, args, kwargs):
        if self._mock.checks and self._mock.signature is not None:
            self._mock.signature.bind(*args, **kwargs)

    def _note(self, args, kwargs):
        """Remembers a call here and in the mocks that this one is of."""
        state = self._mock
        one = _Call((args, kwargs), two=True)
        self.called, self.call_args = True, one
        self.call_count += 1
        self.call_args_list.append(one)
        self.mock_calls.append(_Call(('', args, kwargs)))
        path, method, child = state.new_name or '', state.name or '', self
        is_method = state.parent is not None
        parent = state.new_parent
        while parent is not None:
            above = parent._mock
            if is_method:
                above.method_calls.append(_Call((method, args, kwargs)))
                is_method = above.parent is not None
                if is_method:
                    method = above.name + '.' + method
            above.mock_calls.append(_Call((path, args, kwargs)))
            if above.new_name:
                path = above.new_name + ('' if path.startswith('()') else '.') + path
            parent = above.new_parent

    def _answer(self, args, kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if callable(effect):
                result = effect(*args, **kwargs)
            else:
                result = next(effect)
                if _is_exception(result):
                    raise result
            if result is not DEFAULT:
                return result
        state = self._mock
        if state.result is not DEFAULT or state.wraps is None or state.delegate is not None:
            return self.return_value
        return state.wraps(*args, **kwargs)


class Mock(CallableMixin):
    """A stand-in that can be called. side_effect: what a call does; return_value: what it answers; see NonCallableMock."""


class NonCallableMagicMock(NonCallableMock):
    """A stand-in with the magic methods, which cannot be called."""

    def _begin(self):
        names, kind = self._mock.names, type(self)
        for name in _MADE:
            if names is None or name in names:
                setattr(kind, name, _Magic(name))
            elif name in ('__eq__', '__ne__', '__hash__', '__str__', '__format__', '__sizeof__'):
                pass
            else:
                continue

    def _magic(self, name):
        """The mock of a magic method."""
        state = self._mock
        mock = state.magics.get(name)
        if mock is None:
            kind = AsyncMock if name in _ASYNC else MagicMock
            mock = state.magics[name] = kind(name=name, _new_name=name, _new_parent=self)
            mock._mock.parent = self if name not in _CONSTANTS or _CONSTANTS[name] is not None else None
            default = _default_of(self, name)
            if default is not None:
                mock._mock.default = default
                mock._mock.effect = _Fallback(mock, default)
            elif name in _CONSTANTS:
                mock._mock.result = _CONSTANTS[name]
        return mock

    def mock_add_spec(self, spec, spec_set=False):
        """Gives it another spec."""
        NonCallableMock.mock_add_spec(self, spec, spec_set)
        for name in _MADE:
            if name in vars(type(self)) and name not in self._mock.names:
                delattr(type(self), name)


class _Fallback:
    """What a magic method does as long as no return value is set for it."""

    def __init__(self, mock, default):
        self.mock, self.default = mock, default

    def __call__(self, *args):
        result = self.mock._mock.result
        if result is DEFAULT:
            return self.default(*args)
        if self.mock._mock.new_name == '__iter__':
            return iter(result)
        return _AsyncIterator(iter(result)) if self.mock._mock.new_name == '__aiter__' else DEFAULT


class MagicMock(NonCallableMagicMock, Mock):
    """A Mock with the magic methods."""


class PropertyMock(Mock):
    """A property of a class: reading calls it, setting calls it with the value."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, value):
        self(value)


class AsyncMock(MagicMock):
    """A stand-in for a coroutine function: a call gives a coroutine, and awaiting it what was set."""

    def _begin(self):
        super()._begin()
        self._mock.awaits = _CallList()

    @property
    def _is_coroutine(self):
        """The mark by which asyncio knows it."""
        import asyncio
        return asyncio.coroutines._is_coroutine

    @property
    def await_count(self):
        """How often a call of it was awaited."""
        return len(self._mock.awaits)

    @property
    def await_args(self):
        """The call that was awaited last."""
        return self._mock.awaits[-1] if self._mock.awaits else None

    @property
    def await_args_list(self):
        """The calls that were awaited."""
        return self._mock.awaits

    def __call__(self, /, *args, **kwargs):
        self._check(args, kwargs)
        self._note(args, kwargs)
        return self._await(args, kwargs)

    async def _await(self, args, kwargs):
        self._mock.awaits.append(_Call((args, kwargs), two=True))
        effect = self.side_effect
        if effect is not None and not _is_exception(effect) and not callable(effect):
            try:
                result = next(effect)
            except StopIteration:
                raise StopAsyncIteration from None
            if _is_exception(result):
                raise result
            return result
        result = self._answer(args, kwargs)
        if inspect.iscoroutine(result) and (effect is not None or self._mock.wraps is not None):
            result = await result
        return result

    def reset_mock(self, /, *args, **kwargs):
        """Forgets the calls and what was awaited."""
        super().reset_mock(*args, **kwargs)
        self._mock.awaits = _CallList()

    def assert_awaited(self):
        """A call was awaited."""
        if not self.await_count:
            raise AssertionError('Expected %s to have been awaited.' % self._title)

    def assert_awaited_once(self):
        """Exactly one call was awaited."""
        if self.await_count != 1:
            raise AssertionError('Expected %s to have been awaited once. Awaited %s times.' % (self._title, self.await_count))

    def assert_awaited_with(self, /, *args, **kwargs):
        """The call that was awaited last had these arguments."""
        shown = self._format_mock_call_signature(args, kwargs)
        if self.await_args is None:
            raise AssertionError('Expected await: %s\nNot awaited' % shown)
        if self.await_args != (args, kwargs):
            raise AssertionError('expected await not found.\nExpected: %s\nActual: %s'
                                 % (shown, self._format_mock_call_signature(*self.await_args)))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """One call was awaited, with these arguments."""
        self.assert_awaited_once()
        self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """One of the awaited calls had these arguments."""
        if (args, kwargs) not in self._mock.awaits:
            raise AssertionError('%s await not found' % self._format_mock_call_signature(args, kwargs))

    def assert_has_awaits(self, calls, any_order=False):
        """The awaited calls have these, in a row or anywhere."""
        if any_order:
            left = list(self._mock.awaits)
            for each in calls:
                if each not in left:
                    raise AssertionError('%r not all found in await list' % (tuple(calls),))
                left.remove(each)
        elif list(calls) not in self._mock.awaits:
            raise AssertionError('Awaits not found.\nExpected: %r\nActual: %r' % (_CallList(calls), self._mock.awaits))

    def assert_not_awaited(self):
        """No call was awaited."""
        if self.await_count:
            raise AssertionError('Expected %s to not have been awaited. Awaited %s times.' % (self._title, self.await_count))


# ---- specs of whole objects ----

class _Later:
    """A child of an autospec that is made when it is asked for."""

    def __init__(self, **options):
        self.options = options

    def make(self):
        return create_autospec(**self.options)


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock with the attributes and signatures of an object, and its attributes likewise. instance: spec is a class, and the mock an
    instance of it."""
    if isinstance(spec, (list, tuple)):
        spec = type(spec)
    is_class = isinstance(spec, type)
    options = {'spec_set' if spec_set else 'spec': spec, 'unsafe': unsafe}
    if inspect.isdatadescriptor(spec):
        options, kind = {}, MagicMock
    elif is_class and instance and '__call__' not in dir(spec) or not callable(spec):
        kind = NonCallableMagicMock
    else:
        kind = AsyncMock if inspect.iscoroutinefunction(spec) else MagicMock
    name = kwargs.pop('name', _name)
    eats_self = kwargs.pop('_eat_self', False)
    mock = kind(parent=_parent, _new_parent=_parent, _new_name='' if _parent is None else name, name=name, _spec_as_instance=instance,
                _eat_self=eats_self, **options)
    mock._mock.checks = True
    if is_class and not instance and 'return_value' not in kwargs:
        mock._mock.result = _Deferred = create_autospec(spec, spec_set, instance=True, _name='()', _parent=mock, unsafe=unsafe)
        _Deferred._mock.new_name, _Deferred._mock.parent = '()', None
    for each in dir(spec):
        if _is_magic(each):
            continue
        try:
            value = getattr(spec, each)
        except AttributeError:
            continue
        found = inspect.getattr_static(spec, each, None)
        bound = inspect.isfunction(found) and is_class or isinstance(found, classmethod) and inspect.isfunction(value)
        mock._mock.children[each] = _Later(spec=value, spec_set=spec_set, _parent=mock, _name=each, _eat_self=bool(bound)) \
            if callable(value) or not isinstance(value, (int, str, float, bytes, type(None))) else _Later(
                spec=value, spec_set=spec_set, _parent=mock, _name=each)
    mock.configure_mock(**kwargs)
    return _function_of(mock, spec) if inspect.isfunction(spec) and _parent is None else mock


def _function_of(mock, original):
    """A function with the signature of another one that calls a mock, and has the mock's methods."""
    if inspect.iscoroutinefunction(original):
        async def function(*args, **kwargs):
            return await mock(*args, **kwargs)
    else:
        def function(*args, **kwargs):
            return mock(*args, **kwargs)
    for name in ('__name__', '__qualname__', '__module__'):
        setattr(function, name, getattr(original, name))
    function.__signature__ = inspect.signature(original)
    function.mock = mock
    for name in ('assert_called_with', 'assert_called_once_with', 'assert_has_calls', 'assert_any_call', 'assert_called',
                 'assert_not_called', 'assert_called_once', 'reset_mock', 'attach_mock', 'configure_mock'):
        setattr(function, name, getattr(mock, name))
    function.called, function.call_count, function.call_args = False, 0, None
    function.call_args_list, function.method_calls, function.mock_calls = _CallList(), _CallList(), _CallList()
    function.return_value, function.side_effect = mock.return_value, mock.side_effect
    mock._mock.delegate = function
    return function


def seal(mock):
    """Lets a mock and its children make no attributes any more."""
    mock._mock.sealed = True
    for child in [*mock._mock.children.values(), mock._mock.result]:
        if isinstance(child, NonCallableMock) and child is not mock and child._mock.new_parent is mock:
            seal(child)


# ---- patches ----

def _named(path):
    """What a dotted path names: a module, or something in one."""
    name, *rest = path.split('.')
    found = __import__(name)
    for part in rest:
        name += '.' + part
        try:
            found = getattr(found, part)
        except AttributeError:
            __import__(name)
            found = getattr(found, part)
    return found


class _patch:
    """Puts a value in the place of an attribute: as a context manager, a decorator of functions and classes, with start() and stop()."""

    attribute_name = None
    running = []

    def __init__(self, owner, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.owner, self.attribute, self.new = owner, attribute, new
        self.options = dict(spec=spec, spec_set=spec_set, autospec=autospec, unsafe=unsafe)
        self.new_callable, self.create, self.kwargs = new_callable, create, kwargs
        self.others = []

    def copy(self):
        """The same patch once more."""
        made = _patch(self.owner, self.attribute, self.new, self.options['spec'], self.create, self.options['spec_set'],
                      self.options['autospec'], self.new_callable, self.kwargs, unsafe=self.options['unsafe'])
        made.attribute_name = self.attribute_name
        made.others = [each.copy() for each in self.others]
        return made

    # as a decorator

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(func, name)):
                    setattr(func, name, self.copy()(getattr(func, name)))
            return func
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func
        return _patched_function(func, [self])

    # what is put there

    def _original(self):
        """(what is there, whether the owner itself has it)."""
        target, name = self.target, self.attribute
        own = getattr(target, '__dict__', {})
        if name in own:
            return own[name], True
        original = getattr(target, name, DEFAULT)
        if name in vars(builtins) and inspect.ismodule(target):
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError('%s does not have the attribute %r' % (target, name))
        return original, False

    def _replacement(self, original):
        options = {key: value for key, value in self.options.items() if value is not None and key != 'unsafe'}
        if 'spec' in options and 'spec_set' in options:
            raise TypeError("Can't specify spec and spec_set at the same time" if options['spec'] is not True else "Can't provide explicit spec_set *and* spec or autospec")
        autospec = options.pop('autospec', None)
        if self.new is not DEFAULT:
            if self.kwargs:
                raise TypeError("Can't pass kwargs to a mock we aren't creating")
            return self.new
        for key, value in options.items():
            if value is True:
                options[key] = original
        if autospec:
            if 'spec' in options:
                raise TypeError("Can't specify spec and autospec")
            spec = original if autospec is True else autospec
            if isinstance(spec, NonCallableMock):
                raise TypeError('Cannot autospec attr %r as the patch target has already been mocked out. [target=%r, attr=%r]'
                                % (self.attribute, self.target, spec))
            return create_autospec(spec, spec_set=bool(options.get('spec_set')), _name=self.attribute, **self.kwargs)
        kind = self.new_callable
        if kind is None:
            spec = options.get('spec') or options.get('spec_set')
            plain = spec if spec is not None else None if original is DEFAULT else original
            kind = AsyncMock if inspect.iscoroutinefunction(plain) else MagicMock
            if spec is not None and not callable(spec) and not isinstance(spec, (list, tuple)):
                kind = NonCallableMagicMock
        made_by_mock = isinstance(kind, type) and issubclass(kind, NonCallableMock)
        if made_by_mock:
            options['name'] = self.attribute
        options.update(self.kwargs)
        new = kind(**options)
        spec = options.get('spec') or options.get('spec_set')
        if made_by_mock and isinstance(spec, type) and 'return_value' not in self.kwargs and isinstance(new, CallableMixin):
            new.return_value = type(new).__mro__[1](spec=spec, _new_name='()', _new_parent=new) \
                if callable(getattr(spec, '__call__', None)) and '__call__' in dir(spec) and any('__call__' in vars(c) for c in spec.__mro__) \
                else NonCallableMagicMock(spec=spec, _new_name='()', _new_parent=new)
        return new

    def __enter__(self):
        self.target = self.owner()
        original, self.is_own = self._original()
        new = self._replacement(original)
        self.kept = original
        setattr(self.target, self.attribute, new)
        if self.attribute_name is None:
            return new
        found = {self.attribute_name: new} if self.new is DEFAULT else {}
        entered = []
        try:
            for each in self.others:
                value = each.__enter__()
                entered.append(each)
                if each.new is DEFAULT:
                    found.update(value)
        except BaseException:
            for each in reversed(entered):
                each.__exit__(*sys.exc_info())
            self._undo()
            raise
        return found

    def _undo(self):
        if self.is_own and self.kept is not DEFAULT:
            setattr(self.target, self.attribute, self.kept)
        else:
            delattr(self.target, self.attribute)
            if not self.create and not hasattr(self.target, self.attribute):
                setattr(self.target, self.attribute, self.kept)
        del self.target, self.kept

    def __exit__(self, *exc_info):
        if not hasattr(self, 'target'):
            return False
        for each in reversed(self.others):
            each.__exit__(*exc_info)
        self._undo()
        return False

    def start(self):
        """Puts the value there until stop()."""
        result = self.__enter__()
        self.running.append(self)
        return result

    def stop(self):
        """Puts back what was there."""
        if self not in self.running:
            return None
        self.running.remove(self)
        return self.__exit__(None, None, None)


def _patched_function(func, patchings):
    """A function that runs another one with patches, whose mocks are its last arguments."""
    from contextlib import ExitStack

    def arguments(stack, args, keywords):
        for each in wrapper.patchings:
            value = stack.enter_context(each)
            if each.attribute_name is not None:
                keywords.update(value)
            elif each.new is DEFAULT:
                args += value,
        return args

    if inspect.iscoroutinefunction(func):
        async def wrapper(*args, **keywords):
            with ExitStack() as stack:
                return await func(*arguments(stack, args, keywords), **keywords)
    else:
        def wrapper(*args, **keywords):
            with ExitStack() as stack:
                return func(*arguments(stack, args, keywords), **keywords)
    functools.update_wrapper(wrapper, func)
    wrapper.patchings = patchings
    return wrapper


def _get_target(target):
    try:
        owner, name = target.rsplit('.', 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError('Need a valid target to patch. You supplied: %r' % (target,)) from None
    return (lambda: _named(owner)), name


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """Puts a value, by default a MagicMock, in the place of 'package.module.name'. spec, spec_set, autospec: True means what is there;
    create: also where nothing is; new_callable: makes the value; other keywords are the mock's."""
    return _patch(*_get_target(target), new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False,
                  **kwargs):
    """Puts a value in the place of an attribute of an object; see patch."""
    if isinstance(target, str):
        raise TypeError('%r must be the actual object to be patched, not a str' % target)
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Puts values in the places of several attributes; those that are DEFAULT are mocks, which come as a dict or keywords."""
    if not kwargs:
        raise ValueError('Must supply at least one keyword argument with patch.multiple')
    owner = (lambda: _named(target)) if isinstance(target, str) else lambda: target
    made = []
    for name, new in kwargs.items():
        each = _patch(owner, name, new, spec, create, spec_set, autospec, new_callable, {})
        each.attribute_name = name
        made.append(each)
    made[0].others = made[1:]
    return made[0]


class _PatchDict:
    """Changes a dict, and puts back what was in it: as a context manager or a decorator. clear: it is emptied first."""

    attribute_name = None
    new = None

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.clear = in_dict, clear
        self.values = dict(values, **kwargs)

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _named(self.in_dict)
        try:
            self.kept = self.in_dict.copy()
        except AttributeError:
            self.kept = {key: self.in_dict[key] for key in self.in_dict}
        if self.clear:
            self._empty()
        for key, value in self.values.items():
            self.in_dict[key] = value
        return self.in_dict

    def _empty(self):
        for key in list(self.in_dict):
            del self.in_dict[key]

    def __exit__(self, *exc_info):
        self._empty()
        for key in self.kept:
            self.in_dict[key] = self.kept[key]
        return False

    def copy(self):
        """The same once more."""
        return _PatchDict(self.in_dict, self.values, self.clear)

    def __call__(self, f):
        if isinstance(f, type):
            for name in dir(f):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(f, name)):
                    setattr(f, name, self.copy()(getattr(f, name)))
            return f
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            with self:
                return f(*args, **kwargs)
        return wrapper

    def start(self):
        """Changes it until stop()."""
        result = self.__enter__()
        _patch.running.append(self)
        return result

    def stop(self):
        """Puts back what was in it."""
        if self in _patch.running:
            _patch.running.remove(self)
            return self.__exit__(None, None, None)
        return None


def _stop_all():
    """Ends all patches that start() has begun, the last one first."""
    for each in reversed(_patch.running[:]):
        each.stop()


patch.object, patch.multiple, patch.dict, patch.stopall, patch.TEST_PREFIX = _patch_object, _patch_multiple, _PatchDict, _stop_all, 'test'


# ---- files ----

def mock_open(mock=None, read_data=''):
    """A mock in the place of open(): what it answers reads read_data, as a context manager, too."""
    import io
    stream = []

    def begin():
        stream[:] = [io.BytesIO(read_data) if isinstance(read_data, bytes) else io.StringIO(read_data)]

    def reading(name, effect=None):
        def read(*args, **kwargs):
            method = getattr(handle, name)
            if method._mock.result is not DEFAULT and not isinstance(method._mock.result, NonCallableMock):
                return method._mock.result
            return getattr(stream[0], name)(*args, **kwargs)
        return read

    begin()
    if mock is None:
        mock = MagicMock(name='open', spec=open)
    handle = MagicMock(spec=[*dir(io.TextIOWrapper), *dir(io.BytesIO)])
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    for name in ('read', 'readline', 'readlines'):
        getattr(handle, name).side_effect = reading(name)
    handle.__iter__.side_effect = lambda: iter(stream[0].readline, stream[0].read(0))
    handle.__next__ = MagicMock(side_effect=lambda: next(stream[0]))

    def opened(*args, **kwargs):
        begin()
        return DEFAULT

    mock.side_effect = opened
    mock.return_value = handle
    return mock
