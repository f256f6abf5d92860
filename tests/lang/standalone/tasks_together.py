# asyncio: locks, events, conditions, semaphores, barriers, queues; threads that wait for futures.
import asyncio
import concurrent.futures
import threading


async def locks():
    lock, order = asyncio.Lock(), []

    async def work(i):
        async with lock:
            order.append(i)
            await asyncio.sleep(0)
            order.append(i)
    await asyncio.gather(*map(work, range(3)))
    print(order, lock.locked(), repr(lock)[-11:])
    try:
        lock.release()
    except RuntimeError as error:
        print(error)
    event = asyncio.Event()
    waiter = asyncio.create_task(event.wait())
    await asyncio.sleep(0)
    event.set()
    print(await waiter, event.is_set(), repr(event)[-6:])
    condition = asyncio.Condition()

    async def consume():
        async with condition:
            return await condition.wait_for(lambda: len(order) > 6)
    consumer = asyncio.create_task(consume())
    await asyncio.sleep(0)
    async with condition:
        order.append(9)
        condition.notify_all()
    print(await consumer)
    for wrong in (condition.wait(), condition.wait_for(int)):
        try:
            await wrong
        except RuntimeError as error:
            print(error)
    try:
        condition.notify()
    except RuntimeError as error:
        print(error)
    semaphore, most, now = asyncio.BoundedSemaphore(2), 0, 0

    async def limited():
        nonlocal most, now
        async with semaphore:
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1
    await asyncio.gather(*(limited() for _ in range(6)))
    print(most, semaphore.locked(), repr(semaphore)[-20:])
    try:
        semaphore.release()
    except ValueError as error:
        print(error)
    barrier = asyncio.Barrier(3)
    print(sorted(await asyncio.gather(*(barrier.wait() for _ in range(3)))), barrier.n_waiting, barrier.broken)
    waiting = asyncio.create_task(barrier.wait())
    await asyncio.sleep(0)
    await barrier.abort()
    try:
        await waiting
    except asyncio.BrokenBarrierError as error:
        print(error, barrier.broken)


asyncio.run(locks())


async def queues():
    queue = asyncio.Queue(2)
    print(str(queue), queue.empty(), queue.full())

    async def produce():
        for i in range(5):
            await queue.put(i)

    async def consume():
        while True:
            got.append(await queue.get())
            queue.task_done()
    got = []
    consumer = asyncio.create_task(consume())
    await produce()
    await queue.join()
    consumer.cancel()
    print(got, await asyncio.gather(consumer, return_exceptions=True))
    for call in (queue.get_nowait, queue.task_done):
        try:
            call()
        except (asyncio.QueueEmpty, ValueError) as error:
            print(type(error).__name__, error)
    for kind in (asyncio.PriorityQueue, asyncio.LifoQueue):
        queue = kind(3)
        for item in (2, 1, 3):
            queue.put_nowait(item)
        try:
            queue.put_nowait(4)
        except asyncio.QueueFull as error:
            print(type(error).__name__)
        print([await queue.get() for _ in range(3)])


asyncio.run(queues())

# futures of threads
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    print(list(pool.map(pow, range(4), range(4))))
    future = pool.submit(divmod, 1, 0)
    try:
        future.result()
    except ZeroDivisionError as error:
        print(error, type(future.exception()).__name__, future.done())
    done, left = concurrent.futures.wait([pool.submit(int, '7') for _ in range(3)])
    print(sorted(each.result() for each in done), left)
    print(sorted(each.result() for each in concurrent.futures.as_completed([pool.submit(abs, -n) for n in range(4)])))
try:
    pool.submit(int)
except RuntimeError as error:
    print(error)
future = concurrent.futures.Future()
print(future.cancel(), future.cancelled(), repr(future)[-17:])
for call in (future.result, lambda: future.set_result(1)):
    try:
        call()
    except (concurrent.futures.CancelledError, concurrent.futures.InvalidStateError) as error:
        print(type(error).__name__)
try:
    concurrent.futures.ThreadPoolExecutor(0)
except ValueError as error:
    print(error)


# a loop in another thread
loop = asyncio.new_event_loop()
thread = threading.Thread(target=loop.run_forever)
thread.start()
print(asyncio.run_coroutine_threadsafe(asyncio.sleep(0.01, 'there'), loop).result(5))
loop.call_soon_threadsafe(loop.stop)
thread.join()
loop.close()
print(loop.is_closed(), loop)


class OwnTask(asyncio.Task):
    pass


async def itself():
    await asyncio.current_task()


for kind in (asyncio.Task, OwnTask):
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(kind(itself(), loop=loop))
    except RuntimeError as error:
        print(str(error)[:27])
    loop.close()
