"""A child that begins anew: this program, which reads over a pipe what it is to do."""
import io
import os

from . import context, popen_fork, reduction, spawn, util

__all__ = ['Popen']


class _DupFd:
    """A descriptor that the child was started with."""

    def __init__(self, fd):
        self.fd = fd

    def detach(self):
        return self.fd


class Popen(popen_fork.Popen):
    """A child that begins anew, and what its parent knows of it."""
    method = 'spawn'
    DupFd = _DupFd

    def __init__(self, process_obj):
        self._fds = []
        super().__init__(process_obj)

    def duplicate_for_child(self, fd):
        self._fds.append(fd)
        return fd

    def _told(self, process_obj):
        """What the child reads."""
        data = io.BytesIO()
        context.set_spawning_popen(self)
        try:
            for obj in (spawn.get_preparation_data(process_obj._name), process_obj):
                reduction.dump(obj, data)
        finally:
            context.set_spawning_popen(None)
        return data.getbuffer()

    def _launch(self, process_obj):
        from . import resource_tracker
        tracker = resource_tracker.getfd()
        data = self._told(process_obj)
        ended, alive = os.pipe()
        reading, writing = os.pipe()
        try:
            command = spawn.get_command_line(tracker_fd=tracker, pipe_handle=reading)
            self.pid = util.spawnv_passfds(spawn.get_executable(), command, [*self._fds, tracker, alive, reading])
        except BaseException:
            util.close_fds(ended, writing)
            raise
        finally:
            util.close_fds(alive, reading)
        self._watch(ended, writing)
        try:
            with open(writing, 'wb', closefd=False) as pipe:
                pipe.write(data)
        except BrokenPipeError:  # it has ended before it has read
            pass
