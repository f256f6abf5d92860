"""Run once when the bridge opens: what Python's own modules see of the session. `here` has the language's side:
sys, builtins, find (a module of the language by its name, or None) and OWN (the packages that are the language's)."""
import _contextvars
import _posixsubprocess
import _signal
import builtins
import copyreg
import importlib.machinery
import io
import operator
import os
import sys
import types
import warnings


_before = [(vars(sys), name, vars(sys)[name]) for name in ('stdout', '__stdout__', 'stderr', '__stderr__', 'stdin', 'argv', '_getframe')]
_before += [(vars(builtins), 'input', input)] + [(vars(warnings), name, vars(warnings)[name])
                                                 for name in ('_showwarnmsg_impl', '_filters_mutated') if name in vars(warnings)]
_classes = [(each, each.__class__) for each in (sys, warnings, os.environ)]
_finders = list(sys.meta_path)


def _undo():
    """This has failed: all is as it was, for the next try."""
    for each, cls in _classes:
        each.__class__ = cls
    for names, name, value in _before:
        names[name] = value
    sys.meta_path[:] = _finders
    vars(builtins).pop('get_ipython', None)
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    here.find('os')._tell_environ(None)
    here.find('warnings')._tell_filters(lambda filters: None)


class _Bytes(io.RawIOBase):
    """The bytes of a stream, as text of the stream."""

    def __init__(self, stream):
        self._stream = stream

    def writable(self):
        return True

    def write(self, data):
        self._stream.write(bytes(data).decode('utf-8', 'replace'))
        return len(data)

    def flush(self):
        self._stream.flush()

    def fileno(self):
        return self._stream.fileno()


