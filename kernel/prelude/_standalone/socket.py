"""Sockets: their objects, over the calls of the system in _socket."""
import enum
import io
import os
import sys

import _socket
from _socket import gethostname, getnameinfo, inet_aton, inet_ntop, inet_pton

error, timeout, has_ipv6 = OSError, TimeoutError, True
EBADF, EAGAIN, EWOULDBLOCK = 9, 11, 11
INADDR_ANY, INADDR_BROADCAST, INADDR_LOOPBACK, INADDR_NONE = 0, 0xffffffff, 0x7f000001, 0xffffffff
INADDR_UNSPEC_GROUP, INADDR_ALLHOSTS_GROUP, INADDR_MAX_LOCAL_GROUP = 0xe0000000, 0xe0000001, 0xe00000ff
_KINDS = {'AF_': ('AddressFamily', enum.IntEnum), 'SOCK_': ('SocketKind', enum.IntEnum), 'MSG_': ('MsgFlag', enum.IntFlag),
          'AI_': ('AddressInfo', enum.IntFlag)}
__all__ = ['fromfd', 'getfqdn', 'create_connection', 'create_server', 'has_dualstack_ipv6', 'AddressFamily', 'SocketKind',
           'MsgFlag', 'AddressInfo', 'CMSG_LEN', 'CMSG_SPACE', 'socket', 'socketpair', 'send_fds', 'recv_fds', 'error', 'timeout', 'gaierror', 'herror']
_default_timeout = None


class herror(OSError):
    """A name that is not known."""


class gaierror(OSError):
    """What getaddrinfo() and getnameinfo() raise."""


_socket.set_class(gaierror)


def _fill():
    """The constants: some are members of enumerations, which this module has, too."""
    numbers = {name: value for name, value in vars(_socket).items() if name.isupper() and isinstance(value, int)}
    globals().update(numbers)
    for prefix, (title, kind) in _KINDS.items():
        made = kind(title, {name: value for name, value in numbers.items() if name.startswith(prefix)}, module=__name__)
        globals()[title] = made
        globals().update(made.__members__)
    __all__.extend(numbers)


_fill()
SocketType = None


def _as_member(value, kind):
    try:
        return kind(value)
    except ValueError:
        return value


def _seconds(value):
    """A timeout: None or a number that is not negative."""
    if value is None:
        return None
    if isinstance(value, str) or not hasattr(value, '__float__') and not hasattr(value, '__index__'):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    value = float(value)
    if value != value:
        raise ValueError('Invalid value NaN (not a number)')
    if value < 0:
        raise ValueError('Timeout value out of range')
    if value * 1e9 > 2**63:
        raise OverflowError('timestamp too large to convert to C _PyTime_t')
    return value


def getdefaulttimeout():
    """The timeout of new sockets in seconds, None: none."""
    return _default_timeout


def setdefaulttimeout(timeout, /):
    """Sets the timeout of new sockets."""
    global _default_timeout
    _default_timeout = _seconds(timeout)


