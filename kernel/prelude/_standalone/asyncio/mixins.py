"""Objects that belong to the event loop in which they are first waited for."""
from . import events


class _LoopBoundMixin:
    _loop = None

    def _get_loop(self):
        loop = events.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if self._loop is not loop:
            raise RuntimeError(f'{self!r} is bound to a different event loop')
        return loop
