"""Managers: processes that hold objects, and proxies, over which other processes use them.

A connection carries requests (object's id, method, arguments) one after the other; for the id None the method is one of the server
itself. An answer is (kind, value). What a proxy has of its object is a row of a table."""
import array
import contextlib
import queue
import signal
import sys
import threading
import types
from _later import Later as _Later

from . import ProcessError, connection, context, pool, process, reduction, shared_memory, util

__all__ = ['BaseManager', 'SyncManager', 'BaseProxy', 'Token', 'SharedMemoryManager']
traceback = _Later('traceback', globals())

# (listener, client) of each serializer
listener_client = {'pickle': (connection.Listener, connection.Client), 'xmlrpclib': (connection.XmlListener, connection.XmlClient)}


class Token:
    """What identifies a shared object: the type's name, the server's address, the object's number there."""
    __slots__ = 'typeid', 'address', 'id'

    def __init__(self, *parts):
        for name, part in zip(self.__slots__, parts, strict=True):
            setattr(self, name, part)

    def __reduce__(self):
        return Token, tuple(getattr(self, name) for name in self.__slots__)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"


class RemoteError(Exception):
    """An exception in the server that is none of the object's method; its traceback there."""

    def __str__(self):
        line = '-' * 75
        return f'\n{line}\n{self.args[0]}{line}'


# Views are sent as what they show.
for _view in (dict.keys, dict.values, dict.items):
    reduction.register(type(_view({})), lambda view: (list, (list(view),)))
del _view


# ---- requests ----------------------------------------------------------------------------------------------------------------
RETURN, ERROR, TRACEBACK, PROXY = '#RETURN', '#ERROR', '#TRACEBACK', '#PROXY'


def _ask(conn, *request):
    """A request on a connection; the kind and value of the answer, where it is no exception."""
    conn.send(request)
    kind, value = conn.recv()
    if kind == ERROR:
        raise value
    if kind == TRACEBACK:
        raise RemoteError(value)
    return kind, value


def dispatch(conn, ident, name, args=(), kwds={}):
    """The result of a request."""
    return _ask(conn, ident, name, args, kwds)[1]


class _Links(util.ForkAwareLocal):
    """The connections of a thread, each by the address of its server."""

    def to(self, address, authkey, serializer):
        made = self.__dict__.setdefault('made', {})
        if address not in made:
            made[address] = listener_client[serializer][1](address, authkey=authkey)
            dispatch(made[address], None, 'hello', (threading.current_thread().name,))
        return made[address]

    def drop(self, address):
        conn = self.__dict__.get('made', {}).pop(address, None)
        if conn is not None:
            conn.close()


_links = _Links()
_server = None  # of this process, if it is one


# ---- the server --------------------------------------------------------------------------------------------------------------
def public_methods(obj):
    """The methods of an object whose names do not begin with an underscore."""
    return [name for name in dir(obj) if name[:1] != '_' and callable(getattr(obj, name))]


class _Held:
    """An object in a server: what may be asked of it, and how many proxies there are."""

    def __init__(self, obj, exposed, made_by):
        self.obj, self.exposed, self.made_by, self.count = obj, set(exposed), made_by, 0


# What every object answers, whatever it exposes.
_ALWAYS = {'#GETVALUE': lambda obj: obj, '__str__': str, '__repr__': repr}


