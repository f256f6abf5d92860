"""The event loop of this system: what a selector loop lacks are signals, sockets of the file system, pipes and child processes;
and the policy that makes such loops."""
import _select
import errno
import io
import itertools
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import warnings

from . import base_events, base_subprocess, coroutines, events, exceptions, futures, selector_events, transports

__all__ = ('SelectorEventLoop', 'AbstractChildWatcher', 'SafeChildWatcher', 'FastChildWatcher', 'PidfdChildWatcher',
           'MultiLoopChildWatcher', 'ThreadedChildWatcher', 'DefaultEventLoopPolicy')
_LATER = BlockingIOError, InterruptedError


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
        return await self._connected(sock, protocol_factory, ssl, server_hostname, ssl_handshake_timeout=ssl_handshake_timeout,
                                     ssl_shutdown_timeout=ssl_shutdown_timeout)

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
        with events.get_child_watcher() as watcher:
            if not watcher.is_active():
                raise RuntimeError('asyncio.get_child_watcher() is not activated, subprocess support is not installed.')
            waiter = self.create_future()
            transport = _UnixSubprocessTransport(self, protocol, args, shell, stdin, stdout, stderr, bufsize, waiter=waiter,
                                                 extra=extra, **kwargs)
            watcher.add_child_handler(transport.get_pid(), self._child_watcher_callback, transport)
            try:
                await waiter
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                transport.close()
                await transport._wait()
                raise
        return transport

    def _child_watcher_callback(self, pid, returncode, transport):
        self.call_soon_threadsafe(transport._process_exited, returncode)


SelectorEventLoop = _UnixSelectorEventLoop


class _UnixPipeTransport:
    """What the transports over the two ends of pipes have in common."""

    def _open(self, loop, pipe, protocol, allowed):
        self._extra['pipe'] = pipe
        self._loop, self._pipe, self._fileno, self._protocol, self._closing = loop, pipe, pipe.fileno(), protocol, False
        mode = os.fstat(self._fileno).st_mode
        if not any(test(mode) for test in (stat.S_ISFIFO, stat.S_ISSOCK, stat.S_ISCHR)):
            self._pipe = self._fileno = self._protocol = None
            raise ValueError(allowed)
        os.set_blocking(self._fileno, False)
        loop.call_soon(protocol.connection_made, self)
        return mode

    def _told(self, waiter):
        if waiter is not None:
            self._loop.call_soon(futures._set_result_unless_cancelled, waiter, None)

    def __repr__(self):
        parts = [type(self).__name__]
        parts += ['closed'] if self._pipe is None else ['closing'] if self._closing else []
        parts.append(f'fd={self._fileno}')
        loop = self._loop
        if self._pipe is None or loop is None or not hasattr(loop, '_handles'):
            parts.append('closed' if self._pipe is None else 'open')
        elif not loop.is_closed():
            _, handles = loop._handles(self._fileno)
            parts += self._activity(handles)
        return f"<{' '.join(parts)}>"

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    def _report(self, exc, message, expected):
        """Tells of an error, unless it is one of those that happen with pipes."""
        if not expected:
            self._loop.call_exception_handler({'message': message, 'exception': exc, 'transport': self,
                                               'protocol': self._protocol})
        elif self._loop.get_debug():
            _logger().debug('%r: %s', self, message, exc_info=True)

    def _call_connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._pipe.close()
            self._pipe = self._protocol = self._loop = None

    def __del__(self):
        if self._pipe is not None:
            warnings.warn(f'unclosed transport {self!r}', ResourceWarning, source=self)
            self._pipe.close()


