"""The event loop over a selector: descriptors, operations on sockets, and transports over sockets. What else a system has
(signals, pipes, child processes) is in unix_events.py."""
import _select
import collections
import errno
import selectors
import socket
import warnings
import weakref

from . import base_events, constants, events, futures, protocols, transports
from .trsock import TransportSocket

__all__ = ('BaseSelectorEventLoop',)
_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
_LATER = BlockingIOError, InterruptedError
_OUT_OF_RESOURCES = errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM


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
        self._ensure_fd_no_transport(sock)
        return _SelectorSocketTransport(self, sock, protocol, waiter, extra, server)

    def _make_datagram_transport(self, sock, protocol, address=None, waiter=None, extra=None):
        self._ensure_fd_no_transport(sock)
        return _SelectorDatagramTransport(self, sock, protocol, address, waiter, extra)

    def _make_ssl_transport(self, rawsock, protocol, sslcontext, waiter=None, *, server_side=False, server_hostname=None,
                            extra=None, server=None, ssl_handshake_timeout=constants.SSL_HANDSHAKE_TIMEOUT,
                            ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT):
        from . import sslproto
        self._ensure_fd_no_transport(rawsock)
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
                if error.errno not in _OUT_OF_RESOURCES:
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
        protocol = transport = None
        try:
            protocol, waiter = protocol_factory(), self.create_future()
            if sslcontext:
                transport = self._make_ssl_transport(conn, protocol, sslcontext, waiter=waiter, server_side=True, extra=extra,
                                                     server=server, ssl_handshake_timeout=ssl_handshake_timeout,
                                                     ssl_shutdown_timeout=ssl_shutdown_timeout)
            else:
                transport = self._make_socket_transport(conn, protocol, waiter=waiter, extra=extra, server=server)
            try:
                await waiter
            except BaseException:
                transport.close()
                raise
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if self._debug:
                known = {'protocol': protocol, 'transport': transport}
                self.call_exception_handler({'message': 'Error on transport creation for incoming connection', 'exception': error,
                                             **{key: value for key, value in known.items() if value is not None}})

    def _stop_serving(self, sock):
        self._remove_reader(sock.fileno())
        sock.close()

    async def _sendfile_native(self, transp, file, offset, count):
        """The system sends a file; meanwhile nothing is read or written, and the transport is not found under its descriptor."""
        del self._transports[transp._sock_fd]
        reads = transp.is_reading()
        transp.pause_reading()
        await transp._make_empty_waiter()
        try:
            return await self.sock_sendfile(transp._sock, file, offset, count, fallback=False)
        finally:
            transp._reset_empty_waiter()
            if reads:
                transp.resume_reading()
            self._transports[transp._sock_fd] = transp