class Server:
    """Holds objects, and answers requests for them, each connection in a thread of its own."""
    _commands = frozenset(('hello', 'create', 'incref', 'decref', 'get_methods', 'number_of_objects', 'debug_info', 'shutdown'))

    def __init__(self, registry, address, authkey, serializer):
        if not isinstance(authkey, bytes):
            raise TypeError(f'Authkey {authkey!r} is type {type(authkey)!s}, not bytes')
        self.registry, self.authkey = registry, process.AuthenticationString(authkey)
        self.listener = listener_client[serializer][0](address=address, backlog=128, authkey=self.authkey)
        self.address, self.held = self.listener.address, {}
        self.mutex, self.stop_event = threading.RLock(), threading.Event()

    def serve_forever(self):
        """Answers until somebody tells it to end; then the process ends."""
        global _server
        _server = process.current_process()._manager_server = self
        try:
            threading.Thread(target=self._accept, daemon=True).start()
            try:
                parent = process.parent_process()
                while not self.stop_event.wait(1) and (parent is None or parent.is_alive()):
                    pass
            except (KeyboardInterrupt, SystemExit):
                pass
        finally:
            if sys.stdout != sys.__stdout__:
                util.debug('resetting stdout, stderr')
                sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
            sys.exit(0)

    def _accept(self):
        while True:
            try:
                conn = self.listener.accept()
            except (OSError, EOFError, context.AuthenticationError):
                continue
            threading.Thread(target=self._serve, args=(conn,), daemon=True).start()

    def _serve(self, conn):
        while not self.stop_event.is_set():
            try:
                request = conn.recv()
            except (EOFError, OSError):
                conn.close()
                return
            except Exception:
                answer = TRACEBACK, traceback.format_exc()
            else:
                answer = self.answer(*request)
            try:
                conn.send(answer)
            except (BrokenPipeError, ConnectionResetError):
                return
            except Exception:
                conn.send((TRACEBACK, traceback.format_exc()))
            request = answer = None

    def answer(self, ident, name, args=(), kwds={}):
        """What a request gives: (kind, value)."""
        try:
            if ident is None:
                if name not in self._commands:
                    raise AttributeError(f'{name!r} unrecognized')
                return RETURN, getattr(self, name)(*args, **kwds)
            held = self._find(ident)
            if name not in held.exposed:
                if name in _ALWAYS:
                    return RETURN, _ALWAYS[name](held.obj)
                raise AttributeError(f'method {name!r} of {type(held.obj)!r} object is not in exposed={held.exposed!r}')
            method = getattr(held.obj, name)
        except Exception:
            return TRACEBACK, traceback.format_exc()
        try:
            result = method(*args, **kwds)
        except Exception as error:
            return ERROR, error
        typeid = held.made_by.get(name)
        if typeid is None:
            return RETURN, result
        ident, exposed = self.create(typeid, result)
        return PROXY, (exposed, Token(typeid, self.address, ident))

    def _find(self, ident):
        with self.mutex:
            return self.held[ident]

    # ---- commands
    def hello(self, name):
        """A client has come."""
        threading.current_thread().name = name

    def create(self, typeid, /, *args, **kwds):
        """A new object: its number, and what it exposes. It has one proxy, which is to be made."""
        call, exposed, made_by, _ = self.registry[typeid]
        if call is None and (kwds or len(args) != 1):
            raise ValueError('Without callable, must have one non-keyword argument')
        obj = args[0] if call is None else call(*args, **kwds)
        exposed = [*(public_methods(obj) if exposed is None else exposed), *(made_by or ())]
        ident = f'{id(obj):x}'
        with self.mutex:
            self.held.setdefault(ident, _Held(obj, exposed, made_by or {})).count += 1
        util.debug('%r callable returned object with id %r', typeid, ident)
        return ident, tuple(exposed)

    def incref(self, ident):
        """There is one more proxy."""
        with self.mutex:
            self.held[ident].count += 1

    def decref(self, ident):
        """There is one less."""
        with self.mutex:
            held = self.held[ident]
            held.count -= 1
            if held.count <= 0:
                util.debug('disposing of obj with id %r', ident)
                del self.held[ident]
        held = None  # what it holds may have proxies itself: not under the lock

    def get_methods(self, token):
        """What an object exposes."""
        return tuple(self._find(token.id).exposed)

    def number_of_objects(self):
        return len(self.held)

    def debug_info(self):
        """A text of all objects."""
        with self.mutex:
            return '\n'.join(f'  {ident}:       refcount={held.count}\n    {str(held.obj)[:75]}'
                             for ident, held in sorted(self.held.items()))

    def shutdown(self):
        """The answer is still sent, then the process ends."""
        util.debug('manager received shutdown message')
        threading.Timer(0.01, self.stop_event.set).start()


class State:
    """How far a manager is."""
    INITIAL, STARTED, SHUTDOWN = range(3)
    value = INITIAL


