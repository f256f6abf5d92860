"""Threads and locks, as threading builds on them."""
import _threads
from _threads import _local, allocate_lock, get_ident, get_native_id, lock, RLock, stack_size, start_new_thread

error = RuntimeError
TIMEOUT_MAX = 9223372036.0
LockType = lock
allocate, start_new = allocate_lock, start_new_thread


def exit():
    """This is synonymous to ``raise SystemExit''."""
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    """Simulate the arrival of the given signal in the main thread."""
    import os
    import signal
    if not 0 < signum < signal.NSIG:
        raise ValueError('signal number out of range')
    if signal.getsignal(signum) not in (None, signal.SIG_DFL, signal.SIG_IGN):
        os.kill(os.getpid(), signum)


def _count():
    """The number of threads that run beside the main one."""
    return _threads.alive()


def _set_sentinel():
    return allocate_lock()
