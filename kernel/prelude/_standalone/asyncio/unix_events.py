"""The event loop of this system: what a selector loop lacks are signals, sockets of the file system, pipes and child processes;
and the policy that makes such loops."""
import _select
import errno
import io
import itertools
import os
import socket
import stat
import sys
import threading
import warnings
from _later import Later as _Later

from . import base_events, base_subprocess, coroutines, events, exceptions, futures, selector_events, transports

__all__ = ('SelectorEventLoop', 'AbstractChildWatcher', 'SafeChildWatcher', 'FastChildWatcher', 'PidfdChildWatcher',
           'MultiLoopChildWatcher', 'ThreadedChildWatcher', 'DefaultEventLoopPolicy')
_LATER = BlockingIOError, InterruptedError
signal, subprocess = _Later('signal', globals()), _Later('subprocess', globals())


def __getattr__(name):
    return base_events._loaded_later(__name__, name)


def _logger():
    return base_events._logger(__name__)


def waitstatus_to_exitcode(status):
    """The exit code of what waitpid() gives; a status that is none as it is."""
    try:
        return os.waitstatus_to_exitcode(status)
    except ValueError:
        return status


class _UnixSelectorEventLoop(selector_events.BaseSelectorEventLoop):
    """An event loop over a selector, with what this system has beside sockets."""

    def __init__(self, selector=None):
        super().__init__(selector)
        self._signal_handlers = {}

    def close(self):
        """Closes the loop, which must not run."""
        super().close()
        if not sys.is_finalizing():
            for sig in list(self._signal_handlers):
                self.remove_signal_handler(sig)
        elif self._signal_handlers:
            warnings.warn(f'Closing the loop {self!r} on interpreter shutdown stage, skipping signal handlers removal',
                          ResourceWarning, source=self)
            self._signal_handlers.clear()

    # ---- signals

    def _process_self_data(self, data):
        for number in data:
            if number:
                self._handle_signal(number)

    def _check_signal(self, sig):
        if not isinstance(sig, int):
            raise TypeError(f'sig must be an int, not {sig!r}')
        if sig not in signal.valid_signals():
            raise ValueError(f'invalid signal number {sig}')

    def add_signal_handler(self, sig, callback, *args):
        """Calls a function in the loop when a signal comes."""
        if any(test(callback) for test in (coroutines.iscoroutine, coroutines.iscoroutinefunction)):
            raise TypeError('coroutines cannot be used with add_signal_handler()')
        self._check_signal(sig)
        self._check_closed()
        self._watch_signal(int(sig))
        self._signal_handlers[int(sig)] = events.Handle(callback, args, self, None)

    def _watch_signal(self, number):
        try:
            _select.watch_signal(number, self._csock.fileno())
        except OSError as problem:
            raise (RuntimeError(f'sig {number} cannot be caught') if problem.errno == errno.EINVAL else problem)

    def remove_signal_handler(self, sig):
        """No longer; whether there was one."""
        self._check_signal(sig)
        if self._signal_handlers.pop(int(sig), None) is None:
            return False
        _select.watch_signal(sig, -1)
        return True

    def _handle_signal(self, sig):
        handle = self._signal_handlers.get(sig)
        if handle is None:
            return
        if handle._cancelled:
            self.remove_signal_handler(sig)
        else:
            self._add_callback(handle)

    # ---- sockets of the file system

    async def create_unix_connection(self, protocol_factory, path=None, *, ssl=None, sock=None, server_hostname=None,
                                     ssl_handshake_timeout=None, ssl_shutdown_timeout=None):
        """Connects to a socket of the file system."""
        if ssl and server_hostname is None:
            raise ValueError('you have to pass server_hostname when using ssl')
        base_events._only_with_ssl(ssl, server_hostname=server_hostname, ssl_handshake_timeout=ssl_handshake_timeout,
                                   ssl_shutdown_timeout=ssl_shutdown_timeout)
        if path is not None and sock is not None:
            raise ValueError('path and sock can not be specified at the same time')
        if path is not None:
            sock = await self._connect_path(os.fspath(path))
        elif sock is None:
            raise ValueError('no path and sock were specified')
        else:
            self._check_unix(sock)
        return await self._connected(sock, protocol_factory, ssl, base_events._tls_options(
            server_hostname, False, ssl_handshake_timeout, ssl_shutdown_timeout))

    async def _connect_path(self, path):
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0)
        made.setblocking(False)
        try:
            await self.sock_connect(made, path)
        except BaseException:
            made.close()
            raise
        return made

    @staticmethod
    def _check_unix(sock):
        if (sock.family, sock.type) != (socket.AF_UNIX, socket.SOCK_STREAM):
            raise ValueError(f'A UNIX Domain Stream Socket was expected, got {sock!r}')

    async def create_unix_server(self, protocol_factory, path=None, *, sock=None, backlog=100, ssl=None,
                                 ssl_handshake_timeout=None, ssl_shutdown_timeout=None, start_serving=True):
        """Listens at a socket of the file system."""
        self._check_server_ssl(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        if path is not None and sock is not None:
            raise ValueError('path and sock can not be specified at the same time')
        if path is not None:
            sock = self._bound_to_path(os.fspath(path))
        elif sock is None:
            raise ValueError('path was not specified, and no sock specified')
        else:
            self._check_unix(sock)
        return await self._serve([sock], protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout,
                                 start_serving)

    @staticmethod
    def _bound_to_path(path):
        sock, done = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), False
        try:
            if path[:1] not in ('\0', b'\0'):
                base_events._remove_stale_socket(path)
            sock.bind(path)
            done = True
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise OSError(errno.EADDRINUSE, f'Address {path!r} is already in use') from None
            raise
        finally:
            if not done:
                sock.close()
        return sock

    # ---- files over sockets

    async def _sock_sendfile_native(self, sock, file, offset, count):
        if not hasattr(os, 'sendfile'):
            raise exceptions.SendfileNotAvailableError('os.sendfile() is not available')
        try:
            number = file.fileno()
            size = os.fstat(number).st_size
        except (AttributeError, OSError, io.UnsupportedOperation):
            raise exceptions.SendfileNotAvailableError('not a regular file') from None
        block = count or size
        if not block:
            return 0
        future = self.create_future()
        self._sock_sendfile_native_impl(future, None, sock, number, offset, count, block, 0)
        return await future

    def _sock_sendfile_native_impl(self, fut, registered_fd, sock, fileno, offset, count, blocksize, total_sent):
        """Sends a piece of a file; when it has to wait, it is called again as soon as the socket is ready."""
        fd = sock.fileno()
        if registered_fd is not None:
            self.remove_writer(registered_fd)

        def end(set_it, value):
            if total_sent > 0:
                os.lseek(fileno, offset, os.SEEK_SET)
            set_it(value)

        if fut.cancelled():
            if total_sent > 0:
                os.lseek(fileno, offset, os.SEEK_SET)
            return
        if count:
            blocksize = count - total_sent
            if blocksize <= 0:
                end(fut.set_result, total_sent)
                return
        rest = fileno, offset, count, blocksize, total_sent
        try:
            sent = os.sendfile(fd, fileno, offset, blocksize)
        except _LATER:
            if registered_fd is None:
                fut.add_done_callback(lambda done: self._stop_sending(done, sock))
            self.add_writer(fd, self._sock_sendfile_native_impl, fut, fd, sock, *rest)
        except OSError as error:
            if registered_fd is not None and error.errno == errno.ENOTCONN and type(error) is not ConnectionError:
                error = ConnectionError('socket is not connected', errno.ENOTCONN)
            elif not total_sent:
                error = exceptions.SendfileNotAvailableError('os.sendfile call failed')
            end(fut.set_exception, error)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            end(fut.set_exception, error)
        else:
            if not sent:
                end(fut.set_result, total_sent)
                return
            offset, total_sent = offset + sent, total_sent + sent
            if registered_fd is None:
                fut.add_done_callback(lambda done: self._stop_sending(done, sock))
            self.add_writer(fd, self._sock_sendfile_native_impl, fut, fd, sock, fileno, offset, count, blocksize, total_sent)

    def _stop_sending(self, future, sock):
        if future.cancelled() and sock.fileno() != -1:
            self.remove_writer(sock.fileno())

    # ---- pipes and child processes

    def _make_read_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        return _UnixReadPipeTransport(self, pipe, protocol, waiter, extra)

    def _make_write_pipe_transport(self, pipe, protocol, waiter=None, extra=None):
        return _UnixWritePipeTransport(self, pipe, protocol, waiter, extra)

    async def _make_subprocess_transport(self, protocol, args, shell, stdin, stdout, stderr, bufsize, extra=None, **kwargs):
        begun = self.create_future()
        with events.get_child_watcher() as watcher:
            if not watcher.is_active():
                raise RuntimeError('asyncio.get_child_watcher() is not activated, subprocess support is not installed.')
            process = _UnixSubprocessTransport(self, protocol, args, shell, stdin, stdout, stderr, bufsize, begun, extra, **kwargs)
            watcher.add_child_handler(process.get_pid(), self._child_watcher_callback, process)
            await self._begun_or_ended(process, begun)
        return process

    @staticmethod
    async def _begun_or_ended(process, begun):
        """Waits until a process has its pipes; it is ended if it does not come to that."""
        try:
            await begun
        except BaseException as problem:
            if not isinstance(problem, (SystemExit, KeyboardInterrupt)):
                process.close()
                await process._wait()
            raise

    def _child_watcher_callback(self, pid, returncode, transport):
        self.call_soon_threadsafe(transport._process_exited, returncode)


