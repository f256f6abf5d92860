"""Objects that await, async for and async with do not take."""
def run(coro):
    """A loop without waiting: what is awaited gives its own value back."""
    sent = None
    try:
        while True:
            got = coro.send(sent)
            sent = got
    except StopIteration as e:
        return e.value
class Later:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return r
async def f(x): return await Later(x) + 1
async def bad1():
    async with 3: pass
async def bad2():
    async for x in [1]: pass
async def bad3(): await 3
async def bad4():
    async for x in N(): pass
async def bad5():
    async with M(): pass
class N:
    def __aiter__(self): return self
    def __anext__(self): return 5
class M:
    def __aenter__(self): return 1
    async def __aexit__(self, *a): pass
class M2:
    async def __aenter__(self): return 1
async def bad6():
    async with M2(): pass
async def bad7():
    async def x(): raise StopIteration(3)
    await x()
async def bad8():
    async def ag():
        raise StopAsyncIteration
        yield
    async for _ in ag(): pass
class A3:
    def __aiter__(self): return 3
async def bad9():
    async for _ in A3(): pass
class Aw:
    def __await__(self): return [1]
async def bad10(): await Aw()
class Aw2:
    def __await__(self): return f(1)
async def bad11(): await Aw2()
for b in (bad1, bad2, bad3, bad4, bad5, bad6, bad7, bad8, bad9, bad10, bad11):
    try: print(run(b()))
    except BaseException as e: print(b.__name__, type(e).__name__, e, repr(e.__cause__))