# ---- managers ------------------------------------------------------------------------------------------------------------------
class BaseManager:
    """A manager: start() makes its process, connect() finds one that runs. Its types are registered with the class."""
    _registry, _Server = {}, Server

    def __init__(self, address=None, authkey=None, serializer='pickle', ctx=None, *, shutdown_timeout=1.0):
        key = process.current_process().authkey if authkey is None else authkey
        self._address, self._authkey, self._state = address, process.AuthenticationString(key), State()
        self._serializer, self._Listener, self._Client = serializer, *listener_client[serializer]
        self._ctx, self._shutdown_timeout, self._process = ctx or context._default_context.get_context(), shutdown_timeout, None

    address = property(lambda self: self._address)

    def _must_be_new(self):
        told = {State.STARTED: 'Already started server', State.SHUTDOWN: 'Manager has shut down'}.get(self._state.value)
        if told:
            raise ProcessError(told)

    def get_server(self):
        """A server for this process, to be run with serve_forever()."""
        self._must_be_new()
        return self._Server(self._registry, self._address, self._authkey, self._serializer)

    def _request(self, name, *args, **kwds):
        """A request to the server itself, on a connection of its own."""
        with contextlib.closing(self._Client(self._address, authkey=self._authkey)) as conn:
            return dispatch(conn, None, name, args, kwds)

    def connect(self):
        """Uses the server that runs at the address."""
        self._request('number_of_objects')
        self._state.value = State.STARTED

    def start(self, initializer=None, initargs=()):
        """Makes a process that serves."""
        self._must_be_new()
        if not (initializer is None or callable(initializer)):
            raise TypeError('initializer must be a callable')
        told, tells = connection.Pipe(duplex=False)
        with told:
            with tells:
                self._launch(tells, initializer, initargs)
            self._address = told.recv()
        self._state.value = State.STARTED
        self.shutdown = self._ending()

    def _ending(self):
        """What ends the process."""
        about = self._process, self._address, self._authkey, self._state, self._Client, self._shutdown_timeout
        return util.Finalize(self, type(self)._finalize_manager, args=about, exitpriority=0)

    def _launch(self, *rest):
        args = self._registry, self._address, self._authkey, self._serializer, *rest
        child = self._process = self._ctx.Process(target=type(self)._run_server, args=args)
        child.name = type(self).__name__ + child.name[child.name.rindex('-'):]
        child.start()

    @classmethod
    def _run_server(cls, registry, address, authkey, serializer, writer, initializer=None, initargs=()):
        """What the process does."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with its manager, not with what the terminal interrupts
        if initializer is not None:
            initializer(*initargs)
        server = cls._Server(registry, address, authkey, serializer)
        with writer:
            writer.send(server.address)
        util.info('manager serving at %r', server.address)
        server.serve_forever()

    @staticmethod
    def _finalize_manager(child, address, authkey, state, client, patience):
        """The server is asked to end, then told, then forced."""
        if child.is_alive():
            util.info('sending shutdown message to manager')
            try:
                conn = client(address, authkey=authkey)
                dispatch(conn, None, 'shutdown')
                conn.close()
            except Exception:
                pass
            for more in (None, child.terminate, child.kill):
                if more is not None:
                    util.info('manager still alive')
                    more()
                child.join(timeout=patience)
                if not child.is_alive():
                    break
        state.value = State.SHUTDOWN
        _links.drop(address)

    def join(self, timeout=None):
        """Waits for the end of the process."""
        if self._process is not None:
            self._process.join(timeout)
            if not self._process.is_alive():
                self._process = None

    def _create(self, typeid, /, *args, **kwds):
        """A new object in the server: its token, and what it exposes."""
        assert self._state.value == State.STARTED, 'server not yet started'
        ident, exposed = self._request('create', typeid, *args, **kwds)
        return Token(typeid, self._address, ident), exposed

    def _debug_info(self):
        return self._request('debug_info')

    def _number_of_objects(self):
        return self._request('number_of_objects')

    def __enter__(self):
        if self._state.value == State.INITIAL:
            self.start()
        assert self._state.value == State.STARTED
        return self

    def __exit__(self, *about):
        self.shutdown()

    @classmethod
    def register(cls, typeid, callable=None, proxytype=None, exposed=None, method_to_typeid=None, create_method=True):
        """A type of shared objects: what makes one, the class of proxies, what they expose, and which methods give proxies."""
        if '_registry' not in vars(cls):
            cls._registry = dict(cls._registry)
        proxytype = proxytype or AutoProxy
        exposed = exposed or getattr(proxytype, '_exposed_', None)
        made_by = method_to_typeid or getattr(proxytype, '_method_to_typeid_', None)
        cls._registry[typeid] = callable, exposed, made_by, proxytype
        if create_method:
            setattr(cls, typeid, _creator(typeid, proxytype))


def _creator(typeid, proxytype):
    def create(self, /, *args, **kwds):
        token, exposed = self._create(typeid, *args, **kwds)
        return proxytype(token, self._serializer, manager=self, authkey=self._authkey, exposed=exposed, incref=False)
    create.__name__ = typeid
    return create


# ---- proxies -------------------------------------------------------------------------------------------------------------------
class BaseProxy:
    """A proxy: an object here that stands for one in a server."""
    def __init__(self, token, serializer, manager=None, authkey=None, exposed=None, incref=True, manager_owned=False):
        self._token, self._id, self._manager, self._serializer = token, token.id, manager, serializer
        if authkey is None:
            authkey = manager._authkey if manager is not None else process.current_process().authkey
        self._authkey = process.AuthenticationString(authkey)
        self._hold(incref)
        util.register_after_fork(self, BaseProxy._after_fork)

    def _here(self):
        """The server, if it is this process."""
        return _server if _server is not None and _server.address == self._token.address else None

    def _hold(self, more):
        """There is a proxy more, until it goes."""
        if more:
            self._tell('incref')
        state = self._manager and self._manager._state
        self._close = util.Finalize(self, BaseProxy._let_go, args=(self._token, self._authkey, self._serializer, state), exitpriority=10)

    def _tell(self, command):
        server = self._here()
        if server is not None:
            getattr(server, command)(self._id)
        else:
            dispatch(_links.to(self._token.address, self._authkey, self._serializer), None, command, (self._id,))

    @staticmethod
    def _let_go(token, authkey, serializer, state):
        if state is not None and state.value != State.STARTED:
            return
        try:
            if _server is not None and _server.address == token.address:
                _server.decref(token.id)
            else:
                dispatch(_links.to(token.address, authkey, serializer), None, 'decref', (token.id,))
        except Exception as error:
            util.debug('... decref failed %s', error)

    def _after_fork(self):
        self._manager = None
        try:
            self._hold(True)
        except Exception as error:  # the server is gone
            util.info('incref failed: %s', error)

    def _callmethod(self, methodname, args=(), kwds={}):
        """Calls a method of the object; its result, or a proxy of it."""
        server = self._here()
        if server is not None:
            kind, value = server.answer(self._id, methodname, args, kwds)
            if kind == ERROR:
                raise value
            if kind == TRACEBACK:
                raise RemoteError(value)
        else:
            kind, value = _ask(_links.to(self._token.address, self._authkey, self._serializer), self._id, methodname, args, kwds)
        return self._proxied(*value) if kind == PROXY else value

    def _proxied(self, exposed, token):
        """The proxy of an object that a method has made."""
        registry = self._manager._registry if self._manager is not None else _server.registry if self._here() else SyncManager._registry
        token.address = self._token.address
        return registry[token.typeid][-1](token, self._serializer, manager=self._manager, authkey=self._authkey, exposed=exposed,
                                          incref=False)

    def _getvalue(self):
        """A copy of the object."""
        return self._callmethod('#GETVALUE')

    def __reduce__(self):
        about = {}
        if context.get_spawning_popen() is not None:
            about['authkey'] = self._authkey
        kind = type(self)
        if getattr(self, '_isauto', False):
            kind, about['exposed'] = AutoProxy, self._exposed_
        return RebuildProxy, (kind, self._token, self._serializer, about)

    def __deepcopy__(self, memo):
        return self._getvalue()

    def __repr__(self):
        return f'<{type(self).__name__} object, typeid {self._token.typeid!r} at {id(self):#x}>'

    def __str__(self):
        try:
            return self._callmethod('__repr__')
        except Exception:
            return repr(self)[:-1] + "; '__str__()' failed>"


def RebuildProxy(func, token, serializer, kwds):
    """A proxy that was sent. Where it is unpickled to start a process, the sender holds the object until the process runs."""
    incref = not getattr(process.current_process(), '_inheriting', False) or kwds.pop('incref', True)
    return func(token, serializer, incref=incref, **kwds)


def _method(name):
    def call(self, /, *args, **kwds):
        return self._callmethod(name, args, kwds)
    call.__name__ = name
    return call


def MakeProxyType(name, exposed, _cache={}):
    """A class of proxies with those methods."""
    key = name, tuple(exposed)
    if key not in _cache:
        _cache[key] = type(name, (BaseProxy,), {**{each: _method(each) for each in exposed}, '_exposed_': tuple(exposed)})
    return _cache[key]


def AutoProxy(token, serializer, manager=None, authkey=None, exposed=None, incref=True, manager_owned=False):
    """A proxy with what the object exposes."""
    if authkey is None:
        authkey = manager._authkey if manager is not None else process.current_process().authkey
    if exposed is None:
        exposed = dispatch(_links.to(token.address, authkey, serializer), None, 'get_methods', (token,))
    made = MakeProxyType(f'AutoProxy[{token.typeid}]', exposed)(token, serializer, manager, authkey, incref=incref)
    made._isauto = True
    return made


# ---- what there is in a SyncManager ----------------------------------------------------------------------------------------------
class Namespace:
    """An object for attributes, which it shows."""

    def __init__(self, /, **kwds):
        vars(self).update(kwds)

    def __repr__(self):
        shown = ', '.join(sorted(f'{name}={value!r}' for name, value in vars(self).items() if not name.startswith('_')))
        return f'{type(self).__name__}({shown})'


class Value:
    """One value."""

    def __init__(self, typecode, value, lock=True):
        self._typecode, self._value = typecode, value

    def get(self):
        return self._value

    def set(self, value):
        self._value = value

    value = property(get, set)

    def __repr__(self):
        return f'{type(self).__name__}({self._typecode!r}, {self._value!r})'


def Array(typecode, sequence, lock=True):
    """An array of one type."""
    return array.array(typecode, sequence)


def _lock():
    return threading.Lock()


# Of each class of proxies: what it exposes, and which methods give proxies.
_EXPOSED = {
    'IteratorProxy': ('__next__ send throw close', {}),
    'AcquirerProxy': ('acquire release', {}),
    'ConditionProxy': ('acquire release wait notify notify_all', {}),
    'EventProxy': ('is_set set clear wait', {}),
    'BarrierProxy': ('__getattribute__ wait abort reset', {}),
    'NamespaceProxy': ('__getattribute__ __setattr__ __delattr__', {}),
    'ValueProxy': ('get set', {}),
    'ListProxy': ('__add__ __contains__ __delitem__ __getitem__ __len__ __mul__ __reversed__ __rmul__ __setitem__ append count extend '
                  'index insert pop remove reverse sort __imul__', {}),
    'DictProxy': ('__contains__ __delitem__ __getitem__ __iter__ __len__ __setitem__ clear copy get items keys pop popitem setdefault '
                  'update values', {'__iter__': 'Iterator'}),
    'ArrayProxy': ('__len__ __getitem__ __setitem__', {}),
    'PoolProxy': ('apply apply_async close imap imap_unordered join map map_async starmap starmap_async terminate',
                  {**dict.fromkeys(('apply_async', 'map_async', 'starmap_async'), 'AsyncResult'),
                   **dict.fromkeys(('imap', 'imap_unordered'), 'Iterator')}),
}
_UNCALLED = '__getattribute__', '__setattr__', '__delattr__'  # a proxy has these itself


def _proxy_class(cls):
    """Gives a class of proxies the methods of its row."""
    names, made_by = _EXPOSED[cls.__name__]
    cls._exposed_, cls._method_to_typeid_ = tuple(names.split()), made_by
    for name in cls._exposed_:
        if name not in vars(cls) and name not in _UNCALLED:
            setattr(cls, name, _method(name))
    return cls


@_proxy_class
class IteratorProxy(BaseProxy):
    """A proxy of an iterator."""

    def __iter__(self):
        return self


class _Locking(BaseProxy):
    """A proxy with `with`."""

    def __enter__(self):
        return self._callmethod('acquire')

    def __exit__(self, *about):
        self._callmethod('release')


@_proxy_class
class AcquirerProxy(_Locking):
    """A proxy of a lock or semaphore."""

    def acquire(self, blocking=True, timeout=None):
        return self._callmethod('acquire', (blocking,) if timeout is None else (blocking, timeout))


@_proxy_class
class ConditionProxy(_Locking):
    """A proxy of a condition."""

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition, which is asked here, evaluates to True; its last value."""
        from time import monotonic
        end = None if timeout is None else monotonic() + timeout
        while not (value := predicate()):
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
        return value


