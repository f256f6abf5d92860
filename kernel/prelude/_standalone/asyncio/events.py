"""Event loops as programs see them: handles, what every loop has, and which loop is the current one."""
import os
import sys
import threading
from _thread import _local

import _asyncio
from _asyncio import Handle, _get_running_loop, _set_running_loop, get_running_loop
from . import format_helpers

__all__ = ('AbstractEventLoopPolicy', 'AbstractEventLoop', 'AbstractServer', 'Handle', 'TimerHandle', 'get_event_loop_policy',
           'set_event_loop_policy', 'get_event_loop', 'set_event_loop', 'new_event_loop', 'get_child_watcher',
           'set_child_watcher', '_set_running_loop', 'get_running_loop', '_get_running_loop')


class TimerHandle(Handle):
    """What call_later() and call_at() give: a callback with its time."""
    __slots__ = ('_scheduled', '_when')

    def __init__(self, when, callback, args, loop, context=None):
        Handle.__init__(self, callback, args, loop, context)
        self._when, self._scheduled = when, False
        if self._source_traceback:
            self._source_traceback.pop()

    def _repr_info(self):
        info = format_helpers.handle_repr_info(self)
        info.insert(2 if self._cancelled else 1, f'when={self._when}')
        return info

    def __hash__(self):
        return hash(self._when)

    def _key(self):
        return self._when, self._callback, self._args, self._cancelled

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._when < other._when or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._when > other._when or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, TimerHandle) else NotImplemented

    def cancel(self):
        """The callback is not to be called."""
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        Handle.cancel(self)

    def when(self):
        """Return the scheduled time in seconds of the loop's clock."""
        return self._when


def _missing(name, asynchronous):
    if asynchronous:
        async def method(self, *args, **options):
            raise NotImplementedError
    else:
        def method(self, *args, **options):
            raise NotImplementedError
    method.__name__ = name
    return method


def _abstract(plain, asynchronous=''):
    """A class decorator: methods of these names are there and raise NotImplementedError."""
    def add(cls):
        for names, kind in ((plain, False), (asynchronous, True)):
            for name in names.split():
                method = _missing(name, kind)
                method.__qualname__ = f'{cls.__qualname__}.{name}'
                setattr(cls, name, method)
        return cls
    return add


@_abstract('close get_loop is_serving', 'start_serving serve_forever wait_closed')
class AbstractServer:
    """What create_server() gives."""

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        self.close()
        await self.wait_closed()


@_abstract('run_forever run_until_complete stop is_running is_closed close call_soon call_later call_at time create_future '
           'create_task call_soon_threadsafe run_in_executor set_default_executor add_reader remove_reader add_writer '
           'remove_writer add_signal_handler remove_signal_handler set_task_factory get_task_factory get_exception_handler '
           'set_exception_handler default_exception_handler call_exception_handler get_debug set_debug _timer_handle_cancelled',
           'shutdown_asyncgens shutdown_default_executor getaddrinfo getnameinfo create_connection create_server sendfile '
           'start_tls create_unix_connection create_unix_server connect_accepted_socket create_datagram_endpoint '
           'connect_read_pipe connect_write_pipe subprocess_shell subprocess_exec sock_recv sock_recv_into sock_recvfrom '
           'sock_recvfrom_into sock_sendall sock_sendto sock_connect sock_accept sock_sendfile')
class AbstractEventLoop:
    """What every event loop has."""


@_abstract('get_event_loop set_event_loop new_event_loop get_child_watcher set_child_watcher')
class AbstractEventLoopPolicy:
    """Which loop is the current one of a thread, and how new ones are made."""


class _OfThread(_local):
    """What a thread has: its loop, and whether one was set."""
    _loop, _set_called = None, False


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """A loop for each thread; the main thread's is made when it is asked for."""
    _loop_factory = None

    def __init__(self):
        self._local = _OfThread()

    def new_event_loop(self):
        """A new loop, which is not the current one yet."""
        return self._loop_factory()

    def set_event_loop(self, loop):
        """Makes a loop the current one of this thread."""
        if not (loop is None or isinstance(loop, AbstractEventLoop)):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        here = self._local
        here._set_called, here._loop = True, loop

    def get_event_loop(self):
        """The current loop."""
        here, thread = self._local, threading.current_thread()
        if not here._set_called and thread is threading.main_thread():
            self.set_event_loop(self.new_event_loop())
        if here._loop is not None:
            return here._loop
        raise RuntimeError(f'There is no current event loop in thread {thread.name!r}.')


_event_loop_policy = None


def get_event_loop_policy():
    """Get the current event loop policy."""
    global _event_loop_policy
    if _event_loop_policy is None:
        from . import DefaultEventLoopPolicy
        _event_loop_policy = DefaultEventLoopPolicy()
    return _event_loop_policy


def set_event_loop_policy(policy):
    """Set the current event loop policy; None restores the default one."""
    global _event_loop_policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _event_loop_policy = policy


def get_event_loop():
    """The loop that runs in this thread, else the policy's."""
    running = _get_running_loop()
    return get_event_loop_policy().get_event_loop() if running is None else running


_get_event_loop = get_event_loop


def set_event_loop(loop):
    """Makes a loop the current one of this thread."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """A new loop, as the policy makes them."""
    return get_event_loop_policy().new_event_loop()


def get_child_watcher():
    """What waits for child processes."""
    return get_event_loop_policy().get_child_watcher()


def set_child_watcher(watcher):
    """Sets what waits for child processes."""
    return get_event_loop_policy().set_child_watcher(watcher)


_py__get_running_loop = _c__get_running_loop = _get_running_loop
_py__set_running_loop = _c__set_running_loop = _set_running_loop
_py_get_running_loop = _c_get_running_loop = get_running_loop
_py_get_event_loop = _c_get_event_loop = get_event_loop
_asyncio._set_parts(get_loop=get_event_loop)
