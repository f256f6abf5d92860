"""A child that a server forks, which has begun anew and has no threads."""
import os

from . import forkserver, popen_spawn_posix
from .connection import wait

__all__ = ['Popen']


class Popen(popen_spawn_posix.Popen):
    """A child of the server, and what its parent knows of it: its end and status come over a pipe."""
    method = 'forkserver'

    class DupFd:
        """A descriptor that the server hands to the child: the number of it among those."""

        def __init__(self, index):
            self.index = index

        def detach(self):
            return forkserver.get_inherited_fds()[self.index]

    def duplicate_for_child(self, fd):
        self._fds.append(fd)
        return len(self._fds) - 1

    def _launch(self, process_obj):
        data = self._told(process_obj)
        self.sentinel, writing = forkserver.connect_to_new_process(self._fds)
        self._watch(self.sentinel, writing)
        with open(writing, 'wb', closefd=False) as pipe:
            pipe.write(data)
        self.pid = forkserver.read_signed(self.sentinel)

    def poll(self, flag=os.WNOHANG):
        if self.returncode is None and wait([self.sentinel], 0 if flag == os.WNOHANG else None):
            try:
                self.returncode = forkserver.read_signed(self.sentinel)
            except EOFError:  # the server has died before it could tell
                self.returncode = 255
        return self.returncode