SelectorEventLoop = _UnixSelectorEventLoop


class _Pipe(selector_events._OnDescriptor):
    """What the transports over the two ends of pipes have in common."""
    _OBJECT, _NUMBER = '_pipe', '_fileno'
    _pipe, _paused, _closing = None, False, False

    def _open(self, loop, pipe, protocol, allowed):
        number = pipe.fileno()
        mode = os.fstat(number).st_mode
        if not any(test(mode) for test in (stat.S_ISFIFO, stat.S_ISSOCK, stat.S_ISCHR)):
            raise ValueError(allowed)
        self._loop, self._pipe, self._fileno, self._protocol, self._extra['pipe'] = loop, pipe, number, protocol, pipe
        os.set_blocking(number, False)
        return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)

    def _closed_by_peer(self):
        if self._loop.get_debug():
            _logger().info('%r was closed by peer', self)

    def _usual(self, exc):
        """Whether an error is one that happens with pipes."""
        return isinstance(exc, OSError)

    def _fatal_error(self, exc, message='Fatal error on pipe transport'):
        self._tell_of(exc, message, self._usual(exc))
        self._close(exc)

    def _close(self, exc=None):
        self._closing = True
        self._loop._remove_reader(self._fileno)
        self._lose(exc)


class _UnixReadPipeTransport(_Pipe, transports.ReadTransport):
    """What comes out of a pipe."""

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra)
        self._open(loop, pipe, protocol, 'Pipe transport is for pipes/sockets only.')
        self._begin(waiter)

    def _activity(self, reader, writer):
        return ['polling' if reader else 'idle']

    def _usual(self, exc):
        return isinstance(exc, OSError) and exc.errno == errno.EIO

    def _read_ready(self):
        state, data = self._attempt('Fatal read error on pipe transport', os.read, self._fileno, self.max_size)
        if state != selector_events._DONE:
            return
        if data:
            self._protocol.data_received(data)
        else:
            self._closed_by_peer()
            self._loop.call_soon(self._protocol.eof_received)
            _Pipe._close(self)

    def close(self):
        if not self._closing:
            self._close(None)