class _UnixReadPipeTransport(_UnixPipeTransport, transports.ReadTransport):
    """What comes out of a pipe."""
    max_size = 256 * 1024
    _pipe = None

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra)
        self._paused = False
        self._open(loop, pipe, protocol, 'Pipe transport is for pipes/sockets only.')
        loop.call_soon(self._add_reader, self._fileno, self._read_ready)
        self._told(waiter)

    def _activity(self, handles):
        return ['polling' if handles[0] else 'idle']

    def _add_reader(self, fd, callback):
        if self.is_reading():
            self._loop._add_reader(fd, callback)

    def is_reading(self):
        return not self._paused and not self._closing

    def _read_ready(self):
        try:
            data = os.read(self._fileno, self.max_size)
        except _LATER:
            return
        except OSError as error:
            self._fatal_error(error, 'Fatal read error on pipe transport')
            return
        if data:
            self._protocol.data_received(data)
            return
        if self._loop.get_debug():
            _logger().info('%r was closed by peer', self)
        self._closing = True
        self._loop._remove_reader(self._fileno)
        self._loop.call_soon(self._protocol.eof_received)
        self._loop.call_soon(self._call_connection_lost, None)

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop._remove_reader(self._fileno)

    def resume_reading(self):
        if self._paused and not self._closing:
            self._paused = False
            self._loop._add_reader(self._fileno, self._read_ready)

    def close(self):
        if not self._closing:
            self._close(None)

    def _fatal_error(self, exc, message='Fatal error on pipe transport'):
        self._report(exc, message, isinstance(exc, OSError) and exc.errno == errno.EIO)
        self._close(exc)

    def _close(self, exc):
        self._closing = True
        self._loop._remove_reader(self._fileno)
        self._loop.call_soon(self._call_connection_lost, exc)


class _UnixWritePipeTransport(_UnixPipeTransport, transports._FlowControlMixin, transports.WriteTransport):
    """What goes into a pipe."""
    _pipe = None

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        super().__init__(extra, loop)
        self._buffer, self._conn_lost = bytearray(), 0
        mode = self._open(loop, pipe, protocol, 'Pipe transport is only for pipes, sockets and character devices')
        if stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode):  # these tell when the other end is closed
            loop.call_soon(loop._add_reader, self._fileno, self._read_ready)
        self._told(waiter)

    def _activity(self, handles):
        return ['polling' if handles[1] else 'idle', f'bufsize={self.get_write_buffer_size()}']

    def get_write_buffer_size(self):
        return len(self._buffer)

    def _read_ready(self):
        if self._loop.get_debug():
            _logger().info('%r was closed by peer', self)
        self._close(BrokenPipeError() if self._buffer else None)

    def _written(self, data):
        """How many bytes the pipe has taken; None: it has failed."""
        try:
            return os.write(self._fileno, data)
        except _LATER:
            return 0
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._conn_lost += 1
            failed = error
        self._buffer.clear()
        self._loop._remove_writer(self._fileno)
        self._fatal_error(failed, 'Fatal write error on pipe transport')
        return None

    def write(self, data):
        assert isinstance(data, (bytes, bytearray, memoryview)), repr(data)
        data = memoryview(data) if isinstance(data, bytearray) else data
        if not data:
            return
        if self._conn_lost or self._closing:
            base_events._warn_too_late(self, __name__, 'pipe closed by peer or os.write(pipe, data) raised exception.')
            return
        if not self._buffer:
            n = self._written(data)
            if n is None or n == len(data):
                return
            data = memoryview(data)[n:]
            self._loop._add_writer(self._fileno, self._write_ready)
        self._buffer += data
        self._maybe_pause_protocol()

    def _write_ready(self):
        assert self._buffer, 'Data should not be empty'
        n = self._written(self._buffer)
        if n is None:
            return
        if n < len(self._buffer):
            if n:
                del self._buffer[:n]
            return
        self._buffer.clear()
        self._loop._remove_writer(self._fileno)
        self._maybe_resume_protocol()
        if self._closing:
            self._loop._remove_reader(self._fileno)
            self._call_connection_lost(None)

    def can_write_eof(self):
        return True

    def write_eof(self):
        if self._closing:
            return
        assert self._pipe
        self._closing = True
        if not self._buffer:
            self._loop._remove_reader(self._fileno)
            self._loop.call_soon(self._call_connection_lost, None)

    def close(self):
        if self._pipe is not None and not self._closing:
            self.write_eof()

    def abort(self):
        self._close(None)

    def _fatal_error(self, exc, message='Fatal error on pipe transport'):
        self._report(exc, message, isinstance(exc, OSError))
        self._close(exc)

    def _close(self, exc=None):
        self._closing = True
        if self._buffer:
            self._loop._remove_writer(self._fileno)
        self._buffer.clear()
        self._loop._remove_reader(self._fileno)
        self._loop.call_soon(self._call_connection_lost, exc)


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


