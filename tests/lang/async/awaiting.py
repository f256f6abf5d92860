"""What await takes and gives; coroutines that are used again, thrown into, closed, nested deeply."""
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
print(run(f(3)), f.__name__)
c = f(1); print(str(c)[:20], type(c)); c.close()
c = f(1)
run(c)
for op in (lambda: c.send(None), lambda: c.throw(ValueError), lambda: c.close(), lambda: run(c)):
    try: print(op())
    except BaseException as e: print(type(e).__name__, e)
c = f(1)
try: c.send(5)
except TypeError as e: print(e)
try: iter(c)
except TypeError as e: print(e)
try: list(c)
except TypeError as e: print(e)
c.send(None); print(c.cr_running, c.cr_await is not None, c.cr_suspended)
async def second(): await c
try: run(second())
except RuntimeError as e: print(e)
try: c.throw(KeyError('k'))
except KeyError as e: print('thrown', e)
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
