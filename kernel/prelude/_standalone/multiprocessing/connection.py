"""Connections that carry objects or bytes, one message at a time; listeners and clients, who may ask each other for a key; waiting
for several of them."""
import errno
import io
import itertools
import os
import socket
import struct
import time
from _later import Later as _Later

from . import context, process, reduction, util

__all__ = ['Client', 'Listener', 'Pipe', 'wait']
selectors = _Later('selectors', globals())
BufferTooShort, AuthenticationError = context.BufferTooShort, context.AuthenticationError
CONNECTION_TIMEOUT = 20.0

# ---- the framing: a head that tells the length, then the bytes -------------------------------------------------------------------
_SHORT, _LONG = struct.Struct('<I'), struct.Struct('<Q')
_IS_LONG = 0xffffffff
_TOGETHER, _PIECE = 1 << 14, 1 << 18  # head and bytes in one write; the most of one read


def _frame(payload):
    """The buffers of a message: one where it is short, so that writers of one pipe need no lock for it."""
    size = len(payload)
    head = _SHORT.pack(size) if size < _IS_LONG else _SHORT.pack(_IS_LONG) + _LONG.pack(size)
    return [head + bytes(payload)] if size <= _TOGETHER else [head, payload]


def _send_all(write, fd, buffers):
    for buffer in buffers:
        rest = memoryview(buffer)
        while rest:
            rest = rest[write(fd, rest):]


def _receive(read, fd, size, first):
    """So many bytes. first: an end in front of them is one between two messages."""
    parts, left = [], size
    while left:
        part = read(fd, min(left, _PIECE))
        if not part:
            raise EOFError if first and left == size else OSError('got end of file during message')
        left -= len(part)
        parts.append(part)
    return parts[0] if len(parts) == 1 else b''.join(parts)


def _receive_frame(read, fd, most):
    """The bytes of a message; None: it is longer than that."""
    size, = _SHORT.unpack(_receive(read, fd, _SHORT.size, True))
    if size == _IS_LONG:
        size, = _LONG.unpack(_receive(read, fd, _LONG.size, False))
    return None if most is not None and size > most else _receive(read, fd, size, False)


# ---- connections -------------------------------------------------------------------------------------------------------------
class Connection:
    """One end of a pipe or socket: send() and recv() for objects, send_bytes() and recv_bytes() for bytes."""
    _handle = None
    _read, _write = staticmethod(os.read), staticmethod(os.write)

    def __init__(self, handle, readable=True, writable=True):
        handle = handle.__index__()
        for wrong, text in ((handle < 0, 'invalid handle'),
                            (not (readable or writable), 'at least one of `readable` and `writable` must be True')):
            if wrong:
                raise ValueError(text)
        self._handle, self._readable, self._writable = handle, readable, writable

    def __del__(self):
        if self._handle is not None:
            self._close()

    def _close(self, _close=os.close):
        fd, self._handle = self._handle, None
        _close(fd)

    def _ready(self, direction=None):
        """Its descriptor, if it is open and goes that way."""
        if self._handle is None:
            raise OSError('handle is closed')
        if direction and not getattr(self, '_' + direction):
            raise OSError('connection is ' + {'readable': 'write-only', 'writable': 'read-only'}[direction])
        return self._handle

    closed = property(lambda self: self._handle is None, doc='True if the connection is closed')
    readable = property(lambda self: self._readable, doc='True if the connection is readable')
    writable = property(lambda self: self._writable, doc='True if the connection is writable')

    def fileno(self):
        """File descriptor or handle of the connection"""
        return self._ready()

    def close(self):
        """Close the connection"""
        if self._handle is not None:
            self._close()

    def send_bytes(self, buf, offset=0, size=None):
        """Send the bytes data from a bytes-like object"""
        self._ready('writable')
        data = memoryview(buf)
        if data.itemsize > 1 or data.ndim > 1:
            data = data.cast('B')
        self._send_bytes(_part_of(data, offset, size))

    def send(self, obj):
        """Send a (picklable) object"""
        self._ready('writable')
        self._send_bytes(reduction.ForkingPickler.dumps(obj))

    def _send_bytes(self, payload):
        _send_all(self._write, self._handle, _frame(payload))

    def recv_bytes(self, maxlength=None):
        """Receive bytes data as a bytes object."""
        fd = self._ready('readable')
        if maxlength is not None and maxlength < 0:
            raise ValueError('negative maxlength')
        data = _receive_frame(self._read, fd, maxlength)
        if data is None:  # where the next message begins is not known any more
            if self._writable:
                self._readable = False
            else:
                self.close()
            raise OSError('bad message length')
        return data

    def recv_bytes_into(self, buf, offset=0):
        """Receive bytes data into a writeable bytes-like object; the number of bytes read."""
        fd = self._ready('readable')
        with memoryview(buf).cast('B') as room:
            if not 0 <= offset <= len(room):
                raise ValueError('negative offset' if offset < 0 else 'offset too large')
            data = _receive_frame(self._read, fd, None)
            if len(data) > len(room) - offset:
                raise BufferTooShort(data)
            room[offset:offset + len(data)] = data
        return len(data)

    def recv(self):
        """Receive a (picklable) object"""
        return reduction.ForkingPickler.loads(_receive_frame(self._read, self._ready('readable'), None))

    def poll(self, timeout=0.0):
        """Whether there is any input available to be read"""
        self._ready('readable')
        return bool(wait([self], timeout))

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.close()


