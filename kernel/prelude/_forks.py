"""Forks of this process, and what is to be called around them. The child has the thread that has forked, and no other."""
import sys

import _processes

_before, _in_child, _in_parent = [], [], []


def register_at_fork(functions):
    """As in os: `functions` has those that are given, by the name of the argument."""
    if not functions:
        raise TypeError('At least one argument is required.')
    for name, function in functions.items():
        if not callable(function):
            raise TypeError(f"'{name}' must be callable, not {type(function).__name__}")
    for name, function in functions.items():
        {'before': _before, 'after_in_child': _in_child, 'after_in_parent': _in_parent}[name].append(function)


def _call(functions):
    for function in functions:
        try:
            function()
        except BaseException as error:
            from types import SimpleNamespace
            sys.unraisablehook(SimpleNamespace(exc_type=type(error), exc_value=error, exc_traceback=error.__traceback__,
                                               err_msg=None, object=function))


def _around(call, pid_of):
    _call(_before[::-1])
    try:
        done = call()
    except BaseException:
        _call(_in_parent)
        raise
    _call(_in_parent if pid_of(done) else _in_child)
    return done


def fork():
    """Fork a child process: 0 in the child, its process number in the parent."""
    sys.audit('os.fork')
    return _around(_processes.fork, lambda pid: pid)


def forkpty():
    """Fork a child process with a new pseudo-terminal as its controlling terminal: (pid, master_fd)."""
    sys.audit('os.forkpty')
    return _around(_processes.forkpty, lambda done: done[0])


def around_exec(call):
    """The same for a child that calls a function before it becomes a program: what is to be called in the child is returned
    to it with the function."""
    _call(_before[::-1])
    try:
        return call()
    finally:
        _call(_in_parent)


def in_child(function):
    """A function that the child of such a call runs first."""
    def run():
        _call(_in_child)
        function()
    return run
