# What the end of a coroutine, a generator or an asynchronous generator runs may keep it; it ends once.
import gc
import sys
import warnings
import weakref


async def never():
    return 'awaited late'


def ended(step, *args):
    try:
        return step(*args)
    except StopIteration as end:
        return 'ended', end.value
    except BaseException as error:
        return type(error).__name__, str(error)


print('-- the source of a warning')
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    never()
    coroutine = caught[0].source
    print(len(caught), caught[0].message, type(coroutine).__name__)
print(ended(coroutine.send, None), coroutine.cr_frame)
gone = weakref.ref(coroutine)
del coroutine, caught
print(gone())
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    never()
    kept = caught[0].source
    caught.clear()
    del kept
    print(len(caught))

print('-- in a cycle, once')
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    holder = [never()]
    holder.append(holder)
    del holder
    gc.collect()
    print([str(w.message) for w in caught])

print('-- the object of an unraisable error')
seen = []
before, sys.unraisablehook = sys.unraisablehook, lambda about: seen.append((about.object, type(about.exc_value)))


def stubborn():
    try:
        yield 1
    finally:
        raise KeyError('at the end')


generator = stubborn()
print(next(generator))
del generator
print(len(seen), type(seen[0][0]).__name__, seen[0][1].__name__, ended(next, seen[0][0]), gc.is_finalized(seen[0][0]))
seen.clear()
with warnings.catch_warnings():
    warnings.simplefilter('error')
    never()
print(len(seen), type(seen[0][0]).__name__, seen[0][1].__name__, ended(seen[0][0].send, None))
seen.clear()
sys.unraisablehook = before

print('-- an asynchronous generator and its loop')
offered = []


async def numbers():
    yield 1
    yield 2


old = sys.get_asyncgen_hooks()
sys.set_asyncgen_hooks(finalizer=offered.append)
source = numbers()
print(ended(source.__anext__().send, None))
del source
print(len(offered), ended(offered[0].__anext__().send, None))
offered.clear()
print(len(offered))
sys.set_asyncgen_hooks(*old)
