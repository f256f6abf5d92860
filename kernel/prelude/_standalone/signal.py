"""Signals: their numbers and dispositions, handlers, timers, masks. Handlers run in the main thread, between two instructions
or out of what it waits for, which then goes on. In a notebook SIGINT is the interrupt of the cell, until the cell sets a
handler of its own for the time that it runs."""
import _signal
from _signal import *
from enum import IntEnum as _IntEnum

_named = {name: value for name, value in vars(_signal).items() if name[:3] == 'SIG'}
Handlers = _IntEnum('Handlers', {name: _named.pop(name) for name in ('SIG_DFL', 'SIG_IGN')}, module=__name__)
Sigmasks = _IntEnum('Sigmasks', {name: _named.pop(name) for name in ('SIG_BLOCK', 'SIG_UNBLOCK', 'SIG_SETMASK')}, module=__name__)
Signals = _IntEnum('Signals', dict(sorted(_named.items(), key=lambda row: (row[1], row[0] in ('SIGIOT', 'SIGCLD', 'SIGPOLL')))),
                   module=__name__)
for _kind in (Handlers, Sigmasks, Signals):
    globals().update(_kind.__members__)
del _kind, _named


def _as_member(kind, value):
    """The member of an enumeration for a number; what is none stays as it is."""
    if not isinstance(value, int):
        return value
    try:
        return kind(value)
    except ValueError:
        return value


def _as_number(value):
    return int(value) if isinstance(value, int) else value


def _members(numbers):
    return {_as_member(Signals, number) for number in numbers}


def signal(signalnum, handler):
    """Sets what happens at a signal: SIG_DFL, SIG_IGN, or a function that gets its number and the frame; the former action."""
    return _as_member(Handlers, _signal.signal(_as_number(signalnum), _as_number(handler)))


def getsignal(signalnum):
    """What happens at a signal: SIG_DFL, SIG_IGN, None (not set from here) or a function."""
    return _as_member(Handlers, _signal.getsignal(signalnum))


def pthread_sigmask(how, mask):
    """Changes which signals this thread has blocked; those that it had."""
    return _members(_signal.pthread_sigmask(how, mask))


def sigpending():
    """The signals that are blocked and wait to be delivered."""
    return _members(_signal.sigpending())


def sigwait(sigset):
    """Waits for one of the signals of the set, and takes it: its number."""
    return _as_member(Signals, _signal.sigwait(sigset))


def valid_signals():
    """All signals that there are."""
    return _members(_signal.valid_signals())
