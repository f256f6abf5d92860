"""Classes of what awaits, types.coroutine, methods, tracebacks."""
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
import types
@types.coroutine
def gen():
    v = yield 'g'
    return v
async def u(): return await gen()
print(run(u()))
print(f.__code__.co_flags, g.__code__.co_flags)
import collections.abc as abc
x = f(1); print(isinstance(x, abc.Coroutine), isinstance(x, abc.Awaitable), isinstance(g(), abc.AsyncGenerator), isinstance(g(), abc.AsyncIterator), isinstance(Later(1), abc.Awaitable)); x.close()
print(isinstance(x, types.CoroutineType), types.AsyncGeneratorType, types.CoroutineType)
async def deep(n): return 0 if n == 0 else await deep(n - 1) + 1
print(run(deep(300)))
try: run(deep(5000))
except RecursionError as e: print('RecursionError')
async def fin():
    try: await Later(1)
    finally: print('cleaned', await Later(2))
run(fin())
c = fin(); c.send(None)
try: c.throw(ValueError('q'))
except BaseException as e: print(type(e).__name__, e)
try: c.send(None)
except BaseException as e: print(type(e).__name__, e)
async def lam(): return (lambda: (yield))()
print(type(run(lam())).__name__)
class K:
    async def m(self): return self
    @classmethod
    async def cm(cls): return cls.__name__
    @staticmethod
    async def sm(): return 's'
print(run(K.cm()), run(K.sm()), type(run(K().m())).__name__)
async def tb():
    await f('a')
try: run(tb())
except TypeError as e:
    t_ = e.__traceback__
    while t_: print(t_.tb_frame.f_code.co_name, end=' '); t_ = t_.tb_next
    print(e)
