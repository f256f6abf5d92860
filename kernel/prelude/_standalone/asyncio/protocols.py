"""What programs are told of connections: the methods of protocols do nothing until a subclass has its own."""
__all__ = ('BaseProtocol', 'Protocol', 'DatagramProtocol', 'SubprocessProtocol', 'BufferedProtocol')


def _told(**texts):
    """A class decorator: methods of these names do nothing until a subclass has its own."""
    def add(cls):
        for name, text in texts.items():
            def method(self, *args):
                pass
            method.__name__, method.__qualname__, method.__doc__ = name, f'{cls.__qualname__}.{name}', text
            setattr(cls, name, method)
        return cls
    return add


@_told(connection_made='There is a connection: its transport.', connection_lost='It is over: an exception, or None.',
       pause_writing="The transport's buffer is full.", resume_writing='There is room in the buffer again.')
class BaseProtocol:
    """What all protocols have."""
    __slots__ = ()


_EOF = 'The other end sends nothing more; a true value keeps the transport open.'


@_told(data_received='Bytes have come.', eof_received=_EOF)
class Protocol(BaseProtocol):
    """A stream of bytes."""
    __slots__ = ()


@_told(get_buffer='A buffer for so many of the next bytes.', buffer_updated='So many bytes have come into it.', eof_received=_EOF)
class BufferedProtocol(BaseProtocol):
    """A stream of bytes that come into a buffer of the protocol."""
    __slots__ = ()


@_told(datagram_received='A datagram has come: its bytes and its sender.', error_received='Sending or receiving has failed.')
class DatagramProtocol(BaseProtocol):
    """Datagrams."""
    __slots__ = ()


@_told(pipe_data_received='Bytes of its output: 1 or 2, and the bytes.', pipe_connection_lost='A pipe is closed: its number.',
       process_exited='It has ended.')
class SubprocessProtocol(BaseProtocol):
    """A child process."""
    __slots__ = ()


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