class socket:
    """A socket: socket(family=AF_INET, type=SOCK_STREAM, proto=0, fileno=None)."""
    __slots__ = ['__weakref__', '_io_refs', '_closed', '_fd', '_family', '_kind', '_proto', '_wait']

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        self._io_refs, self._closed, self._fd = 0, False, -1
        if fileno is None:
            family = AF_INET if family == -1 else family
            type = SOCK_STREAM if type == -1 else type
            proto = 0 if proto == -1 else proto
            self._fd = _socket.socket(family, type, proto)
        else:
            if not isinstance(fileno, int):
                raise TypeError(f"'{fileno.__class__.__name__}' object cannot be interpreted as an integer")
            if fileno < 0:
                raise ValueError('negative file descriptor')
            for name, given in (('family', family), ('type', type), ('proto', proto)):
                known = _socket.option(fileno, SOL_SOCKET, {'family': SO_DOMAIN, 'type': SO_TYPE, 'proto': SO_PROTOCOL}[name], 0)
                if given == -1:
                    if name == 'family':
                        family = known
                    elif name == 'type':
                        type = known
                    else:
                        proto = known
            self._fd = fileno
        self._family, self._proto = int(family), int(proto)
        self._kind = int(type) & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)
        self._wait = None
        if fileno is None and int(type) & SOCK_NONBLOCK:
            self._wait = 0.0
        elif _default_timeout is not None:
            self.settimeout(_default_timeout)
        elif fileno is not None and not os.get_blocking(fileno):
            self._wait = 0.0

    family = property(lambda self: _as_member(self._family, AddressFamily), doc='Read-only access to the address family.')
    type = property(lambda self: _as_member(self._kind, SocketKind), doc='Read-only access to the socket type.')
    proto = property(lambda self: self._proto, doc='the socket protocol')
    timeout = property(lambda self: self._wait, doc='the socket timeout')

    def __enter__(self):
        return self

    def __exit__(self, *args):
        if not self._closed:
            self.close()

    def __del__(self):
        if getattr(self, '_fd', -1) >= 0:
            import warnings
            warnings.warn(f'unclosed {self!r}', ResourceWarning, source=self)
            self._real_close()

    def __repr__(self):
        parts = f"{' [closed]' if self._closed else ''} fd={self._fd}, family={self._family}, type={self._kind}, proto={self._proto}"
        cls = self.__class__
        for name, key in (('laddr', False), ('raddr', True)):
            if not self._closed:
                try:
                    address = _socket.address(self._fd, key)
                except OSError:
                    continue
                parts += f', {name}={address}' if address else ''
        return f'<{cls.__module__}.{cls.__qualname__}{parts}>'

    def __getstate__(self):
        raise TypeError(f'cannot pickle {self.__class__.__name__!r} object')

    def fileno(self):
        """The descriptor; -1: the socket is closed."""
        return self._fd

    def dup(self):
        """The same socket with another descriptor."""
        made = self.__class__(self.family, self.type, self.proto, fileno=os.dup(self._fd))
        made.settimeout(self._wait)
        return made

    def detach(self):
        """Closes the object, not the descriptor, which it returns."""
        fd, self._fd, self._closed = self._fd, -1, True
        return fd

    def close(self):
        """Closes the socket, once no file made of it is open."""
        self._closed = True
        if self._io_refs <= 0:
            self._real_close()

    def _real_close(self):
        fd, self._fd = self._fd, -1
        if fd >= 0:
            try:
                os.close(fd)
            except ConnectionResetError:
                pass

    def _decref_socketios(self):
        if self._io_refs > 0:
            self._io_refs -= 1
        if self._closed:
            self.close()

    # ---- waiting

    def settimeout(self, value, /):
        """So many seconds that an operation may take; None: as many as it takes, 0: none."""
        self._wait = _seconds(value)
        os.set_blocking(self._checked(), self._wait is None)

    def gettimeout(self):
        """The timeout in seconds; None: there is none."""
        return self._wait

    def setblocking(self, flag, /):
        """True: no timeout; False: operations do not wait."""
        self.settimeout(None if flag else 0.0)

    def getblocking(self):
        """Whether operations may wait."""
        return self._wait != 0

    def _checked(self):
        if self._fd < 0:
            raise OSError(9, 'Bad file descriptor')
        return self._fd

    # ---- addresses and connections

    def bind(self, address, /):
        """Gives the socket its address."""
        _socket.bind(self._checked(), self._family, address)

    def listen(self, backlog=128, /):
        """Makes it a server's."""
        _socket.listen(self._checked(), backlog)

    def getsockname(self):
        """Its address."""
        return _socket.address(self._checked(), False)

    def getpeername(self):
        """The address of the other end."""
        return _socket.address(self._checked(), True)

    def _connect(self, address):
        return _socket.connect(self._checked(), self._family, address, self._wait)

    def connect(self, address, /):
        """Connects to an address."""
        number = self._connect(address)
        if number:
            raise OSError(number, os.strerror(number))

    def connect_ex(self, address, /):
        """The same; the number of the error, 0: none."""
        try:
            return self._connect(address)
        except TimeoutError:
            return 11

    def accept(self):
        """Waits for a connection: a socket and the address of its other end."""
        fd, address = _socket.accept(self._checked(), self._wait)
        made = socket(self.family, self.type, self.proto, fileno=fd)
        if _default_timeout is None and self._wait is not None:
            made.setblocking(True)
        return made, address

    def shutdown(self, how, /):
        """Ends reading (SHUT_RD), writing (SHUT_WR) or both (SHUT_RDWR)."""
        _socket.shutdown(self._checked(), how)

    # ---- bytes

    @staticmethod
    def _size(size, name):
        if size < 0:
            raise ValueError(f'negative buffersize in {name}')
        return size

    def recv(self, buffersize, flags=0, /):
        """Waits for bytes, at most so many; empty: the other end has closed."""
        return _socket.receive(self._checked(), self._size(buffersize, 'recv'), flags, self._wait, False)

    def recvfrom(self, buffersize, flags=0, /):
        """The same with the address of the sender."""
        return _socket.receive(self._checked(), self._size(buffersize, 'recvfrom'), flags, self._wait, True)

    def recv_into(self, buffer, nbytes=0, flags=0):
        """Waits for bytes and puts them into a buffer; how many."""
        return _socket.receive_into(self._checked(), buffer, self._size(nbytes, 'recv_into'), flags, self._wait, False)

    def recvfrom_into(self, buffer, nbytes=0, flags=0):
        """The same with the address of the sender."""
        return _socket.receive_into(self._checked(), buffer, self._size(nbytes, 'recvfrom_into'), flags, self._wait, True)

    def send(self, data, flags=0, /):
        """Sends bytes; how many of them."""
        return _socket.send(self._checked(), data, flags, self._wait, self._family, None)

    def sendto(self, data, *args):
        """sendto(data[, flags], address): sends bytes to an address."""
        if len(args) not in (1, 2):
            raise TypeError(f'sendto() takes 2 or 3 arguments ({len(args) + 1} given)')
        flags = args[0] if len(args) == 2 else 0
        return _socket.send(self._checked(), data, flags, self._wait, self._family, args[-1])

    def sendmsg(self, buffers, ancdata=(), flags=0, address=None, /):
        """Sends several buffers and ancillary data, rows of (level, type, data); how many bytes."""
        return _socket.send_message(self._checked(), buffers, ancdata, flags, self._wait, self._family, address)

    def recvmsg(self, bufsize, ancbufsize=0, flags=0, /):
        """Waits for bytes and ancillary data: (bytes, rows of (level, type, data), flags, address)."""
        if not hasattr(bufsize, '__index__'):
            raise TypeError(f"'{type(bufsize).__name__}' object cannot be interpreted as an integer")
        return _socket.receive_message(self._checked(), bufsize.__index__(), ancbufsize, flags, self._wait)

    def recvmsg_into(self, buffers, ancbufsize=0, flags=0, /):
        """The same into several buffers; how many bytes in the place of the bytes."""
        return _socket.receive_message(self._checked(), buffers, ancbufsize, flags, self._wait)

    def sendall(self, data, flags=0, /):
        """Sends all bytes; the timeout is that of all together."""
        import time
        rest, wait = memoryview(data).cast('B'), self._wait
        end = time.monotonic() + wait if wait else None
        while len(rest):
            rest = rest[_socket.send(self._checked(), rest, flags, wait, self._family, None):]
            if end is not None and len(rest):
                wait = end - time.monotonic()
                if wait <= 0:
                    raise TimeoutError('timed out')

    def sendfile(self, file, offset=0, count=None):
        """Sends a file from offset on; how many bytes."""
        if 'b' not in getattr(file, 'mode', 'b'):
            raise ValueError('files should be opened in binary mode')
        if self._kind != SOCK_STREAM:
            raise ValueError('only SOCK_STREAM type sockets are supported')
        if count is not None and (not isinstance(count, int) or count <= 0):
            raise (ValueError if isinstance(count, int) else TypeError)(f'count must be a positive integer (got {count!r})')
        if self._wait == 0:
            raise ValueError('non-blocking sockets are not supported')
        if offset:
            file.seek(offset)
        sent = 0
        while count is None or sent < count:
            block = file.read(8192 if count is None else min(8192, count - sent))
            if not block:
                break
            self.sendall(block)
            sent += len(block)
        if sent and hasattr(file, 'seek'):
            file.seek(offset + sent)
        return sent

    # ---- options

    def getsockopt(self, level, optname, buflen=0, /):
        """An option: a number, or at most buflen bytes."""
        return _socket.option(self._checked(), level, optname, buflen)

    def setsockopt(self, level, optname, value, *optlen):
        """Sets an option to a number or bytes."""
        if value is None:
            if not optlen:
                raise TypeError('setsockopt() takes 4 arguments where the third is None')
            value = bytes(optlen[0])
        _socket.set_option(self._checked(), level, optname, value)

    def get_inheritable(self):
        """Whether child processes get the descriptor."""
        return os.get_inheritable(self._checked())

    def set_inheritable(self, inheritable, /):
        """Sets that."""
        os.set_inheritable(self._checked(), inheritable)

    def makefile(self, mode='r', buffering=None, *, encoding=None, errors=None, newline=None):
        """A file over the socket, as open() makes them."""
        if not set(mode) <= {'r', 'w', 'b'}:
            raise ValueError(f'invalid mode {mode!r} (only r, w, b allowed)')
        reading, writing, binary = 'r' in mode or 'w' not in mode, 'w' in mode, 'b' in mode
        if buffering == 0 and not binary:
            raise ValueError('unbuffered streams must be binary')
        self._io_refs += 1
        raw = SocketIO(self, 'r' * reading + 'w' * writing)
        if buffering == 0:
            return raw
        stream = _Buffered(raw, reading, writing)
        return stream if binary else _Text(stream, encoding or 'utf-8', errors or 'strict', newline, mode)


