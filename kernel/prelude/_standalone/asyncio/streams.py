"""Streams: reading and writing with await."""
import weakref

from . import coroutines, events, exceptions, protocols, tasks

__all__ = ('StreamReader', 'StreamWriter', 'StreamReaderProtocol', 'open_connection', 'start_server', 'open_unix_connection',
           'start_unix_server')
_DEFAULT_LIMIT = 2**16


async def _open(connect, limit, *args, **options):
    loop = events.get_running_loop()
    reader = StreamReader(limit=limit, loop=loop)
    protocol = StreamReaderProtocol(reader, loop=loop)
    transport, _ = await getattr(loop, connect)(lambda: protocol, *args, **options)
    return reader, StreamWriter(transport, protocol, reader, loop)


async def _serve(create, callback, limit, *args, **options):
    loop = events.get_running_loop()
    return await getattr(loop, create)(
        lambda: StreamReaderProtocol(StreamReader(limit=limit, loop=loop), callback, loop=loop), *args, **options)


async def open_connection(host=None, port=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Connects to a host; a reader and a writer. Options are those of loop.create_connection()."""
    return await _open('create_connection', limit, host, port, **kwds)


async def start_server(client_connected_cb, host=None, port=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """A server that calls client_connected_cb(reader, writer), a function or a coroutine, for each connection."""
    return await _serve('create_server', client_connected_cb, limit, host, port, **kwds)


async def open_unix_connection(path=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """As open_connection(), for a socket of the file system."""
    return await _open('create_unix_connection', limit, path, **kwds)


async def start_unix_server(client_connected_cb, path=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """As start_server(), for a socket of the file system."""
    return await _serve('create_unix_server', client_connected_cb, limit, path, **kwds)


class FlowControlMixin(protocols.Protocol):
    """Who drains waits while the transport has paused the protocol."""

    def __init__(self, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._paused = self._connection_lost = False
        self._drain_waiters = []

    def pause_writing(self):
        self._paused = True

    def resume_writing(self):
        self._paused = False
        self._wake(None)

    def connection_lost(self, exc):
        self._connection_lost = True
        if self._paused:
            self._wake(exc)

    def _wake(self, exc):
        for waiter in self._drain_waiters:
            if not waiter.done():
                if exc is None:
                    waiter.set_result(None)
                else:
                    waiter.set_exception(exc)

    async def _drain_helper(self):
        if self._connection_lost:
            raise ConnectionResetError('Connection lost')
        if self._paused:
            waiter = self._loop.create_future()
            self._drain_waiters.append(waiter)
            try:
                await waiter
            finally:
                self._drain_waiters.remove(waiter)

    def _get_close_waiter(self, stream):
        raise NotImplementedError


class StreamReaderProtocol(FlowControlMixin, protocols.Protocol):
    """What feeds a StreamReader, and calls the function of a server."""
    _source_traceback = None

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        super().__init__(loop=loop)
        self._reader_ref = None if stream_reader is None else weakref.ref(stream_reader)
        self._strong_reader = stream_reader if client_connected_cb is not None else None
        self._callback, self._transport, self._writer, self._task = client_connected_cb, None, None, None
        self._reject_connection = self._over_ssl = False
        self._closed = self._loop.create_future()

    @property
    def _stream_reader(self):
        return None if self._reader_ref is None else self._reader_ref()

    def connection_made(self, transport):
        self._transport = transport
        reader = self._stream_reader
        if reader is not None:
            reader.set_transport(transport)
        if self._callback is None:
            return
        self._writer = StreamWriter(transport, self, reader, self._loop)
        result = self._callback(reader, self._writer)
        if coroutines.iscoroutine(result):
            self._task = self._loop.create_task(result)
            self._task.add_done_callback(self._served)
        self._strong_reader = None

    def _served(self, task):
        if task.cancelled():
            self._transport.close()
        elif (error := task.exception()) is not None:
            self._loop.call_exception_handler({'message': 'Unhandled exception in client_connected_cb', 'exception': error,
                                               'transport': self._transport})
            self._transport.close()

    def connection_lost(self, exc):
        reader = self._stream_reader
        if reader is not None:
            if exc is None:
                reader.feed_eof()
            else:
                reader.set_exception(exc)
        if not self._closed.done():
            if exc is None:
                self._closed.set_result(None)
            else:
                self._closed.set_exception(exc)
        super().connection_lost(exc)
        self._reader_ref = self._writer = self._task = self._transport = None

    def data_received(self, data):
        reader = self._stream_reader
        if reader is not None:
            reader.feed_data(data)

    def eof_received(self):
        reader = self._stream_reader
        if reader is not None:
            reader.feed_eof()
        return not self._over_ssl

    def _get_close_waiter(self, stream):
        return self._closed

    def __del__(self):
        closed = getattr(self, '_closed', None)
        if closed is not None and closed.done() and not closed.cancelled():
            closed.exception()


class StreamWriter:
    """Writes bytes to a transport: write(), then await drain()."""

    def __init__(self, transport, protocol, reader, loop):
        self._transport, self._protocol, self._reader, self._loop = transport, protocol, reader, loop
        self._complete_fut = loop.create_future()
        self._complete_fut.set_result(None)

    def __repr__(self):
        reader = f' reader={self._reader!r}' if self._reader is not None else ''
        return f'<{type(self).__name__} transport={self._transport!r}{reader}>'

    transport = property(lambda self: self._transport)

    def write(self, data):
        """Writes bytes, at once or later."""
        self._transport.write(data)

    def writelines(self, data):
        """Writes pieces of bytes."""
        self._transport.writelines(data)

    def write_eof(self):
        """Ends writing; reading goes on."""
        return self._transport.write_eof()

    def can_write_eof(self):
        """Whether write_eof() is possible."""
        return self._transport.can_write_eof()

    def close(self):
        """Closes the connection, once everything is written."""
        return self._transport.close()

    def is_closing(self):
        """Whether close() was called."""
        return self._transport.is_closing()

    async def wait_closed(self):
        """Waits until the connection is closed."""
        await self._protocol._get_close_waiter(self)

    def get_extra_info(self, name, default=None):
        """What is known of the transport."""
        return self._transport.get_extra_info(name, default)

    async def drain(self):
        """Waits while there is much to be written yet."""
        if self._reader is not None:
            error = self._reader.exception()
            if error is not None:
                raise error
        if self._transport.is_closing():
            await tasks.sleep(0)
        await self._protocol._drain_helper()


class StreamReader:
    """Reads bytes that a protocol feeds: read(), readline(), readexactly(), readuntil(), `async for`."""
    _source_traceback = None

    def __init__(self, limit=_DEFAULT_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError('Limit cannot be <= 0')
        self._limit, self._loop = limit, events.get_event_loop() if loop is None else loop
        self._buffer, self._eof, self._waiter, self._exception = bytearray(), False, None, None
        self._transport, self._paused = None, False

    def __repr__(self):
        parts = [f'{len(self._buffer)} bytes'] * bool(self._buffer) + ['eof'] * self._eof
        parts += [f'limit={self._limit}'] * (self._limit != _DEFAULT_LIMIT)
        parts += [f'{name[1:]}={value!r}' for name in ('_waiter', '_exception', '_transport') if (value := getattr(self, name))]
        parts += ['paused'] * self._paused
        return f"<{' '.join(['StreamReader', *parts])}>"

    def exception(self):
        """What set_exception() was given, or None."""
        return self._exception

    def set_exception(self, exc):
        """Who reads gets an exception."""
        self._exception, waiter, self._waiter = exc, self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_exception(exc)

    def _wakeup_waiter(self):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_result(None)

    def set_transport(self, transport):
        """The transport that is paused while much is to be read."""
        assert self._transport is None, 'Transport already set'
        self._transport = transport

    def feed_eof(self):
        """Nothing more will come."""
        self._eof = True
        self._wakeup_waiter()

    def at_eof(self):
        """Return True if the buffer is empty and 'feed_eof' was called."""
        return self._eof and not self._buffer

    def feed_data(self, data):
        """Bytes have come."""
        assert not self._eof, 'feed_data after feed_eof'
        if not data:
            return
        self._buffer.extend(data)
        self._wakeup_waiter()
        if self._transport is not None and not self._paused and len(self._buffer) > 2 * self._limit:
            try:
                self._transport.pause_reading()
                self._paused = True
            except NotImplementedError:
                self._transport = None

    async def _wait_for_data(self, name):
        if self._waiter is not None:
            raise RuntimeError(f'{name}() called while another coroutine is already waiting for incoming data')
        assert not self._eof, '_wait_for_data after EOF'
        if self._paused:
            self._paused = False
            self._transport.resume_reading()
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _take(self, n):
        data = bytes(self._buffer[:n])
        del self._buffer[:n]
        if self._paused and len(self._buffer) <= self._limit:
            self._paused = False
            self._transport.resume_reading()
        return data

    def _check(self):
        if self._exception is not None:
            raise self._exception

    async def readline(self):
        """Bytes to the end of a line, or what there is at the end of the stream."""
        try:
            return await self.readuntil(b'\n')
        except exceptions.IncompleteReadError as error:
            return error.partial
        except exceptions.LimitOverrunError as error:
            if self._buffer.startswith(b'\n', error.consumed):
                self._take(error.consumed + 1)
            else:
                self._take(len(self._buffer))
            raise ValueError(error.args[0])

    async def readuntil(self, separator=b'\n'):
        """Bytes up to a separator and with it."""
        size = len(separator)
        if not size:
            raise ValueError('Separator should be at least one-byte string')
        self._check()
        begin = 0
        while (at := self._buffer.find(separator, begin)) < 0:
            begin = max(0, len(self._buffer) + 1 - size)
            if begin > self._limit:
                raise exceptions.LimitOverrunError('Separator is not found, and chunk exceed the limit', begin)
            if self._eof:
                raise exceptions.IncompleteReadError(self._take(len(self._buffer)), None)
            await self._wait_for_data('readuntil')
            self._check()
        if at > self._limit:
            raise exceptions.LimitOverrunError('Separator is found, but chunk is longer than limit', at)
        return self._take(at + size)

    async def read(self, n=-1):
        """At most n bytes, as soon as there are some; with -1 all to the end of the stream."""
        self._check()
        if n == 0:
            return b''
        if n < 0:
            blocks = []
            while block := await self.read(self._limit):
                blocks.append(block)
            return b''.join(blocks)
        if not self._buffer and not self._eof:
            await self._wait_for_data('read')
            self._check()
        return self._take(n)

    async def readexactly(self, n):
        """Exactly n bytes; IncompleteReadError where the stream ends before."""
        if n < 0:
            raise ValueError('readexactly size can not be less than zero')
        self._check()
        while len(self._buffer) < n:
            if self._eof:
                raise exceptions.IncompleteReadError(self._take(len(self._buffer)), n)
            await self._wait_for_data('readexactly')
            self._check()
        return self._take(n) if n else b''

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if line == b'':
            raise StopAsyncIteration
        return line
