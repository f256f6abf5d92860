"""Several ways to one end, begun one after the other; the first that succeeds is taken."""
from . import events, locks, tasks

__all__ = ('staggered_race',)


async def staggered_race(coro_fns, delay, *, loop=None):
    """Begins coroutine functions in turn, the next one after a delay in seconds or (None: only) as soon as one has failed.
    (result, index of the winner, exceptions of all): the first two are None when none has succeeded."""
    loop = loop or events.get_running_loop()
    problems, running, won = [], set(), loop.create_future()

    async def attempt(i, function, failed):
        try:
            result = await function()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            problems[i] = error
            failed.set()
        else:
            if not won.done():
                won.set_result((result, i))
                for other in running:
                    if other is not tasks.current_task():
                        other.cancel()

    async def begin_all():
        for i, function in enumerate(coro_fns):
            problems.append(None)
            failed = locks.Event()
            running.add(loop.create_task(attempt(i, function, failed)))
            waits = [loop.create_task(failed.wait()), won]
            try:
                await tasks.wait(waits, timeout=delay, return_when=tasks.FIRST_COMPLETED)
            finally:
                waits[0].cancel()
            if won.done():
                break
        while running and not won.done():
            await tasks.wait({won, *running}, return_when=tasks.FIRST_COMPLETED)
            running.difference_update([task for task in running if task.done()])

    try:
        await begin_all()
    finally:
        left = [task for task in running if not task.done()]
        for task in left:
            task.cancel()
        if left:
            await tasks.wait(left)
    result, index = won.result() if won.done() else (None, None)
    return result, index, problems
