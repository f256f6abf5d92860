"""The event loop of this system: over a selector, with sockets, pipes, signals and child processes."""
import _select
import errno
import functools
import os
import selectors
import signal
import socket
import stat
import subprocess
import threading
import warnings

from . import base_events, constants, coroutines, events, exceptions, futures, tasks, transports
from .base_events import _logger
from .protocols import BufferedProtocol
from .trsock import TransportSocket

__all__ = ('SelectorEventLoop', 'AbstractChildWatcher', 'ThreadedChildWatcher', 'DefaultEventLoopPolicy')
_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
_LATER = BlockingIOError, InterruptedError


class _UnixSelectorEventLoop(base_events.BaseEventLoop):
    """An event loop over a selector (the system's best one, unless one is given)."""

    def __init__(self, selector=None):
        super().__init__()
        self._selector = selectors.DefaultSelector() if selector is None else selector
        self._ssock, self._csock = os.pipe()
        for fd in (self._ssock, self._csock):
            os.set_blocking(fd, False)
        self._internal_fds += 1
        self._signal_handlers, self._transports = {}, {}
        self._add(self._ssock, 0, self._read_from_self, ())

    def close(self):
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        if self.is_closed():
            return
        for sig in list(self._signal_handlers):
            self.remove_signal_handler(sig)
        super().close()
        self._selector.close()
        for fd in (self._ssock, self._csock):
            os.close(fd)
        self._ssock = self._csock = None

    def _select(self, pause):
        selector = self._selector
        if type(selector) is not selectors.EpollSelector:
            return selector.select(pause)
        wait = 0 if pause == 0 else -1 if pause is None else int(pause * 1e9) + 1
        pairs = _select.epoll_wait(selector._selector._fd, wait, len(selector._fd_to_key))
        return selector._ready(pairs) if pairs else ()

    # ---- waking up

    def _write_to_self(self):
        fd = self._csock
        if fd is not None:
            try:
                os.write(fd, b'\0')
            except OSError:
                pass

    def _read_from_self(self):
        while True:
            try:
                data = os.read(self._ssock, 4096)
            except _LATER:
                return
            for number in data:
                if number:
                    self._handle_signal(number)
            if len(data) < 4096:
                return

    # ---- descriptors

    def _process_events(self, found):
        for key, mask in found:
            for event, handle in ((_READ, key.data[0]), (_WRITE, key.data[1])):
                if not mask & event or handle is None:
                    continue
                if handle._cancelled:
                    self._drop(key.fileobj, event == _WRITE)
                else:
                    self._ready.append(handle)

    def _add(self, fd, which, callback, args):
        self._check_closed()
        handle = events.Handle(callback, args, self, None)
        key = self._selector.get_map().get(fd)
        handles = [None, None] if key is None else list(key.data)
        if handles[which] is not None:
            handles[which].cancel()
        handles[which] = handle
        mask = _READ * (handles[0] is not None) | _WRITE * (handles[1] is not None)
        (self._selector.register if key is None else self._selector.modify)(fd, mask, tuple(handles))
        return handle

    def _drop(self, fd, which):
        if self.is_closed():
            return False
        key = self._selector.get_map().get(fd)
        if key is None:
            return False
        handles = list(key.data)
        handle, handles[which] = handles[which], None
        mask = _READ * (handles[0] is not None) | _WRITE * (handles[1] is not None)
        if mask:
            self._selector.modify(fd, mask, tuple(handles))
        else:
            self._selector.unregister(fd)
        if handle is None:
            return False
        handle.cancel()
        return True

    def _check_unused(self, fd):
        number = fd if isinstance(fd, int) else int(fd.fileno())
        transport = self._transports.get(number)
        if transport is not None and not transport.is_closing():
            raise RuntimeError(f'File descriptor {fd!r} is used by transport {transport!r}')

    def add_reader(self, fd, callback, *args):
        """Calls a function whenever a descriptor can be read from."""
        self._check_unused(fd)
        self._add(fd, 0, callback, args)

    def remove_reader(self, fd):
        """No longer; whether there was one."""
        self._check_unused(fd)
        return self._drop(fd, 0)

    def add_writer(self, fd, callback, *args):
        """Calls a function whenever a descriptor can be written to."""
        self._check_unused(fd)
        self._add(fd, 1, callback, args)

    def remove_writer(self, fd):
        """No longer; whether there was one."""
        self._check_unused(fd)
        return self._drop(fd, 1)

    # ---- signals

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
            _select.watch_signal(number, self._csock)
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
            self._ready.append(handle)

    # ---- names

    async def getaddrinfo(self, host, port, *, family=0, type=0, proto=0, flags=0):
        """As socket.getaddrinfo(), in a thread."""
        return await self.run_in_executor(None, socket.getaddrinfo, host, port, family, type, proto, flags)

    async def getnameinfo(self, sockaddr, flags=0):
        """As socket.getnameinfo(), in a thread."""
        return await self.run_in_executor(None, socket.getnameinfo, sockaddr, flags)

    async def _resolve(self, host, port, family, kind, proto=0, flags=0):
        """Addresses; those that are numbers need no thread."""
        if isinstance(host, str) and isinstance(port, int):
            for known in (socket.AF_INET, socket.AF_INET6):
                if family in (socket.AF_UNSPEC, known):
                    try:
                        socket.inet_pton(known, host)
                    except OSError:
                        continue
                    where = (host, port) if known == socket.AF_INET else (host, port, 0, 0)
                    return [(known, kind, proto or (6 if kind == socket.SOCK_STREAM else 17), '', where)]
        rows = await self.getaddrinfo(host, port, family=family, type=kind, proto=proto, flags=flags)
        if not rows:
            raise OSError('getaddrinfo() returned empty list')
        return rows

    # ---- operations on sockets

    def _check_socket(self, sock):
        if self._debug and sock.gettimeout() != 0:
            raise ValueError('the socket must be non-blocking')

    async def _when(self, sock, which, attempt):
        """Attempts an operation whenever the socket is ready, until it does not say that it has to wait."""
        self._check_socket(sock)
        try:
            return attempt()
        except _LATER:
            pass
        fd = sock.fileno()
        self._check_unused(fd)
        future = self.create_future()

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

        handle = self._add(fd, which, again, ())
        try:
            return await future
        finally:
            if not handle._cancelled:
                self._drop(fd, which)

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
        if sock.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
            rows = await self._resolve(address[0], address[1], sock.family, sock.type, sock.proto)
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

        fd, future = sock.fileno(), self.create_future()
        self._check_unused(fd)

        def ready():
            if not future.done():
                try:
                    future.set_result(finished())
                except OSError as error:
                    future.set_exception(error)

        self._add(fd, 1, ready, ())
        try:
            await future
        finally:
            self._drop(fd, 1)

    async def sock_sendfile(self, sock, file, offset=0, count=None, *, fallback=True):
        """Sends a file."""
        if 'b' not in getattr(file, 'mode', 'b'):
            raise ValueError('file should be opened in binary mode')
        file.seek(offset)
        sent = 0
        while count is None or sent < count:
            block = file.read(16384 if count is None else min(16384, count - sent))
            if not block:
                break
            await self.sock_sendall(sock, block)
            sent += len(block)
        file.seek(offset + sent)
        return sent

    # ---- connections

    @staticmethod
    def _no_ssl(ssl, **options):
        if ssl or any(value is not None for value in options.values()):
            raise NotImplementedError('TLS is not available: asyncio needs a Python on the machine for it')

    async def _connected(self, protocol_factory, sock, extra=None, server=None):
        protocol, waiter = protocol_factory(), self.create_future()
        transport = _SelectorSocketTransport(self, sock, protocol, waiter, extra, server)
        try:
            await waiter
        except BaseException:
            transport.close()
            raise
        return transport, protocol

    async def create_connection(self, protocol_factory, host=None, port=None, *, ssl=None, family=0, proto=0, flags=0, sock=None,
                                local_addr=None, server_hostname=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None,
                                happy_eyeballs_delay=None, interleave=None):
        """Connects to a host or takes a connected socket: a transport and the protocol that the factory makes."""
        if server_hostname is not None and not ssl:
            raise ValueError('server_hostname is only meaningful with ssl')
        self._no_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        if sock is not None:
            if host is not None or port is not None:
                raise ValueError('host/port and sock can not be specified at the same time')
            if sock.type != socket.SOCK_STREAM:
                raise ValueError(f'A Stream Socket was expected, got {sock!r}')
            sock.setblocking(False)
            return await self._connected(protocol_factory, sock)
        if host is None and port is None:
            raise ValueError('host and port was not specified and no sock specified')
        rows = await self._resolve(host, port, family, socket.SOCK_STREAM, proto, flags)
        local = None if local_addr is None else await self._resolve(*local_addr[:2], family, socket.SOCK_STREAM, proto, flags)
        failed = []
        for kind, type_, protocol_number, _, address in rows:
            try:
                sock = await self._connect_one(kind, type_, protocol_number, address, local)
                break
            except OSError as error:
                failed.append(error)
        else:
            texts = list(dict.fromkeys(str(error) for error in failed))
            if len(texts) == 1:
                raise failed[0]
            raise OSError(f"Multiple exceptions: {', '.join(str(error) for error in failed)}")
        return await self._connected(protocol_factory, sock)

    async def _connect_one(self, family, kind, proto, address, local):
        sock = socket.socket(family, kind, proto)
        try:
            sock.setblocking(False)
            for row in local or ():
                if row[0] == family:
                    sock.bind(row[4])
                    break
            await self.sock_connect(sock, address)
            return sock
        except BaseException:
            sock.close()
            raise

    async def create_server(self, protocol_factory, host=None, port=None, *, family=socket.AF_UNSPEC, flags=socket.AI_PASSIVE,
                            sock=None, backlog=100, ssl=None, reuse_address=None, reuse_port=None, ssl_handshake_timeout=None,
                            ssl_shutdown_timeout=None, start_serving=True):
        """Listens at hosts (None: everywhere) or a socket; a Server."""
        if isinstance(ssl, bool):
            raise TypeError('ssl argument must be an SSLContext or None')
        self._no_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        if sock is not None:
            if host is not None or port is not None:
                raise ValueError('host/port and sock can not be specified at the same time')
            if sock.type != socket.SOCK_STREAM:
                raise ValueError(f'A Stream Socket was expected, got {sock!r}')
            listening = [sock]
        elif host is None and port is None:
            raise ValueError('Neither host/port nor sock were specified')
        else:
            listening = await self._listening(host, port, family, flags, True if reuse_address is None else reuse_address,
                                              reuse_port)
        return await self._server(listening, protocol_factory, backlog, start_serving)

    async def _listening(self, host, port, family, flags, reuse_address, reuse_port):
        hosts = [None] if host in ('', None) else [host] if isinstance(host, str) else list(host)
        rows = []
        for each in hosts:
            rows += await self._resolve(each, port, family, socket.SOCK_STREAM, 0, flags)
        listening = []
        try:
            for kind, type_, proto, _, address in dict.fromkeys(rows):
                try:
                    sock = socket.socket(kind, type_, proto)
                except OSError:
                    continue
                listening.append(sock)
                if reuse_address:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, True)
                if reuse_port:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, True)
                if kind == socket.AF_INET6:
                    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, True)
                try:
                    sock.bind(address)
                except OSError as error:
                    raise OSError(error.errno, 'error while attempting to bind on address %r: %s'
                                  % (address, error.strerror.lower())) from None
        except BaseException:
            for sock in listening:
                sock.close()
            raise
        return listening

    async def _server(self, listening, protocol_factory, backlog, start):
        for sock in listening:
            sock.setblocking(False)
        server = base_events.Server(self, listening, protocol_factory, backlog)
        if start:
            await server.start_serving()
        return server

    def _start_serving(self, protocol_factory, sock, server=None, backlog=100):
        self._add(sock.fileno(), 0, self._accept, (protocol_factory, sock, server, backlog))

    def _accept(self, protocol_factory, sock, server, backlog):
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
                self._drop(sock.fileno(), 0)
                self.call_later(constants.ACCEPT_RETRY_DELAY, self._start_serving, protocol_factory, sock, server, backlog)
                return
            made.setblocking(False)
            self.create_task(self._serve(protocol_factory, made, {'peername': address}, server))

    async def _serve(self, protocol_factory, sock, extra, server):
        try:
            await self._connected(protocol_factory, sock, extra, server)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if self._debug:
                self.call_exception_handler({'message': 'Error on transport creation for incoming connection', 'exception': error})

    def _stop_serving(self, sock):
        self._drop(sock.fileno(), 0)
        sock.close()

    async def connect_accepted_socket(self, protocol_factory, sock, *, ssl=None, ssl_handshake_timeout=None,
                                      ssl_shutdown_timeout=None):
        """A transport and a protocol for a connection that was accepted elsewhere."""
        self._no_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        if sock.type != socket.SOCK_STREAM:
            raise ValueError(f'A Stream Socket was expected, got {sock!r}')
        sock.setblocking(False)
        return await self._connected(protocol_factory, sock)

    async def create_unix_connection(self, protocol_factory, path=None, *, ssl=None, sock=None, server_hostname=None,
                                     ssl_handshake_timeout=None, ssl_shutdown_timeout=None):
        """Connects to a socket of the file system."""
        self._no_ssl(ssl, server_hostname=server_hostname, ssl_handshake_timeout=ssl_handshake_timeout,
                     ssl_shutdown_timeout=ssl_shutdown_timeout)
        if path is not None and sock is not None:
            raise ValueError('path and sock can not be specified at the same time')
        if path is not None:
            sock = await self._connect_path(os.fspath(path))
        elif sock is None:
            raise ValueError('no path and sock were specified')
        self._check_unix(sock)
        sock.setblocking(False)
        return await self._connected(protocol_factory, sock)

    async def _connect_path(self, path):
        made = socket.socket(socket.AF_UNIX)
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
        self._no_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        if (path is None) == (sock is None):
            raise ValueError('path was not specified, and no sock specified' if path is None else
                             'path and sock can not be specified at the same time')
        if sock is None:
            path = os.fspath(path)
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                if path[:1] not in ('\0', b'\0', '') and os.path.exists(path) and stat.S_ISSOCK(os.stat(path).st_mode):
                    os.remove(path)
                sock.bind(path)
            except OSError as error:
                sock.close()
                if error.errno == errno.EADDRINUSE:
                    raise OSError(errno.EADDRINUSE, f'Address {path!r} is already in use') from None
                raise
            except BaseException:
                sock.close()
                raise
        self._check_unix(sock)
        return await self._server([sock], protocol_factory, backlog, start_serving)

    async def create_datagram_endpoint(self, protocol_factory, local_addr=None, remote_addr=None, *, family=0, proto=0, flags=0,
                                       reuse_port=None, allow_broadcast=None, sock=None):
        """Sends and receives datagrams."""
        address = None
        if sock is None:
            if not local_addr and not remote_addr and not family:
                raise ValueError('unexpected address family')
            rows = [None, None]
            for i, given in enumerate((local_addr, remote_addr)):
                if given and family != socket.AF_UNIX:
                    rows[i] = (await self._resolve(*given[:2], family, socket.SOCK_DGRAM, proto, flags))[0]
            known = rows[0] or rows[1]
            sock = socket.socket(known[0] if known else family, socket.SOCK_DGRAM, proto)
            try:
                if reuse_port:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                if allow_broadcast:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
                sock.setblocking(False)
                if local_addr:
                    sock.bind(rows[0][4] if rows[0] else local_addr)
                if remote_addr:
                    address = rows[1][4] if rows[1] else remote_addr
                    await self.sock_connect(sock, address)
            except BaseException:
                sock.close()
                raise
        else:
            sock.setblocking(False)
        protocol, waiter = protocol_factory(), self.create_future()
        transport = _SelectorDatagramTransport(self, sock, protocol, address, waiter)
        try:
            await waiter
        except BaseException:
            transport.close()
            raise
        return transport, protocol

    async def sendfile(self, transport, file, offset=0, count=None, *, fallback=True):
        """Sends a file over a transport."""
        if transport.is_closing():
            raise RuntimeError('Transport is closing')
        file.seek(offset)
        sent = 0
        while count is None or sent < count:
            block = file.read(16384 if count is None else min(16384, count - sent))
            if not block:
                break
            transport.write(block)
            sent += len(block)
            while transport.get_write_buffer_size():
                await tasks.sleep(0)
        file.seek(offset + sent)
        return sent

    async def start_tls(self, *args, **options):
        self._no_ssl(True)

    # ---- pipes and child processes

    async def _pipe(self, kind, protocol_factory, pipe):
        protocol, waiter = protocol_factory(), self.create_future()
        transport = kind(self, pipe, protocol, waiter)
        try:
            await waiter
        except BaseException:
            transport.close()
            raise
        return transport, protocol

    async def connect_read_pipe(self, protocol_factory, pipe):
        """A transport for what comes out of a pipe."""
        return await self._pipe(_ReadPipeTransport, protocol_factory, pipe)

    async def connect_write_pipe(self, protocol_factory, pipe):
        """A transport for what goes into a pipe."""
        return await self._pipe(_WritePipeTransport, protocol_factory, pipe)

    @staticmethod
    def _plain(universal_newlines, shell, expected, bufsize, text=None, encoding=None, errors=None):
        problems = ((universal_newlines, 'universal_newlines must be False'),
                    (shell is not expected, f'shell must be {expected}'), (bufsize != 0, 'bufsize must be 0'),
                    (text, 'text must be False'), (encoding is not None, 'encoding must be None'),
                    (errors is not None, 'errors must be None'))
        for wrong, what in problems:
            if wrong:
                raise ValueError(what)

    async def _subprocess(self, protocol_factory, args, shell, stdin, stdout, stderr, options):
        protocol, waiter = protocol_factory(), self.create_future()
        transport = _SubprocessTransport(self, protocol, args, shell, stdin, stdout, stderr, waiter, options)
        try:
            await waiter
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:
            transport.close()
            await transport._wait()
            raise
        return transport, protocol

    async def subprocess_shell(self, protocol_factory, cmd, *, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, universal_newlines=False, shell=True, bufsize=0, encoding=None,
                               errors=None, text=None, **kwargs):
        """Starts a command of the shell."""
        if not isinstance(cmd, (bytes, str)):
            raise ValueError('cmd must be a string')
        self._plain(universal_newlines, shell, True, bufsize, text, encoding, errors)
        return await self._subprocess(protocol_factory, cmd, True, stdin, stdout, stderr, kwargs)

    async def subprocess_exec(self, protocol_factory, program, *args, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=False, shell=False, bufsize=0, encoding=None,
                              errors=None, text=None, **kwargs):
        """Starts a program."""
        self._plain(universal_newlines, shell, False, bufsize, text, encoding, errors)
        return await self._subprocess(protocol_factory, (program, *args), False, stdin, stdout, stderr, kwargs)


