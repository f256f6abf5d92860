"""Exceptions that are carried from where they happened to where they can be handled."""

import sys

from torch import _C


class KeyErrorMessage(str):
    """The text of a KeyError, shown with its lines as they are."""

    def __repr__(self):
        return self


def _carried(kind, text):
    """An exception of the class with this text; a RuntimeError where the class wants something else."""
    if kind is KeyError:
        return kind(KeyErrorMessage(text))
    if getattr(kind, 'message', None):
        return kind(message=text)
    try:
        return kind(text)
    except Exception:
        raise RuntimeError(text) from None


class ExceptionWrapper:
    """The class of an exception (by default of the one being handled) and its traceback as text: what another process or thread
    can raise again with reraise()."""

    def __init__(self, exc_info=None, where='in background'):
        kind, value, _ = exc_info or sys.exc_info()
        self.exc_type, self.where = kind, where
        text = 'NoneType: None\n' if value is None else _C._exception_text(value)
        head = 'Traceback (most recent call last):\n'  # which is there even where only the library's frames would follow
        self.exc_msg = text if value is None or head in text else head + text

    def reraise(self):
        """Raises an exception of that class which tells where it was caught and what its traceback was."""
        raise _carried(self.exc_type, 'Caught %s %s.\nOriginal %s' % (self.exc_type.__name__, self.where, self.exc_msg))
