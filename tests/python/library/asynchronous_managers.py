# needs: asyncio
"""contextlib's managers for async with."""
import contextlib, asyncio
@contextlib.asynccontextmanager
async def cm(n, fail=None):
    print('in', n)
    try: yield n
    except ValueError as e: print('caught', e); raise KeyError('other') if fail else None
    finally: print('out', n)
async def m():
    try:
        async with cm(1): raise IndexError('i')
    except IndexError as e: print('IE', e)
    try:
        async with cm(1, True): raise ValueError('v')
    except Exception as e: print(type(e), e, repr(e.__context__))
    async with contextlib.AsyncExitStack() as st:
        await st.enter_async_context(cm(2)); st.enter_context(contextlib.nullcontext()); st.callback(print, 'cb')
        async def acb(x): print('acb', x)
        st.push_async_callback(acb, 3)
        async def ex(*a): print('ex', a[0]); return True
        st.push_async_exit(ex)
        raise ZeroDivisionError('z')
    async with contextlib.nullcontext(5) as v: print(v)
    async def ag():
        try: yield 1
        finally: print('closed')
    async with contextlib.aclosing(ag()) as g:
        async for x in g: print(x); break
    @cm(9)
    async def deco(): print('body'); return 1
    print(await deco())
    try:
        async with contextlib.AsyncExitStack() as st: await st.enter_async_context(3)
    except TypeError as e: print(e)
    @contextlib.asynccontextmanager
    async def none():
        return
        yield
    try:
        async with none(): pass
    except RuntimeError as e: print(e)
    @contextlib.asynccontextmanager
    async def two(): yield 1; yield 2
    try:
        async with two(): pass
    except RuntimeError as e: print(e)
    try:
        async with cm(4): raise StopAsyncIteration('sa')
    except StopAsyncIteration as e: print('SA', e)
    class Q(contextlib.AbstractAsyncContextManager):
        async def __aexit__(self, *a): print('q')
    async with Q() as q: print(type(q).__name__)
    print(isinstance(Q(), contextlib.AbstractAsyncContextManager), issubclass(int, contextlib.AbstractAsyncContextManager))
asyncio.run(m())
import inspect
async def f(): pass
async def g(): yield
c = f(); print(inspect.iscoroutinefunction(f), inspect.isasyncgenfunction(g), inspect.iscoroutine(c), inspect.isawaitable(c), inspect.isasyncgen(g()), asyncio.iscoroutinefunction(f)); c.close()
