"""Tasks, and waiting for several of them."""
import concurrent.futures
import types
import weakref
from _later import Later

import _asyncio
from _asyncio import Task, _current_tasks, _enter_task, _leave_task, current_task
from . import coroutines, events, exceptions, futures

__all__ = ('Task', 'create_task', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED', 'wait', 'wait_for', 'as_completed',
           'sleep', 'gather', 'shield', 'ensure_future', 'run_coroutine_threadsafe', 'current_task', 'all_tasks',
           '_register_task', '_unregister_task', '_enter_task', '_leave_task')
FIRST_COMPLETED, FIRST_EXCEPTION = concurrent.futures.FIRST_COMPLETED, concurrent.futures.FIRST_EXCEPTION
ALL_COMPLETED = concurrent.futures.ALL_COMPLETED
inspect = Later('inspect', globals())
_PyTask = _CTask = Task
_ENDS = FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED
_other_tasks = None  # of other implementations: a set that does not keep them, made for the first one


def _register_task(task):
    """Adds a task that all_tasks() shall know."""
    global _other_tasks
    if _other_tasks is None:
        _other_tasks = weakref.WeakSet()
    _other_tasks.add(task)


def _unregister_task(task):
    """Takes such a task out again."""
    if _other_tasks is not None:
        _other_tasks.discard(task)


def all_tasks(loop=None):
    """Return a set of all tasks for the loop that are not done."""
    loop = events.get_running_loop() if loop is None else loop
    others = {task for task in list(_other_tasks or ()) if futures._get_loop(task) is loop and not task.done()}
    return _asyncio._all_tasks(loop) | others


def _set_task_name(task, name):
    if name is not None and hasattr(task, 'set_name'):
        task.set_name(name)


def create_task(coro, *, name=None, context=None):
    """Runs a coroutine in a task of the loop that runs."""
    options = {} if context is None else {'context': context}
    task = events.get_running_loop().create_task(coro, **options)
    _set_task_name(task, name)
    return task


@types.coroutine
def _turn():
    """Gives the loop a turn."""
    yield


async def sleep(delay, result=None):
    """Coroutine that completes after a given time (in seconds)."""
    if delay > 0:
        loop = events.get_running_loop()
        over = loop.create_future()
        alarm = loop.call_later(delay, futures._set_result_unless_cancelled, over, None)
        try:
            await over
        finally:
            alarm.cancel()
    else:
        await _turn()
    return result


def ensure_future(coro_or_future, *, loop=None):
    """A future as it is; a coroutine or an awaitable as a task."""
    if futures.isfuture(coro_or_future):
        if loop is not None and loop is not futures._get_loop(coro_or_future):
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return coro_or_future
    if not coroutines.iscoroutine(coro_or_future):
        if not inspect.isawaitable(coro_or_future):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
        coro_or_future = _wrap_awaitable(coro_or_future)
    try:
        return (events._get_event_loop() if loop is None else loop).create_task(coro_or_future)
    except RuntimeError:
        coro_or_future.close()
        raise


_ensure_future = ensure_future