@_proxy_class
class EventProxy(BaseProxy):
    """A proxy of an event."""


def _attribute(name):
    return property(lambda self: self._callmethod('__getattribute__', (name,)))


@_proxy_class
class BarrierProxy(BaseProxy):
    """A proxy of a barrier."""
    parties, n_waiting, broken = map(_attribute, ('parties', 'n_waiting', 'broken'))


def _of_object(action):
    """A function for attributes: those with an underscore are the proxy's own."""
    own, there = getattr(object, action), action

    def act(self, key, *value):
        if key[:1] == '_':
            return own(self, key, *value)
        return object.__getattribute__(self, '_callmethod')(there, (key, *value))
    return act


@_proxy_class
class NamespaceProxy(BaseProxy):
    """A proxy of a namespace: its attributes."""
    __getattr__, __setattr__, __delattr__ = map(_of_object, ('__getattribute__', '__setattr__', '__delattr__'))


@_proxy_class
class ValueProxy(BaseProxy):
    """A proxy of a value."""
    value = property(lambda self: self.get(), lambda self, value: self.set(value))
    __class_getitem__ = classmethod(types.GenericAlias)


@_proxy_class
class ListProxy(BaseProxy):
    """A proxy of a list."""

    def __iadd__(self, values):
        self.extend(values)
        return self

    def __imul__(self, count):
        self._callmethod('__imul__', (count,))
        return self


