"""A child that is a fork of this process."""
import os
from _signal import SIGKILL as _SIGKILL, SIGTERM as _SIGTERM
from _later import Later as _Later

from . import process, util

__all__ = ['Popen']
signal = _Later('signal', globals())


def _ends():
    """Two pipes: one whose reader hears of the child's end, one whose reader hears of ours."""
    return (*os.pipe(), *os.pipe())


class Popen:
    """A forked child, and what its parent knows of it. The sentinel is a pipe that the child keeps open."""
    method = 'fork'
    returncode = finalizer = None

    def __init__(self, process_obj):
        util._flush_std_streams()
        self._launch(process_obj)

    def duplicate_for_child(self, fd):
        """The number that a descriptor has in the child."""
        return fd

    def _launch(self, process_obj):
        ended, alive, parent_over, parent_alive = _ends()
        maker = os.getpid()
        try:
            self.pid = os.fork()
        except BaseException:
            if os.getpid() != maker:  # the child goes no way but its own
                os._exit(1)
            raise
        if not self.pid:
            code = 1
            try:
                util.close_fds(ended, parent_alive)
                for sibling in process._children:
                    sibling._popen._forget_pipes()
                code = process_obj._bootstrap(parent_over)
            finally:
                os._exit(code)
        util.close_fds(alive, parent_over)
        self._watch(ended, parent_alive)

    def _watch(self, sentinel, *fds):
        self.sentinel, self._pipes = sentinel, (sentinel, *fds)
        self.finalizer = util.Finalize(self, util.close_fds, (sentinel, *fds))

    def _forget_pipes(self):
        """In a child: the pipes of its siblings are closed, so that they hear when their parent ends."""
        for fd in self._pipes:
            try:
                os.close(fd)
            except OSError:  # the parent was about to close it
                pass
        self._pipes = ()

    def poll(self, flag=os.WNOHANG):
        """Its exit status, or None as long as it runs."""
        if self.returncode is None:
            try:
                number, status = os.waitpid(self.pid, flag)
            except OSError:  # somebody else has waited for it
                number = 0
            if number == self.pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout=None):
        """The same, after its end or so many seconds."""
        if timeout is None or self.returncode is not None:
            return self.poll(0)
        from .connection import wait
        over = wait([self.sentinel], timeout)
        return self.poll(os.WNOHANG if timeout == 0.0 else 0) if over else None

    def _signal(self, number):
        if self.returncode is None:
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                pass
            except OSError:
                if self.wait(timeout=0.1) is None:
                    raise

    def terminate(self, number=_SIGTERM):
        """Sends it SIGTERM."""
        self._signal(number)

    def kill(self):
        """Sends it SIGKILL."""
        self.terminate(_SIGKILL)

    def close(self):
        """Closes the pipes."""
        if self.finalizer is not None:
            self.finalizer()