SocketType = socket


def CMSG_LEN(length, /):
    """The bytes of ancillary data of a length, with its head."""
    return _socket.control_size(length, False)


def CMSG_SPACE(length, /):
    """The same, with what is left free behind it."""
    return _socket.control_size(length, True)


def send_fds(sock, buffers, fds, flags=0, address=None):
    """Sends bytes, and descriptors to another process, over a socket of the file system."""
    import struct
    numbers = struct.pack(f'{len(fds)}i', *fds)
    return sock.sendmsg(buffers, [(SOL_SOCKET, SCM_RIGHTS, numbers)], flags, address)


def recv_fds(sock, bufsize, maxfds, flags=0):
    """Receives them: (bytes, descriptors, flags, address)."""
    import struct
    data, rows, came, address = sock.recvmsg(bufsize, CMSG_LEN(maxfds * 4), flags)
    fds = []
    for level, kind, control in rows:
        if (level, kind) == (SOL_SOCKET, SCM_RIGHTS):
            count = len(control) // 4  # one may have been cut off
            fds += struct.unpack_from(f'{count}i', control)
    return data, fds, came, address


def sethostname(name, /):
    """Sets the name of this machine."""
    _socket.sethostname(name)


class SocketIO(io.RawIOBase):
    """The bytes of a socket as a file without a buffer."""

    def __init__(self, sock, mode):
        if mode not in ('r', 'w', 'rw', 'rb', 'wb', 'rwb'):
            raise ValueError(f'invalid mode: {mode!r}')
        self._sock, self._mode, self._timed_out = sock, mode if 'b' in mode else mode + 'b', False

    def _usable(self, what, letter):
        if self.closed:
            raise ValueError('I/O operation on closed socket.')
        if letter not in self._mode:
            raise io.UnsupportedOperation(f'File or stream is not {what}.')

    def readinto(self, b):
        self._usable('readable', 'r')
        if self._timed_out:
            raise OSError('cannot read from timed out object')
        try:
            return self._sock.recv_into(b)
        except TimeoutError:
            self._timed_out = True
            raise
        except BlockingIOError:
            return None

    def read(self, size=-1):
        """Bytes: what comes at once, or with -1 all."""
        self._usable('readable', 'r')
        if size is None or size < 0:
            return b''.join(iter(lambda: self.read(65536), b''))
        if self._timed_out:
            raise OSError('cannot read from timed out object')
        try:
            return self._sock.recv(size)
        except TimeoutError:
            self._timed_out = True
            raise
        except BlockingIOError:
            return None

    def write(self, b):
        self._usable('writable', 'w')
        try:
            return self._sock.send(b)
        except BlockingIOError:
            return None

    def readable(self):
        return not self.closed and 'r' in self._mode

    def writable(self):
        return not self.closed and 'w' in self._mode

    def seekable(self):
        return False

    def fileno(self):
        if self.closed:
            raise ValueError('I/O operation on closed socket.')
        return self._sock.fileno()

    @property
    def name(self):
        return -1 if self.closed else self.fileno()

    mode = property(lambda self: self._mode)

    def close(self):
        if not self.closed:
            io.RawIOBase.close(self)
            self._sock._decref_socketios()
            self._sock = None