class _SelectorTransport(transports._FlowControlMixin, transports.Transport):
    """What the transports over sockets have in common."""
    max_size = 256 * 1024
    _buffer_factory = bytearray
    _sendfile_compatible = constants._SendfileMode.UNSUPPORTED
    _sock = None

    def __init__(self, loop, sock, protocol, extra=None, server=None):
        super().__init__(extra, loop)
        self._extra = known = dict(self._extra, socket=TransportSocket(sock))
        for name, ask in (('sockname', sock.getsockname), ('peername', sock.getpeername)):
            if name == 'sockname' or name not in known:
                try:
                    known[name] = ask()
                except OSError:
                    known[name] = None
        self._sock, self._sock_fd, self._server = sock, sock.fileno(), server
        self._protocol_connected = False
        self.set_protocol(protocol)
        self._buffer, self._conn_lost, self._closing, self._paused = self._buffer_factory(), 0, False, False
        if server is not None:
            server._attach()
        loop._transports[self._sock_fd] = self

    def _begin(self, waiter):
        """Tells the protocol, then begins to read, then tells who waits."""
        soon = self._loop.call_soon
        soon(self._protocol.connection_made, self)
        soon(self._add_reader, self._sock_fd, self._read_ready)
        if waiter is not None:
            soon(futures._set_result_unless_cancelled, waiter, None)

    def __repr__(self):
        parts = [type(self).__name__]
        if self._sock is None:
            parts.append('closed')
        elif self._closing:
            parts.append('closing')
        parts.append(f'fd={self._sock_fd}')
        if self._loop is not None and not self._loop.is_closed():
            _, (reader, writer) = self._loop._handles(self._sock_fd) if hasattr(self._loop, '_handles') else (None, (None, None))
            parts.append('read=' + ('polling' if reader else 'idle'))
            parts.append(f"write=<{'polling' if writer else 'idle'}, bufsize={self.get_write_buffer_size()}>")
        return f"<{' '.join(parts)}>"

    def set_protocol(self, protocol):
        """Another protocol is told from now on."""
        self._protocol, self._protocol_connected = protocol, True

    def get_protocol(self):
        """The protocol."""
        return self._protocol

    def is_closing(self):
        """Whether the transport is closed or about to be."""
        return self._closing

    def is_reading(self):
        """Whether bytes are taken as they come."""
        return not self._closing and not self._paused

    def pause_reading(self):
        """Takes no bytes until resume_reading()."""
        if self.is_reading():
            self._paused = True
            self._loop._remove_reader(self._sock_fd)

    def resume_reading(self):
        """Takes bytes again."""
        if self._paused and not self._closing:
            self._paused = False
            self._add_reader(self._sock_fd, self._read_ready)

    def _add_reader(self, fd, callback):
        if self.is_reading():
            self._loop._add_reader(fd, callback)

    def get_write_buffer_size(self):
        """How many bytes are to be written."""
        return len(self._buffer)

    def close(self):
        """Closes when what was written is sent."""
        if self._closing:
            return
        self._closing = True
        self._loop._remove_reader(self._sock_fd)
        if not self._buffer:
            self._conn_lost += 1
            self._loop._remove_writer(self._sock_fd)
            self._loop.call_soon(self._call_connection_lost, None)

    def abort(self):
        """Closes at once."""
        self._force_close(None)

    def _force_close(self, exc):
        if self._conn_lost:
            return
        if self._buffer:
            self._buffer.clear()
            self._loop._remove_writer(self._sock_fd)
        if not self._closing:
            self._closing = True
            self._loop._remove_reader(self._sock_fd)
        self._conn_lost += 1
        self._loop.call_soon(self._call_connection_lost, exc)

    def _call_connection_lost(self, exc):
        try:
            if self._protocol_connected:
                self._protocol.connection_lost(exc)
        finally:
            sock, server, self._server = self._sock, self._server, None
            sock.close()
            self._sock = self._protocol = self._loop = None
            if server is not None:
                server._detach()

    def _fatal_error(self, exc, message='Fatal error on transport'):
        if not isinstance(exc, OSError):
            self._loop.call_exception_handler({'message': message, 'exception': exc, 'transport': self,
                                               'protocol': self._protocol})
        elif self._loop.get_debug():
            base_events._logger().debug('%r: %s', self, message, exc_info=True)
        self._force_close(exc)

    def _attempt(self, message, call, *args):
        """Calls a function of the system or of the protocol: (True, what it gives); (False, None): not now, or it has failed."""
        try:
            return True, call(*args)
        except _LATER:
            return False, None
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, message)
            return False, None

    def __del__(self):
        if self._sock is not None:
            warnings.warn(f'unclosed transport {self!r}', ResourceWarning, source=self)
            self._sock.close()


