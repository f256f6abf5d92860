"""Signals of the system by their numbers, as signal builds on them."""
from _signals import (alarm, default_int_handler, getitimer as _getitimer, getsignal, pause, pidfd_send_signal, pthread_kill,
                      pthread_sigmask, raise_signal, set_wakeup_fd, setitimer as _setitimer, siginterrupt, signal, sigpending,
                      sigtimedwait as _sigtimedwait, sigwait, strsignal)
from _struct_sequence import struct_sequence

NSIG = 65
SIG_DFL, SIG_IGN = 0, 1
SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK = 0, 1, 2
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2
_NAMES = ('HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU '
          'XFSZ VTALRM PROF WINCH IO PWR SYS').split()
globals().update({'SIG' + name: number for number, name in enumerate(_NAMES, 1)})
SIGIOT, SIGCLD, SIGPOLL, SIGRTMIN, SIGRTMAX = 6, 17, 29, 34, 64
struct_siginfo = struct_sequence('signal', 'struct_siginfo', 'si_signo si_code si_errno si_pid si_uid si_status si_band',
                                 'What is known of a signal that was waited for.')
ItimerError = itimer_error = type('itimer_error', (OSError,), {'__module__': 'signal'})


def _timer(call, args):
    try:
        return call(*args)
    except OSError as error:
        raise ItimerError(*error.args) from None


def setitimer(which, seconds, interval=0.0, /):
    """Sets a timer: it fires after seconds, and then every interval. Its former values are returned."""
    return _timer(_setitimer, (which, seconds, interval))


def getitimer(which, /):
    """The time until a timer fires, and its interval."""
    return _timer(_getitimer, (which,))


def _known_of(found):
    return found if found is None else struct_siginfo(found)


def sigwaitinfo(sigset, /):
    """Waits for one of the signals of the set, and takes it: a struct_siginfo."""
    return _known_of(_sigtimedwait(sigset, None))


def sigtimedwait(sigset, timeout, /):
    """As sigwaitinfo(), with a timeout in seconds: None when it is over."""
    if timeout is None:
        raise TypeError("'NoneType' object cannot be interpreted as an integer")
    return _known_of(_sigtimedwait(sigset, timeout))


def valid_signals():
    """The numbers of the signals that there are."""
    return {number for number in range(1, NSIG) if number not in (32, 33)}
