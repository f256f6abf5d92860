# Unhashable keys: who asks for the hash, and when.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
class Unhash:
    __hash__ = None
    def __repr__(self): return 'unhash'
for k in ([1], {}, bytearray(b'x'), set(), Unhash()):
    for d in ({}, {1: 2}):
        attempt(d.pop, k)
        attempt(d.pop, k, 5)
        attempt(d.get, k)
        attempt(d.setdefault, k)
        attempt(lambda: k in d)
        attempt(lambda: d[k])
        attempt(d.__delitem__, k)
        attempt(lambda: d.keys() & [k])
        attempt(lambda: d.keys() - [k])
        attempt(lambda: [k] & d.keys())
        attempt(lambda: d.keys() ^ [k])
        attempt(lambda: d.keys() | [k])
        attempt(lambda: k in d.keys())
        attempt(lambda: k in d.values())
        attempt(lambda: (k, 1) in d.items())
        attempt(lambda: (1, k) in d.items())
        attempt(d.keys().isdisjoint, [k])
    for s in (set(), {1}):
        attempt(s.discard, k)
        attempt(s.remove, k)
        attempt(s.add, k)
        attempt(lambda: k in s)
        attempt(s.difference, [k])
        attempt(s.intersection, [k])
        attempt(s.isdisjoint, [k])
        attempt(s.issubset, [k])
        attempt(s.issuperset, [k])
        attempt(s.difference_update, [k])
        attempt(s.symmetric_difference, [k])
        attempt(frozenset(s).__contains__, k)
