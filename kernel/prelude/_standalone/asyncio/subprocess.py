"""Child processes."""
from _later import Later as _Later

from . import events, protocols, streams, tasks
from .constants import _PIPES

__all__ = ('create_subprocess_exec', 'create_subprocess_shell')
PIPE, STDOUT, DEVNULL = _PIPES
subprocess = _Later('subprocess', globals())


class SubprocessStreamProtocol(streams.FlowControlMixin, protocols.SubprocessProtocol):
    """The pipes of a process as streams."""

    def __init__(self, limit, loop):
        super().__init__(loop=loop)
        self._limit, self._transport = limit, None
        self.stdin = self.stdout = self.stderr = None
        self._open, self._exited = set(), False
        self._stdin_closed = self._loop.create_future()

    def __repr__(self):
        parts = ''.join(f' {name}={stream!r}' for name in ('stdin', 'stdout', 'stderr')
                        if (stream := getattr(self, name)) is not None)
        return f'<{type(self).__name__}{parts}>'

    def connection_made(self, transport):
        self._transport = transport
        for fd, name in ((1, 'stdout'), (2, 'stderr')):
            pipe = transport.get_pipe_transport(fd)
            if pipe is not None:
                reader = streams.StreamReader(limit=self._limit, loop=self._loop)
                reader.set_transport(pipe)
                setattr(self, name, reader)
                self._open.add(fd)
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            self.stdin = streams.StreamWriter(pipe, protocol=self, reader=None, loop=self._loop)

    def _reader(self, fd):
        return {1: self.stdout, 2: self.stderr}.get(fd)

    def pipe_data_received(self, fd, data):
        reader = self._reader(fd)
        if reader is not None:
            reader.feed_data(data)

    def pipe_connection_lost(self, fd, exc):
        if fd:
            reader = self._reader(fd)
            if reader is not None:
                reader.feed_eof() if exc is None else reader.set_exception(exc)
            self._open.discard(fd)
            self._maybe_close()
        else:
            self._stdin_lost(exc)

    def _stdin_lost(self, exc):
        if self.stdin is not None:
            self.stdin.close()
        self.connection_lost(exc)
        ended = self._stdin_closed
        if ended.done():
            return
        if exc is None:
            ended.set_result(None)
        else:
            ended.set_exception(exc)
            ended._log_traceback = False

    def process_exited(self):
        self._exited = True
        self._maybe_close()

    def _maybe_close(self):
        if self._exited and not self._open and self._transport is not None:
            self._transport.close()
            self._transport = None

    def _get_close_waiter(self, stream):
        if stream is self.stdin:
            return self._stdin_closed


class Process:
    """A child process: stdin, stdout, stderr, pid, returncode."""

    def __init__(self, transport, protocol, loop):
        self._transport, self._protocol, self._loop = transport, protocol, loop
        self.stdin, self.stdout, self.stderr = protocol.stdin, protocol.stdout, protocol.stderr
        self.pid = transport.get_pid()

    def __repr__(self):
        return f'<{type(self).__name__} {self.pid}>'

    returncode = property(lambda self: self._transport.get_returncode())

    async def wait(self):
        """Waits until the process has ended; its exit code."""
        return await self._transport._wait()

    def send_signal(self, signal):
        """Sends the process a signal."""
        self._transport.send_signal(signal)

    def terminate(self):
        """Ends it by SIGTERM."""
        self._transport.terminate()

    def kill(self):
        """Ends it by SIGKILL."""
        self._transport.kill()

    async def _feed(self, data):
        self.stdin.write(data)
        try:
            await self.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            pass
        self.stdin.close()

    async def _read(self, fd):
        stream = self.stdout if fd == 1 else self.stderr
        output = await stream.read()
        self._transport.get_pipe_transport(fd).close()
        return output

    async def communicate(self, input=None):
        """Writes input, reads stdout and stderr to their ends and waits for the process: (stdout, stderr)."""
        async def nothing():
            return None
        jobs = [self._feed(input) if input is not None else nothing(),
                self._read(1) if self.stdout is not None else nothing(),
                self._read(2) if self.stderr is not None else nothing()]
        _, stdout, stderr = await tasks.gather(*jobs)
        await self.wait()
        return stdout, stderr


async def _create(kind, args, streams_of, limit, options):
    loop = events.get_running_loop()
    transport, protocol = await getattr(loop, kind)(lambda: SubprocessStreamProtocol(limit=limit, loop=loop), *args,
                                                    **streams_of, **options)
    return Process(transport, protocol, loop)


async def create_subprocess_shell(cmd, stdin=None, stdout=None, stderr=None, limit=streams._DEFAULT_LIMIT, **kwds):
    """Starts a command of the shell; a Process."""
    return await _create('subprocess_shell', (cmd,), dict(stdin=stdin, stdout=stdout, stderr=stderr), limit, kwds)


async def create_subprocess_exec(program, *args, stdin=None, stdout=None, stderr=None, limit=streams._DEFAULT_LIMIT, **kwds):
    """Starts a program; a Process."""
    return await _create('subprocess_exec', (program, *args), dict(stdin=stdin, stdout=stdout, stderr=stderr), limit, kwds)
