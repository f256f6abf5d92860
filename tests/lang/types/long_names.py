# Builtin classes of modules are named with their module in every complaint.
import collections, functools, itertools, sys


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for o in (collections.deque(), collections.OrderedDict(), collections.defaultdict(), itertools.count(), sys.version_info,
          functools.cmp_to_key(len)):
    attempt(lambda: o())
for o in (functools.partial(int), functools.cmp_to_key(len), functools.lru_cache(len)):
    attempt(lambda: iter(o))
    attempt(lambda: [*o])
    attempt(lambda: range(o))
    attempt(lambda: [1][o])
    attempt(lambda: slice(1).indices(o))
