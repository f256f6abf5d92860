"""Asynchronous generators: asend, athrow, aclose, anext."""
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
async def ag():
    try:
        x = yield 1
        print('sent', x)
        y = yield 2
    except ValueError as e:
        print('caught', e); yield 'after'
    finally: print('finally')
async def t():
    a = ag()
    print(await a.__anext__(), await a.asend('s'))
    print(await a.athrow(ValueError('v')))
    await a.aclose()
    try: await a.__anext__()
    except StopAsyncIteration: print('end')
    print(await anext(a, 'default'), await anext(ag(), 'default'))
    b = ag(); await b.asend(None)
    try: await b.athrow(KeyError, KeyError('z'))
    except KeyError as e: print('key', e)
    it = aiter(ag()); print(await anext(it)); await it.aclose()
    d = ag().__anext__()
    await d
    try: await d
    except RuntimeError as e: print(e)
run(t())
async def ign():
    try: yield 1
    except GeneratorExit: yield 2
async def t2():
    a = ign(); await a.__anext__()
    try: await a.aclose()
    except RuntimeError as e: print(e)
run(t2())