class BaseChildWatcher(AbstractChildWatcher):
    """A watcher that hears of ended processes by SIGCHLD in the loop that it is attached to."""

    def __init__(self):
        self._loop, self._callbacks = None, {}

    def close(self):
        """Forgets all."""
        self.attach_loop(None)

    def is_active(self):
        """Whether there is a loop that runs."""
        return self._loop is not None and self._loop.is_running()

    def _do_waitpid(self, expected_pid):
        raise NotImplementedError()

    def _do_waitpid_all(self):
        raise NotImplementedError()

    def attach_loop(self, loop):
        """Another loop hears of the signal."""
        assert loop is None or isinstance(loop, events.AbstractEventLoop)
        if self._loop is not None and loop is None and self._callbacks:
            warnings.warn('A loop is being detached from a child watcher with pending handlers', RuntimeWarning)
        if self._loop is not None:
            self._loop.remove_signal_handler(signal.SIGCHLD)
        self._loop = loop
        if loop is not None:
            loop.add_signal_handler(signal.SIGCHLD, self._sig_chld)
            self._do_waitpid_all()

    def _sig_chld(self):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._loop.call_exception_handler({'message': 'Unknown exception in SIGCHLD handler', 'exception': error})


class SafeChildWatcher(BaseChildWatcher):
    """Asks for each process by its number, so that others may wait for theirs."""

    def close(self):
        self._callbacks.clear()
        super().close()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called when the process ends."""
        self._callbacks[pid] = callback, args
        self._do_waitpid(pid)

    def remove_child_handler(self, pid):
        """No longer; whether there was one."""
        return self._callbacks.pop(pid, None) is not None

    def _do_waitpid_all(self):
        for pid in list(self._callbacks):
            self._do_waitpid(pid)

    def _do_waitpid(self, expected_pid):
        assert expected_pid > 0
        code = _reap(expected_pid, os.WNOHANG)
        if code is None:
            return
        callback, args = self._callbacks.pop(expected_pid, (None, ()))
        if callback is not None:
            callback(expected_pid, code, *args)
        elif self._loop.get_debug():
            _logger().warning('Child watcher got an unexpected pid: %r', expected_pid, exc_info=True)


class FastChildWatcher(BaseChildWatcher):
    """Waits for whatever process has ended; nobody else can wait for one beside it."""

    def __init__(self):
        super().__init__()
        self._lock, self._zombies, self._forks = threading.Lock(), {}, 0

    def close(self):
        self._callbacks.clear()
        self._zombies.clear()
        super().close()

    def __enter__(self):
        with self._lock:
            self._forks += 1
            return self

    def __exit__(self, *args):
        with self._lock:
            self._forks -= 1
            if self._forks or not self._zombies:
                return
            left = str(self._zombies)
            self._zombies.clear()
        _logger().warning('Caught subprocesses termination from unknown pids: %s', left)

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called when the process ends."""
        assert self._forks, 'Must use the context manager'
        with self._lock:
            if pid not in self._zombies:
                self._callbacks[pid] = callback, args
                return
            code = self._zombies.pop(pid)
        callback(pid, code, *args)

    def remove_child_handler(self, pid):
        """No longer; whether there was one."""
        return self._callbacks.pop(pid, None) is not None

    def _do_waitpid_all(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            code = waitstatus_to_exitcode(status)
            with self._lock:
                known = self._callbacks.pop(pid, None)
                if known is None and self._forks:  # it may be one that is just being started
                    self._zombies[pid] = code
                    continue
            if known is None:
                _logger().warning('Caught subprocess termination from unknown pid: %d -> %d', pid, code)
            else:
                known[0](pid, code, *known[1])


class MultiLoopChildWatcher(_Entered):
    """Hears of SIGCHLD by a handler of its own; processes may belong to several loops."""

    def __init__(self):
        self._callbacks, self._saved_sighandler = {}, None

    def is_active(self):
        """Whether the handler is installed."""
        return self._saved_sighandler is not None

    def close(self):
        """Forgets all and brings back the handler of before."""
        self._callbacks.clear()
        if self._saved_sighandler is None:
            return
        if signal.getsignal(signal.SIGCHLD) != self._sig_chld:
            _logger().warning('SIGCHLD handler was changed by outside code')
        else:
            signal.signal(signal.SIGCHLD, self._saved_sighandler)
        self._saved_sighandler = None

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called in the running loop when the process ends."""
        self._callbacks[pid] = events.get_running_loop(), callback, args
        self._do_waitpid(pid)

    def remove_child_handler(self, pid):
        """No longer; whether there was one."""
        return self._callbacks.pop(pid, None) is not None

    def attach_loop(self, loop):
        """Installs the handler."""
        if self._saved_sighandler is None:
            before = signal.signal(signal.SIGCHLD, self._sig_chld)
            if before is None:
                _logger().warning('Previous SIGCHLD handler was set by non-Python code, restore to default handler on watcher close.')
            self._saved_sighandler = signal.SIG_DFL if before is None else before

    def _do_waitpid_all(self):
        for pid in list(self._callbacks):
            self._do_waitpid(pid)

    def _do_waitpid(self, expected_pid):
        assert expected_pid > 0
        code = _reap(expected_pid, os.WNOHANG)
        if code is None:
            return
        known = self._callbacks.pop(expected_pid, None)
        if known is None:
            _logger().warning('Child watcher got an unexpected pid: %r', expected_pid, exc_info=True)
        elif known[0].is_closed():
            _logger().warning('Loop %r that handles pid %r is closed', known[0], expected_pid)
        else:
            known[0].call_soon_threadsafe(known[1], expected_pid, code, *known[2])

    def _sig_chld(self, signum, frame):
        try:
            self._do_waitpid_all()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:
            _logger().warning('Unknown exception in SIGCHLD handler', exc_info=True)


class ThreadedChildWatcher(_Entered):
    """A thread for each process waits for it."""

    def __init__(self):
        self._pid_counter, self._threads = itertools.count(0), {}

    def is_active(self):
        """It is, always."""
        return True

    def close(self):
        """The threads end with the processes."""

    def attach_loop(self, loop):
        """Every loop has the same threads."""

    def __del__(self):
        alive = [thread for thread in list(self._threads.values()) if thread.is_alive()]
        if alive:
            warnings.warn(f'{type(self)} has registered but not finished child processes', ResourceWarning, source=self)

    def add_child_handler(self, pid, callback, *args):
        """Has callback(pid, returncode, *args) called in that thread when the process ends."""
        loop = events.get_running_loop()
        waiting = threading.Thread(target=self._do_waitpid, name=f'asyncio-waitpid-{next(self._pid_counter)}',
                                   args=(loop, pid, callback, args), daemon=True)
        self._threads[pid] = waiting
        waiting.start()

    def remove_child_handler(self, pid):
        """The threads end with the processes."""
        return True

    def _do_waitpid(self, loop, expected_pid, callback, args):
        assert expected_pid > 0
        code = _reap(expected_pid)
        if loop.is_closed():
            _logger().warning('Loop %r that handles pid %r is closed', loop, expected_pid)
        else:
            loop.call_soon_threadsafe(callback, expected_pid, code, *args)
        self._threads.pop(expected_pid)


class _UnixDefaultEventLoopPolicy(events.BaseDefaultEventLoopPolicy):
    """Loops of this system."""
    _loop_factory = _UnixSelectorEventLoop

    def __init__(self):
        super().__init__()
        self._watcher = None

    def _attached(self):
        if threading.current_thread() is threading.main_thread():
            self._watcher.attach_loop(self._here.loop)

    def set_event_loop(self, loop):
        """Makes a loop the current one of this thread; in the main thread it hears of child processes."""
        super().set_event_loop(loop)
        if self._watcher is not None:
            if threading.current_thread() is threading.main_thread():
                self._watcher.attach_loop(loop)

    def get_child_watcher(self):
        """What waits for child processes: threads, unless another was set."""
        if self._watcher is None:
            self._watcher = ThreadedChildWatcher()
            self._attached()
        return self._watcher

    def set_child_watcher(self, watcher):
        """Sets that."""
        assert watcher is None or isinstance(watcher, AbstractChildWatcher)
        if self._watcher is not None:
            self._watcher.close()
        self._watcher = watcher


DefaultEventLoopPolicy = _UnixDefaultEventLoopPolicy
