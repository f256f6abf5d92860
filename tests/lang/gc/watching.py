# Callbacks, statistics and debugging flags of the collector
import contextlib
import gc
import io
import re
import sys

gc.disable()
gc.collect()


class Node:
    pass


def make():
    node = Node()
    node.self = node


def show(phase, info):
    print(phase, info['generation'], info['collected'] > 0, info['uncollectable'], sorted(info))


gc.callbacks.append(show)
make()
gc.collect()
gc.collect(0)
gc.callbacks.remove(show)
before = gc.get_stats()
make()
print(gc.collect() > 0)
after = gc.get_stats()
print([list(row) for row in after], after[2]['collections'] - before[2]['collections'],
      after[2]['collected'] > before[2]['collected'], after[2]['uncollectable'])
print(gc.get_debug(), gc.DEBUG_STATS, gc.DEBUG_COLLECTABLE, gc.DEBUG_UNCOLLECTABLE, gc.DEBUG_SAVEALL, gc.DEBUG_LEAK)
gc.set_debug(gc.DEBUG_SAVEALL)
make()
print(gc.collect() > 0, [each.self is each for each in gc.garbage if isinstance(each, Node)])
gc.set_debug(0)
gc.garbage.clear()
with contextlib.redirect_stderr(io.StringIO()) as said:
    gc.set_debug(gc.DEBUG_STATS | gc.DEBUG_COLLECTABLE)
    make()
    gc.collect()
    gc.set_debug(0)
lines = said.getvalue().splitlines()
print([re.sub(r'\d+\.\d+s|0x\w+|\d+', 'N', line) for line in lines if not line.startswith('gc: collectable')])
print([re.sub(r'0x\w+', 'N', line) for line in lines if 'Node' in line])
gc.callbacks.append(lambda phase, info: 1 / 0)
with contextlib.redirect_stderr(io.StringIO()) as said:
    gc.collect()
print(said.getvalue().count('ZeroDivisionError'), 'Exception ignored in: <function <lambda>' in said.getvalue())
gc.callbacks.clear()
for function, argument in ((gc.set_debug, 'x'), (gc.get_objects, 3), (gc.get_objects, -2)):
    try:
        function(argument)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