class _UnixWritePipeTransport(_Pipe, transports._FlowControlMixin, transports.WriteTransport):
    """What goes into a pipe."""

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra, loop)
        self._buffer, self._conn_lost = bytearray(), 0
        tells = self._open(loop, pipe, protocol, 'Pipe transport is only for pipes, sockets and character devices')
        self._begin(waiter, tells and loop._add_reader)  # it can be read from when its other end is closed

    def _activity(self, reader, writer):
        return ['polling' if writer else 'idle', f'bufsize={self.get_write_buffer_size()}']

    def get_write_buffer_size(self):
        return len(self._buffer)

    def _read_ready(self):
        self._closed_by_peer()
        self._close(BrokenPipeError() if self._buffer else None)

    def _failed(self, error, message):
        self._conn_lost += 1
        self._buffer.clear()
        self._loop._remove_writer(self._fileno)
        self._fatal_error(error, message)

    def _taken(self, data):
        """How many bytes the pipe has taken; all, when it has failed."""
        state, n = self._attempt('Fatal write error on pipe transport', os.write, self._fileno, data)
        return n or 0 if state != selector_events._FAILED else len(data)

    def write(self, data):
        assert isinstance(data, (bytes, bytearray, memoryview)), repr(data)
        rest = memoryview(data) if isinstance(data, bytearray) else data
        if self._conn_lost or self._closing:
            if rest:
                base_events._warn_too_late(self, __name__, 'pipe closed by peer or os.write(pipe, data) raised exception.')
            return
        if rest and not self._buffer:
            rest = memoryview(rest)[self._taken(rest):]
            if len(rest):
                self._loop._add_writer(self._fileno, self._write_ready)
        if len(rest):
            self._buffer += rest
            self._maybe_pause_protocol()

    def _write_ready(self):
        assert self._buffer, 'Data should not be empty'
        n = self._taken(self._buffer)
        if self._conn_lost:
            return
        del self._buffer[:n]
        if not self._buffer:
            self._all_written()

    def _all_written(self):
        loop = self._loop
        loop._remove_writer(self._fileno)
        self._maybe_resume_protocol()
        if self._closing:
            loop._remove_reader(self._fileno)
            self._call_connection_lost(None)

    def can_write_eof(self):
        return True

    def write_eof(self):
        if self._closing:
            return
        if self._buffer:
            self._closing = True
        else:
            _Pipe._close(self)

    def close(self):
        if not (self._pipe is None or self._closing):
            self.write_eof()

    def abort(self):
        self._close(None)

    def _close(self, exc=None):
        if self._buffer:
            self._loop._remove_writer(self._fileno)
            self._buffer.clear()
        super()._close(exc)


