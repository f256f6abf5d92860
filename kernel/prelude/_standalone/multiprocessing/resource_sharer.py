"""Descriptors that other processes may ask this one for: a thread waits for them at an address, and gives each away once."""
import os
import threading

from . import context, process, util

__all__ = ['stop', 'DupFd']


class DupFd:
    """Wrapper for a descriptor which can be used at any time by another process, once."""

    def __init__(self, fd):
        held = os.dup(fd)

        def send(conn, pid):
            from .reduction import send_handle
            send_handle(conn, held, pid)
        self._ticket = _counter.offer(send, lambda: os.close(held))

    def detach(self):
        """Get the fd. This should only be called once."""
        from .reduction import recv_handle
        with _counter.redeem(self._ticket) as conn:
            return recv_handle(conn)


class _Counter:
    """Who holds what is offered, each thing by a number; the listening begins with the first offer."""

    def __init__(self):
        self._lock = threading.Lock()
        util.register_after_fork(self, _Counter._reset)
        self._reset()

    def _reset(self):
        listener = getattr(self, 'listener', None)
        if listener is not None:
            listener.close()
            for _, drop in self.offers.values():
                drop()
        self._lock._at_fork_reinit()
        self.offers, self.number, self.listener, self.thread = {}, 0, None, None

    def offer(self, send, close):
        """A ticket for something that send(connection, pid) gives away, and close() drops."""
        with self._lock:
            if self.listener is None:
                self._open()
            self.number += 1
            self.offers[self.number] = send, close
            return self.listener.address, self.number

    def _open(self):
        from .connection import Listener
        self.listener = Listener(authkey=process.current_process().authkey, backlog=128)
        self.thread = threading.Thread(target=self._serve, args=(self.listener,), daemon=True)
        self.thread.start()

    @staticmethod
    def redeem(ticket):
        """A connection over which what the ticket stands for comes."""
        from .connection import Client
        address, number = ticket
        conn = Client(address, authkey=process.current_process().authkey)
        conn.send((number, os.getpid()))
        return conn

    def _serve(self, listener):
        import signal
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
        while True:
            try:
                with listener.accept() as conn:
                    asked = conn.recv()
                    if asked is None:
                        return
                    with self._lock:
                        send, close = self.offers.pop(asked[0])
                    try:
                        send(conn, asked[1])
                    finally:
                        close()
            except Exception:
                if util.is_exiting() or self.listener is not listener:
                    return
                import traceback
                traceback.print_exc()

    def stop(self, timeout=None):
        """Stop the thread; what is offered is dropped."""
        with self._lock:
            if self.listener is None:
                return
            from .connection import Client
            with Client(self.listener.address, authkey=process.current_process().authkey) as conn:
                conn.send(None)
            self.thread.join(timeout)
            if self.thread.is_alive():
                util.sub_warning('_ResourceSharer thread did not stop when asked')
            self.listener.close()
            for _, drop in self.offers.values():
                drop()
            self.offers, self.listener, self.thread = {}, None, None


_counter = _resource_sharer = _Counter()
stop = _counter.stop
