"""The transport of a child process: its pipes, its end, and the order in which its protocol is told."""
import warnings
from _later import Later as _Later

from . import base_events, futures, protocols, transports

subprocess = _Later('subprocess', globals())
_NAMES = 'stdin', 'stdout', 'stderr'


class BaseSubprocessTransport(transports.SubprocessTransport):
    """A child process; how one is started (`_start`, which sets `_proc`) is a matter of the system."""
    _proc = None

    def __init__(self, loop, protocol, args, shell, stdin, stdout, stderr, bufsize, waiter=None, extra=None, **kwargs):
        super().__init__(extra)
        self._loop, self._protocol, self._closed, self._finished = loop, protocol, False, False
        self._pid = self._returncode = None
        self._exit_waiters, self._pending_calls, self._pipes = [], [], {}
        for number, given in enumerate((stdin, stdout, stderr)):
            if given == subprocess.PIPE:
                self._pipes[number] = None  # until it is connected
        try:
            self._start(args=args, shell=shell, stdin=stdin, stdout=stdout, stderr=stderr, bufsize=bufsize, **kwargs)
        except BaseException:
            self.close()
            raise
        self._pid, self._extra['subprocess'] = self._proc.pid, self._proc
        if loop.get_debug():
            program = args if isinstance(args, (bytes, str)) else args[0]
            base_events._logger().debug('process %r created: pid %s', program, self._pid)
        loop.create_task(self._connect_pipes(waiter))

    def __repr__(self):
        parts = [type(self).__name__] + ['closed'] * self._closed
        if self._pid is not None:
            parts.append(f'pid={self._pid}')
        parts.append(f'returncode={self._returncode}' if self._returncode is not None else
                     'running' if self._pid is not None else 'not started')
        ends = [self._pipes.get(i) for i in range(3)]
        if ends[0] is not None:
            parts.append(f'stdin={ends[0].pipe}')
        if ends[1] is not None and ends[1] is ends[2]:
            parts.append(f'stdout=stderr={ends[1].pipe}')
        else:
            parts += [f'{_NAMES[i]}={ends[i].pipe}' for i in (1, 2) if ends[i] is not None]
        return f"<{' '.join(parts)}>"

    def _start(self, args, shell, stdin, stdout, stderr, bufsize, **kwargs):
        raise NotImplementedError

    # ---- what the protocol is told, in this order: connection_made, the pipes and the end, connection_lost

    async def _connect_pipes(self, waiter):
        try:
            loop = self._loop
            for number, stream in enumerate((self._proc.stdin, self._proc.stdout, self._proc.stderr)):
                if stream is None:
                    continue
                if number:
                    _, end = await loop.connect_read_pipe(lambda: ReadSubprocessPipeProto(self, number), stream)
                else:
                    _, end = await loop.connect_write_pipe(lambda: WriteSubprocessPipeProto(self, number), stream)
                self._pipes[number] = end
            loop.call_soon(self._protocol.connection_made, self)
            waiting, self._pending_calls = self._pending_calls, None
            for call in waiting:
                loop.call_soon(*call)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if waiter is not None and not waiter.cancelled():
                waiter.set_exception(error)
        else:
            if waiter is not None and not waiter.cancelled():
                waiter.set_result(None)

    def _call(self, callback, *args):
        if self._pending_calls is not None:
            self._pending_calls.append((callback, *args))
        else:
            self._loop.call_soon(callback, *args)

    def _pipe_connection_lost(self, fd, exc):
        self._call(self._protocol.pipe_connection_lost, fd, exc)
        self._try_finish()

    def _pipe_data_received(self, fd, data):
        self._call(self._protocol.pipe_data_received, fd, data)

    def _process_exited(self, returncode):
        assert returncode is not None and self._returncode is None, (returncode, self._returncode)
        if self._loop.get_debug():
            base_events._logger().info('%r exited with return code %r', self, returncode)
        self._returncode, process, waiters = returncode, self._proc, self._exit_waiters
        process.returncode = returncode if process.returncode is None else process.returncode
        self._exit_waiters = None
        self._call(self._protocol.process_exited)
        self._try_finish()
        for waiter in waiters:
            futures._set_result_unless_cancelled(waiter, returncode)

    def _try_finish(self):
        assert not self._finished
        if self._returncode is not None and all(end is not None and end.disconnected for end in self._pipes.values()):
            self._finished = True
            self._call(self._call_connection_lost, None)

    def _call_connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._loop = self._proc = self._protocol = None

    async def _wait(self):
        """Waits until the process has ended; its exit code."""
        if self._returncode is None:
            waiter = self._loop.create_future()
            self._exit_waiters.append(waiter)
            return await waiter
        return self._returncode

    # ---- what the transport can do

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closed

    def close(self):
        """Closes the pipes and kills the process if it runs."""
        if self._closed:
            return
        self._closed = True
        for end in self._pipes.values():
            if end is not None:
                end.pipe.close()
        process = self._proc
        if process is not None and self._returncode is None and process.poll() is None:
            if self._loop.get_debug():
                base_events._logger().warning('Close running child process: kill %r', self)
            try:
                process.kill()
            except ProcessLookupError:
                pass

    def __del__(self):
        if not self._closed:
            warnings.warn(f'unclosed transport {self!r}', ResourceWarning, source=self)
            self.close()

    def get_pid(self):
        return self._pid

    def get_returncode(self):
        return self._returncode

    def get_pipe_transport(self, fd):
        return self._pipes[fd].pipe if fd in self._pipes else None

    def _living(self):
        if self._proc is None:
            raise ProcessLookupError()
        return self._proc

    def send_signal(self, signal):
        self._living().send_signal(signal)

    def terminate(self):
        self._living().terminate()

    def kill(self):
        self._living().kill()


def _passed_on(name):
    """A method that is one of the protocol of the process."""
    def method(self):
        getattr(self.proc._protocol, name)()
    method.__name__ = name
    return method


class WriteSubprocessPipeProto(protocols.BaseProtocol):
    """The protocol of the pipe into a child process."""
    proc = pipe = None
    disconnected = False
    pause_writing, resume_writing = map(_passed_on, ('pause_writing', 'resume_writing'))

    def __init__(self, proc, fd):
        self.proc, self.fd = proc, fd

    def __repr__(self):
        return f'<{type(self).__name__} fd={self.fd} pipe={self.pipe!r}>'

    def connection_made(self, transport):
        self.pipe = transport

    def connection_lost(self, exc):
        process, self.proc, self.disconnected = self.proc, None, True
        process._pipe_connection_lost(self.fd, exc)


class ReadSubprocessPipeProto(WriteSubprocessPipeProto, protocols.Protocol):
    """The protocol of a pipe out of a child process."""

    def data_received(self, data):
        self.proc._pipe_data_received(self.fd, data)