@types.coroutine
def _wrap_awaitable(awaitable):
    return (yield from awaitable.__await__())


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Waits for futures and tasks: two sets of them, those that are done and those that are not."""
    alone = futures.isfuture(fs) or coroutines.iscoroutine(fs)
    problems = ((alone, TypeError, f'expect a list of futures, not {type(fs).__name__}'),
                (not alone and not fs, ValueError, 'Set of Tasks/Futures is empty.'),
                (return_when not in _ENDS, ValueError, f'Invalid return_when value: {return_when}'))
    for wrong, kind, text in problems:
        if wrong:
            raise kind(text)
    wanted = set(fs)
    if any(map(coroutines.iscoroutine, wanted)):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')
    return await _wait(wanted, timeout, return_when, events.get_running_loop())


async def _wait(fs, timeout, return_when, loop):
    assert fs, 'Set of Futures is empty.'
    waiter, left = loop.create_future(), len(fs)

    def wake(*_):
        if not waiter.done():
            waiter.set_result(None)

    def on_end(f):
        nonlocal left
        left -= 1
        if left <= 0 or return_when == FIRST_COMPLETED or (return_when == FIRST_EXCEPTION and not f.cancelled()
                                                           and f.exception() is not None):
            if timer is not None:
                timer.cancel()
            wake()

    timer = None if timeout is None else loop.call_later(timeout, wake)
    for f in fs:
        f.add_done_callback(on_end)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for f in fs:
            f.remove_done_callback(on_end)
    done = {f for f in fs if f.done()}
    return done, fs - done


async def _cancel_and_wait(fut, loop):
    """Cancels a future and waits until it has ended."""
    waiter = loop.create_future()

    def on_end(_):
        if not waiter.done():
            waiter.set_result(None)

    fut.add_done_callback(on_end)
    try:
        fut.cancel()
        await waiter
    finally:
        fut.remove_done_callback(on_end)


async def wait_for(fut, timeout):
    """Waits for a future or coroutine, but not for longer than so many seconds: then it is cancelled, and TimeoutError raised."""
    loop = events.get_running_loop()
    if timeout is None:
        return await fut
    if timeout <= 0:
        fut = ensure_future(fut, loop=loop)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut, loop)
        return _late(fut)
    waiter = loop.create_future()

    def wake(*_):
        if not waiter.done():
            waiter.set_result(None)

    timer = loop.call_later(timeout, wake)
    fut = ensure_future(fut, loop=loop)
    fut.add_done_callback(wake)
    try:
        try:
            await waiter
        except exceptions.CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(wake)
            await _cancel_and_wait(fut, loop)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(wake)
        await _cancel_and_wait(fut, loop)
        return _late(fut)
    finally:
        timer.cancel()


def _late(fut):
    """The result of what was cancelled too late, else TimeoutError."""
    try:
        return fut.result()
    except exceptions.CancelledError as error:
        raise exceptions.TimeoutError() from error


def as_completed(fs, *, timeout=None):
    """An iterator of coroutines: each gives the result of the next one of the futures that ends."""
    return _each_completed(fs, timeout)


def _each_completed(fs, timeout):
    if futures.isfuture(fs) or coroutines.iscoroutine(fs):
        raise TypeError(f'expect an iterable of futures, not {type(fs).__name__}')
    from .queues import Queue
    ended = Queue()
    loop = events._get_event_loop()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    timer = None

    def on_timeout():
        for f in todo:
            f.remove_done_callback(on_end)
            ended.put_nowait(None)
        todo.clear()

    def on_end(f):
        if todo:
            todo.remove(f)
            ended.put_nowait(f)
            if not todo and timer is not None:
                timer.cancel()

    async def next_one():
        f = await ended.get()
        if f is None:
            raise exceptions.TimeoutError
        return f.result()

    for f in todo:
        f.add_done_callback(on_end)
    if todo and timeout is not None:
        timer = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield next_one()


class _GatheringFuture(futures.Future):
    """What gather() gives: cancelling it cancels all that it waits for."""

    def __init__(self, children, *, loop):
        assert loop is not None
        super().__init__(loop=loop)
        self._children, self._cancel_requested = children, False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled = [child.cancel(msg=msg) for child in self._children]
        self._cancel_requested = self._cancel_requested or any(cancelled)
        return any(cancelled)


def gather(*coros_or_futures, return_exceptions=False):
    """A future of the list of results, in the order of the arguments. The first exception is that of the future, unless
    return_exceptions says that exceptions are results, too."""
    if not coros_or_futures:
        outer = events._get_event_loop().create_future()
        outer.set_result([])
        return outer
    children, known, loop = [], {}, None
    for arg in coros_or_futures:
        child = known.get(arg)
        if child is None:
            child = known[arg] = ensure_future(arg, loop=loop)
            loop = futures._get_loop(child) if loop is None else loop
            if child is not arg:
                child._log_destroy_pending = False
        children.append(child)
    left = len(known)

    def collect():
        results = []
        for child in children:
            if child.cancelled():
                message = child._cancel_message
                results.append(exceptions.CancelledError('' if message is None else message))
            else:
                error = child.exception()
                results.append(child.result() if error is None else error)
        return results

    def on_end(child):
        nonlocal left
        left -= 1
        if outer is None or outer.done():
            if not child.cancelled():
                child.exception()
            return
        if not return_exceptions:
            error = child._make_cancelled_error() if child.cancelled() else child.exception()
            if error is not None:
                outer.set_exception(error)
                return
        if left:
            return
        results = collect()
        if outer._cancel_requested:
            outer.set_exception(child._make_cancelled_error())
        else:
            outer.set_result(results)

    outer = None
    for child in known.values():
        child.add_done_callback(on_end)
    outer = _GatheringFuture(children, loop=loop)
    return outer


def shield(arg):
    """Waits for a future without cancelling it when the one who waits is cancelled."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = futures._get_loop(inner).create_future()

    def inner_ended(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
        elif inner.cancelled():
            outer.cancel()
        elif (error := inner.exception()) is not None:
            outer.set_exception(error)
        else:
            outer.set_result(inner.result())

    def outer_ended(_):
        if not inner.done():
            inner.remove_done_callback(inner_ended)

    inner.add_done_callback(inner_ended)
    outer.add_done_callback(outer_ended)
    return outer


def run_coroutine_threadsafe(coro, loop):
    """Runs a coroutine in the loop of another thread; a concurrent.futures.Future."""
    if not coroutines.iscoroutine(coro):
        raise TypeError('A coroutine object is required')
    there = concurrent.futures.Future()
    loop.call_soon_threadsafe(_begin_there, coro, loop, there)
    return there


def _begin_there(coro, loop, future):
    try:
        futures._chain_future(ensure_future(coro, loop=loop), future)
    except BaseException as problem:
        if not isinstance(problem, (SystemExit, KeyboardInterrupt)) and future.set_running_or_notify_cancel():
            future.set_exception(problem)
        raise


_py_register_task = _c_register_task = _register_task
_py_unregister_task = _c_unregister_task = _unregister_task
_py_enter_task = _c_enter_task = _enter_task
_py_leave_task = _c_leave_task = _leave_task
_asyncio._set_parts(is_coroutine=coroutines.iscoroutine)
