"""async with: values, exceptions, what leaves it early."""
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
async def g():
    for i in range(3):
        yield i
        await Later(None)
class CM:
    def __init__(self, n, eat=False): self.n, self.eat = n, eat
    async def __aenter__(self): print('enter', self.n, await Later('v')); return self.n
    async def __aexit__(self, *exc): print('exit', self.n, exc[0], await Later('w')); return self.eat
async def w():
    async with CM(1) as a, CM(2, True) as b:
        print(a, b)
        raise ValueError('x')
    async with CM(3): return 'ret'
print(run(w()))
async def lp():
    for i in range(3):
        async with CM(i):
            if i == 1: continue
            if i == 2: break
    async for v in g():
        if v == 1: break
    else: print('no')
    async for v in g():
        if v == 1: continue
        print('v', v)
    return 'done'
print(run(lp()))