class _Output(io.TextIOBase):
    """sys.stdout or sys.stderr: writes to what has that name in the session at that moment."""

    encoding = 'UTF-8'
    errors = 'strict'
    line_buffering = False

    def __init__(self, name, number):
        self._name = name
        self._number = number
        self.name = '<%s>' % name
        self.buffer = _Bytes(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError('string argument expected, got %r' % type(text).__name__)
        self._target().write(text)
        return len(text)

    def _target(self):
        """What has that name in the session; where code of Python has put a stream of its own into its place, the one before that."""
        replaced = _replaced.get(self._name)
        return getattr(here.sys, self._name) if replaced is None else replaced

    def writable(self):
        return True

    def flush(self):
        self._target().flush()

    def fileno(self):
        return self._number

    def isatty(self):
        return False

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        """Only what the session's streams are already: UTF-8. NotImplementedError for all else."""
        wanted = (encoding or 'utf-8').lower().replace('_', '-')
        if wanted not in ('utf-8', 'utf8') or errors not in (None, 'strict') or newline is not None or line_buffering or write_through:
            raise NotImplementedError('the streams of a notebook are UTF-8; they have no other settings')


class _Input(io.TextIOBase):
    """sys.stdin: a line is what the user answers."""

    encoding = 'UTF-8'

    def readable(self):
        return True

    def readline(self, size=-1):
        return here.builtins.input() + '\n'

    def fileno(self):
        return 0


def _in_session(parameters, text):
    """A function of the session; dicts that it names are the session's own, and no copies."""
    return here.builtins.eval('lambda %s: (%s)' % (parameters, text))


class _Loader:
    """One of the session's modules, which the kernel imports when it is loaded: a search alone runs nothing."""

    def create_module(self, spec):
        self._module = here.find(spec.name)
        if self._module is None:
            raise ModuleNotFoundError('No module named %r' % spec.name, name=spec.name)

    def exec_module(self, module):
        sys.modules[module.__spec__.name] = self._module


class _Finder:
    """The packages that are the language's own: never those of the same name on sys.path; what the session has imported from files of
    the program; and once it has torch, the packages on that."""

    def find_spec(self, name, path=None, target=None):
        if path is None:
            _take_path()
        ours = here.loaded(name)
        if ours is not None and not issubclass(type(ours), types.ModuleType) and getattr(ours, '__file__', None):
            session.lent.add(name)  # a file of the program, which the session has run
            return importlib.machinery.ModuleSpec(name, _Loader(), is_package=hasattr(ours, '__path__'))
        if name.partition('.')[0] in here.OWN:
            module = here.find(name)
            if module is None:
                raise ModuleNotFoundError('No module named %r' % name, name=name)
            return importlib.machinery.ModuleSpec(name, _Loader(), is_package=hasattr(module, '__path__'))
        found = session.native_spec(name) if path is None and here.loaded('torch') is not None else None
        if found is None:
            return None
        spec = importlib.machinery.ModuleSpec(name, _Loader(), origin=found.origin)
        spec.submodule_search_locations, spec.has_location = found.submodule_search_locations, True
        return spec


def _interrupted(number, frame):
    if here.interrupted():
        raise KeyboardInterrupt


# ---- what both have: sys.path, the streams, the environment, the filters of warnings ------------------------------------

_from_session = []  # the entries of the session's sys.path that stand in this one


def _take_path():
    """What the program has done to its sys.path is done to this one. The current folder comes behind the library, as in IPython; what
    stands behind it comes last."""
    ours = [entry for entry in here.sys.path if isinstance(entry, str)]
    if ours == _from_session:
        return
    rest = [entry for entry in sys.path if entry not in _from_session]
    middle = ours.index('') if '' in ours else 1
    library = next((i for i, entry in enumerate(rest) if entry.endswith(('site-packages', 'dist-packages'))), len(rest))
    new = [entry for entry in ours if entry not in rest]
    front, back = [e for e in new if e in ours[:middle]], [e for e in new if e and e not in ours[:middle]]
    sys.path[:] = front + rest[:library] + [''] * ('' in ours) + rest[library:] + back
    _from_session[:] = ours
    _known_path[:] = sys.path


_known_path = list(sys.path)


def _path_changed():
    """Code here has changed its sys.path: the same is done to the session's."""
    new, ours = list(sys.path), [entry for entry in here.sys.path if entry in sys.path or entry not in _known_path]
    added = [entry for entry in new if entry not in _known_path and entry not in ours]
    front = [entry for entry in added if new.index(entry) < next((i for i, known in enumerate(new) if known in _known_path), 0)]
    here.put_path(front + ours + [entry for entry in added if entry not in front])
    _from_session[:] = [entry for entry in here.sys.path if isinstance(entry, str)]
    _known_path[:] = new


_replaced = {}  # streams of the session that code of Python has replaced, by their names in sys


_argv = []  # the list that code here sees as sys.argv
_known_argv = []  # what it and the session's held when they were last compared


class _Sys(type(sys)):
    """The module sys: a stream that is put into it is also the session's, until the former one is put back. Its argv is the session's."""

    @property
    def argv(self):
        """The session's list of arguments, with what code here has done to this one."""
        ours = here.sys.argv
        if _argv != _known_argv and ours == _known_argv:
            here.sys.argv = ours = list(_argv)
        elif _argv != ours:  # the program's change counts
            _argv[:] = ours
        _known_argv[:] = ours
        return _argv

    @argv.setter
    def argv(self, value):
        global _argv
        _argv = value
        here.sys.argv = list(value)
        _known_argv[:] = value

    @argv.deleter
    def argv(self):
        del here.sys.argv

    def __new__(cls, *args, **kwargs):
        return type(builtins)(*args, **kwargs)  # importlib makes all new modules by the class of sys

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == 'path':
            here.watch_path()
            _path_changed()
        own = _streams.get(name)
        if own is None:
            return
        if value is own:
            if name in _replaced:
                setattr(here.sys, name, _replaced.pop(name))
            return
        _replaced.setdefault(name, getattr(here.sys, name))
        setattr(here.sys, name, value)


class _Environ(type(os.environ)):
    """os.environ: what is changed in it changes in the session's, too."""

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        _session_os._note_environ(os.fsdecode(key), os.fsdecode(value))

    def __delitem__(self, key):
        super().__delitem__(key)
        _session_os._note_environ(os.fsdecode(key), None)


def _environ_changed(name, value):
    """In the session, which has told the process already."""
    key = os.environ.encodekey(name)
    if value is None:
        os.environ._data.pop(key, None)
    else:
        os.environ._data[key] = os.environ.encodevalue(value)


class _Warnings(type(sys)):
    """The module warnings: who records warnings here records those of the session, too."""

    def __setattr__(self, name, value):
        former = getattr(self, name, None)
        super().__setattr__(name, value)
        if value is former:
            return
        if name == '_showwarnmsg_impl':
            _session_warnings._record_elsewhere(None if value is _deliver else _record)
        elif name == 'showwarning':
            _session_warnings._show_elsewhere(None if value is self._showwarning_orig else value)


def _record(message, category, filename, lineno, source):
    """A warning of the session for who records here."""
    warnings._showwarnmsg_impl(warnings.WarningMessage(message, category, filename, lineno, source=source))


def _deliver(warning):
    """A warning of here is shown, or recorded, by the session. That of the session's own code is of the line that runs there."""
    if warning.file is not None:
        return _write_warning(warning)
    if warning.filename in ('sys', '<session>', '<sys>'):
        for module in (sys, sys.modules['__main__']):
            vars(module).pop('__warningregistry__', None)  # lines are counted there
        _session_warnings._warn_at_caller(warning.message, warning.category, warning.source)
    else:
        _session_warnings._show(warning.message, warning.category, warning.filename, warning.lineno, warning.line, warning.source)


def _filters_changed():
    global _filter_changes
    _filter_changes += 1
    _forget_registries()


def _new_filters(count):
    """What the session does not know yet, if it knows `count` changes: their count, and the filters if they are others."""
    global _known_filters
    if count == _filter_changes:
        return None
    own = [one for one in warnings.filters if one != _of_calls]
    if own == _known_filters:
        return _filter_changes, None
    _known_filters = own
    return _filter_changes, own


def _take_filters(filters):
    """The session's filters, None if they are as before, are those of both."""
    global _known_filters
    if filters is not None:
        _known_filters = [tuple(one) for one in filters]
        warnings.filters[:] = _known_filters
        if _of_main in _known_filters:
            warnings.filters.insert(_known_filters.index(_of_main), _of_calls)
    _forget_registries()


_session_os, _session_warnings = here.find('os'), here.find('warnings')
os.environ.__class__ = _Environ
_session_os._tell_environ(_environ_changed)
_write_warning, _forget_registries = warnings._showwarnmsg_impl, warnings._filters_mutated
# what the session calls directly runs without a frame, so in the module sys: the session knows of which of its modules it is
_of_main, _of_calls = [('default', None, DeprecationWarning, module, 0) for module in ('__main__', 'sys')]
_filter_changes, _known_filters = 0, None
warnings._showwarnmsg_impl, warnings._filters_mutated = _deliver, _filters_changed
warnings.__class__ = _Warnings
_session_warnings._share_filters(_take_filters, _new_filters)

_signal.signal(_signal.SIGINT, _interrupted)
sys.meta_path.insert(0, _Finder())
sys.stdout = sys.__stdout__ = _Output('stdout', 1)
sys.stderr = sys.__stderr__ = _Output('stderr', 2)
sys.stdin = _Input()
_streams = {'stdout': sys.stdout, 'stderr': sys.stderr}
sys.__class__ = _Sys
sys.modules['_frozen_importlib']._new_module = types.ModuleType  # it would be type(sys)
builtins.input = here.builtins.input
vars(sys).pop('argv', None)

if hasattr(here.builtins, 'get_ipython'):  # packages look whether these have been imported: that tells them where they are
    import IPython
    import ipykernel.zmqshell
    builtins.get_ipython = here.builtins.get_ipython

# The frame in which the session's calls run: what looks at its caller's frame (its module, its variables) finds one. The
# plugin takes these functions; it calls what is written in C without them.
_main = dict(vars(sys.modules['__main__']))


class _Names(dict):
    """The names that this frame sees: those of the function of the session that calls (its locals, then its globals). What
    Python itself looks for, such as __name__ and __builtins__, are this module's own."""

    def __getitem__(self, name):
        return dict.__getitem__(self, name) if name in _main else here.caller_name(name)

    def get(self, name, default=None):
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name):
        try:
            self[name]
        except KeyError:
            return False
        return True

    def copy(self):
        return {**here.caller_names(), **_main}

    def keys(self):
        return self.copy().keys()

    def items(self):
        return self.copy().items()

    def values(self):
        return self.copy().values()

    def __iter__(self):
        return iter(self.copy())

    def __len__(self):
        return len(self.copy())


