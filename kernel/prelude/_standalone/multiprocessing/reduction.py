"""How objects are made into bytes for another process: the pickler, and descriptors, which travel over sockets."""
import copyreg
import io
import os
import pickle
import sys
from _later import Later as _Later

import _socket
from . import context

__all__ = ['send_handle', 'recv_handle', 'ForkingPickler', 'register', 'dump', 'DupFd', 'sendfds', 'recvfds']
HAVE_SEND_HANDLE = hasattr(_socket, 'SCM_RIGHTS')
socket = _Later('socket', globals())


class ForkingPickler(pickle.Pickler):
    """A pickler that knows how objects of this package travel."""
    _extra_reducers = {}
    _copyreg_dispatch = copyreg.dispatch_table
    loads = staticmethod(pickle.loads)

    def __init__(self, *args):
        super().__init__(*args)
        _know_sockets()
        self.dispatch_table = {**self._copyreg_dispatch, **self._extra_reducers}

    @classmethod
    def register(cls, type, reduce):
        """Register a reduce function for a type."""
        cls._extra_reducers[type] = reduce

    @classmethod
    def dumps(cls, obj, protocol=None):
        buffer = io.BytesIO()
        cls(buffer, protocol).dump(obj)
        return buffer.getbuffer()


register = ForkingPickler.register


def dump(obj, file, protocol=None):
    """Replacement for pickle.dump() using ForkingPickler."""
    ForkingPickler(file, protocol).dump(obj)


# ---- descriptors: a message of one byte carries them -----------------------------------------------------------------------------
def sendfds(sock, fds):
    """Send a list of descriptors over an AF_UNIX socket; the other side has taken them when this returns."""
    socket.send_fds(sock, [bytes([len(fds) % 256])], list(fds))
    if sock.recv(1) != b'A':
        raise RuntimeError('did not receive acknowledgement of fd')


def recvfds(sock, size):
    """Receive that many descriptors over an AF_UNIX socket."""
    told, fds, flags, _ = socket.recv_fds(sock, 1, size)
    if not told:
        raise EOFError
    if len(fds) % 256 != told[0]:
        for fd in fds:
            os.close(fd)
        raise RuntimeError(f'received {len(fds)} descriptors of {told[0]}')
    sock.send(b'A')
    return list(fds)


def _socket_of(conn):
    return socket.socket(fileno=os.dup(conn.fileno()))


def send_handle(conn, handle, destination_pid):
    """Send a handle over a connection."""
    with _socket_of(conn) as sock:
        sendfds(sock, [handle])


def recv_handle(conn):
    """Receive a handle over a connection."""
    with _socket_of(conn) as sock:
        fds = recvfds(sock, 1)
    if not fds:
        raise RuntimeError('a message without a descriptor was received')
    return fds[0]


def DupFd(fd):
    """An object for a descriptor whose detach() gives, in the process that it is sent to, a descriptor there."""
    popen = context.get_spawning_popen()
    if popen is not None:
        return popen.DupFd(popen.duplicate_for_child(fd))
    from . import resource_sharer
    return resource_sharer.DupFd(fd)


def _rebuild_socket(held, family, kind, protocol):
    return socket.socket(family, kind, protocol, fileno=held.detach())


def _reduce_socket(sock):
    return _rebuild_socket, (DupFd(sock.fileno()), sock.family, sock.type, sock.proto)


def _know_sockets():
    """Sockets are made into bytes once their module is there."""
    kind = getattr(sys.modules.get('socket'), 'socket', None)
    if kind is not None:
        ForkingPickler._extra_reducers.setdefault(kind, _reduce_socket)


class AbstractReducer:
    """What a context's reducer has: a class of its own may do these differently."""
    ForkingPickler, register, dump, send_handle, recv_handle, DupFd = ForkingPickler, register, dump, send_handle, recv_handle, DupFd
