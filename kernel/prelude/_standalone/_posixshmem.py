"""Shared memory of POSIX, by name."""
from _semaphores import memory_open as _open, memory_unlink as _unlink


def shm_open(path, flags, mode=511):
    """Open a shared memory object; a descriptor."""
    return _open(path, flags, mode)


def shm_unlink(path):
    """Remove a shared memory object (similar to unlink())."""
    _unlink(path)