exec(compile('''
def _call(_0, /, *_1, **_2):
    return _0(*_1, **_2)
def _call_0(_0, /):
    return _0()
def _call_1(_0, _1, /):
    return _0(_1)
def _call_2(_0, _1, _2, /):
    return _0(_1, _2)
def _call_3(_0, _1, _2, _3, /):
    return _0(_1, _2, _3)
def _getattr(_0, _1, /, _2=getattr):
    return _2(_0, _1)
def _setattr(_0, _1, _2, /, _3=setattr):
    _3(_0, _1, _2)
def _getitem(_0, _1, /):
    return _0[_1]
def _setitem(_0, _1, _2, /):
    _0[_1] = _2
''', '<session>', 'exec'), _Names(_main), locals())


# ---- the frames behind that one: those of the session ---------------------------------------------------------------------

_python_frame = sys._getframe


class _Frame:
    """A frame of Python, with the frames of the session as callers of its outermost."""

    __slots__ = '_frame',
    __class__ = property(lambda self: types.FrameType)

    def __init__(self, frame):
        object.__setattr__(self, '_frame', frame)

    @property
    def f_back(self):
        return _caller(self._frame.f_back, 0)

    def __getattr__(self, name):
        return getattr(self._frame, name)

    def __setattr__(self, name, value):
        setattr(self._frame, name, value)

    def __eq__(self, other):
        return self._frame is (other._frame if type(other) is _Frame else other)

    def __hash__(self):
        return hash(self._frame)

    def __repr__(self):
        return repr(self._frame)


