# What an exit stack holds: whether it is called or awaited, and with what
import contextlib


class Door:
    def __enter__(self):
        return self

    def __exit__(self, *info):
        print('left', info[0])

    async def __aexit__(self, *info):
        print('left later', info[0])


def ring(*args, **options):
    """Rings."""
    print('ring', args, options)


door = Door()
with contextlib.ExitStack() as stack:
    stack.enter_context(door)
    stack.push(ring)
    stack.callback(ring, 1, a=2)
    print([sync for sync, _ in stack._exit_callbacks], stack._exit_callbacks[0][1].__self__ is door,
          stack._exit_callbacks[1][1] is ring, stack._exit_callbacks[2][1].__wrapped__ is ring,
          stack._exit_callbacks[2][1].__doc__)


async def run():
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_exit(door)
        stack.callback(ring, 3)
        print([sync for sync, _ in stack._exit_callbacks], stack._exit_callbacks[0][1].__self__ is door)


try:
    run().send(None)
except StopIteration:
    print('done')
