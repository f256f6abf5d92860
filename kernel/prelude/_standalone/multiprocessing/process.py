"""Process: an object for each process, this one and its parent included."""
import itertools
import os
import sys
import threading
from weakref import WeakSet
from _later import Later as _Later

import _signal

__all__ = ['BaseProcess', 'current_process', 'active_children', 'parent_process']
try:
    ORIGINAL_DIR = os.path.abspath(os.getcwd())
except OSError:
    ORIGINAL_DIR = None

_children, _dangling = set(), WeakSet()
_process_counter = itertools.count(1)


def current_process():
    """Return process object representing the current process."""
    return _current_process


def parent_process():
    """Return process object representing the parent process, None in the first one."""
    return _parent_process


def _cleanup():
    """Forgets children that are over."""
    over = [child for child in _children if child._popen.poll() is not None]
    _children.difference_update(over)


def active_children():
    """Return list of process objects corresponding to live child processes."""
    _cleanup()
    return [*_children]


class AuthenticationString(bytes):
    """The key of a process, which only its children get."""

    def __reduce__(self):
        from .context import get_spawning_popen
        if get_spawning_popen() is not None:
            return AuthenticationString, (bytes(self),)
        raise TypeError('Pickling an AuthenticationString object is disallowed for security reasons')


def _option(name, doc):
    """A property that is an entry of what children inherit."""
    return property(lambda self: self._config[name], None, None, doc)


class BaseProcess:
    """Process objects represent activity that is run in a separate process. As threading.Thread."""
    _start_method = None

    def _Popen(self):
        raise NotImplementedError

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        assert group is None, 'group argument must be None for now'
        maker = _current_process
        self._identity = (*maker._identity, next(_process_counter))
        self._config, self._parent_pid, self._parent_name = dict(maker._config), os.getpid(), maker.name
        self._popen, self._closed = None, False
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self._name = name or '-'.join([type(self).__name__, ':'.join(map(str, self._identity))])
        if daemon is not None:
            self.daemon = daemon
        _dangling.add(self)

    def _usable(self, child=None):
        """Asserts that close() was not called, and, for what only the parent may do, that this is the parent."""
        if self._closed:
            raise ValueError('process object is closed')
        if child:
            assert self._parent_pid == os.getpid(), child

    _check_closed = _usable

    def run(self):
        """Method to be run in sub-process; can be overridden in sub-class."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        """Start child process."""
        self._usable()
        assert self._popen is None, 'cannot start a process twice'
        assert self._parent_pid == os.getpid(), 'can only start a process object created by current process'
        assert not _current_process._config.get('daemon'), 'daemonic processes are not allowed to have children'
        _cleanup()
        self._popen = self._Popen(self)
        self._sentinel = self._popen.sentinel
        del self._target, self._args, self._kwargs  # the child has them
        _children.add(self)

    def terminate(self):
        """Terminate process; sends a SIGTERM signal."""
        self._usable()
        self._popen.terminate()

    def kill(self):
        """Terminate process; sends a SIGKILL signal."""
        self._usable()
        self._popen.kill()

    def join(self, timeout=None):
        """Wait until child process terminates."""
        self._usable('can only join a child process')
        assert self._popen is not None, 'can only join a started process'
        if self._popen.wait(timeout) is not None:
            _children.discard(self)

    def is_alive(self):
        """Return whether process is alive."""
        self._usable()
        if self is _current_process:
            return True
        assert self._parent_pid == os.getpid(), 'can only test a child process'
        alive = self._popen is not None and self._popen.poll() is None
        if self._popen is not None and not alive:
            _children.discard(self)
        return alive

    def close(self):
        """Releases what the object holds of the system; an error as long as the process runs."""
        if self._popen is not None:
            if self._popen.poll() is None:
                raise ValueError('Cannot close a process while it is still running. You should first call join() or terminate().')
            popen, self._popen = self._popen, None
            popen.close()
            del self._sentinel
            _children.discard(self)
        self._closed = True

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        assert isinstance(name, str), 'name must be a string'
        self._name = name

    @property
    def daemon(self):
        """Return whether process is a daemon: one that is ended with its parent."""
        return self._config.get('daemon', False)

    @daemon.setter
    def daemon(self, daemonic):
        assert self._popen is None, 'process has already started'
        self._config['daemon'] = daemonic

    @property
    def authkey(self):
        return self._config['authkey']

    @authkey.setter
    def authkey(self, authkey):
        self._config['authkey'] = AuthenticationString(authkey)

    @property
    def exitcode(self):
        """Return exit code of process, None if it has yet to stop."""
        self._usable()
        return self._popen.poll() if self._popen is not None and self is not _current_process else None

    @property
    def ident(self):
        """Return identifier (PID) of process, None if it has yet to start."""
        self._usable()
        return os.getpid() if self is _current_process else self._popen and self._popen.pid

    pid = ident

    @property
    def sentinel(self):
        """Return a file descriptor that is readable when the process has ended."""
        self._usable()
        if not hasattr(self, '_sentinel'):
            raise ValueError('process not started')
        return self._sentinel

    def _state(self):
        """Of repr(): what is known of its life."""
        if self is _current_process:
            return ['started']
        if self._closed:
            return ['closed']
        if self._parent_pid != os.getpid():
            return ['unknown']
        if self._popen is None:
            return ['initial']
        code = self._popen.poll()
        if code is None:
            return ['started']
        return ['stopped', f'exitcode={_exitcode_to_name.get(code, code)}']

    def __repr__(self):
        states = self._state()
        parts = [type(self).__name__, f'name={self._name!r}']
        if self._popen is not None:
            parts.append(f'pid={self._popen.pid}')
        parts += [f'parent={self._parent_pid}', *states] + ['daemon'] * bool(not self._closed and self.daemon)
        return f"<{' '.join(parts)}>"

    # ---- in the child
    def _bootstrap(self, parent_sentinel=None, forked=True):
        """All that the new process does; its exit status."""
        from . import context, util
        global _current_process, _parent_process, _process_counter, _children
        code = 1
        try:
            _process_counter, _children = itertools.count(1), set()
            util._close_stdin()
            maker, _current_process = _current_process, self
            _parent_process = _ParentProcess(self._parent_name, self._parent_pid, parent_sentinel)
            if self._start_method is not None:
                context._default_context.set_start_method(self._start_method, force=True)
            if forked:
                self._begin(util)
            del maker  # what it held goes after the finalizers of the parent were forgotten
            code = _outcome(self)
        finally:
            threading._shutdown()
            util.info('process exiting with exitcode %s', code)
            util._flush_std_streams()
        return code

    def _begin(self, util):
        """Forgets what was the parent's."""
        util._finalizer_registry.clear()
        util._exiting = False
        util._run_after_forkers()
        util.info('child process calling self.run()')


