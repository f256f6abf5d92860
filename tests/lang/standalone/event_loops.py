# asyncio: running, tasks, waiting for several of them, time limits, groups, exceptions that nobody asks for.
import asyncio
import contextvars
import sys


def show(call, *args):
    try:
        print(repr(call(*args)))
    except BaseException as error:
        print(type(error).__name__, error)


# futures
loop = asyncio.new_event_loop()
future = loop.create_future()
for call in (lambda: future, future.result, future.exception, future.cancel, lambda: future, future.result,
             lambda: future.set_result(1), future.cancel):
    show(call)
future = loop.create_future()
for call in (lambda: future.set_exception(3), lambda: future.set_exception(StopIteration), lambda: future.set_exception(ValueError),
             lambda: future, future.exception, lambda: future.set_exception(KeyError)):
    show(call)
for call in (lambda: asyncio.Future(1), lambda: asyncio.Future.__new__(asyncio.Future).result(), lambda: asyncio.Task(3, loop=loop),
             lambda: asyncio.run(3), lambda: asyncio.get_running_loop(), lambda: loop.create_future().add_done_callback(print),
             lambda: setattr(future, '_log_traceback', True), lambda: asyncio.isfuture(future), lambda: asyncio.isfuture(3)):
    show(call)
loop.close()
show(loop.call_soon, print)


async def result(value, delay=0):
    await asyncio.sleep(delay)
    return value


async def fails(error, delay=0):
    await asyncio.sleep(delay)
    raise error


async def bad_awaits():
    class Yields:
        def __init__(self, value):
            self.value = value

        def __await__(self):
            yield self.value

    async def wait_for(value):
        await Yields(value)

    for value in (1, asyncio.get_running_loop().create_future()):
        try:
            await asyncio.create_task(wait_for(value), name='bad')
        except RuntimeError as error:
            print(str(error)[:70])

    async def itself():
        await asyncio.current_task()
    try:
        await asyncio.create_task(itself(), name='own')
    except RuntimeError as error:
        print(str(error)[:60])


asyncio.run(bad_awaits())


async def several():
    print(await asyncio.gather(result(1, 0.01), result(2), asyncio.sleep(0, 3)))
    print(await asyncio.gather(result(1), fails(KeyError(2)), return_exceptions=True))
    try:
        await asyncio.gather(result(1), fails(KeyError(2)))
    except KeyError as error:
        print('gather', repr(error))
    print([await each for each in asyncio.as_completed([result('b', 0.03), result('a', 0.01)])])
    tasks = [asyncio.create_task(result(1, 0.001)), asyncio.create_task(result(2, 5))]
    done, left = await asyncio.wait(tasks, timeout=0.1)
    print(len(done), len(left), left.pop().cancel())
    done, left = await asyncio.wait([asyncio.create_task(result(i, i / 50)) for i in range(3)], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(left))
    try:
        await asyncio.wait_for(result(1, 5), 0.01)
    except TimeoutError as error:
        print(repr(error), repr(error.__cause__))
    print(await asyncio.wait_for(result(1), 5), await asyncio.shield(result(7)))
    for wrong in (lambda: asyncio.wait([]), lambda: asyncio.wait(3), lambda: asyncio.wait([1], return_when=3)):
        try:
            await wrong()
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)


asyncio.run(several())


async def limits():
    try:
        async with asyncio.timeout(0.01) as limit:
            await asyncio.sleep(5)
    except TimeoutError as error:
        print(repr(error), limit.expired(), limit)
    async with asyncio.timeout(None) as limit:
        limit.reschedule(asyncio.get_running_loop().time() + 9)
    print(limit)
    try:
        limit.reschedule(1)
    except RuntimeError as error:
        print(error)
    task = asyncio.current_task()
    asyncio.get_running_loop().call_later(0.01, task.cancel, 'why')
    try:
        await asyncio.sleep(5)
    except asyncio.CancelledError as error:
        print(repr(error), task.cancelling(), task.uncancel())


asyncio.run(limits())