def _caller(frame, depth):
    """The frame so many callers above this one; None: there is none."""
    while frame is not None and frame.f_code.co_filename != '<session>':
        if depth <= 0:
            return _Frame(frame)
        frame, depth = frame.f_back, depth - 1
    try:
        return here.sys._getframe(depth)
    except ValueError:
        return None


def _getframe(depth=0, /):
    """Return a frame object from the call stack: depth callers above the one that asks, code of the session among them."""
    found = _caller(_python_frame(1), operator.index(depth))
    if found is None:
        raise ValueError('call stack is not deep enough')
    return found


sys._getframe = _getframe


def _found(cls, name):
    """What the classes of an object have by this name; _found itself: nothing."""
    for each in cls.__mro__:
        if name in each.__dict__:
            return each.__dict__[name]
    return _found


def _changes(cls):
    return cls.__flags__ & (1 << 9 | 1 << 8) == 1 << 9  # of a class statement, and not immutable


def _runs_code(cls, name, hook):
    """Whether the attribute of that name of an instance of cls runs code written in Python; hook: what such a class has that does it
    for all names."""
    if any(hook in each.__dict__ and _changes(each) for each in cls.__mro__) or (hook == '__getattr__' and _runs_code(cls, name, '__getattribute__')):
        return True
    kind = type(_found(cls, name))
    if kind in (types.FunctionType, staticmethod):
        return False
    return kind in (property, classmethod) or _changes(kind) and (hasattr(kind, '__get__') or hasattr(kind, '__set__'))


def _method(cls, name):
    """What object.name(...) calls with the object in front, for every instance of cls and for ever; None: that may vary."""
    found = _found(cls, name)
    return found if type(found) is types.MethodDescriptorType and not cls.__dictoffset__ and not any(map(_changes, cls.__mro__)) else None


_keeps = _contextvars.ContextVar.set

_described = {}  # what was said of code lately


def _of_code(code):
    """Of a frame's code: its file, its function, the first and the last line of that; the names of its parameters, and whether *args and
    **kwargs are the last of them. None for the code of these files."""
    key = code.co_filename, code  # equal code may be in several files
    found = _described.get(key, _described)
    if found is not _described:
        return found
    if code.co_filename == '<session>' or code.co_filename.startswith('<tensor '):
        found = None
    else:
        first = code.co_firstlineno
        last = max([line for *_, line in code.co_lines() if line], default=first) if hasattr(code, 'co_lines') else first + 3
        varargs, varkw = bool(code.co_flags & 4), bool(code.co_flags & 8)
        count = code.co_argcount + code.co_kwonlyargcount + varargs + varkw
        found = (code.co_filename, getattr(code, 'co_qualname', code.co_name), first, last), (code.co_varnames[:count], varargs, varkw)
    if len(_described) > 500:
        _described.clear()
    _described[key] = found
    return found


def _frames(tb, known):
    """The frames of a traceback, inner ones first, without the last `known` of it and those of these files: for each its file, its
    function, the first and the last line of that, the line that was running, the names of its parameters, whether *args and **kwargs
    are the last of them, and its entry. Beside them how many frames the traceback has."""
    entries = []
    while tb is not None:
        entries.append(tb)
        tb = tb.tb_next
    found = []
    for tb in entries[:len(entries) - known] if known <= len(entries) else entries:
        said = _of_code(tb.tb_frame.f_code)
        if said is not None and '_stop' not in tb.tb_frame.f_globals:
            found.append((*said[0], tb.tb_lineno, *said[1], tb))
    return found[::-1], len(entries)


class _Attributes(dict):
    """__dict__ of an object of the session: what is changed in it is changed there, by the functions that it is given."""

    def __init__(self, names, put, drop):
        dict.__init__(self, names)
        self._put = put
        self._drop = drop

    def __setitem__(self, name, value):
        self._put(name, value)
        dict.__setitem__(self, name, value)

    def __delitem__(self, name):
        dict.__delitem__(self, name)
        self._drop(name)

    def update(self, *args, **kwargs):
        for name, value in dict(*args, **kwargs).items():
            self[name] = value

    def __ior__(self, other):
        self.update(other)
        return self

    def setdefault(self, name, value=None):
        if name not in self:
            self[name] = value
        return self[name]

    def pop(self, name, *default):
        if name in self:
            self._drop(name)
        return dict.pop(self, name, *default)

    def clear(self):
        for name in list(self):
            del self[name]

    def __reduce__(self):
        return dict, (dict(self),)