def _outcome(process):
    """Runs a process's function and its exit functions; the status that the process ends with."""
    from . import util
    try:
        try:
            process.run()
        finally:
            util._exit_function()
        return 0
    except SystemExit as leave:
        code = leave.code
        if code is None or isinstance(code, int):
            return int(code or 0)
        sys.stderr.write(f'{code}\n')
    except BaseException:
        import traceback
        sys.stderr.write(f'Process {process.name}:\n')
        traceback.print_exc()
    return 1


class ParentWatch:
    """Waits for a descriptor as long as the parent lives; without a parent, for as long as it takes."""

    def __init__(self, fd):
        import select
        self._fd, self._poll = fd, select.poll()
        self._poll.register(fd, select.POLLIN)
        sentinel = getattr(_parent_process, '_sentinel', None)
        if sentinel is not None:
            self._poll.register(sentinel, select.POLLIN)

    def ready(self):
        """Whether there is something to be read; False: the parent is gone."""
        return self._fd in dict(self._poll.poll())


class _ParentProcess(BaseProcess):
    """What a child knows of its parent."""

    def __init__(self, name, pid, sentinel):
        vars(self).update(_identity=(), _name=name, _pid=pid, _parent_pid=None, _popen=None, _closed=False, _sentinel=sentinel,
                          _config={})

    def _over(self, timeout):
        from .connection import wait
        return bool(wait([self._sentinel], timeout))

    def is_alive(self):
        return not self._over(0)

    def join(self, timeout=None):
        """Wait until parent process terminates."""
        self._over(timeout)

    ident = pid = property(lambda self: self._pid)


class _MainProcess(BaseProcess):
    """The process that was not started by multiprocessing."""

    def __init__(self):
        key = AuthenticationString(os.urandom(32))
        vars(self).update(_identity=(), _name='MainProcess', _parent_pid=None, _popen=None, _closed=False,
                          _config={'authkey': key, 'semprefix': '/mp'})

    def close(self):
        pass


_parent_process, _current_process = None, _MainProcess()
signal = _Later('signal', globals())
_exitcode_to_name = {-number: f'-{name}' for number, name in sorted(((number, name) for name, number in vars(_signal).items()
                     if name[:3] == 'SIG' and name.isalnum() and name not in ('SIGIOT', 'SIGCLD', 'SIGPOLL')), reverse=True)}
