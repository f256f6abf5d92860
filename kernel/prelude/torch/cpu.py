"""The CPU as a device among others: one, always there, whose work is done when a call returns."""

__all__ = '''Event Stream StreamContext current_device current_stream device_count is_available is_initialized set_device stream synchronize'''.split()


def _resting(name, what, methods, make=object.__init__):
    """A class of which every method has nothing to do."""
    body = {'__module__': __name__, '__doc__': what, '__init__': make, **methods}
    for each, function in methods.items():
        function.__name__, function.__qualname__ = each, name + '.' + each
    return type(name, (), body)


Stream = _resting('Stream', 'An order of work, of which the CPU has no use.', {
    'wait_stream': lambda self, stream: None,
    'record_event': lambda self: None,
    'wait_event': lambda self, event: None}, lambda self, priority=-1: None)
Event = _resting('Event', 'A point in the work, which has always been reached.', {
    'query': lambda self: True,
    'record': lambda self, stream=None: None,
    'synchronize': lambda self: None,
    'wait': lambda self, stream=None: None})
_current = Stream()


class StreamContext:
    """A block in which a stream is the current one."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        global _current
        if self.stream is not None:
            self._before, _current = _current, self.stream

    def __exit__(self, *about):
        global _current
        if self.stream is not None:
            _current = self._before


def stream(stream):
    """A block in which a stream is the current one."""
    return StreamContext(stream)


def current_stream(device=None):
    """The current stream."""
    return _current


def is_available():
    """True."""
    return True


def is_initialized():
    """True."""
    return True


def device_count():
    """1."""
    return 1


def current_device():
    """'cpu'."""
    return 'cpu'


def set_device(device):
    """Changes nothing: there is one."""


def synchronize(device=None):
    """Waits for nothing: work is done when a call returns."""