# ---- exceptions of the session, as code here sees them -----------------------------------------------------------------

class _Stop(Exception):
    pass


def _stop():
    raise _Stop


def _ask_session(self, name):
    """__getattr__ of exceptions of the session."""
    if name.startswith('__'):
        raise AttributeError(name)
    return here.attribute(self, name)


_frames_at = {}


def _frame_at(file, name, position):
    """A frame that stands at that position of that file, and the index of its instruction."""
    key = file, name, position
    if key not in _frames_at:
        import ast
        line, last, begin, end = position
        positions = dict(lineno=line, end_lineno=last, col_offset=begin, end_col_offset=end)
        call = ast.Call(ast.Name('_stop', ast.Load(), **positions), [], [], **positions)
        code = compile(ast.Module([ast.Expr(call, **positions)], []), file, 'exec')
        names = {'co_name': name, 'co_qualname': name} if hasattr(code, 'co_qualname') else {'co_name': name}
        try:
            exec(code.replace(**names), {'_stop': _stop, '__name__': '__main__', '__file__': file})
        except _Stop as stopped:
            frame = stopped.__traceback__.tb_next
        if len(_frames_at) > 1000:
            _frames_at.clear()
        _frames_at[key] = frame.tb_frame, frame.tb_lasti
    return _frames_at[key]


def _traceback(entries):
    """A traceback of the session, made of frames that modules such as traceback can read: entries as lang_traceback_list gives them."""
    import linecache
    made = None
    for file, name, line, last, begin, end, text, entry in reversed(entries):
        if entry is not None:
            made = types.TracebackType(made, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
            continue
        if text is not None and file not in linecache.cache:
            linecache.cache[file] = len(text), None, text.splitlines(True), file
        if begin < 0:  # the whole line: no carets are shown under it
            shown = linecache.getline(file, line)
            last, begin, end = line, len(shown) - len(shown.lstrip()), len(shown.rstrip())
        made = types.TracebackType(made, *_frame_at(file, name, (line, last, begin, end)), line)
    return made


# ---- pickles and forks --------------------------------------------------------------------------------------------------

def _global_of_program(name):
    """Names of the program, which is the session's: pickles and multiprocessing look them up in __main__."""
    try:
        return getattr(here.main, name)
    except AttributeError:
        raise AttributeError('module %r has no attribute %r' % ('__main__', name)) from None


sys.modules['__main__'].__getattr__ = _global_of_program


def _reduce_capsule(capsule):
    """What ties an exception to that of the session is nothing in a pickle or a copy."""
    if '"tensor.' in repr(capsule):
        return bool, ()
    raise TypeError("cannot pickle 'PyCapsule' object")


copyreg.pickle(_Capsule, _reduce_capsule)


def _fork_exec(*args):
    """A child has the signals of this thread, which the kernel blocks: another thread waits for them."""
    blocked = _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP))
    try:
        return _posix_fork_exec(*args)
    finally:
        _signal.pthread_sigmask(_signal.SIG_SETMASK, blocked)


_posix_fork_exec = _posixsubprocess.fork_exec
_posixsubprocess.fork_exec = _fork_exec
os.register_at_fork(before=_forks, after_in_child=_has_forked)


# ---- objects of the session's library that have a counterpart here ----------------------------------------------------

def _by_counterparts(name):
    """A function of counterparts.py."""
    return lambda *args: _Started.run('counterparts', COUNTERPARTS)[name](*args)


_enum_class, _field, _form, _form_here, _zone = map(_by_counterparts, ('enum_class', 'field', 'form', 'form_here', 'zone'))
# what begins with a plus is for instances of derived classes
_makers = {'dataclasses.Field': _field, '+datetime.tzinfo': _zone, 'types.GenericAlias': _form, 'types.UnionType': _form,
           **{'typing.' + name: _form for name in ('_Applied', '_Bare', '_Form', '_UnionOf', '_LiteralOf', '_AnnotatedOf', '_CallableOf', '_AnyType',
                                                   'TypeVar', 'NewType', 'ForwardRef')}}


def _nops(code, instructions):
    import opcode
    nop = opcode.opmap['NOP']
    return bytes(part for one in instructions for part in (nop, one))


def _codes():
    return _Started.run('codes', CODES, here=here, in_session=_in_session)


def _code_field(name, otherwise=lambda code, instructions: NotImplemented):
    """What code here reads by that name in code of the session: what CPython's of the same text has."""
    def read(code, instructions):
        known = _codes()['code_of'](code)
        return otherwise(code, instructions) if known is None else getattr(known, name)
    return read


