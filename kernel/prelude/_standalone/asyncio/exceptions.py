"""What asyncio raises."""
__all__ = ('BrokenBarrierError', 'CancelledError', 'InvalidStateError', 'TimeoutError', 'IncompleteReadError',
           'LimitOverrunError', 'SendfileNotAvailableError')
TimeoutError = TimeoutError


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class SendfileNotAvailableError(RuntimeError):
    """The system call sendfile cannot be used for this socket or file."""


class IncompleteReadError(EOFError):
    """The stream has ended early. Attributes: partial, what was read; expected, how many bytes were asked for."""

    def __init__(self, partial, expected):
        total = 'undefined' if expected is None else repr(expected)
        EOFError.__init__(self, f'{len(partial)} bytes read on a total of {total} expected bytes')
        self.partial, self.expected = partial, expected

    def __reduce__(self):
        return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """No separator in so many bytes. Attribute: consumed, the bytes that can be read away."""

    def __init__(self, message, consumed):
        Exception.__init__(self, message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class BrokenBarrierError(RuntimeError):
    """The barrier was broken by barrier.abort()."""
