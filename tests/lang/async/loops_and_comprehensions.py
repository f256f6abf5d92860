"""async for and comprehensions that wait."""
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
async def g():
    for i in range(3):
        yield i
        await Later(None)
async def h():
    out = []
    async for v in g(): out.append(v)
    else: out.append('else')
    return out
print(run(h()))
async def comps():
    a = [v async for v in g() if v]
    b = {v: await Later(v) async for v in g()}
    c = {await Later(1) for _ in range(2)}
    d = [x async for x in (v * 2 async for v in g())]
    e = [await f(i) for i in range(3)]
    return a, b, c, d, e, [[y async for y in g()] for _ in range(2)]
print(run(comps()))
async def nested():
    async def inner():
        yield 1
    return [i async for i in inner()]
print(run(nested()))