# Where there is no text, the instructions are not those of this side: they are arguments of NOPs, so that what compares code finds a
# difference where there is one, and dis can read it. NotImplemented: as the session has it.
_code_fields = {
    'co_code': _code_field('co_code', _nops),
    '_co_code_adaptive': _code_field('_co_code_adaptive', _nops),
    **{name: _code_field(name, lambda code, instructions: b'') for name in ('co_exceptiontable', 'co_lnotab')},
    '_varname_from_oparg': _code_field('_varname_from_oparg', lambda code, instructions: (code.co_varnames + code.co_cellvars + code.co_freevars).__getitem__),
    **{name: _code_field(name) for name in ('co_consts', 'co_names', 'co_varnames', 'co_cellvars', 'co_freevars', 'co_nlocals', 'co_stacksize', 'co_linetable',
                                            'co_lines', 'co_positions')},
}


def _copy(deep):
    """copy.copy or copy.deepcopy of the session."""
    module = here.find('copy')
    return module.deepcopy if deep else module.copy


# ---- what the kernel asks of Python ---------------------------------------------------------------------------------

_reduced_containers = {
    list: lambda x: (list, (), None, iter(x)),
    dict: lambda x: (dict, (), None, None, iter(x.items())),
    set: lambda x: (set, (list(x),)),
    bytearray: lambda x: (bytearray, (bytes(x),)),
}


def _in_band(buffer):
    with buffer.raw() as memory:
        return bytes(memory) if memory.readonly else bytearray(memory)


_BACKEND = 'module://matplotlib_inline.backend_inline'
_at_end = []


def _after_cell(function, wanted=True):
    if function in _at_end:
        _at_end.remove(function)
    if wanted:
        _at_end.append(function)


class _InlineLoader:
    """matplotlib_inline: one module under its three names."""

    _module = None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if _InlineLoader._module is None:
            made = _InlineLoader._module = types.ModuleType('matplotlib_inline.backend_inline')
            made.after_cell = _after_cell
            made.__path__ = []
            made.backend_inline = made.config = made
            exec(compile(INLINE, '<tensor inline>', 'exec'), vars(made))
        sys.modules[module.__spec__.name] = _InlineLoader._module


class _InlineFinder:
    def find_spec(self, name, path=None, target=None):
        if name not in ('matplotlib_inline', 'matplotlib_inline.backend_inline', 'matplotlib_inline.config'):
            return None
        return importlib.machinery.ModuleSpec(name, _InlineLoader(), is_package=True)


class _Started:
    """Packages of the environment with which something here begins when they have been imported."""

    spaces = {}  # of what has begun: the names of its source

    @staticmethod
    def run(name, text, **names):
        """The names of one of the sources beside this one, which is run the first time."""
        space = _Started.spaces.get(name)
        if space is None:
            space = _Started.spaces[name] = {'__name__': 'tensor_session.' + name, **names}
            exec(compile(text, '<tensor %s>' % name, 'exec'), space)
        return space

    def find_spec(self, name, path=None, target=None):
        begin = _begun_by.get(name) or (_begin_by_value if name.endswith('cloudpickle.cloudpickle') else None)
        spec = importlib.machinery.PathFinder.find_spec(name, path) if begin else None
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def run(module):
            execute(module)
            begin(module)
        spec.loader.exec_module = run
        return spec


def _begin_comms(module):
    _Started.run('comms', COMMS, target=module, wire=here.find('_comms'))


def _begin_tasks(module):
    if hasattr(here.builtins, 'get_ipython'):
        _Started.run('tasks', TASKS)['ready']()


def _run_main(path):
    """The file of the program, in a process that spawn or forkserver has started: it is run by the session, under another name."""
    main, name = sys.modules['__main__'], '__mp_main__'
    if here.main.__name__ == name:
        return
    here.sys.argv = list(sys.argv)
    here.main.__name__, here.main.__file__ = name, path
    sys.modules[name] = main
    _in_session('main, path', "__import__('sys').modules.update(__mp_main__=main), exec(compile(open(path, 'rb').read(), path, 'exec'), main.__dict__)")(here.main, path)


def _begin_spawn(module):
    """Processes that are started anew run the program of this one, which knows its functions and classes as they are."""
    import multiprocessing.util
    spawn_main = module._fixup_main_from_path
    module.set_executable(here.sys.executable)
    module._fixup_main_from_path = lambda path: _run_main(path) if path.endswith('.py') else spawn_main(path)
    multiprocessing.util._args_from_interpreter_flags = list  # they are in the environment


