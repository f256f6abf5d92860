"""Pipes, listeners and clients between threads."""
from queue import Queue

__all__ = ['Client', 'Listener', 'Pipe']
families = [None]


class _Closed:
    """`with` closes it."""

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.close()


class Connection(_Closed):
    """One end: what is put in here comes out there."""

    def __init__(self, _in, _out):
        self._in, self._out = _in, _out
        self.recv = self.recv_bytes = _in.get
        self.send = self.send_bytes = _out.put

    def poll(self, timeout=0.0):
        """Whether something is there in time."""
        filled = self._in.not_empty
        with filled:
            return bool(filled.wait_for(self._in._qsize, max(timeout, 0)))

    def close(self):
        """There is nothing to close."""


def Pipe(duplex=True):
    """Two connections with each other."""
    there, back = Queue(), Queue()
    return Connection(back, there), Connection(there, back)


class Listener(_Closed):
    """The address is a queue, over which clients send the ends of their pipes."""

    def __init__(self, address=None, family=None, backlog=1):
        self.address = Queue(backlog)

    def accept(self):
        """The other end of a client's pipe; waits for it."""
        ends = self.address.get()
        return Connection(*ends)

    def close(self):
        self.address = None


def Client(address):
    """A connection with who listens there."""
    there, back = Queue(), Queue()
    address.put((there, back))
    return Connection(back, there)