_ConnectionBase = Connection


def _part_of(data, offset, size):
    """The bytes from an offset on: all, or so many."""
    if offset < 0:
        raise ValueError('offset is negative')
    left = len(data) - offset
    if left < 0:
        raise ValueError('buffer length < offset')
    if size is None:
        size = left
    if size < 0:
        raise ValueError('size is negative')
    if size > left:
        raise ValueError('buffer length < offset + size')
    return data[offset:offset + size]


def Pipe(duplex=True):
    """Returns pair of connection objects at either end of a pipe"""
    if not duplex:
        reading, writing = os.pipe()
        return Connection(reading, writable=False), Connection(writing, readable=False)
    ends = socket.socketpair()
    for end in ends:
        end.setblocking(True)
    return tuple(Connection(end.detach()) for end in ends)


def wait(object_list, timeout=None):
    """Wait till an object in object_list is ready/readable; a list of those that are."""
    with selectors.PollSelector() as selector:
        for obj in object_list:
            selector.register(obj, selectors.EVENT_READ)
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            found = [key.fileobj for key, _ in selector.select(timeout)]
            if found or end is None or (timeout := end - time.monotonic()) < 0:
                if found or end is not None:
                    return found


def _rebuild_connection(held, readable, writable):
    return Connection(held.detach(), readable, writable)


reduction.register(Connection, lambda conn: (_rebuild_connection, (reduction.DupFd(conn.fileno()), conn._readable, conn._writable)))

# ---- addresses ---------------------------------------------------------------------------------------------------------------
families = ['AF_INET', 'AF_UNIX']
default_family = 'AF_UNIX'
_names = itertools.count()


def arbitrary_address(family):
    """Return an arbitrary free address for the given family"""
    if family == 'AF_INET':
        return 'localhost', 0
    if family != 'AF_UNIX':
        raise ValueError('unrecognized family')
    return os.path.join(util.get_temp_dir(), f'listener-{os.getpid()}-{next(_names)}-{os.urandom(4).hex()}')


def address_type(address):
    """The family of an address: of a host and port, or of a file."""
    if isinstance(address, str) and not address.startswith('\\\\') or util.is_abstract_socket_namespace(address if isinstance(
            address, bytes) else None):
        return 'AF_UNIX'
    if isinstance(address, tuple):
        return 'AF_INET'
    if isinstance(address, str):
        return 'AF_PIPE'
    raise ValueError(f'address type of {address!r} unrecognized')


def _known_family(family):
    if family not in families:
        raise ValueError(f'Family {family} is not recognized.')
    return getattr(socket, family)


def _checked_key(authkey):
    if authkey is not None and not isinstance(authkey, bytes):
        raise TypeError('authkey should be a byte string')
    return authkey


# ---- listeners and clients -----------------------------------------------------------------------------------------------------
def _listening(address, family, backlog):
    """A socket that waits for connections at an address."""
    made = socket.socket(_known_family(family))
    try:
        made.setblocking(True)
        if family == 'AF_INET':  # an address that was in use a moment ago can be used again
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(backlog)
    except OSError:
        made.close()
        raise
    return made