def _begin_lines(module):
    """Modules that look for lines of code find those of the session's cells, too."""
    of_files = module.updatecache

    def updatecache(filename, module_globals=None):
        text = here.sys._cell_text(filename) if filename.startswith('/tmp/ipykernel_') else None
        if text is None:
            return of_files(filename, module_globals)
        lines = (text if text.endswith('\n') else text + '\n').splitlines(True)
        module.cache[filename] = len(text), None, lines, filename
        return lines

    module.updatecache = updatecache


def _begin_by_value(module):
    """A pickler that sends functions and classes by value sends those of the session, too."""
    _Started.run('by_value', BY_VALUE, here=here, in_session=_in_session, code_of=_codes()['code_of'], ask_session=_ask_session)['teach'](module)


_begun_by = {'comm': _begin_comms, 'asyncio': _begin_tasks, 'linecache': _begin_lines,
             'multiprocessing.spawn': _begin_spawn}
if 'linecache' in sys.modules:
    _begin_lines(sys.modules['linecache'])


sys.meta_path.insert(0, _InlineFinder())
sys.meta_path.insert(0, _Started())
os.environ.setdefault('MPLBACKEND', _BACKEND)


# Packages on torch are run by the kernel's own interpreter, from their files: those whose metadata require torch, those whose own
# modules import it when they are imported, and these, which do neither. TENSOR_IMPORT=NAME=native,NAME=python overrules all.
_NATIVE = {'lightning_utilities'}
_choices = dict(each.split('=', 1) for each in os.environ.get('TENSOR_IMPORT', '').split(',') if '=' in each)


def _needs_torch(name):
    """Whether the metadata of the distribution of that name require torch, not for an extra only."""
    wanted = name.lower().replace('-', '_') + '-'
    for folder in sys.path:
        try:
            entries = os.listdir(folder or '.')
        except OSError:
            continue
        for entry in entries:
            if not entry.endswith('.dist-info') or not entry.lower().replace('.', '_').startswith(wanted):
                continue
            try:
                with open(os.path.join(folder, entry, 'METADATA'), encoding='utf-8', errors='replace') as file:
                    for line in file:
                        kind, _, rest = line.partition(':')
                        if kind == 'Requires-Dist':
                            package, _, condition = rest.partition(';')
                            package = package.strip()
                            if package[:5] == 'torch' and not package[5:6].isalnum() and package[5:6] not in ('-', '_') and 'extra' not in condition:
                                return True
            except OSError:
                continue
    return False


def _imports_torch(spec):
    """Whether a package's own modules (those of packages in it may be there for an extra), or a module, import torch at their first column."""
    folder = os.path.dirname(spec.origin)
    try:
        files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))] if spec.submodule_search_locations else [spec.origin]
        for path in files:
            if path.endswith('.py'):
                with open(path, 'rb') as file:
                    text = b'\n' + file.read()
                if any(start + end in text for start in (b'\nimport torch', b'\nfrom torch') for end in (b' ', b'.', b'\n', b'\r', b',')):
                    return True
    except OSError:
        pass
    return False


def _introspection():
    """The names of introspect.py."""
    return _Started.run('introspect', INTROSPECT)


