"""Functions in threads, as coroutines."""
import contextvars
import functools

from . import events

__all__ = ('to_thread',)


async def to_thread(func, /, *args, **kwargs):
    """Runs a function in a thread, in a copy of this context; what it returns."""
    call = functools.partial(contextvars.copy_context().run, func, *args, **kwargs)
    return await events.get_running_loop().run_in_executor(None, call)
