"""Futures: those of asyncio, and their like in threads."""
import concurrent.futures
import sys

import _asyncio
from _asyncio import Future
from . import exceptions, format_helpers

__all__ = ('Future', 'wrap_future', 'isfuture')
CancelledError, InvalidStateError = exceptions.CancelledError, exceptions.InvalidStateError
_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'
_PyFuture = _CFuture = Future


def isfuture(obj):
    """Check for a Future: of this module, or of a class that says so by _asyncio_future_blocking."""
    return hasattr(obj.__class__, '_asyncio_future_blocking') and obj._asyncio_future_blocking is not None


def _get_loop(fut):
    get = getattr(fut, 'get_loop', None)
    return fut._loop if get is None else get()


def _set_result_unless_cancelled(fut, result):
    """For timers: the future may have been cancelled meanwhile."""
    if not fut.cancelled():
        fut.set_result(result)


_OURS = ((concurrent.futures.CancelledError, exceptions.CancelledError),
         (concurrent.futures.InvalidStateError, exceptions.InvalidStateError))


def _convert_future_exc(error):
    """The exception of a thread's future as one of asyncio's."""
    return next((ours(*error.args) for theirs, ours in _OURS if type(error) is theirs), error)


def _copy_future_state(source, dest):
    """What a future has come to becomes that of another, which may have been cancelled."""
    assert source.done()
    if dest.cancelled():
        return
    assert not dest.done()
    if source.cancelled():
        dest.cancel()
        return
    error = source.exception()
    if error is None:
        dest.set_result(source.result())
    else:
        dest.set_exception(_convert_future_exc(error))


def _to_thread_future(source, dest):
    """The same for one that threads wait for."""
    if source.cancelled():
        dest.cancel()
    if dest.set_running_or_notify_cancel():
        error = source.exception()
        if error is None:
            dest.set_result(source.result())
        else:
            dest.set_exception(_convert_future_exc(error))


def _chain_future(source, destination):
    """Ends the destination as the source ends; cancels the source when the destination is cancelled. One may be a thread's."""
    for what, future in (('source', source), ('destination', destination)):
        if not isfuture(future) and not isinstance(future, concurrent.futures.Future):
            raise TypeError(f'A future is required for {what} argument')
    loops = [_get_loop(future) if isfuture(future) else None for future in (source, destination)]

    def finish(_):
        (_copy_future_state if isfuture(destination) else _to_thread_future)(source, destination)

    def on_cancel(_):
        if destination.cancelled():
            if loops[0] is None or loops[0] is loops[1]:
                source.cancel()
            else:
                loops[0].call_soon_threadsafe(source.cancel)

    def on_end(_):
        there = loops[1]
        if destination.cancelled() and there is not None and there.is_closed():
            return
        if there is None or there is loops[0]:
            finish(source)
        elif not there.is_closed():
            there.call_soon_threadsafe(finish, source)

    destination.add_done_callback(on_cancel)
    source.add_done_callback(on_end)


def wrap_future(future, *, loop=None):
    """Wrap concurrent.futures.Future object."""
    if isfuture(future):
        return future
    assert isinstance(future, concurrent.futures.Future), f'concurrent.futures.Future is expected, got {future!r}'
    from . import events
    made = (events.get_event_loop() if loop is None else loop).create_future()
    _chain_future(future, made)
    return made


_asyncio._set_parts(cancelled=CancelledError, invalid_state=InvalidStateError, future_repr=format_helpers.future_repr,
                    task_repr=format_helpers.task_repr, handle_repr=format_helpers.handle_repr,
                    handle_failed=format_helpers.handle_failed, stack=lambda: format_helpers.extract_stack(sys._getframe(1)),
                    task_stack=format_helpers.task_get_stack, task_print_stack=format_helpers.task_print_stack)
