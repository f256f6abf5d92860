"""Functions of the library whose code has not run: all of it is there for who looks, and for the first call of each kind."""
import asyncio
import functools
import gc
import importlib.abc
import inspect
import marshal
import shlex
import textwrap
import types
import weakref

code = textwrap.TextWrapper.wrap.__code__
print(code.co_name, code.co_argcount, code.co_varnames[:code.co_argcount], len(code.co_code) > 0, len(code.co_consts) > 0)
print(code == code.replace(), hash(code) == hash(code.replace()), code == textwrap.shorten.__code__)
print(inspect.signature(textwrap.shorten), inspect.signature(asyncio.wait_for), inspect.getfullargspec(shlex.quote).args)
print(isinstance(marshal.loads(marshal.dumps(shlex.join.__code__)), types.CodeType))


def nested(code):
    """Functions, classes and comprehensions within a function, read with it or with what is around it."""
    inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return all(len(each.co_code) > 0 and nested(each) for each in inner)


print(nested(functools.singledispatch.__code__), nested(functools.total_ordering.__code__))
copied = types.FunctionType(textwrap.dedent.__code__, textwrap.dedent.__globals__)
print(repr(copied('  a\n   b\n')))

# first calls: by names, with too few and too many arguments, of generators, with *args and **kwargs, from C
print(textwrap.indent(prefix='> ', text='a\nb'))
for call in (lambda: textwrap.fill(), lambda: shlex.split(1, 2, 3, 4), lambda: textwrap.shorten('a', wide=3)):
    try:
        call()
    except TypeError as error:
        print(error)
print(list(map(shlex.quote, ['a b', 'c'])), textwrap.wrap(*('a b c',), **{'width': 3}))


async def main():
    return await asyncio.wait_for(asyncio.sleep(0, 'slept'), 1), [done.result() for done in (await asyncio.wait([asyncio.create_task(
        asyncio.sleep(0, 'waited'))]))[0]]


print(asyncio.run(main()))

# what imports have made is found by the collector's functions, and what a program hangs on it is freed
print(any(each is asyncio.Queue for each in gc.get_objects()), any(each is vars(asyncio.queues) for each in gc.get_referrers(asyncio.Queue)))


class Kept:
    pass


kept = Kept()
kept.myself, kept.library = kept, asyncio.Queue
found = weakref.ref(kept)
del kept
print(gc.collect() > 0, found() is None)
gc.freeze()
print(gc.get_freeze_count() > 0)
gc.unfreeze()

# names that are looked up when somebody asks
print([name in dir(importlib.abc) for name in ('Loader', 'ResourceReader', '__dir__', '__getattr__')], importlib.abc.Traversable.__name__)
print(asyncio.subprocess.PIPE, asyncio.subprocess.subprocess.DEVNULL, asyncio.unix_events.signal.SIGINT.name)
