"""The socket of a transport: it can be asked, not used."""


class TransportSocket:
    """A socket without the methods that would disturb its transport."""
    __slots__ = ('_sock',)

    def __init__(self, sock):
        self._sock = sock

    family = property(lambda self: self._sock.family)
    type = property(lambda self: self._sock.type)
    proto = property(lambda self: self._sock.proto)

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

    def fileno(self):
        return self._sock.fileno()

    def dup(self):
        return self._sock.dup()

    def get_inheritable(self):
        return self._sock.get_inheritable()

    def shutdown(self, how):
        self._sock.shutdown(how)

    def getsockopt(self, *args, **options):
        return self._sock.getsockopt(*args, **options)

    def setsockopt(self, *args, **options):
        self._sock.setsockopt(*args, **options)

    def getpeername(self):
        return self._sock.getpeername()

    def getsockname(self):
        return self._sock.getsockname()

    def settimeout(self, value):
        if value != 0:
            raise ValueError('settimeout(): only 0 timeout is allowed on transport sockets')

    def gettimeout(self):
        return 0

    def setblocking(self, flag):
        if flag:
            raise ValueError('setblocking(): transport sockets cannot be blocking')
