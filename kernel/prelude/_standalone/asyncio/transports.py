"""What protocols talk to."""
from .events import _abstract

__all__ = ('BaseTransport', 'ReadTransport', 'WriteTransport', 'Transport', 'DatagramTransport', 'SubprocessTransport')


@_abstract('is_closing close set_protocol get_protocol')
class BaseTransport:
    """What all transports have."""
    __slots__ = ('_extra',)

    def __init__(self, extra=None):
        self._extra = {} if extra is None else extra

    def get_extra_info(self, name, default=None):
        """What is known of the transport: 'socket', 'peername', 'pipe', 'subprocess' ..."""
        return self._extra.get(name, default)


@_abstract('is_reading pause_reading resume_reading')
class ReadTransport(BaseTransport):
    """Bytes come in."""
    __slots__ = ()


@_abstract('set_write_buffer_limits get_write_buffer_size get_write_buffer_limits write write_eof can_write_eof abort')
class WriteTransport(BaseTransport):
    """Bytes go out."""
    __slots__ = ()

    def writelines(self, list_of_data):
        """Writes several pieces of bytes."""
        self.write(b''.join(list_of_data))


class Transport(ReadTransport, WriteTransport):
    """Both."""
    __slots__ = ()


@_abstract('sendto abort')
class DatagramTransport(BaseTransport):
    """Datagrams."""
    __slots__ = ()


@_abstract('get_pid get_returncode get_pipe_transport send_signal terminate kill')
class SubprocessTransport(BaseTransport):
    """A child process."""
    __slots__ = ()


class _FlowControlMixin(Transport):
    """A buffer of bytes to be written, with two limits: above the one the protocol is paused, below the other resumed."""
    __slots__ = ('_loop', '_protocol_paused', '_high_water', '_low_water')

    def __init__(self, extra=None, loop=None):
        Transport.__init__(self, extra)
        assert loop is not None
        self._loop, self._protocol_paused = loop, False
        self._set_write_buffer_limits()

    def set_write_buffer_limits(self, high=None, low=None):
        """Sets the limits in bytes."""
        self._set_write_buffer_limits(high, low)
        self._maybe_pause_protocol()

    def _set_write_buffer_limits(self, high=None, low=None):
        if high is None:
            high = 64 * 1024 if low is None else 4 * low
        low = high // 4 if low is None else low
        if not high >= low >= 0:
            raise ValueError(f'high ({high!r}) must be >= low ({low!r}) must be >= 0')
        self._high_water, self._low_water = high, low

    def get_write_buffer_limits(self):
        """The limits: (low, high)."""
        return self._low_water, self._high_water

    def get_write_buffer_size(self):
        """How many bytes are to be written."""
        raise NotImplementedError

    def _switch(self, paused):
        if self._protocol_paused == paused:
            return
        self._protocol_paused = paused
        name = 'pause_writing' if paused else 'resume_writing'
        try:
            getattr(self._protocol, name)()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self._loop.call_exception_handler({'message': f'protocol.{name}() failed', 'exception': error, 'transport': self,
                                               'protocol': self._protocol})

    def _maybe_pause_protocol(self):
        if self.get_write_buffer_size() > self._high_water:
            self._switch(True)

    def _maybe_resume_protocol(self):
        if self.get_write_buffer_size() <= self._low_water:
            self._switch(False)
