"""Contexts: the whole of multiprocessing for one way of starting processes, and the one that the program has chosen."""
import os
import sys
import threading

from . import process, reduction

__all__ = []


class ProcessError(Exception):
    """What this package raises."""


class BufferTooShort(ProcessError):
    """A message does not fit; it is the argument."""


class TimeoutError(ProcessError):
    """The time is over."""


class AuthenticationError(ProcessError):
    """The other side does not know the key."""


# What a context makes, and is told of it.
_MADE = {'synchronize': 'Lock RLock Semaphore BoundedSemaphore Event Barrier', 'queues': 'Queue JoinableQueue SimpleQueue',
         'sharedctypes': 'Value Array'}
# What is the same in all contexts.
_COMMON = {'connection': 'Pipe', 'sharedctypes': 'RawValue RawArray', 'util': 'get_logger log_to_stderr', 'spawn': 'set_executable',
           'forkserver': 'set_forkserver_preload'}


def _maker(module, name, told):
    """A method that calls a function of a module, which is imported then."""
    def call(self, *args, **kwargs):
        if told:
            kwargs['ctx'] = self.get_context()
        return getattr(_part(module), name)(*args, **kwargs)
    call.__name__, call.__qualname__, call.__doc__ = name, 'BaseContext.' + name, f'{name} of multiprocessing.{module}'
    return call


def _part(name):
    import importlib
    return importlib.import_module('multiprocessing.' + name)


def _with_makers(cls):
    for table, told in ((_MADE, True), (_COMMON, False)):
        for module, names in table.items():
            for name in names.split():
                setattr(cls, name, _maker(module, name, told))
    return cls


@_with_makers
class BaseContext:
    """All functions of multiprocessing for one way of starting processes."""
    ProcessError, BufferTooShort, TimeoutError, AuthenticationError = ProcessError, BufferTooShort, TimeoutError, AuthenticationError
    current_process, parent_process, active_children = map(staticmethod, (process.current_process, process.parent_process,
                                                                         process.active_children))

    def cpu_count(self):
        """Returns the number of CPUs in the system."""
        count = os.cpu_count()
        if count is None:
            raise NotImplementedError('cannot determine number of cpus')
        return count

    def Manager(self):
        """A started manager: a process that holds objects which others use through proxies."""
        manager = _part('managers').SyncManager(ctx=self.get_context())
        manager.start()
        return manager

    def Condition(self, lock=None):
        """A condition variable that processes share."""
        return _part('synchronize').Condition(lock, ctx=self.get_context())

    def Pool(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        """Returns a process pool object."""
        chosen = self.get_context()
        return _part('pool').Pool(processes, initializer, initargs, maxtasksperchild, chosen)

    def freeze_support(self):
        """Has a meaning only for programs that were made into one file."""

    def allow_connection_pickling(self):
        """Connections and sockets can be sent to other processes."""
        _part('connection')

    def get_context(self, method=None):
        """The context of a start method; without one, this."""
        if method is None:
            return self
        found = _concrete_contexts.get(method)
        if found is None:
            raise ValueError(f'cannot find context for {method!r}')
        return found

    def get_start_method(self, allow_none=False):
        """How processes of this context are started."""
        return self._name

    def set_start_method(self, method, force=False):
        raise ValueError('cannot set start method of concrete context')

    @property
    def reducer(self):
        """Controls how objects are made into bytes."""
        return globals().get('reduction')

    @reducer.setter
    def reducer(self, reduction):
        globals()['reduction'] = reduction

    def _check_available(self):
        pass


class DefaultContext(BaseContext):
    """The context that the program has chosen: that of `fork`, unless it says otherwise."""

    def __init__(self, context):
        self._default_context, self._actual_context = context, None

    def get_context(self, method=None):
        """The context of a start method; without one, the chosen one."""
        if method is not None:
            return super().get_context(method)
        self._actual_context = self._actual_context or self._default_context
        return self._actual_context

    def set_start_method(self, method, force=False):
        """Chooses how processes are started; once, unless forced."""
        if self._actual_context is not None and not force:
            raise RuntimeError('context has already been set')
        self._actual_context = None if method is None and force else self.get_context(method)

    def get_start_method(self, allow_none=False):
        """How processes are started; None where nothing is chosen yet and that is allowed."""
        if self._actual_context is None and allow_none:
            return None
        return self.get_context()._name

    def get_all_start_methods(self):
        """Returns a list of the supported start methods, default first."""
        return [*_concrete_contexts]


class Process(process.BaseProcess):
    """A process, started as the program has chosen."""
    _start_method = None

    @staticmethod
    def _Popen(process_obj):
        return _default_context.get_context().Process._Popen(process_obj)


DefaultContext.Process = Process


def _popen_of(module):
    def _Popen(process_obj):
        return _part(module).Popen(process_obj)
    return staticmethod(_Popen)


def _concrete(method, title, module):
    """A process class and a context for one way of starting."""
    kind = type(title + 'Process', (process.BaseProcess,), {'_start_method': method, '_Popen': _popen_of(module), '__module__': __name__})
    made = type(title + 'Context', (BaseContext,), {'_name': method, 'Process': kind, '__module__': __name__})
    globals().update({kind.__name__: kind, made.__name__: made})
    return made()


_concrete_contexts = {method: _concrete(method, *row) for method, row in {
    'fork': ('Fork', 'popen_fork'), 'spawn': ('Spawn', 'popen_spawn_posix'), 'forkserver': ('ForkServer', 'popen_forkserver')}.items()}
_default_context = DefaultContext(_concrete_contexts['fork'])

# ---- while a process is started, what is pickled goes to it -------------------------------------------------------------------
_tls = threading.local()


def get_spawning_popen():
    """What starts a process in this thread now, or None."""
    return getattr(_tls, 'spawning_popen', None)


def set_spawning_popen(popen):
    _tls.spawning_popen = popen


def assert_spawning(obj):
    """For objects that are only inherited."""
    if get_spawning_popen() is None:
        raise RuntimeError(f'{type(obj).__name__} objects should only be shared between processes through inheritance')