class _Buffered(io.BufferedIOBase):
    """Buffers in front of a SocketIO, for both directions."""

    def __init__(self, raw, reading, writing):
        self.raw, self._reading, self._writing = raw, reading, writing
        self._in, self._out = bytearray(), bytearray()

    def _more(self):
        block = self.raw.read(8192)
        if block:
            self._in += block
        return bool(block)

    def _take(self, n):
        data = bytes(self._in[:n])
        del self._in[:n]
        return data

    def read(self, size=-1):
        """So many bytes, less only at the end."""
        everything = size is None or size < 0
        while (everything or len(self._in) < size) and self._more():
            pass
        return self._take(len(self._in) if everything else size)

    def read1(self, size=-1):
        if not self._in:
            self._more()
        return self._take(len(self._in) if size is None or size < 0 else size)

    def peek(self, size=0):
        if not self._in:
            self._more()
        return bytes(self._in)

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def readline(self, size=-1):
        """Bytes to the end of a line."""
        begin = 0
        while True:
            at = self._in.find(b'\n', begin)
            limit = size is not None and 0 <= size
            if at >= 0:
                return self._take(min(at + 1, size) if limit else at + 1)
            if limit and len(self._in) >= size:
                return self._take(size)
            begin = len(self._in)
            if not self._more():
                return self._take(len(self._in))

    def readlines(self, hint=-1):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, b):
        self._out += b
        if len(self._out) >= 8192:
            self.flush()
        return len(b)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        while self._out:
            sent = self.raw.write(bytes(self._out))
            if sent is None:
                raise BlockingIOError(11, 'write could not complete without blocking', 0)
            del self._out[:sent]

    def readable(self):
        return self._reading

    def writable(self):
        return self._writing

    def fileno(self):
        return self.raw.fileno()

    closed = property(lambda self: self.raw.closed)

    def close(self):
        if not self.raw.closed:
            try:
                self.flush()
            finally:
                self.raw.close()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class _Text:
    """Text over such buffers."""

    def __init__(self, buffer, encoding, errors, newline, mode):
        self.buffer, self.encoding, self.errors, self.mode, self._newline = buffer, encoding, errors, mode, newline

    def _text(self, data):
        text = data.decode(self.encoding, self.errors)
        return text.replace('\r\n', '\n').replace('\r', '\n') if self._newline is None else text

    def read(self, size=-1):
        return self._text(self.buffer.read(size))

    def readline(self, size=-1):
        return self._text(self.buffer.readline(size))

    def readlines(self, hint=-1):
        return list(self)

    def __iter__(self):
        return iter(self.readline, '')

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        self.buffer.write(text.encode(self.encoding, self.errors))
        return len(text)

    def flush(self):
        self.buffer.flush()

    def fileno(self):
        return self.buffer.fileno()

    closed = property(lambda self: self.buffer.closed)

    def close(self):
        self.buffer.close()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def fromfd(fd, family, type, proto=0):
    """A socket of a copy of a descriptor."""
    return socket(family, type, proto, os.dup(fd))