class _UnixSubprocessTransport(base_subprocess.BaseSubprocessTransport):
    """A child process of this system."""

    def _start(self, args, shell, stdin, stdout, stderr, bufsize, **kwargs):
        theirs = ours = None
        if stdin == subprocess.PIPE:  # a socket tells when its other end is closed
            stdin, ours = socket.socketpair()
            theirs = stdin
        try:
            self._proc = subprocess.Popen(args, shell=shell, stdin=stdin, stdout=stdout, stderr=stderr, universal_newlines=False,
                                          bufsize=bufsize, **kwargs)
            if ours is not None:
                theirs.close()
                self._proc.stdin, ours = open(ours.detach(), 'wb', buffering=bufsize), None
        finally:
            if ours is not None:
                ours.close()
                theirs.close()


# ---- what waits for child processes

@events._abstract('add_child_handler remove_child_handler attach_loop close is_active __enter__ __exit__')
class AbstractChildWatcher:
    """What waits for child processes: add_child_handler() has callback(pid, returncode, *args) called when one ends."""


def _reap(pid, flags=0):
    """Waits for a process: its exit code; None, it runs; 255, it is not known."""
    try:
        done, status = os.waitpid(pid, flags)
    except ChildProcessError:
        _logger().warning('Unknown child process pid %d, will report returncode 255', pid)
        return 255
    if not done:
        return None
    code = waitstatus_to_exitcode(status)
    loop = events._get_running_loop()
    if loop is not None and loop.get_debug():
        _logger().debug('process %s exited with returncode %s', pid, code)
    return code


class _Entered(AbstractChildWatcher):
    """A watcher that has nothing to do around the start of a process."""

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