class session:
    """The functions that the kernel calls by name."""

    sought = set()  # the packages whose files are being looked for, which asks _Finder, too
    lent = set()  # the names in sys.modules under which the kernel's modules stand there

    @staticmethod
    def lend_module(name):
        """Puts a module that the kernel runs from a file into sys.modules, where the classes in it are looked up."""
        module = None if name in sys.modules else here.loaded(name)
        if module is not None and getattr(module, '__file__', None):
            sys.modules[name] = module
            session.lent.add(name)

    @staticmethod
    def native_spec(name):
        """Where the file of a package is that the kernel runs itself; None for all others."""
        choice = _choices.get(name)
        if choice == 'python' or name in session.sought or (name in sys.modules and name not in session.lent) or name in sys.builtin_module_names or name in getattr(sys, 'stdlib_module_names', ()):
            return None
        import importlib.util
        session.sought.add(name)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            session.sought.discard(name)
        if spec is None or not spec.origin or not spec.origin.endswith('.py'):
            return None
        if choice != 'native' and name not in _NATIVE and not _needs_torch(name) and not _imports_torch(spec):
            return None
        return spec

    @staticmethod
    def native_folders(name):
        """The folder of such a package."""
        spec = session.native_spec(name)
        if spec is None:
            return None
        folder = os.path.dirname(spec.origin)
        return [os.path.dirname(folder) if spec.submodule_search_locations else folder]

    @staticmethod
    def new_of(cls):
        """cls.__new__ of a built-in class."""
        return cls.__new__

    @staticmethod
    def reduce(x, protocol):
        """How pickles and copies of the session make another x: as __reduce_ex__ says it."""
        kind = type(x)
        if kind in _reduced_containers:
            return _reduced_containers[kind](x)
        if kind is types.FunctionType:
            return x.__qualname__
        rule = copyreg.dispatch_table.get(kind)
        made = x.__reduce_ex__(protocol) if rule is None else rule(x)
        if protocol == 5 and isinstance(made, tuple):
            import pickle
            args = tuple(_in_band(one) if isinstance(one, pickle.PickleBuffer) else one for one in made[1])
            made = made[0], args, *made[2:]
        return made

    @staticmethod
    def comm(*message):
        """A message of a front end to a comm; False where there are none."""
        if 'comms' not in _Started.spaces:
            return False
        _Started.spaces['comms']['deliver'](*message)
        return True

    @staticmethod
    def run_coroutine(coroutine):
        """What a cell that awaits gives; it runs in the session's event loop."""
        import asyncio  # begins the tasks
        return _Started.run('tasks', TASKS)['run'](coroutine)

    @staticmethod
    def idle(descriptor):
        """Lets tasks that cells have left behind go on until a file descriptor can be read; False: there are none."""
        return 'tasks' in _Started.spaces and _Started.spaces['tasks']['idle'](descriptor)

    @staticmethod
    def frame(tb, before, after):
        """The lines of an entry of a traceback, as IPython shows them; None where there is no source."""
        return _Started.run('frames', FRAMES, colour=_introspection()['colour'])['lines'](tb, before, after)

    @staticmethod
    def ask(obj, question, *details):
        """One of the questions of introspect.py."""
        return _introspection()[question](obj, *details)

    @staticmethod
    def handled():
        """The exception that is being handled, or None."""
        return sys.exc_info()[1]

    @staticmethod
    def finish():
        """The end of the program."""
        import atexit
        threading = sys.modules.get('threading')
        if threading is not None:
            threading._shutdown()
        atexit._run_exitfuncs()

    @staticmethod
    def after_cell():
        """Figures that are open at the end of a cell are shown."""
        for function in list(_at_end):
            function()

    @staticmethod
    def at_end(wait):
        """What Python does before it ends: it waits, if so asked, for its threads, then calls the functions of atexit, the program's
        as well."""
        if wait and 'threading' in sys.modules:
            sys.modules['threading']._shutdown()
        import atexit
        atexit._run_exitfuncs()

    @staticmethod
    def invalidate_caches():
        """Packages may have come since the folders were looked at."""
        importlib.invalidate_caches()

    @staticmethod
    def import_by(side, names=None):
        """The packages that are imported by a side, 'native' or 'python', whatever the order of imports says; set if names are given."""
        if side not in ('native', 'python'):
            raise AttributeError('there is no setting Import.%s; there are Import.native and Import.python' % side)
        if names is None:
            return sorted(name for name, chosen in _choices.items() if chosen == side)
        if isinstance(names, str) or not all(isinstance(name, str) and name.isidentifier() for name in names):
            raise ValueError('Import.%s must be a list of names of packages, not %r' % (side, names))
        for name in [name for name, chosen in _choices.items() if chosen == side]:
            del _choices[name]
        _choices.update(dict.fromkeys(names, side))

    @staticmethod
    def config(name, value):
        """InlineBackend.NAME = VALUE."""
        from matplotlib_inline.config import InlineBackend
        setattr(InlineBackend.instance(), name, value)

    @staticmethod
    def config_value(name):
        """InlineBackend.NAME; AttributeError where there is no such option."""
        from matplotlib_inline.config import InlineBackend
        return getattr(InlineBackend.instance(), name)

    @staticmethod
    def config_shown():
        """Prints the options of InlineBackend."""
        from matplotlib_inline.config import InlineBackend
        print(InlineBackend.instance().described())

    @staticmethod
    def matplotlib(gui):
        """%matplotlib GUI: the name of the backend that is used from now on."""
        import matplotlib
        from matplotlib.backends import backend_registry
        backend = 'inline' if gui in ('inline', 'auto', '') else backend_registry.resolve_gui_or_backend(gui)[0]
        if backend == 'inline' and 'inline' not in backend_registry.list_all():
            backend = _BACKEND
        matplotlib.rcParams['backend'] = backend
        import matplotlib.pyplot
        matplotlib.pyplot.switch_backend(backend)
        matplotlib.interactive(True)
        import matplotlib_inline
        matplotlib_inline.use(backend in ('inline', _BACKEND))
        return 'inline' if backend == _BACKEND else backend

    @staticmethod
    def matplotlib_backends():
        """What %matplotlib --list prints."""
        from matplotlib.backends import backend_registry
        return sorted({*backend_registry.list_all(), *backend_registry.list_gui_frameworks(), 'auto', 'inline'})