def socketpair(family=None, type=None, proto=0):
    """Two sockets that are connected with each other."""
    family, type = AF_UNIX if family is None else family, SOCK_STREAM if type is None else type
    return tuple(socket(family, type, proto, fd) for fd in _socket.socketpair(family, type, proto))


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """What a host and a service resolve to: a list of (family, type, proto, canonname, address)."""
    return [(_as_member(row[0], AddressFamily), _as_member(row[1], SocketKind), *row[2:])
            for row in _socket.getaddrinfo(host, port, family, type, proto, flags)]


def _addresses(name):
    rows = _socket.getaddrinfo(name, None, AF_INET, SOCK_STREAM, 0, AI_CANONNAME)
    return next((row[3] for row in rows if row[3]), name), list(dict.fromkeys(row[4][0] for row in rows))


def gethostbyname(hostname, /):
    """The address of a host as text."""
    return _addresses(hostname)[1][0]


def gethostbyname_ex(hostname, /):
    """(name, other names, addresses) of a host."""
    name, addresses = _addresses(hostname)
    return name, [], addresses


def gethostbyaddr(ip_address, /):
    """(name, other names, addresses) of an address."""
    _, addresses = _addresses(ip_address) if ':' not in ip_address else ('', [ip_address])
    try:
        name, _ = getnameinfo((addresses[0], 0), NI_NAMEREQD)
    except gaierror:
        raise herror(1, 'Unknown host') from None
    return name, [], addresses


def getfqdn(name=''):
    """A name with its domain, as far as it is known."""
    name = name.strip()
    if not name or name == '0.0.0.0':
        name = gethostname()
    try:
        full, others, _ = gethostbyaddr(name)
    except OSError:
        return name
    return next((each for each in (full, *others) if '.' in each), full)


