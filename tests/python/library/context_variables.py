# needs: contextvars asyncio
"""contextvars: lists, dicts and sets that a variable is set to stay the very objects, in every context and task."""
import asyncio
import contextvars
from collections import defaultdict

var = contextvars.ContextVar('var', default=None)
print(var.get(), var.name, var.get(3))
for held in ({}, [], set(), defaultdict(list), bytearray(b'a'), object()):
    token = var.set(held)
    print(type(held).__name__, var.get() is held or held == var.get(), end=' ')
    if isinstance(held, (dict, list, set)):
        print(var.get() is held, end=' ')
    var.reset(token)
print(var.get())
seen = {}
token = var.set(seen)
var.get()['a'] = 1
seen['b'] = 2
var.get().setdefault('c', []).append(3)
print(seen, var.get(), len(var.get()), sorted(var.get()))
print(token.var is var, token.old_value is contextvars.Token.MISSING)
second = var.set([seen])
print(second.old_value is seen, var.get()[0] is seen)
var.reset(second)
print(var.get() is seen)


def inside():
    var.get()['inside'] = True
    var.set({'other': 1})
    return var.get()


context = contextvars.copy_context()
print(context.run(inside), seen, var.get() is seen)
print(context[var], context.get(var), var in context)


async def work(n):
    mine = []
    var.set(mine)
    for i in range(n):
        await asyncio.sleep(0)
        var.get().append(i)
    return mine


async def main():
    return await asyncio.gather(work(2), work(3))


print(asyncio.run(main()), var.get() is seen)
var.reset(token)
print(var.get())
try:
    var.reset(token)
except RuntimeError as e:
    print(str(e)[:32])
other = contextvars.ContextVar('other')
try:
    other.get()
except LookupError as e:
    print(type(e).__name__)