class PidfdChildWatcher(_Entered):
    """The running loop waits for a descriptor of each process."""

    def is_active(self):
        """It is, always."""
        return True

    def close(self):
        """There is nothing to close."""

    def attach_loop(self, loop):
        """The running loop is used."""

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called when the process ends."""
        loop, descriptor = events.get_running_loop(), os.pidfd_open(pid)
        loop._add_reader(descriptor, self._ended, loop, pid, descriptor, callback, args)

    def _ended(self, loop, pid, descriptor, callback, args):
        loop._remove_reader(descriptor)
        code = _reap(pid)
        os.close(descriptor)
        callback(pid, code, *args)

    def remove_child_handler(self, pid):
        """It is not known."""
        return True


def _refused(name):
    """A step that only a subclass can do."""
    return events._missing(name, False)


class BaseChildWatcher(AbstractChildWatcher):
    """A watcher that hears of ended processes by SIGCHLD in the loop that it is attached to."""
    _loop = None
    _do_waitpid, _do_waitpid_all = map(_refused, ('_do_waitpid', '_do_waitpid_all'))

    def __init__(self):
        self._callbacks = {}

    def is_active(self):
        """Whether there is a loop that runs."""
        return self._loop is not None and self._loop.is_running()

    def close(self):
        """Forgets all."""
        self.attach_loop(None)

    def attach_loop(self, loop):
        """Another loop hears of the signal."""
        assert loop is None or isinstance(loop, events.AbstractEventLoop)
        before, self._loop = self._loop, loop
        if before is not None:
            if loop is None and self._callbacks:
                warnings.warn('A loop is being detached from a child watcher with pending handlers', RuntimeWarning)
            before.remove_signal_handler(signal.SIGCHLD)
        if loop is not None:
            loop.add_signal_handler(signal.SIGCHLD, self._sig_chld)
            self._do_waitpid_all()

    def remove_child_handler(self, pid):
        """No longer; whether there was one."""
        return self._callbacks.pop(pid, None) is not None

    def _sig_chld(self, *signal_and_frame):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._ask_failed(error)

    def _ask_failed(self, error):
        self._loop.call_exception_handler({'message': 'Unknown exception in SIGCHLD handler', 'exception': error})


class _ByNumber:
    """Asks for each process by its number, so that others may wait for theirs."""

    def _do_waitpid_all(self):
        for pid in list(self._callbacks):
            self._do_waitpid(pid)

    def _do_waitpid(self, expected_pid):
        assert expected_pid > 0
        code = _reap(expected_pid, os.WNOHANG)
        if code is None:
            return
        known = self._callbacks.pop(expected_pid, None)
        if known is not None:
            self._pass_on(expected_pid, code, *known)
        elif self._tells_of_strangers():
            _logger().warning('Child watcher got an unexpected pid: %r', expected_pid, exc_info=True)

    def _tells_of_strangers(self):
        return True


class SafeChildWatcher(_ByNumber, _Entered, BaseChildWatcher):
    """Hears of ended processes in one loop, and asks for each by its number."""

    def close(self):
        self._callbacks.clear()
        BaseChildWatcher.close(self)

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called when the process ends."""
        self._callbacks[pid] = callback, args
        self._do_waitpid(pid)

    def _pass_on(self, pid, code, callback, args):
        callback(pid, code, *args)

    def _tells_of_strangers(self):
        return self._loop.get_debug()


