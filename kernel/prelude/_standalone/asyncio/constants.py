"""Limits and marks."""
import sys

LOG_THRESHOLD_FOR_CONNLOST_WRITES = 5
ACCEPT_RETRY_DELAY = 1
DEBUG_STACK_DEPTH = 10
SSL_HANDSHAKE_TIMEOUT = 60.0
SSL_SHUTDOWN_TIMEOUT = 30.0
SENDFILE_FALLBACK_READBUFFER_SIZE = 1024 * 256
FLOW_CONTROL_HIGH_WATER_SSL_READ = 256
FLOW_CONTROL_HIGH_WATER_SSL_WRITE = 512
THREAD_JOIN_TIMEOUT = 300
_PIPES = -1, -2, -3  # PIPE, STDOUT and DEVNULL of subprocess, which is imported when a process is started


def __getattr__(name):
    """How a transport sends files: an enumeration that is made when it is asked for."""
    if name != '_SendfileMode':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    import enum
    modes = enum.Enum(name, 'UNSUPPORTED TRY_NATIVE FALLBACK', module=__name__)
    return globals().setdefault(name, modes)


class SendfileMode:
    """An attribute of transports: the mode of that name."""

    def __init__(self, name):
        self._name = name

    def __get__(self, transport, owner=None):
        return sys.modules[__name__]._SendfileMode[self._name]
