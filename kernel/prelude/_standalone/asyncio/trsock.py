"""The socket of a transport: it can be asked, not used."""

_ASKED = frozenset('family type proto fileno dup get_inheritable shutdown getsockopt setsockopt getpeername getsockname getsockbyname'.split())


class TransportSocket:
    """A socket without the methods that would disturb its transport."""
    __slots__ = ('_sock',)

    def __init__(self, sock):
        self._sock = sock

    def __getattr__(self, name):
        if name not in _ASKED:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._sock, name)

    def __repr__(self):
        fd = self.fileno()
        text = f'<asyncio.TransportSocket fd={fd}, family={self.family!s}, type={self.type!s}, proto={self.proto}'
        for name, ask in (('laddr', self.getsockname), ('raddr', self.getpeername)):
            if fd != -1:
                try:
                    text += f', {name}={ask()}' if ask() else ''
                except OSError:
                    pass
        return text + '>'

    def __getstate__(self):
        raise TypeError('Cannot serialize asyncio.TransportSocket object')

    def settimeout(self, value):
        if value != 0:
            raise ValueError('settimeout(): only 0 timeout is allowed on transport sockets')

    def gettimeout(self):
        return 0

    def setblocking(self, flag):
        if flag:
            raise ValueError('setblocking(): transport sockets cannot be blocking')
