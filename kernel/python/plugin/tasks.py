"""The event loops of a session, one for each thread that runs cells: a cell that awaits runs in it, and what it leaves behind goes on between cells. Run at the first import of
asyncio, or at the first cell that awaits."""
import asyncio
import threading

_STEPS = 100  # that a cell which is given up has to come to its end


class _Here(threading.local):
    loop = None


_here = _Here()


def _running(value):
    """Between calls of the loop code finds it running; it cannot be called then."""
    asyncio._set_running_loop(value)
    if _here.loop is not None:
        _here.loop._thread_id = None if value is None else threading.get_ident()


def ready():
    """The loop, which code of cells finds running as it does under ipykernel."""
    if _here.loop is None or _here.loop.is_closed():
        _running(None)
        _here.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(_here.loop)
    _running(_here.loop)
    return _here.loop


def _give_up(task):
    loop = _here.loop
    task.cancel()
    for _ in range(_STEPS):
        if task.done():
            break
        loop.call_soon(loop.stop)
        loop.run_forever()
    if task.done() and not task.cancelled():
        task.exception()


def run(coroutine):
    """What a cell that awaits gives."""
    loop = ready()
    task = loop.create_task(coroutine)
    _running(None)
    try:
        return loop.run_until_complete(task)
    except BaseException:
        if not task.done():
            _give_up(task)
        raise
    finally:
        _running(loop)


def _is_waiting(loop):
    return loop._ready or loop._scheduled or asyncio.all_tasks(loop) or len(loop._selector.get_map()) > 1


def idle(descriptor):
    """Lets what was left behind go on until something can be read from a file descriptor; False: there is nothing."""
    loop = _here.loop
    if loop is None or loop.is_closed() or not _is_waiting(loop):
        return False
    _running(None)
    loop.add_reader(descriptor, loop.stop)
    ends = loop.call_later(1, loop.stop)  # it may have become empty
    try:
        loop.run_forever()
    finally:
        ends.cancel()
        loop.remove_reader(descriptor)
        _running(loop)
    return True
