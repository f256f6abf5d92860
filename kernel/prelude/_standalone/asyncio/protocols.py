"""What programs are told of connections: the methods of protocols do nothing until a subclass has its own."""
__all__ = ('BaseProtocol', 'Protocol', 'DatagramProtocol', 'SubprocessProtocol', 'BufferedProtocol')


class BaseProtocol:
    """What all protocols have."""
    __slots__ = ()

    def connection_made(self, transport):
        """There is a connection."""

    def connection_lost(self, exc):
        """The connection is over; with an exception, or None."""

    def pause_writing(self):
        """The transport's buffer is full."""

    def resume_writing(self):
        """There is room in the buffer again."""


class Protocol(BaseProtocol):
    """A stream of bytes."""
    __slots__ = ()

    def data_received(self, data):
        """Bytes have come."""

    def eof_received(self):
        """The other end sends nothing more; a true value keeps the transport open."""


class BufferedProtocol(BaseProtocol):
    """A stream of bytes that come into a buffer of the protocol."""
    __slots__ = ()

    def get_buffer(self, sizehint):
        """A buffer for the next bytes."""

    def buffer_updated(self, nbytes):
        """So many bytes have come into it."""

    def eof_received(self):
        """As of Protocol."""


class DatagramProtocol(BaseProtocol):
    """Datagrams."""
    __slots__ = ()

    def datagram_received(self, data, addr):
        """One has come."""

    def error_received(self, exc):
        """Sending or receiving has failed."""


class SubprocessProtocol(BaseProtocol):
    """A child process."""
    __slots__ = ()

    def pipe_data_received(self, fd, data):
        """Bytes of its output 1 or 2."""

    def pipe_connection_lost(self, fd, exc):
        """A pipe is closed."""

    def process_exited(self):
        """It has ended."""


def _feed_data_to_buffered_proto(proto, data):
    """Bytes for a BufferedProtocol."""
    rest = memoryview(data)
    while len(rest):
        buffer = proto.get_buffer(len(rest))
        n = min(len(buffer), len(rest))
        if not n:
            raise RuntimeError('get_buffer() returned an empty buffer')
        buffer[:n] = rest[:n]
        proto.buffer_updated(n)
        rest = rest[n:]
