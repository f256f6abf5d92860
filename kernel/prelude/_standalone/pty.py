"""Pseudo terminal utilities."""

import os
import sys
import tty
from os import close, openpty, waitpid
from select import select
from tty import setraw, tcgetattr, tcsetattr

__all__ = ['openpty', 'fork', 'spawn']

STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, CHILD = 0, 1, 2, 0
_MOST = 1024  # bytes that one read asks for


def master_open():
    """Open a pseudo-terminal: the master's descriptor and the name of the slave. Deprecated, openpty() is there."""
    master, slave = openpty()
    name = os.ttyname(slave)
    close(slave)
    return master, name


def slave_open(tty_name):
    """Open a slave by its name: its descriptor. Deprecated, openpty() is there."""
    return os.open(tty_name, os.O_RDWR)


def fork():
    """Fork a child whose controlling terminal is a new pseudo-terminal: CHILD in it; in the parent its pid and the master's descriptor."""
    return os.forkpty()


def _read(fd):
    """Some bytes of a descriptor: the usual function that spawn() reads by."""
    return os.read(fd, _MOST)


def _put(fd, data):
    """Writes all of it."""
    while data:
        data = data[os.write(fd, data):]


def _copy(master_fd, master_read=_read, stdin_read=_read):
    """Carries what the child writes to this process's output, and this process's input to the child, until both have ended."""
    routes = {master_fd: (master_read, STDOUT_FILENO), STDIN_FILENO: (stdin_read, master_fd)}
    while True:
        ready = select(list(routes), [], [])[0]
        for source in (master_fd, STDIN_FILENO):
            if source not in ready or source not in routes:
                continue
            read, target = routes[source]
            try:
                data = read(source)
            except OSError:  # Linux says so where a terminal has ended
                data = b''
            if data:
                _put(target, data)
            elif source == master_fd:  # the child has gone
                return
            else:
                del routes[source]


def _raw_input_mode():
    """Makes the terminal at the input, if there is one, hand through all that is typed: its mode before that."""
    try:
        before = tcgetattr(STDIN_FILENO)
        setraw(STDIN_FILENO)
    except tty.error:
        return None
    return before


def spawn(argv, master_read=_read, stdin_read=_read):
    """Run a program with a pseudo-terminal between it and this process's input and output: the status of waitpid()."""
    if isinstance(argv, str):
        argv = (argv,)
    sys.audit('pty.spawn', argv)
    pid, master = fork()
    if pid == CHILD:
        try:
            os.execlp(argv[0], *argv)
        except BaseException as error:
            os.write(STDERR_FILENO, f'{type(error).__name__}: {error}\n'.encode(errors='replace'))
        os._exit(1)
    before = _raw_input_mode()
    try:
        _copy(master, master_read, stdin_read)
    finally:
        if before is not None:
            tcsetattr(STDIN_FILENO, tty.TCSAFLUSH, before)
    close(master)
    return waitpid(pid, 0)[1]