class _SelectorSocketTransport(_SelectorTransport):
    """A connection."""
    _sendfile_compatible = constants._SendfileMode.TRY_NATIVE

    def __init__(self, loop, sock, protocol, waiter=None, extra=None, server=None):
        self._eof, self._empty_waiter = False, None
        super().__init__(loop, sock, protocol, extra, server)
        base_events._set_nodelay(sock)
        self._begin(waiter)

    def set_protocol(self, protocol):
        self._take = self._take_into if isinstance(protocol, protocols.BufferedProtocol) else self._take_data
        super().set_protocol(protocol)

    # what comes in

    def _read_ready(self):
        if not self._conn_lost:
            self._take()

    def _take_data(self):
        done, data = self._attempt('Fatal read error on socket transport', self._sock.recv, self.max_size)
        if not done:
            return
        if data:
            self._attempt('Fatal error: protocol.data_received() call failed.', self._protocol.data_received, data)
        else:
            self._take_end()

    def _take_into(self):
        failed = 'Fatal error: protocol.get_buffer() call failed.'
        done, buffer = self._attempt(failed, self._checked_buffer)
        if not done:
            return
        done, n = self._attempt('Fatal read error on socket transport', self._sock.recv_into, buffer)
        if not done:
            return
        if n:
            self._attempt('Fatal error: protocol.buffer_updated() call failed.', self._protocol.buffer_updated, n)
        else:
            self._take_end()

    def _checked_buffer(self):
        buffer = self._protocol.get_buffer(-1)
        if not len(buffer):
            raise RuntimeError('get_buffer() returned an empty buffer')
        return buffer

    def _take_end(self):
        if self._loop.get_debug():
            base_events._logger().debug('%r received EOF', self)
        done, keep = self._attempt('Fatal error: protocol.eof_received() call failed.', self._protocol.eof_received)
        if done and keep:
            self._loop._remove_reader(self._sock_fd)
        elif done:
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
        if not data:
            return
        if self._conn_lost:
            base_events._warn_too_late(self, __name__, 'socket.send() raised exception.')
            return
        if not self._buffer:
            try:
                sent = self._sock.send(data)
            except _LATER:
                sent = 0
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                self._fatal_error(error, 'Fatal write error on socket transport')
                return
            data = memoryview(data).cast('B')[sent:] if sent else data
            if sent and not len(data):
                return
            self._loop._add_writer(self._sock_fd, self._write_ready)
        self._buffer.extend(data)
        self._maybe_pause_protocol()

    def _write_ready(self):
        assert self._buffer, 'Data should not be empty'
        if self._conn_lost:
            return
        try:
            del self._buffer[:self._sock.send(self._buffer)]
        except _LATER:
            return
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._loop._remove_writer(self._sock_fd)
            self._buffer.clear()
            self._fatal_error(error, 'Fatal write error on socket transport')
            if self._empty_waiter is not None:
                self._empty_waiter.set_exception(error)
            return
        self._maybe_resume_protocol()
        if self._buffer:
            return
        self._loop._remove_writer(self._sock_fd)
        if self._empty_waiter is not None:
            self._empty_waiter.set_result(None)
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
        if self._empty_waiter is not None:
            self._empty_waiter.set_exception(ConnectionError('Connection is closed by peer'))

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

    def _read_ready(self):
        if self._conn_lost:
            return
        try:
            data, address = self._sock.recvfrom(self.max_size)
        except _LATER:
            return
        except OSError as error:
            self._protocol.error_received(error)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, 'Fatal read error on datagram transport')
        else:
            self._protocol.datagram_received(data, address)

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
            if self._sent(data, addr) is not None:
                return
            self._loop._add_writer(self._sock_fd, self._sendto_ready)
        self._buffer.append((bytes(data), addr))
        self._maybe_pause_protocol()

    def _sent(self, data, address):
        """Sends a datagram: True; False, it has failed; None, it has to wait."""
        try:
            if self._extra['peername']:
                self._sock.send(data)
            else:
                self._sock.sendto(data, address)
            return True
        except _LATER:
            return None
        except OSError as error:
            self._protocol.error_received(error)
            return False
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, 'Fatal write error on datagram transport')
            return False

    def _sendto_ready(self):
        while self._buffer:
            data, address = self._buffer.popleft()
            done = self._sent(data, address)
            if done is None:
                self._buffer.appendleft((data, address))
                break
            if not done:
                return
        self._maybe_resume_protocol()
        if not self._buffer:
            self._loop._remove_writer(self._sock_fd)
            if self._closing:
                self._call_connection_lost(None)