@_proxy_class
class DictProxy(BaseProxy):
    """A proxy of a dict."""


@_proxy_class
class ArrayProxy(BaseProxy):
    """A proxy of an array."""


@_proxy_class
class PoolProxy(BaseProxy):
    """A proxy of a pool."""

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.terminate()


class SyncManager(BaseManager):
    """A manager of lists, dicts, namespaces, queues, locks and pools."""


for _typeid, _call, _proxy in (
        ('Queue', queue.Queue, None), ('JoinableQueue', queue.Queue, None), ('Event', threading.Event, EventProxy),
        ('Lock', _lock, AcquirerProxy), ('RLock', threading.RLock, AcquirerProxy), ('Semaphore', threading.Semaphore, AcquirerProxy),
        ('BoundedSemaphore', threading.BoundedSemaphore, AcquirerProxy), ('Condition', threading.Condition, ConditionProxy),
        ('Barrier', threading.Barrier, BarrierProxy), ('Pool', pool.Pool, PoolProxy), ('list', list, ListProxy),
        ('dict', dict, DictProxy), ('Value', Value, ValueProxy), ('Array', Array, ArrayProxy),
        ('Namespace', Namespace, NamespaceProxy)):
    SyncManager.register(_typeid, _call, _proxy)
SyncManager.register('Iterator', proxytype=IteratorProxy, create_method=False)
SyncManager.register('AsyncResult', create_method=False)
del _typeid, _call, _proxy


