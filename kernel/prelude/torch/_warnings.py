"""Warnings that come once in the life of a process, and the switch that lets them come each time."""

import warnings

from torch import _C

_said = set()
_always = False


def once(text, category=UserWarning, stacklevel=2):
    """Warns, unless the same text has been said before."""
    if _always or text not in _said:
        _said.add(text)
        warnings.warn(text, category, stacklevel=stacklevel + 1)


def set_warn_always(b, /):
    """Whether warnings that come once come each time."""
    global _always
    if not isinstance(b, bool):
        raise TypeError('setWarnOnlyOnce_enabled() expected bool, but got %s' % type(b).__name__)
    _always = b
    _C._warn_always(b)


def is_warn_always_enabled():
    """What set_warn_always has set."""
    return _always