class Listener:
    """Waits for connections at an address; with a key only those who know it are let in."""
    _socket, _last, _unlink = None, None, None

    def __init__(self, address=None, family=None, backlog=1, *, authkey=None):
        family = family or (address and address_type(address)) or default_family
        _known_family(family)
        address = address or arbitrary_address(family)
        self._key = _checked_key(authkey)
        self._socket = _listening(address, family, backlog)
        self._address = self._socket.getsockname()
        if family == 'AF_UNIX' and not util.is_abstract_socket_namespace(address):  # the file goes with the listener
            self._unlink = util.Finalize(self, os.unlink, args=(address,), exitpriority=0)

    def _open_one(self):
        if self._socket is None:
            raise OSError('listener is closed')
        return self._socket

    def accept(self):
        """Accept a connection on the bound socket or named pipe of `self`; a Connection object."""
        made, self._last = self._open_one().accept()
        made.setblocking(True)
        conn = Connection(made.detach())
        if self._key:
            _prove(conn, self._key, deliver_challenge, answer_challenge)
        return conn

    def close(self):
        """Close the bound socket or named pipe of `self`."""
        held, self._socket = self._socket, None
        if held is not None:
            held.close()
            if self._unlink is not None:
                self._unlink()

    address = property(lambda self: self._open_one() and self._address)
    last_accepted = property(lambda self: self._open_one() and self._last)

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.close()


def Client(address, family=None, authkey=None):
    """Returns a connection to the address of a `Listener`"""
    kind = _known_family(family or address_type(address))
    key = _checked_key(authkey)
    with socket.socket(kind) as sock:
        sock.setblocking(True)
        sock.connect(address)
        conn = Connection(sock.detach())
    if key is not None:
        _prove(conn, key, answer_challenge, deliver_challenge)
    return conn


SocketClient = Client

# ---- keys: each side shows that it has the key, by the digest of a text of the other side that is new each time -----------------------
MESSAGE_LENGTH = 32
CHALLENGE, WELCOME, FAILURE = b'#CHALLENGE#', b'#WELCOME#', b'#FAILURE#'
_ANSWER = 256  # the most that is read of an answer


def _prove(conn, key, *steps):
    try:
        for step in steps:
            step(conn, key)
    except BaseException:
        conn.close()
        raise


def _digest(key, message):
    if not isinstance(key, bytes):
        raise ValueError(f'Authkey must be bytes, not {type(key)!s}')
    import hmac
    return hmac.new(key, message, 'sha256').digest()


def deliver_challenge(connection, authkey):
    """Asks the other side to show that it has the key."""
    import hmac
    message = os.urandom(MESSAGE_LENGTH)
    wanted = _digest(authkey, message)
    connection.send_bytes(CHALLENGE + message)
    if not hmac.compare_digest(wanted, connection.recv_bytes(_ANSWER)):
        connection.send_bytes(FAILURE)
        raise AuthenticationError('digest received was wrong')
    connection.send_bytes(WELCOME)


def answer_challenge(connection, authkey):
    """Shows the other side that this one has the key."""
    asked = connection.recv_bytes(_ANSWER)
    if asked[:len(CHALLENGE)] != CHALLENGE:
        raise AuthenticationError(f'a challenge was expected, not {asked!r}')
    connection.send_bytes(_digest(authkey, asked.removeprefix(CHALLENGE)))
    if connection.recv_bytes(_ANSWER) != WELCOME:
        raise AuthenticationError('digest sent was rejected')


# ---- connections with another serializer -----------------------------------------------------------------------------------------
class ConnectionWrapper:
    """A connection whose objects are made into bytes by functions of one's own."""

    def __init__(self, conn, dumps, loads):
        self._conn, self._dumps, self._loads = conn, dumps, loads
        for name in ('fileno', 'close', 'poll', 'recv_bytes', 'send_bytes'):
            setattr(self, name, getattr(conn, name))

    def send(self, obj):
        self._conn.send_bytes(self._dumps(obj))

    def recv(self):
        return self._loads(self._conn.recv_bytes())


def _xml():
    """XML-RPC's way with objects: (dumps, loads)."""
    import xmlrpc.client as xml
    return (lambda obj: xml.dumps((obj,), None, None, None, 1).encode('utf-8'),
            lambda data: xml.loads(data.decode('utf-8'))[0][0])


class XmlListener(Listener):
    """A listener whose connections send XML."""

    def __init__(self, *args, **kwds):
        self._functions = _xml()
        super().__init__(*args, **kwds)

    def accept(self):
        return ConnectionWrapper(super().accept(), *self._functions)


def XmlClient(*args, **kwds):
    """A client that sends XML."""
    return ConnectionWrapper(Client(*args, **kwds), *_xml())
