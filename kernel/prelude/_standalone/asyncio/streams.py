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
        self._loop = loop or events.get_event_loop()
        self._drains, self._paused, self._connection_lost = [], False, False

    def _settle(self, exc=None):
        for drain in self._drains:
            if not drain.done():
                drain.set_result(None) if exc is None else drain.set_exception(exc)

    def pause_writing(self):
        self._paused = True

    def resume_writing(self):
        self._paused = False
        self._settle()

    def connection_lost(self, exc):
        self._connection_lost = True
        self._settle(exc)

    async def _drain_helper(self):
        if self._connection_lost:
            raise ConnectionResetError('Connection lost')
        if not self._paused:
            return
        drain = self._loop.create_future()
        self._drains.append(drain)
        try:
            await drain
        finally:
            self._drains.remove(drain)


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
        for target, end in ((self._stream_reader, 'feed_eof'), (None if self._closed.done() else self._closed, None)):
            if target is None:
                continue
            if exc is not None:
                target.set_exception(exc)
            elif end:
                getattr(target, end)()
            else:
                target.set_result(None)
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


def _of_transport(name, text):
    """A method that is the transport's."""
    def method(self, *args):
        return getattr(self._transport, name)(*args)
    method.__name__, method.__qualname__, method.__doc__ = name, f'StreamWriter.{name}', text
    return method


class StreamWriter:
    """Writes bytes to a transport: write(), then await drain()."""

    def __init__(self, transport, protocol, reader, loop):
        self._transport, self._protocol, self._reader, self._loop = transport, protocol, reader, loop

    transport = property(lambda self: self._transport)
    write = _of_transport('write', 'Writes bytes, at once or later.')
    writelines = _of_transport('writelines', 'Writes pieces of bytes.')
    write_eof = _of_transport('write_eof', 'Ends writing; reading goes on.')
    can_write_eof = _of_transport('can_write_eof', 'Whether write_eof() is possible.')
    close = _of_transport('close', 'Closes the connection, once everything is written.')
    is_closing = _of_transport('is_closing', 'Whether close() was called.')

    def get_extra_info(self, name, default=None):
        """What is known of the transport."""
        return self._transport.get_extra_info(name, default)

    def __repr__(self):
        about = ['StreamWriter', f'transport={self._transport!r}'] + [f'reader={self._reader!r}'] * (self._reader is not None)
        return f"<{' '.join(about)}>"

    async def wait_closed(self):
        """Waits until the connection is closed."""
        await self._protocol._get_close_waiter(self)

    async def drain(self):
        """Waits while there is much to be written yet."""
        failed = self._reader and self._reader.exception()
        if failed:
            raise failed
        if self.is_closing():
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
        self._buffer += data
        if data:
            self._wakeup_waiter()
            self._pause()

    def _pause(self):
        """Much is to be read: the transport waits, if it can."""
        if self._transport is None or self._paused or len(self._buffer) <= 2 * self._limit:
            return
        try:
            self._transport.pause_reading()
        except NotImplementedError:
            self._transport = None
        else:
            self._paused = True

    def _go_on(self):
        if self._paused:
            self._paused = False
            self._transport.resume_reading()

    async def _wait_for_data(self, name):
        if self._waiter is not None:
            raise RuntimeError(f'{name}() called while another coroutine is already waiting for incoming data')
        self._go_on()
        self._waiter = coming = self._loop.create_future()
        try:
            await coming
        finally:
            self._waiter = None
        self._check()

    def _take(self, n):
        data = bytes(self._buffer[:n])
        del self._buffer[:n]
        if len(self._buffer) <= self._limit:
            self._go_on()
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
        if at > self._limit:
            raise exceptions.LimitOverrunError('Separator is found, but chunk is longer than limit', at)
        return self._take(at + size)

    async def read(self, n=-1):
        """At most n bytes, as soon as there are some; with -1 all to the end of the stream."""
        self._check()
        if not n:
            return b''
        if n > 0:
            if not (self._buffer or self._eof):
                await self._wait_for_data('read')
            return self._take(n)
        blocks = [await self.read(self._limit)]
        while blocks[-1]:
            blocks.append(await self.read(self._limit))
        return b''.join(blocks)

    async def readexactly(self, n):
        """Exactly n bytes; IncompleteReadError where the stream ends before."""
        if n < 0:
            raise ValueError('readexactly size can not be less than zero')
        self._check()
        while len(self._buffer) < n:
            if self._eof:
                raise exceptions.IncompleteReadError(self._take(len(self._buffer)), n)
            await self._wait_for_data('readexactly')
        return self._take(n) if n else b''

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if line == b'':
            raise StopAsyncIteration
        return line