class FastChildWatcher(BaseChildWatcher):
    """Waits for whatever process has ended; nobody else can wait for one beside it. Between __enter__ and __exit__ an unknown one
    may be that which is just being started: it is kept."""

    def __init__(self):
        super().__init__()
        self._lock, self._zombies, self._forks = threading.Lock(), {}, 0

    def close(self):
        for known in (self._callbacks, self._zombies):
            known.clear()
        super().close()

    def __enter__(self):
        with self._lock:
            self._forks += 1
        return self

    def __exit__(self, *args):
        with self._lock:
            self._forks -= 1
            left = '' if self._forks or not self._zombies else str(self._zombies)
            if left:
                self._zombies.clear()
        if left:
            _logger().warning('Caught subprocesses termination from unknown pids: %s', left)

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called when the process ends."""
        assert self._forks, 'Must use the context manager'
        with self._lock:
            code = self._zombies.pop(pid, None)
            if code is None:
                self._callbacks[pid] = callback, args
        if code is not None:
            callback(pid, code, *args)

    def _do_waitpid_all(self):
        for pid, status in iter(self._next_ended, None):
            self._ended(pid, waitstatus_to_exitcode(status))

    @staticmethod
    def _next_ended():
        try:
            found = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        return found if found[0] else None

    def _ended(self, pid, code):
        with self._lock:
            callback, args = self._callbacks.pop(pid, (None, ()))
            kept = callback is None and self._forks
            if kept:
                self._zombies[pid] = code
        if callback is not None:
            callback(pid, code, *args)
        elif not kept:
            _logger().warning('Caught subprocess termination from unknown pid: %d -> %d', pid, code)


class MultiLoopChildWatcher(_ByNumber, _Entered, BaseChildWatcher):
    """Hears of SIGCHLD by a handler of its own; processes may belong to several loops."""

    def __init__(self):
        super().__init__()
        self._saved_sighandler = None

    def is_active(self):
        """Whether the handler is installed."""
        return self._saved_sighandler is not None

    def close(self):
        """Forgets all and brings back the handler of before."""
        self._callbacks.clear()
        before, self._saved_sighandler = self._saved_sighandler, None
        if before is None:
            return
        if signal.getsignal(signal.SIGCHLD) == self._sig_chld:
            signal.signal(signal.SIGCHLD, before)
        else:
            _logger().warning('SIGCHLD handler was changed by outside code')

    def attach_loop(self, loop):
        """Installs the handler; the loops are those that run when processes are started."""
        if self.is_active():
            return
        before = signal.signal(signal.SIGCHLD, self._sig_chld)
        if before is None:
            before = signal.SIG_DFL
            _logger().warning('Previous SIGCHLD handler was set by non-Python code, restore to default handler on watcher close.')
        self._saved_sighandler = before

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called in the running loop when the process ends."""
        self._callbacks[pid] = events.get_running_loop(), callback, args
        self._do_waitpid(pid)

    def _pass_on(self, pid, code, loop, callback, args):
        _call_there(loop, callback, pid, code, args)

    def _ask_failed(self, error):
        _logger().warning('Unknown exception in SIGCHLD handler', exc_info=True)


def _call_there(loop, callback, pid, code, args):
    """Calls what a watcher was given in the loop that it was given for."""
    if loop.is_closed():
        _logger().warning('Loop %r that handles pid %r is closed', loop, pid)
    else:
        loop.call_soon_threadsafe(callback, pid, code, *args)


class ThreadedChildWatcher(_Entered):
    """A thread for each process waits for it."""

    def __init__(self):
        self._threads, self._numbers = {}, itertools.count()

    def is_active(self):
        """It is, always."""
        return True

    def close(self):
        """The threads end with the processes."""

    def attach_loop(self, loop):
        """Every loop has the same threads."""

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called in the running loop when the process ends."""
        self._threads[pid] = waiting = threading.Thread(
            target=self._do_waitpid, args=(events.get_running_loop(), pid, callback, args), daemon=True,
            name=f'asyncio-waitpid-{next(self._numbers)}')
        waiting.start()

    def remove_child_handler(self, pid):
        """The threads end with the processes."""
        return True

    def _do_waitpid(self, loop, expected_pid, callback, args):
        try:
            _call_there(loop, callback, expected_pid, _reap(expected_pid), args)
        finally:
            del self._threads[expected_pid]

    def __del__(self):
        if any(thread.is_alive() for thread in list(self._threads.values())):
            warnings.warn(f'{type(self)} has registered but not finished child processes', ResourceWarning, source=self)


class _UnixDefaultEventLoopPolicy(events.BaseDefaultEventLoopPolicy):
    """Loops of this system."""
    _loop_factory = _UnixSelectorEventLoop
    _watcher = None

    def _follow(self):
        """The watcher hears of child processes in the loop of the main thread."""
        if self._watcher is not None and threading.current_thread() is threading.main_thread():
            self._watcher.attach_loop(self._local._loop)

    def set_event_loop(self, loop):
        """Makes a loop the current one of this thread; in the main thread it hears of child processes."""
        super().set_event_loop(loop)
        self._follow()

    def set_child_watcher(self, watcher):
        """Sets what waits for child processes."""
        assert isinstance(watcher, (AbstractChildWatcher, type(None)))
        before, self._watcher = self._watcher, watcher
        if before is not None:
            before.close()

    def get_child_watcher(self):
        """What waits for child processes: threads, unless another was set."""
        if self._watcher is None:
            self.set_child_watcher(ThreadedChildWatcher())
            self._follow()
        return self._watcher


DefaultEventLoopPolicy = _UnixDefaultEventLoopPolicy