# ---- shared memory ----------------------------------------------------------------------------------------------------------------
class SharedMemoryServer(Server):
    """Knows which blocks of memory were made, and removes them at its end."""
    _commands = Server._commands | {'track_segment', 'release_segment', 'list_segments'}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.segments = []

    def track_segment(self, segment_name):
        """A block was made."""
        self.segments.append(segment_name)

    def release_segment(self, segment_name):
        """Removes a block."""
        self.segments.remove(segment_name)
        segment = shared_memory.SharedMemory(segment_name)
        segment.close()
        segment.unlink()

    def list_segments(self):
        """The names of all."""
        return self.segments

    def shutdown(self):
        for name in [*self.segments]:
            self.release_segment(name)
        super().shutdown()


class SharedMemoryManager(BaseManager):
    """A manager of blocks of shared memory, which go with it."""
    _Server = SharedMemoryServer

    def __init__(self, *args, **kwargs):
        from .resource_tracker import ensure_running
        ensure_running()  # the server has the same one
        super().__init__(*args, **kwargs)

    def _tracked(self, make, name_of):
        if self._state.value != State.STARTED:
            raise ValueError({State.INITIAL: 'Server not started', State.SHUTDOWN: 'Server already shut down'}[self._state.value])
        made = make()
        try:
            self._request('track_segment', name_of(made))
        except BaseException:
            self._drop(made)
            raise
        return made

    @staticmethod
    def _drop(made):
        memory = getattr(made, 'shm', made)
        memory.close()
        memory.unlink()

    def SharedMemory(self, size):
        """A new block of that size."""
        return self._tracked(lambda: shared_memory.SharedMemory(None, create=True, size=size), lambda made: made.name)

    def ShareableList(self, sequence):
        """A new list of those values."""
        return self._tracked(lambda: shared_memory.ShareableList(sequence), lambda made: made.shm.name)
