"""Signals: their numbers, and handlers. SIGINT raises KeyboardInterrupt; handlers of one's own are called for what this
process sends itself with raise_signal(), and for SIGALRM."""
import enum
import os
import time

_NAMES = ('HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU '
          'XFSZ VTALRM PROF WINCH IO PWR SYS').split()
NSIG = 65
Signals = enum.IntEnum('Signals', {'SIG' + name: number for number, name in enumerate(_NAMES, 1)} |
                       {'SIGIOT': 6, 'SIGCLD': 17, 'SIGPOLL': 29, 'SIGRTMIN': 34, 'SIGRTMAX': 64}, module=__name__)
Handlers = enum.IntEnum('Handlers', {'SIG_DFL': 0, 'SIG_IGN': 1}, module=__name__)
Sigmasks = enum.IntEnum('Sigmasks', {'SIG_BLOCK': 0, 'SIG_UNBLOCK': 1, 'SIG_SETMASK': 2}, module=__name__)
globals().update(Signals.__members__)
globals().update(Handlers.__members__)
globals().update(Sigmasks.__members__)
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2


class ItimerError(OSError):
    """A wrong timer."""


ItimerError.__name__ = ItimerError.__qualname__ = 'itimer_error'
ItimerError.__module__ = 'signal'


def default_int_handler(signalnum, frame, /):
    """The default handler for SIGINT installed by Python: raises KeyboardInterrupt."""
    raise KeyboardInterrupt


_handlers = {number: Handlers.SIG_DFL for number in range(1, NSIG)}
_handlers[2], _handlers[13], _handlers[25] = default_int_handler, Handlers.SIG_IGN, Handlers.SIG_IGN


def _checked(signalnum):
    number = signalnum.__index__()
    if not 1 <= number < NSIG:
        raise ValueError('signal number out of range')
    return number


def getsignal(signalnum, /):
    """Return the current action for the given signal."""
    return _handlers[_checked(signalnum)]


def signal(signalnum, handler, /):
    """Set the action for the given signal; the former one."""
    number = _checked(signalnum)
    if not callable(handler) and handler not in (0, 1):
        raise TypeError('signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
    if number in (9, 19, 32, 33):
        raise OSError(22, os.strerror(22))
    before = _handlers[number]
    _handlers[number] = handler if callable(handler) and not isinstance(handler, int) else Handlers(handler)
    return before


def raise_signal(signalnum, /):
    """Send a signal to the executing process."""
    number = _checked(signalnum)
    handler = _handlers[number]
    if handler == Handlers.SIG_IGN:
        return
    if callable(handler):
        import sys
        handler(number, sys._getframe(1))
    else:
        os.kill(os.getpid(), number)


def strsignal(signalnum, /):
    """Return the system description of the given signal, or None."""
    texts = ('Hangup|Interrupt|Quit|Illegal instruction|Trace/breakpoint trap|Aborted|Bus error|Floating point exception|Killed|'
             'User defined signal 1|Segmentation fault|User defined signal 2|Broken pipe|Alarm clock|Terminated|Stack fault|'
             'Child exited|Continued|Stopped (signal)|Stopped|Stopped (tty input)|Stopped (tty output)|Urgent I/O condition|'
             'CPU time limit exceeded|File size limit exceeded|Virtual timer expired|Profiling timer expired|Window changed|'
             'I/O possible|Power failure|Bad system call').split('|')
    number = _checked(signalnum)
    return texts[number - 1] if number <= len(texts) else None


def valid_signals():
    """Return a set of valid signal numbers on this platform."""
    return {_known(number) for number in range(1, NSIG) if number not in (32, 33)}


def _known(number):
    try:
        return Signals(number)
    except ValueError:
        return number


def siginterrupt(signalnum, flag, /):
    """Calls of the system are always begun again after a signal."""
    _checked(signalnum)


def set_wakeup_fd(fd, /, *, warn_on_full_buffer=True):
    """No descriptor is written to: -1."""
    return -1
