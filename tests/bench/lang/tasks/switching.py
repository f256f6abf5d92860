# 10,000 coroutines that give each other turns, and one that waits for all.
import asyncio


async def turns(n):
    for _ in range(n):
        await asyncio.sleep(0)
    return n


async def main():
    return sum(await asyncio.gather(*[turns(10) for _ in range(10000)]))


def work():
    return asyncio.run(main())
