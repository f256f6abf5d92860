"""The event loop of a session: a cell that awaits runs in it, and what it leaves behind goes on between cells. Run at the first import of
asyncio, or at the first cell that awaits."""
import asyncio
import threading

_STEPS = 100  # that a cell which is given up has to come to its end

loop = None


def _running(value):
    """Between calls of the loop code finds it running; it cannot be called then."""
    asyncio._set_running_loop(value)
    if loop is not None:
        loop._thread_id = None if value is None else threading.get_ident()


def ready():
    """The loop, which code of cells finds running as it does under ipykernel."""
    global loop
    if loop is None or loop.is_closed():
        _running(None)
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
    _running(loop)
    return loop


def _give_up(task):
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
    ready()
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


def _is_waiting():
    return loop._ready or loop._scheduled or asyncio.all_tasks(loop) or len(loop._selector.get_map()) > 1


def idle(descriptor):
    """Lets what was left behind go on until something can be read from a file descriptor; False: there is nothing."""
    if loop is None or loop.is_closed() or not _is_waiting():
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
