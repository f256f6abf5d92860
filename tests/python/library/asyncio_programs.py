# needs: asyncio
"""Coroutines of the session in Python's event loop: tasks, locks, queues, streams, subprocesses, groups."""
import asyncio, time
async def say(d, w):
    await asyncio.sleep(d); print(w); return w
async def main():
    t = asyncio.create_task(say(0.02, 'two'))
    print(await say(0.01, 'one'), await t)
    print(await asyncio.gather(say(0.02, 'b'), say(0.01, 'a')))
    try: await asyncio.wait_for(asyncio.sleep(5), 0.05)
    except asyncio.TimeoutError as e: print('timeout', type(e).__name__)
    q = asyncio.Queue()
    async def prod():
        for i in range(3): await q.put(i); await asyncio.sleep(0)
        await q.put(None)
    async def cons():
        out = []
        while (v := await q.get()) is not None: out.append(v)
        return out
    print(await asyncio.gather(prod(), cons()))
    lock = asyncio.Lock()
    async with lock: print(lock.locked())
    async with asyncio.timeout(1): print('in')
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(say(0.01, 'x')); b = tg.create_task(say(0.02, 'y'))
    print(a.result(), b.result())
    ev = asyncio.Event(); asyncio.get_running_loop().call_later(0.01, ev.set); print(await ev.wait())
    print(await asyncio.to_thread(lambda: 5)); print(await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0))
    for c in asyncio.as_completed([say(0.02, 'c2'), say(0.01, 'c1')]): print(await c)
    done, pending = await asyncio.wait([asyncio.create_task(say(0.01, 'w'))]); print(len(done), len(pending))
    async def agen():
        for i in range(2): yield i; await asyncio.sleep(0)
    async for v in agen(): print(v)
    t = asyncio.create_task(asyncio.sleep(10)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError: print('cancelled', t.cancelled())
    async def boom(): raise ValueError('boom')
    try: await boom()
    except ValueError as e: print(e)
    r = await asyncio.gather(boom(), return_exceptions=True); print(r)
    f = asyncio.get_running_loop().create_future(); f.set_result(3); print(await f)
    p = await asyncio.create_subprocess_exec('echo', 'hi', stdout=asyncio.subprocess.PIPE); print((await p.communicate())[0])
    return 'end'
print(asyncio.run(main()))
async def err():
    await asyncio.sleep(0); raise KeyError('k')
try: asyncio.run(err())
except KeyError as e: print('K', e)
print(asyncio.iscoroutinefunction(main), asyncio.iscoroutine(c := main())); c.close()
async def srv():
    async def handle(r, w):
        w.write(await r.readline()); await w.drain(); w.close()
    s = await asyncio.start_server(handle, '127.0.0.1', 0)
    port = s.sockets[0].getsockname()[1]
    r, w = await asyncio.open_connection('127.0.0.1', port)
    w.write(b'ping\n'); print(await r.readline()); w.close(); s.close()
asyncio.run(srv())
async def many():
    async def n(i): await asyncio.sleep(0); return i
    return sum(await asyncio.gather(*[n(i) for i in range(1000)]))
print(asyncio.run(many()))
import contextlib
@contextlib.asynccontextmanager
async def cm():
    yield 'cm'
async def u():
    async with cm() as v: print(v)
    async with contextlib.AsyncExitStack() as st: print(await st.enter_async_context(cm()))
asyncio.run(u())