async def groups():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(result(i, i / 100)) for i in range(3)]
    print([task.result() for task in tasks], group)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails(ValueError(1)))
            group.create_task(fails(TypeError(2)))
            slow = group.create_task(result(1, 5))
    except* ValueError as found:
        print(found.exceptions)
    except* TypeError as found:
        print(found.exceptions)
    print(slow.cancelled())
    try:
        group.create_task(late := asyncio.sleep(0))
    except RuntimeError as error:
        print(str(error)[:9], str(error)[-11:])
        late.close()


asyncio.run(groups())

# contexts of tasks
variable = contextvars.ContextVar('variable', default=0)


async def sets(value):
    variable.set(value)
    await asyncio.sleep(0)
    return variable.get()


async def contexts():
    variable.set(5)
    print(await asyncio.gather(sets(1), sets(2)), variable.get())
    print(await asyncio.to_thread(variable.get))
    own = contextvars.copy_context()
    await asyncio.create_task(sets(9), context=own)
    print(own[variable], variable.get())
    print(await asyncio.get_running_loop().run_in_executor(None, max, 3, 4))


asyncio.run(contexts())


# what nobody asks for
async def unasked():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: print(context['message'][:21], repr(context.get('exception'))))
    task = asyncio.create_task(fails(KeyError('lost')))
    await asyncio.sleep(0.01)
    del task
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)
    print(len(asyncio.all_tasks()), asyncio.current_task().get_name() in str(asyncio.all_tasks()))


asyncio.run(unasked())


# asynchronous generators end with their loop
async def numbers():
    try:
        for i in range(9):
            yield i
    finally:
        await asyncio.sleep(0)
        print('closed')


async def leaves():
    async for number in numbers():
        print(number)
        break
    await asyncio.sleep(0.01)
    global kept
    kept = numbers()
    await anext(kept)


asyncio.run(leaves())
print(sys.get_asyncgen_hooks())

with asyncio.Runner() as runner:
    print(runner.run(sets(3)), runner.run(asyncio.sleep(0, variable.get())), runner.get_loop().is_closed())
show(runner.run, None)


# callbacks and timers in their order
async def order():
    loop = asyncio.get_running_loop()
    seen = []
    loop.call_later(0.02, seen.append, 'later')
    loop.call_soon(seen.append, 'soon')
    timer = loop.call_at(loop.time() + 0.01, seen.append, 'never')
    timer.cancel()
    loop.call_soon_threadsafe(seen.append, 'safe')
    handle = loop.call_soon(seen.append, 'no')
    handle.cancel()
    print(handle, handle.cancelled())
    await asyncio.sleep(0.05)
    print(seen)


asyncio.run(order())


# the loop has a call_soon of its own; a task that never runs is told of, and is none of the tasks any more
def refuses(callback, *args, context=None):
    raise ValueError('not now')


loop = asyncio.new_event_loop()
told = []
loop.set_exception_handler(lambda loop, context: told.append(context))
loop.call_soon = refuses
show(loop.create_task, coroutine := asyncio.sleep(0))
coroutine.close()
import gc
gc.collect()
print([context['message'] for context in told], asyncio.all_tasks(loop))
del loop.call_soon


async def waits():
    await loop.create_future()


task = loop.create_task(waits())
loop.call_soon(loop.stop)
loop.run_forever()
del task, told[:]
gc.collect()
print([context['message'] for context in told], asyncio.all_tasks(loop))
loop.close()


# a loop that ran when the process was forked is the parent's
async def forks():
    import os
    child = os.fork()
    if not child:
        try:
            asyncio.get_running_loop()
        except RuntimeError as error:
            os.write(1, f'{error}\n'.encode())
        os._exit(0)
    os.waitpid(child, 0)
    print(asyncio.get_running_loop().is_running())


sys.stdout.flush()
asyncio.run(forks())

# addresses have no scope in their text; asyncio's logger can be replaced in part
import functools
import socket
print([address[4] for address in socket.getaddrinfo('fe80::1%lo', 80, type=socket.SOCK_STREAM)])
print(functools.partialmethod(int, a=1), functools.partialmethod(int, 2))
from unittest import mock
with mock.patch('asyncio.log.logger.warning') as warning:
    asyncio.log.logger.warning('x')
print(warning.mock_calls)
