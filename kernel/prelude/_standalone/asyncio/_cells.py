"""The event loops of a session, one for each thread that runs cells: cells that await run in it, and what they leave behind goes on between them. As under ipykernel the
code of cells finds the loop running, although it does so only while a cell waits and between cells."""
import threading

from . import events, tasks
from .unix_events import DefaultEventLoopPolicy

_STEPS = 100  # that a cell which is given up has to come to its end


class _Here(threading.local):
    loop = None


_here = _Here()


def _show(value):
    """The loop is found running (its own value) or not (None)."""
    events._set_running_loop(value)
    _here.loop._thread_id = None if value is None else threading.get_ident()


def ready():
    """The loop, found running from now on."""
    if _here.loop is None or _here.loop.is_closed():
        _here.loop = DefaultEventLoopPolicy._loop_factory()
        events.set_event_loop(_here.loop)
    _show(_here.loop)
    return _here.loop


class _Running:
    """`with`: the loop really runs."""

    def __enter__(self):
        _show(None)

    def __exit__(self, *args):
        _show(_here.loop)


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
    task = ready().create_task(coroutine)
    with _Running():
        try:
            return _here.loop.run_until_complete(task)
        except BaseException:
            if not task.done():
                _give_up(task)
            raise


def idle(descriptor):
    """Lets what was left behind go on until something can be read from a descriptor; False: there is nothing."""
    loop = _here.loop
    if loop is None or loop.is_closed():
        return False
    if not (len(loop._ready) or loop._scheduled or tasks.all_tasks(loop) or len(loop._selector.get_map()) > 1):
        return False
    with _Running():
        loop.add_reader(descriptor, loop.stop)
        end = loop.call_later(1, loop.stop)  # there may be nothing left
        try:
            loop.run_forever()
        finally:
            end.cancel()
            loop.remove_reader(descriptor)
    return True
