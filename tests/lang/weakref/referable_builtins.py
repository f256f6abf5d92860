# Which values of built-in types can be referred to weakly.
import collections
import io
import types
import weakref


class Pile(collections.deque):
    pass


kept = [collections.deque(), memoryview(b''), types, io.BytesIO(), io.StringIO(), open('/dev/null'), open('/dev/null', 'rb'),
        open('/dev/null', 'wb'), set(), frozenset(), Pile(), list[int], collections.OrderedDict(), collections.Counter(),
        print, [].append, (i for i in []), range(3), slice(1), [], {}, (), b'', bytearray(), 1.5, None, {}.keys(),
        ValueError(), collections.defaultdict(), zip(), enumerate([])]
for value in kept:
    try:
        print(type(value).__name__, weakref.ref(value)() is value, weakref.getweakrefcount(value))
    except TypeError as e:
        print(e)
gone = []
pile = collections.deque([1])
r = weakref.ref(pile, lambda r: gone.append('pile'))
view = memoryview(b'abc')
s = weakref.ref(view, lambda r: gone.append('view'))
text = io.StringIO('a')
u = weakref.ref(text, lambda r: gone.append('text'))
del pile, view, text
print(r(), s(), u(), gone)
