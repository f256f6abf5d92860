"""The event loop over a selector: descriptors, operations on sockets, and transports over sockets. What else a system has
(signals, pipes, child processes) is in unix_events.py."""
import _select
import collections
import errno
import socket
import warnings
import weakref
from _later import Later as _Later

from . import base_events, constants, events, futures, protocols, transports
from .trsock import TransportSocket

__all__ = ('BaseSelectorEventLoop',)
_READ, _WRITE = 1, 2  # selectors.EVENT_READ and EVENT_WRITE
selectors = _Later('selectors', globals())
_LATER = BlockingIOError, InterruptedError
_DONE, _WAIT, _FAILED = range(3)  # what has become of an attempt


def __getattr__(name):
    return base_events._loaded_later(__name__, name)


class BaseSelectorEventLoop(base_events.BaseEventLoop):
    """An event loop over a selector: the system's best one, unless one is given."""

    def __init__(self, selector=None):
        super().__init__()
        self._selector = selectors.DefaultSelector() if selector is None else selector
        self._transports = weakref.WeakValueDictionary()
        self._make_self_pipe()

    def close(self):
        """Closes the loop, which must not run."""
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        if self.is_closed():
            return
        self._close_self_pipe()
        super().close()
        selector, self._selector = self._selector, None
        if selector is not None:
            selector.close()

    def _select(self, pause):
        selector = self._selector
        if type(selector) is not selectors.EpollSelector:
            return selector.select(pause)
        wait = 0 if pause == 0 else -1 if pause is None else int(pause * 1e9) + 1
        pairs = _select.epoll_wait(selector._selector._fd, wait, len(selector._fd_to_key))
        return selector._ready(pairs) if pairs else ()

    # ---- waking up

    def _make_self_pipe(self):
        self._ssock, self._csock = socket.socketpair()
        for end in (self._ssock, self._csock):
            end.setblocking(False)
        self._internal_fds += 1
        self._add_reader(self._ssock.fileno(), self._read_from_self)

    def _close_self_pipe(self):
        self._remove_reader(self._ssock.fileno())
        for end in (self._ssock, self._csock):
            end.close()
        self._ssock = self._csock = None
        self._internal_fds -= 1

    def _process_self_data(self, data):
        """Bytes that have woken up the loop: numbers of signals, where a system has them."""

    def _read_from_self(self):
        while True:
            try:
                data = self._ssock.recv(4096)
            except InterruptedError:
                continue
            except BlockingIOError:
                return
            if not data:
                return
            self._process_self_data(data)

    def _write_to_self(self):
        end = self._csock
        if end is not None:
            try:
                end.send(b'\0')
            except OSError:
                if self._debug:
                    base_events._logger().debug('Fail to write a null byte into the self-pipe socket', exc_info=True)

    # ---- descriptors

    def _process_events(self, event_list):
        drops = self._remove_reader, self._remove_writer
        for key, mask in event_list:
            for which, event in enumerate((_READ, _WRITE)):
                handle = key.data[which]
                if not mask & event or handle is None:
                    continue
                if handle._cancelled:
                    drops[which](key.fileobj)
                else:
                    self._add_callback(handle)

    def _handles(self, fd):
        """The key of a descriptor and its two handles, of which each may be None."""
        try:
            key = self._selector.get_key(fd)
        except KeyError:
            return None, [None, None]
        return key, list(key.data)

    def _watch(self, fd, which, callback, args):
        self._check_closed()
        handle = events.Handle(callback, args, self, None)
        key, handles = self._handles(fd)
        before, handles[which] = handles[which], handle
        event = (_READ, _WRITE)[which]
        if key is None:
            self._selector.register(fd, event, tuple(handles))
        else:
            self._selector.modify(fd, key.events | event, tuple(handles))
        if before is not None:
            before.cancel()
        return handle

    def _forget(self, fd, which):
        if self.is_closed():
            return False
        key, handles = self._handles(fd)
        if key is None:
            return False
        handle, handles[which] = handles[which], None
        left = key.events & ~(_READ, _WRITE)[which]
        if left:
            self._selector.modify(fd, left, tuple(handles))
        else:
            self._selector.unregister(fd)
        if handle is None:
            return False
        handle.cancel()
        return True

    def _add_reader(self, fd, callback, *args):
        return self._watch(fd, 0, callback, args)

    def _add_writer(self, fd, callback, *args):
        return self._watch(fd, 1, callback, args)

    def _remove_reader(self, fd):
        return self._forget(fd, 0)

    def _remove_writer(self, fd):
        return self._forget(fd, 1)

    def _ensure_fd_no_transport(self, fd):
        number = selectors._fileobj_to_fd(fd)
        transport = self._transports.get(number)
        if transport is not None and not transport.is_closing():
            raise RuntimeError(f'File descriptor {fd!r} is used by transport {transport!r}')

    def add_reader(self, fd, callback, *args):
        """Calls a function whenever a descriptor can be read from."""
        self._ensure_fd_no_transport(fd)
        self._add_reader(fd, callback, *args)

    def remove_reader(self, fd):
        """No longer; whether there was one."""
        self._ensure_fd_no_transport(fd)
        return self._remove_reader(fd)

    def add_writer(self, fd, callback, *args):
        """Calls a function whenever a descriptor can be written to."""
        self._ensure_fd_no_transport(fd)
        self._add_writer(fd, callback, *args)

    def remove_writer(self, fd):
        """No longer; whether there was one."""
        self._ensure_fd_no_transport(fd)
        return self._remove_writer(fd)

    # ---- operations on sockets

    def _check_socket(self, sock):
        base_events._check_ssl_socket(sock)
        if self._debug and sock.gettimeout() != 0:
            raise ValueError('the socket must be non-blocking')

    async def _when(self, sock, which, attempt):
        """Attempts an operation whenever the socket is ready, until it does not say that it has to wait."""
        self._check_socket(sock)
        try:
            return attempt()
        except _LATER:
            pass
        return await self._ready_for(sock, which, attempt)

    async def _ready_for(self, sock, which, attempt):
        fd, future = sock.fileno(), self.create_future()
        self._ensure_fd_no_transport(fd)

        def again():
            if future.done():
                return
            try:
                future.set_result(attempt())
            except _LATER:
                pass
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                future.set_exception(error)

        handle = self._watch(fd, which, again, ())
        try:
            return await future
        finally:
            if not handle.cancelled():
                self._forget(fd, which)

    async def sock_recv(self, sock, n):
        """At most n bytes of a socket."""
        return await self._when(sock, 0, lambda: sock.recv(n))

    async def sock_recv_into(self, sock, buf):
        """Bytes of a socket into a buffer; how many."""
        return await self._when(sock, 0, lambda: sock.recv_into(buf))

    async def sock_recvfrom(self, sock, bufsize):
        """A datagram and its sender."""
        return await self._when(sock, 0, lambda: sock.recvfrom(bufsize))

    async def sock_recvfrom_into(self, sock, buf, nbytes=0):
        """A datagram into a buffer; its size and its sender."""
        return await self._when(sock, 0, lambda: sock.recvfrom_into(buf, nbytes or len(buf)))

    async def sock_sendall(self, sock, data):
        """Sends all bytes."""
        rest = memoryview(data).cast('B')
        while len(rest):
            rest = rest[await self._when(sock, 1, lambda: sock.send(rest)):]

    async def sock_sendto(self, sock, data, address):
        """Sends a datagram; how many bytes."""
        return await self._when(sock, 1, lambda: sock.sendto(data, address))

    async def sock_accept(self, sock):
        """Waits for a connection: a socket and an address."""
        made, address = await self._when(sock, 0, sock.accept)
        made.setblocking(False)
        return made, address

    async def sock_connect(self, sock, address):
        """Connects a socket."""
        self._check_socket(sock)
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            rows = await self._ensure_resolved(address, family=sock.family, type=sock.type, proto=sock.proto, loop=self)
            address = rows[0][4]
        try:
            sock.connect(address)
            return
        except _LATER:
            pass

        def finished():
            number = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if number:
                raise OSError(number, f'Connect call failed {address}')

        await self._ready_for(sock, 1, finished)

    # ---- connections

    def _make_socket_transport(self, sock, protocol, waiter=None, *, extra=None, server=None):
        return _SelectorSocketTransport(self, sock, protocol, waiter, extra, server)

    def _make_datagram_transport(self, sock, protocol, address=None, waiter=None, extra=None):
        return _SelectorDatagramTransport(self, sock, protocol, address, waiter, extra)

    def _make_ssl_transport(self, rawsock, protocol, sslcontext, waiter=None, *, server_side=False, server_hostname=None,
                            extra=None, server=None, ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT,
                            ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT):
        from . import sslproto
        secure = sslproto.SSLProtocol(self, protocol, sslcontext, waiter, server_side, server_hostname,
                                      ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        _SelectorSocketTransport(self, rawsock, secure, extra=extra, server=server)
        return secure._app_transport

    def _start_serving(self, protocol_factory, sock, sslcontext=None, server=None, backlog=100,
                       ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT,
                       ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT):
        self._add_reader(sock.fileno(), self._accept_connection, protocol_factory, sock, sslcontext, server, backlog,
                         ssl_handshake_timeout, ssl_shutdown_timeout)

    def _accept_connection(self, protocol_factory, sock, sslcontext=None, server=None, backlog=100,
                           ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT,
                           ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT):
        for _ in range(backlog):
            try:
                made, address = sock.accept()
            except (*_LATER, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    raise
                self.call_exception_handler({'message': 'socket.accept() out of system resource', 'exception': error,
                                             'socket': TransportSocket(sock)})
                self._remove_reader(sock.fileno())
                self.call_later(constants.ACCEPT_RETRY_DELAY, self._start_serving, protocol_factory, sock, sslcontext, server,
                                backlog, ssl_handshake_timeout, ssl_shutdown_timeout)
                return
            if self._debug:
                base_events._logger().debug('%r got a new connection from %r: %r', server, address, made)
            made.setblocking(False)
            self.create_task(self._accept_connection2(protocol_factory, made, {'peername': address}, sslcontext, server,
                                                      ssl_handshake_timeout, ssl_shutdown_timeout))

    async def _accept_connection2(self, protocol_factory, conn, extra, sslcontext=None, server=None,
                                  ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT,
                                  ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT):
        seen = {}
        try:
            await self._connected(conn, protocol_factory, sslcontext, base_events._tls_options(
                None, True, ssl_handshake_timeout, ssl_shutdown_timeout), seen, extra=extra, server=server)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if self._debug:
                self.call_exception_handler({'message': 'Error on transport creation for incoming connection',
                                             'exception': error, **seen})

    def _stop_serving(self, sock):
        self._remove_reader(sock.fileno())
        sock.close()

    async def _sendfile_native(self, transp, file, offset, count):
        async with _Undisturbed(self._transports, transp):
            return await self.sock_sendfile(transp._sock, file, offset, count, fallback=False)


class _Undisturbed:
    """`async with`: the system sends a file over a connection. What was written before is sent first; meanwhile nothing is read
    or written, and the transport is not found under its descriptor."""

    def __init__(self, known, transport):
        self._known, self._transport, self._was_reading = known, transport, transport.is_reading()

    async def __aenter__(self):
        self._known.pop(self._transport._sock_fd)
        self._transport.pause_reading()
        await self._transport._make_empty_waiter()

    async def __aexit__(self, *exc):
        self._transport._reset_empty_waiter()
        if self._was_reading:
            self._transport.resume_reading()
        self._known[self._transport._sock_fd] = self._transport


class _OnDescriptor:
    """What the transports over sockets and pipes have in common. A subclass says under which names it has the file object and
    its descriptor."""
    _OBJECT = _NUMBER = None
    max_size = 256 * 1024

    def __repr__(self):
        open_, loop = getattr(self, self._OBJECT), self._loop
        state = 'closed' if open_ is None else 'closing' if self._closing else None
        parts = [type(self).__name__, state, f'fd={getattr(self, self._NUMBER)}']
        if open_ is not None and loop is not None and not loop.is_closed() and hasattr(loop, '_handles'):
            parts += self._activity(*loop._handles(getattr(self, self._NUMBER))[1])
        elif self._OBJECT == '_pipe':
            parts.append('closed' if open_ is None else 'open')
        return f"<{' '.join(part for part in parts if part)}>"

    def set_protocol(self, protocol):
        """Another protocol is told from now on."""
        self._protocol = protocol

    def get_protocol(self):
        """The protocol."""
        return self._protocol

    def is_closing(self):
        """Whether the transport is closed or about to be."""
        return self._closing

    def is_reading(self):
        """Whether bytes are taken as they come."""
        return not (self._closing or self._paused)

    def _add_reader(self, fd, callback):
        if self.is_reading():
            self._loop._add_reader(fd, callback)

    def _switch_reading(self, on):
        if self._closing or self._paused is not on:
            return
        self._paused, number = not on, getattr(self, self._NUMBER)
        if on:
            self._loop._add_reader(number, self._read_ready)
        else:
            self._loop._remove_reader(number)

    def pause_reading(self):
        """Takes no bytes until resume_reading()."""
        self._switch_reading(False)

    def resume_reading(self):
        """Takes bytes again."""
        self._switch_reading(True)

    def _begin(self, waiter, reads=True):
        """Tells the protocol, then begins to read, then tells who waits."""
        steps = [(self._protocol.connection_made, self)]
        if reads:
            steps.append((reads if callable(reads) else self._add_reader, getattr(self, self._NUMBER), self._read_ready))
        if waiter is not None:
            steps.append((futures._set_result_unless_cancelled, waiter, None))
        for step in steps:
            self._loop.call_soon(*step)

    def _attempt(self, message, call, *args):
        """Calls a function of the system or of the protocol: (_DONE, what it gives), or _WAIT, or _FAILED: told of by then."""
        try:
            return _DONE, call(*args)
        except _LATER:
            return _WAIT, None
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._failed(error, message)
            return _FAILED, None

    def _failed(self, error, message):
        self._fatal_error(error, message)

    def _tell_of(self, error, message, usual):
        """An error goes to the loop's handler, unless it is one that happens with such transports."""
        if usual:
            if self._loop.get_debug():
                base_events._logger().debug('%r: %s', self, message, exc_info=True)
        else:
            self._loop.call_exception_handler({'message': message, 'exception': error, 'transport': self,
                                               'protocol': self._protocol})

    def _lose(self, exc):
        self._loop.call_soon(self._call_connection_lost, exc)

    def _call_connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            getattr(self, self._OBJECT).close()
            setattr(self, self._OBJECT, None)
            self._loop = self._protocol = None

    def __del__(self):
        open_ = getattr(self, self._OBJECT, None)
        if open_ is not None:
            warnings.warn(f'unclosed transport {self!r}', ResourceWarning, source=self)
            open_.close()


class _SelectorTransport(_OnDescriptor, transports._FlowControlMixin, transports.Transport):
    """What the transports over sockets have in common."""
    _OBJECT, _NUMBER = '_sock', '_sock_fd'
    _buffer_factory = bytearray
    _sendfile_compatible = constants.SendfileMode('UNSUPPORTED')
    _sock = None

    def __init__(self, loop, sock, protocol, extra=None, server=None):
        super().__init__(dict(extra or {}, socket=TransportSocket(sock)), loop)
        self._know('sockname', sock.getsockname)
        if 'peername' not in self._extra:
            self._know('peername', sock.getpeername)
        self._sock, self._sock_fd, self._server, self._buffer = sock, sock.fileno(), server, self._buffer_factory()
        self._conn_lost, self._closing, self._paused = 0, False, False
        self.set_protocol(protocol)
        if server is not None:
            server._attach()
        loop._transports[self._sock_fd] = self

    def _know(self, name, ask):
        try:
            self._extra[name] = ask()
        except OSError:
            self._extra[name] = None

    def _activity(self, reader, writer):
        doing = ['polling' if each else 'idle' for each in (reader, writer)]
        return [f'read={doing[0]}', f'write=<{doing[1]}, bufsize={self.get_write_buffer_size()}>']

    def get_write_buffer_size(self):
        """How many bytes are to be written."""
        return len(self._buffer)

    def close(self):
        """Closes when what was written is sent."""
        if self._closing:
            return
        self._stop()
        if not self._buffer:
            self._loop._remove_writer(self._sock_fd)
            self._lose(None)

    def abort(self):
        """Closes at once."""
        self._force_close(None)

    def _stop(self):
        """Nothing is read any longer."""
        if not self._closing:
            self._closing = True
            self._loop._remove_reader(self._sock_fd)

    def _force_close(self, exc):
        if self._conn_lost:
            return
        if self._buffer:
            self._buffer.clear()
            self._loop._remove_writer(self._sock_fd)
        self._stop()
        self._lose(exc)

    def _lose(self, exc):
        self._conn_lost += 1
        super()._lose(exc)

    def _call_connection_lost(self, exc):
        server, self._server = self._server, None
        try:
            super()._call_connection_lost(exc)
        finally:
            if server is not None:
                server._detach()

    def _fatal_error(self, exc, message='Fatal error on transport'):
        self._tell_of(exc, message, isinstance(exc, OSError))
        self._force_close(exc)


class _SelectorSocketTransport(_SelectorTransport):
    """A connection."""
    _start_tls_compatible = True
    _sendfile_compatible = constants.SendfileMode('TRY_NATIVE')

    def __init__(self, loop, sock, protocol, waiter=None, extra=None, server=None):
        self._eof, self._empty_waiter = False, None
        super().__init__(loop, sock, protocol, extra, server)
        base_events._set_nodelay(self._sock)
        self._begin(waiter)

    def set_protocol(self, protocol):
        self._take = self._take_into if isinstance(protocol, protocols.BufferedProtocol) else self._take_data
        super().set_protocol(protocol)

    # what comes in

    def _read_ready(self):
        if not self._conn_lost:
            self._take()

    def _take_data(self):
        state, data = self._attempt('Fatal read error on socket transport', self._sock.recv, self.max_size)
        if state == _DONE:
            self._pass_on('data_received', data, data)

    def _take_into(self):
        state, buffer = self._attempt('Fatal error: protocol.get_buffer() call failed.', self._checked_buffer)
        if state == _DONE:
            state, n = self._attempt('Fatal read error on socket transport', self._sock.recv_into, buffer)
        if state == _DONE:
            self._pass_on('buffer_updated', n, n)

    def _checked_buffer(self):
        buffer = self._protocol.get_buffer(-1)
        if not len(buffer):
            raise RuntimeError('get_buffer() returned an empty buffer')
        return buffer

    def _pass_on(self, name, came, *args):
        """What has come goes to a method of the protocol; nothing is the end, which closes unless the protocol wants more."""
        if not came:
            name, args = 'eof_received', ()
            if self._loop.get_debug():
                base_events._logger().debug('%r received EOF', self)
        state, keep = self._attempt(f'Fatal error: protocol.{name}() call failed.', getattr(self._protocol, name), *args)
        if came or state != _DONE:
            return
        if keep:
            self._loop._remove_reader(self._sock_fd)
        else:
            self.close()

    # what goes out

    def write(self, data):
        """Sends bytes, now or as soon as the system takes them."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f'data argument must be a bytes-like object, not {type(data).__name__!r}')
        refused = 'Cannot call write() after write_eof()' if self._eof else \
            'unable to write; sendfile is in progress' if self._empty_waiter is not None else None
        if refused:
            raise RuntimeError(refused)
        if data and self._conn_lost:
            base_events._warn_too_late(self, __name__, 'socket.send() raised exception.')
        elif data:
            rest = data if self._buffer else self._unsent(data)
            if len(rest):
                self._buffer.extend(rest)
                self._maybe_pause_protocol()

    def _unsent(self, data):
        """What the system has not taken; then it says when it can take more."""
        state, n = self._attempt('Fatal write error on socket transport', self._sock.send, data)
        if state == _FAILED:
            return b''
        rest = memoryview(data).cast('B')[n:] if n else data
        if len(rest):
            self._loop._add_writer(self._sock_fd, self._write_ready)
        return rest

    def _write_ready(self):
        assert self._buffer, 'Data should not be empty'
        if self._conn_lost:
            return
        state, n = self._attempt('Fatal write error on socket transport', self._sock.send, self._buffer)
        if state == _DONE:
            del self._buffer[:n]
            self._maybe_resume_protocol()
            if not self._buffer:
                self._all_sent()

    def _all_sent(self):
        self._loop._remove_writer(self._sock_fd)
        waiter = self._empty_waiter
        if waiter is not None:
            waiter.set_result(None)
        if self._closing:
            self._call_connection_lost(None)
        elif self._eof:
            self._sock.shutdown(socket.SHUT_WR)

    def can_write_eof(self):
        """It can."""
        return True

    def write_eof(self):
        """Sends nothing more: the other end sees the end."""
        if not self._closing and not self._eof:
            self._eof = True
            if not self._buffer:
                self._sock.shutdown(socket.SHUT_WR)

    def _call_connection_lost(self, exc):
        super()._call_connection_lost(exc)
        waiter = self._empty_waiter
        if waiter is not None and not waiter.done():
            waiter.set_exception(exc or ConnectionError('Connection is closed by peer'))

    # sendfile: nothing may be in the buffer

    def _make_empty_waiter(self):
        if self._empty_waiter is not None:
            raise RuntimeError('Empty waiter is already set')
        self._empty_waiter = waiter = self._loop.create_future()
        if not self._buffer:
            waiter.set_result(None)
        return waiter

    def _reset_empty_waiter(self):
        self._empty_waiter = None

    def close(self):
        self._take = None
        super().close()


class _SelectorDatagramTransport(_SelectorTransport, transports.DatagramTransport):
    """Datagrams."""
    _buffer_factory = collections.deque

    def __init__(self, loop, sock, protocol, address=None, waiter=None, extra=None):
        super().__init__(loop, sock, protocol, extra)
        self._address = address
        self._begin(waiter)

    def get_write_buffer_size(self):
        return sum(len(data) for data, _ in self._buffer)

    def _failed(self, error, message):
        if isinstance(error, OSError):
            self._protocol.error_received(error)
        else:
            self._fatal_error(error, message)

    def _read_ready(self):
        if not self._conn_lost:
            state, came = self._attempt('Fatal read error on datagram transport', self._sock.recvfrom, self.max_size)
            if state == _DONE:
                self._protocol.datagram_received(*came)

    def sendto(self, data, addr=None):
        """Sends a datagram."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f'data argument must be a bytes-like object, not {type(data).__name__!r}')
        if not data:
            return
        fixed = self._address
        if fixed:
            if addr not in (None, fixed):
                raise ValueError(f'Invalid address: must be None or {fixed}')
            addr = fixed
            if self._conn_lost:
                base_events._warn_too_late(self, __name__, 'socket.send() raised exception.')
                return
        if not self._buffer:
            if self._try_to_send(data, addr) != _WAIT:
                return
            self._loop._add_writer(self._sock_fd, self._sendto_ready)
        self._buffer.append((bytes(data), addr))
        self._maybe_pause_protocol()

    def _try_to_send(self, data, address):
        send = (self._sock.send, data) if self._extra['peername'] else (self._sock.sendto, data, address)
        return self._attempt('Fatal write error on datagram transport', *send)[0]

    def _sendto_ready(self):
        waiting = self._buffer
        while waiting:
            state = self._try_to_send(*waiting[0])
            if state == _WAIT:
                break
            if waiting:
                waiting.popleft()
            if state == _FAILED:
                return
        self._maybe_resume_protocol()
        if not waiting:
            self._loop._remove_writer(self._sock_fd)
            if self._closing:
                self._call_connection_lost(None)