SelectorEventLoop = _UnixSelectorEventLoop


class _Connection(transports._FlowControlMixin, transports.Transport):
    """What transports over a descriptor have in common."""

    def __init__(self, loop, protocol, fd, extra=None, server=None):
        transports._FlowControlMixin.__init__(self, extra, loop)
        self._fd, self._protocol, self._server = fd, protocol, server
        self._buffer, self._closing, self._conn_lost, self._eof, self._paused = bytearray(), False, 0, False, False
        if server is not None:
            server._attach()
        loop._transports[fd] = self

    def __repr__(self):
        parts = [type(self).__name__]
        parts += ['closed'] if self._fd is None else ['closing'] if self._closing else []
        parts.append(f'fd={self._fd}')
        return f"<{' '.join(parts)}>"

    def _begin(self, waiter):
        self._loop.call_soon(self._protocol.connection_made, self)
        if self._has_input:
            self._loop.call_soon(self._add_reader)
        if waiter is not None:
            self._loop.call_soon(futures._set_result_unless_cancelled, waiter, None)

    _has_input = True

    def _add_reader(self):
        if not self._closing and not self._paused:
            self._loop._add(self._fd, 0, self._read_ready, ())

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    def is_reading(self):
        return not self._closing and not self._paused

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop._drop(self._fd, 0)

    def resume_reading(self):
        if not self._closing and self._paused:
            self._paused = False
            self._add_reader()

    def _stop_reading(self):
        self._loop._drop(self._fd, 0)

    def close(self):
        if self._closing:
            return
        self._closing = True
        self._stop_reading()
        if not self._buffer:
            self._lose(None)

    def abort(self):
        self._force_close(None)

    def _force_close(self, exc):
        if self._conn_lost:
            return
        if self._buffer:
            self._buffer.clear()
            self._loop._drop(self._fd, 1)
        if not self._closing:
            self._closing = True
            self._stop_reading()
        self._lose(exc)

    def _lose(self, exc):
        self._conn_lost += 1
        self._loop.call_soon(self._connection_lost, exc)

    def _connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._loop._transports.pop(self._fd, None)
            self._end()
            self._protocol = self._fd = None
            server, self._server = self._server, None
            if server is not None:
                server._detach()

    def _fatal_error(self, exc, message='Fatal error on transport'):
        if not isinstance(exc, OSError):
            self._loop.call_exception_handler({'message': message, 'exception': exc, 'transport': self,
                                               'protocol': self._protocol})
        self._force_close(exc)

    def _attempt(self, call, message, *args):
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

    def get_write_buffer_size(self):
        return len(self._buffer)

    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f'data argument must be a bytes-like object, not {type(data).__name__!r}')
        if self._eof:
            raise RuntimeError('Cannot call write() after write_eof()')
        if not data:
            return
        if self._conn_lost:
            if self._conn_lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
                _logger().warning(self._too_late)
            self._conn_lost += 1
            return
        if not self._buffer:
            done, n = self._attempt(self._put, 'Fatal write error on transport', data)
            if self._conn_lost:
                return
            data = memoryview(data)[n:] if done else data
            if not len(data):
                return
            self._loop._add(self._fd, 1, self._write_ready, ())
        self._buffer.extend(data)
        self._maybe_pause_protocol()

    _too_late = 'socket.send() raised exception.'

    def _write_ready(self):
        if self._conn_lost:
            return
        done, n = self._attempt(self._put, 'Fatal write error on transport', self._buffer)
        if not done:
            return
        del self._buffer[:n]
        self._maybe_resume_protocol()
        if not self._buffer:
            self._loop._drop(self._fd, 1)
            if self._closing:
                self._lose(None)
            elif self._eof:
                self._shut()

    def can_write_eof(self):
        return True

    def write_eof(self):
        if not self._closing and not self._eof:
            self._eof = True
            if not self._buffer:
                self._shut()

    def __del__(self):
        if getattr(self, '_fd', None) is not None and not self._loop.is_closed():
            warnings.warn(f'unclosed transport {self!r}', ResourceWarning, source=self)
            self._end()


