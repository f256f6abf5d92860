"""Coroutines that take turns in an event loop."""
from .base_events import *
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .locks import *
from .protocols import *
from .queues import *
from .runners import *
from .streams import *
from .subprocess import *
from .taskgroups import *
from .tasks import *
from .threads import *
from .timeouts import *
from .transports import *
from .unix_events import *
from . import (base_events, base_subprocess, constants, coroutines, events, exceptions, format_helpers, futures, locks, mixins,
               protocols, queues, runners, selector_events, staggered, streams, subprocess, taskgroups, tasks, threads, timeouts,
               transports, unix_events)

__all__ = sum((list(module.__all__) for module in (base_events, coroutines, events, exceptions, futures, locks, protocols, runners,
                                                   queues, streams, subprocess, tasks, threads, timeouts, transports)), [])
__all__ = tuple(__all__) + unix_events.__all__


def _begin():
    """In a session the loop is there from the import on."""
    import builtins
    if not hasattr(builtins, 'get_ipython'):
        return
    import threading
    if threading.current_thread() is threading.main_thread():
        from . import _cells
        _cells.ready()


_begin()
