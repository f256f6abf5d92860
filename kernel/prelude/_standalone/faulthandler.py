"""The stack of the program, written where something goes wrong. Handlers of fatal signals need a Python on the machine."""
import sys

__all__ = ['dump_traceback', 'is_enabled', 'enable', 'disable', 'dump_traceback_later', 'cancel_dump_traceback_later', 'register',
           'unregister']


def _write(file, text):
    import os
    file = sys.stderr if file is None else file
    if file is None:
        raise RuntimeError('unable to get sys.stderr')
    if isinstance(file, int):
        if file < 0:
            raise ValueError('file is not a valid file descriptor')
        os.write(file, text.encode('ascii', 'backslashreplace'))
        return
    try:
        number = file.fileno()
    except (AttributeError, OSError, ValueError):
        file.write(text)
    else:
        file.flush()
        os.write(number, text.encode('ascii', 'backslashreplace'))


def dump_traceback(file=None, all_threads=True):
    """Writes the stack of this thread to a file or descriptor, the innermost function first; all_threads: of the others nothing is
    known here, the heading says whose it is."""
    import _thread
    frame = sys._getframe()
    head = ('Current thread 0x%016x (most recent call first):' % _thread.get_ident()) if all_threads else 'Stack (most recent call first):'
    lines = [head]
    while frame is not None:
        if not frame._is_library:
            lines.append('  File "%s", line %d in %s' % (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    _write(file, '\n'.join(lines) + '\n')


def is_enabled():
    """Whether fatal signals are handled: never here."""
    return False


def disable():
    """Ends the handling of fatal signals; whether they were handled."""
    return False


def cancel_dump_traceback_later():
    """Nothing waits to be written here."""


def unregister(signum):
    """Ends what register() began; whether there was anything."""
    return False


def _sigsegv(release_gil=False):
    """Ends the process as a fault of memory does."""
    import os
    import signal
    signal.signal(signal.SIGSEGV, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGSEGV)


def _refused(name):
    def function(*args, **kwargs):
        raise NotImplementedError('faulthandler.%s() needs a Python on the machine' % name)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = 'Refused: signals are not handled here.'
    return function


enable, dump_traceback_later, register = map(_refused, ('enable', 'dump_traceback_later', 'register'))