class _SelectorSocketTransport(_Connection):
    """A connection."""

    def __init__(self, loop, sock, protocol, waiter=None, extra=None, server=None):
        extra = dict(extra or {}, socket=TransportSocket(sock))
        for name, ask in (('sockname', sock.getsockname), ('peername', sock.getpeername)):
            if name not in extra:
                try:
                    extra[name] = ask()
                except OSError:
                    extra[name] = None
        self._sock = sock
        super().__init__(loop, protocol, sock.fileno(), extra, server)
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._begin(waiter)

    def _put(self, data):
        return self._sock.send(data)

    def _shut(self):
        self._sock.shutdown(socket.SHUT_WR)

    def _end(self):
        self._sock.close()

    def _read_ready(self):
        if self._conn_lost:
            return
        buffered = isinstance(self._protocol, BufferedProtocol)
        if buffered:
            done, buffer = self._attempt(self._protocol.get_buffer, 'Fatal error: protocol.get_buffer() call failed.', -1)
            if not done:
                return
            if not len(buffer):
                self._fatal_error(RuntimeError('get_buffer() returned an empty buffer'),
                                  'Fatal error: protocol.get_buffer() call failed.')
                return
            done, data = self._attempt(self._sock.recv_into, 'Fatal read error on socket transport', buffer)
        else:
            done, data = self._attempt(self._sock.recv, 'Fatal read error on socket transport', 256 * 1024)
        if not done:
            return
        if data:
            self._attempt(self._protocol.buffer_updated if buffered else self._protocol.data_received,
                          'Fatal error: protocol.' + ('buffer_updated()' if buffered else 'data_received()') + ' call failed.', data)
            return
        done, keep = self._attempt(self._protocol.eof_received, 'Fatal error: protocol.eof_received() call failed.')
        if done and keep:
            self._loop._drop(self._fd, 0)
        elif done:
            self.close()


