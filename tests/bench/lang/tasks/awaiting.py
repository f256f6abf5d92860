# Coroutines that await each other, futures and a queue.
import asyncio


async def inner(i):
    return i


async def middle(i):
    return await inner(i) + await inner(i)


async def chain():
    total = 0
    for i in range(30000):
        total += await middle(i)
    return total


async def relay(source, target, n):
    for _ in range(n):
        await target.put(await source.get() + 1)


async def main():
    total = await chain()
    a, b = asyncio.Queue(1), asyncio.Queue(1)
    task = asyncio.create_task(relay(a, b, 5000))
    for i in range(5000):
        await a.put(i)
        total += await b.get()
    await task
    loop = asyncio.get_running_loop()
    for i in range(10000):
        future = loop.create_future()
        loop.call_soon(future.set_result, i)
        total += await future
    return total


def work():
    return asyncio.run(main())