def getservbyname(servicename, protocolname=None, /):
    """The port of a service."""
    return _socket.service(servicename, protocolname)


def getservbyport(port, protocolname=None, /):
    """The service of a port."""
    return _socket.service(port, protocolname)


def getprotobyname(name, /):
    """The number of a protocol."""
    return _socket.protocol(name)


def if_nameindex():
    """Numbers and names of the network's interfaces."""
    return _socket.interfaces()


def if_nametoindex(name, /):
    """The number of an interface."""
    for number, known in _socket.interfaces():
        if known == name:
            return number
    raise OSError('no interface with this name')


def if_indextoname(index, /):
    """The name of an interface."""
    for number, known in _socket.interfaces():
        if known and number == index:
            return known
    raise OSError(6, 'No such device or address')


def inet_ntoa(packed_ip, /):
    """The text of an address of version 4."""
    if len(packed_ip) != 4:
        raise OSError('packed IP wrong length')
    return inet_ntop(AF_INET, packed_ip)


def _swapper(size, name):
    def swap(integer, /):
        if not isinstance(integer, int):
            raise TypeError(f"an integer is required (got type {type(integer).__name__})" if size == 4 else
                            f"'{type(integer).__name__}' object cannot be interpreted as an integer")
        if integer < 0:
            raise OverflowError(f"{name}: can't convert negative Python int to C {size * 8}-bit unsigned integer" if size == 2
                                else "can't convert negative value to unsigned int")
        if integer >> size * 8:
            raise OverflowError(f'{name}: Python int too large to convert to C {size * 8}-bit unsigned integer' if size == 2
                                else 'int larger than 32 bits')
        return int.from_bytes(integer.to_bytes(size, sys.byteorder), 'big')
    swap.__name__ = swap.__qualname__ = name
    return swap


htons, ntohs = _swapper(2, 'htons'), _swapper(2, 'ntohs')
htonl, ntohl = _swapper(4, 'htonl'), _swapper(4, 'ntohl')


def close(fd, /):
    """Closes the descriptor of a socket."""
    os.close(fd)


def dup(fd, /):
    """Another descriptor of the same socket."""
    return os.dup(fd)


_GLOBAL_DEFAULT_TIMEOUT = object()


def create_connection(address, timeout=_GLOBAL_DEFAULT_TIMEOUT, source_address=None, *, all_errors=False):
    """Connects to (host, port): the first address of the host that answers."""
    host, port = address
    failed = []
    for family, kind, proto, _, where in getaddrinfo(host, port, 0, SOCK_STREAM):
        sock = None
        try:
            sock = socket(family, kind, proto)
            if timeout is not _GLOBAL_DEFAULT_TIMEOUT:
                sock.settimeout(timeout)
            if source_address:
                sock.bind(source_address)
            sock.connect(where)
            return sock
        except OSError as problem:
            if not all_errors:
                failed.clear()
            failed.append(problem)
            if sock is not None:
                sock.close()
    if not failed:
        raise OSError('getaddrinfo returns an empty list')
    try:
        if not all_errors:
            raise failed[0]
        raise ExceptionGroup('create_connection failed', failed)
    finally:
        failed.clear()


def has_dualstack_ipv6():
    """Whether a socket of version 6 can take connections of version 4."""
    try:
        with socket(AF_INET6, SOCK_STREAM) as sock:
            sock.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 0)
            return True
    except OSError:
        return False


def create_server(address, *, family=AF_INET, backlog=None, reuse_port=False, dualstack_ipv6=False):
    """A socket that listens at (host, port)."""
    if dualstack_ipv6 and not has_dualstack_ipv6():
        raise ValueError('dualstack_ipv6 not supported on this platform')
    if dualstack_ipv6 and family != AF_INET6:
        raise ValueError('dualstack_ipv6 requires AF_INET6 family')
    sock = socket(family, SOCK_STREAM)
    try:
        sock.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        if reuse_port:
            sock.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)
        if family == AF_INET6:
            sock.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 0 if dualstack_ipv6 else 1)
        try:
            sock.bind(address)
        except OSError as problem:
            raise OSError(problem.errno, f'{problem.strerror} (while attempting to bind on address {address!r})') from None
        sock.listen(*(() if backlog is None else (backlog,)))
        return sock
    except BaseException:
        sock.close()
        raise