class _SelectorDatagramTransport(_Connection):
    """Datagrams."""

    def __init__(self, loop, sock, protocol, address=None, waiter=None, extra=None):
        extra = dict(extra or {}, socket=TransportSocket(sock), sockname=sock.getsockname())
        if address is not None:
            extra['peername'] = address
        self._sock, self._address = sock, address
        super().__init__(loop, protocol, sock.fileno(), extra)
        self._waiting = []
        self._begin(waiter)

    def _end(self):
        self._sock.close()

    def get_write_buffer_size(self):
        return sum(len(data) for data, _ in self._waiting)

    def _read_ready(self):
        if self._conn_lost:
            return
        try:
            data, address = self._sock.recvfrom(256 * 1024)
        except _LATER:
            return
        except OSError as error:
            self._protocol.error_received(error)
            return
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._fatal_error(error, 'Fatal read error on datagram transport')
            return
        self._protocol.datagram_received(data, address)

    def sendto(self, data, addr=None):
        """Sends a datagram."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f'data argument must be a bytes-like object, not {type(data).__name__!r}')
        if not data:
            return
        if self._address is not None:
            if addr not in (None, self._address):
                raise ValueError(f'Invalid address: must be None or {self._address}')
            addr = self._address
        if self._conn_lost:
            self._conn_lost += 1
            return
        self._waiting.append((bytes(data), addr))
        if len(self._waiting) == 1:
            self._send_waiting()
            if self._waiting:
                self._loop._add(self._fd, 1, self._write_ready, ())
        self._maybe_pause_protocol()

    def _send_waiting(self):
        while self._waiting:
            data, address = self._waiting[0]
            try:
                if self._extra.get('peername'):
                    self._sock.send(data)
                else:
                    self._sock.sendto(data, address)
            except _LATER:
                return
            except OSError as error:
                self._protocol.error_received(error)
            self._waiting.pop(0)

    def _write_ready(self):
        self._send_waiting()
        self._maybe_resume_protocol()
        if not self._waiting:
            self._loop._drop(self._fd, 1)
            if self._closing:
                self._lose(None)

    def close(self):
        if self._closing:
            return
        self._closing = True
        self._stop_reading()
        if not self._waiting:
            self._lose(None)


class _Pipe(_Connection):
    """A pipe, a character device, or a socket that is used as one."""

    def __init__(self, loop, pipe, protocol, waiter=None, extra=None):
        extra = dict(extra or {}, pipe=pipe)
        self._pipe, fd = pipe, pipe.fileno()
        mode = os.fstat(fd).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)):
            raise ValueError(f'Pipe transport is {"for" if self._has_input else "only for"} pipes, sockets and character devices'
                             if not self._has_input else 'Pipe transport is for pipes/sockets only.')
        super().__init__(loop, protocol, fd, extra)
        os.set_blocking(fd, False)
        self._watches_end = stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode)
        self._begin(waiter)

    def _end(self):
        self._pipe.close()


class _ReadPipeTransport(_Pipe):
    """What comes out of a pipe."""

    def _read_ready(self):
        done, data = self._attempt(os.read, 'Fatal read error on pipe transport', self._fd, 256 * 1024)
        if done and data:
            self._protocol.data_received(data)
        elif done:
            self._closing = True
            self._loop._drop(self._fd, 0)
            self._loop.call_soon(self._protocol.eof_received)
            self._lose(None)


class _WritePipeTransport(_Pipe):
    """What goes into a pipe."""
    _has_input = False
    _too_late = 'pipe closed by peer or os.write(pipe, data) raised exception.'

    def _begin(self, waiter):
        super()._begin(waiter)
        if self._watches_end:
            self._loop.call_soon(self._watch)

    def _watch(self):
        if not self._closing:
            self._loop._add(self._fd, 0, self._other_end_closed, ())

    def _other_end_closed(self):
        self._force_close(BrokenPipeError() if self._buffer else None)

    def _put(self, data):
        return os.write(self._fd, data)

    def _shut(self):
        self.close()

    def write_eof(self):
        if not self._closing and not self._eof:
            self._eof = True
            self.close()


class _PipeEnd:
    """The protocol of one pipe of a child process."""

    def __init__(self, owner, number):
        self._owner, self._number, self.pipe, self.disconnected = owner, number, None, False

    def connection_made(self, transport):
        self.pipe = transport

    def data_received(self, data):
        self._owner._tell(self._owner._protocol.pipe_data_received, self._number, data)

    def eof_received(self):
        pass

    def connection_lost(self, exc):
        self.disconnected = True
        self._owner._pipe_lost(self._number, exc)

    def pause_writing(self):
        self._owner._protocol.pause_writing()

    def resume_writing(self):
        self._owner._protocol.resume_writing()


class _SubprocessTransport(transports.SubprocessTransport):
    """A child process."""

    def __init__(self, loop, protocol, args, shell, stdin, stdout, stderr, waiter, options):
        super().__init__()
        self._loop, self._protocol, self._closed, self._returncode = loop, protocol, False, None
        self._pipes, self._exit_waiters, self._early, self._finished = {}, [], [], False
        ours = None
        if stdin == subprocess.PIPE:  # a socket tells when its other end is closed
            stdin, ours = socket.socketpair()
        try:
            self._proc = subprocess.Popen(args, shell=shell, stdin=stdin, stdout=stdout, stderr=stderr, bufsize=0, **options)
            if ours is not None:
                stdin.close()
                self._proc.stdin, ours = open(ours.detach(), 'wb', buffering=0), None
        finally:
            if ours is not None:
                ours.close()
                stdin.close()
        self._pid, self._extra['subprocess'] = self._proc.pid, self._proc
        _watcher().add_child_handler(self._pid, self._child_exited)
        loop.create_task(self._connect_pipes(waiter))

    def __repr__(self):
        parts = ['closed'] * self._closed + [f'pid={self._pid}']
        parts.append('running' if self._returncode is None else f'returncode={self._returncode}')
        parts += [f'{name}={pipe.pipe}' for i, name in enumerate(('stdin', 'stdout', 'stderr')) if (pipe := self._pipes.get(i))]
        return f"<{type(self).__name__} {' '.join(parts)}>"

    async def _connect_pipes(self, waiter):
        try:
            for number, stream in enumerate((self._proc.stdin, self._proc.stdout, self._proc.stderr)):
                if stream is not None:
                    connect = self._loop.connect_read_pipe if number else self._loop.connect_write_pipe
                    _, self._pipes[number] = await connect(functools.partial(_PipeEnd, self, number), stream)
            self._loop.call_soon(self._protocol.connection_made, self)
            for call in self._early:
                self._loop.call_soon(*call)
            self._early = None
            self._maybe_finish()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if waiter is not None and not waiter.cancelled():
                waiter.set_exception(error)
        else:
            if waiter is not None and not waiter.cancelled():
                waiter.set_result(None)

    def _tell(self, callback, *args):
        if self._early is not None:
            self._early.append((callback, *args))
        else:
            self._loop.call_soon(callback, *args)

    def _pipe_lost(self, number, exc):
        self._tell(self._protocol.pipe_connection_lost, number, exc)
        self._maybe_finish()

    def _child_exited(self, pid, returncode):
        """In the thread that waits for the process."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._process_exited, returncode)
        else:
            _logger().warning('Loop %r that handles pid %r is closed', self._loop, pid)

    def _process_exited(self, returncode):
        self._returncode = returncode
        if self._proc.returncode is None:
            self._proc.returncode = returncode
        self._tell(self._protocol.process_exited)
        for waiter in self._exit_waiters:
            if not waiter.cancelled():
                waiter.set_result(returncode)
        self._exit_waiters = None
        self._maybe_finish()

    def _maybe_finish(self):
        if self._returncode is not None and self._early is None and not self._finished and all(
                pipe.disconnected for pipe in self._pipes.values()):
            self._finished = True
            self._tell(self._connection_lost, None)

    def _connection_lost(self, exc):
        try:
            self._protocol.connection_lost(exc)
        finally:
            self._loop = self._proc = self._protocol = None

    async def _wait(self):
        if self._returncode is None:
            waiter = self._loop.create_future()
            self._exit_waiters.append(waiter)
            return await waiter
        return self._returncode

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closed

    def close(self):
        if not self._closed:
            self._closed = True
            for end in filter(None, self._pipes.values()):
                end.pipe.close()
            self._kill_if_running()

    def _kill_if_running(self):
        process = self._proc
        if process is not None and self._returncode is None and process.returncode is None:
            try:
                os.kill(self._pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def get_pid(self):
        return self._pid

    def get_returncode(self):
        return self._returncode

    def get_pipe_transport(self, fd):
        return self._pipes[fd].pipe if fd in self._pipes else None

    def send_signal(self, sig):
        if self._proc is None or self._returncode is not None:
            raise ProcessLookupError()
        os.kill(self._pid, sig)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


@events._abstract('add_child_handler remove_child_handler attach_loop close is_active __enter__ __exit__')
class AbstractChildWatcher:
    """What waits for child processes: add_child_handler() has callback(pid, returncode, *args) called when one ends."""


def _reap(pid):
    """Waits for a process; its exit code."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    except ChildProcessError:
        _logger().warning('Unknown child process pid %d, will report returncode 255', pid)
        return 255


class ThreadedChildWatcher(AbstractChildWatcher):
    """A thread for each process waits for it."""

    def add_child_handler(self, pid, callback, *args):
        """Calls callback(pid, returncode, *args) in that thread when the process ends."""
        waiting = threading.Thread(target=lambda: callback(pid, _reap(pid), *args), name=f'asyncio-waitpid-{pid}', daemon=True)
        waiting.start()

    def remove_child_handler(self, pid):
        """The threads end with the processes."""
        return True

    def attach_loop(self, loop):
        """Every loop has the same threads."""

    def is_active(self):
        """It is, always."""
        return True

    close = __exit__ = lambda self, *args: None

    def __enter__(self):
        return self


class _UnixDefaultEventLoopPolicy(events.BaseDefaultEventLoopPolicy):
    """Loops of this system."""
    _loop_factory = _UnixSelectorEventLoop
    _child_watcher = None

    def get_child_watcher(self):
        """What waits for child processes: threads, unless another was set."""
        if self._child_watcher is None:
            self._child_watcher = ThreadedChildWatcher()
        return self._child_watcher

    def set_child_watcher(self, watcher):
        """Sets that."""
        assert watcher is None or isinstance(watcher, AbstractChildWatcher)
        if self._child_watcher is not None:
            self._child_watcher.close()
        self._child_watcher = watcher


DefaultEventLoopPolicy = _UnixDefaultEventLoopPolicy


def _watcher():
    return events.get_child_watcher()
