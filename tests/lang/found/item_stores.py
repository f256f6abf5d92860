# Storing to what takes no items: which is looked at first, the index or the type.
def attempt(f, *args):
    try: print(repr(f(*args)))
    except Exception as e: print(type(e).__name__, e)
class Box: pass
class Bad:
    def __repr__(self): return "bad"
    def __index__(self): raise ValueError('bad index')
class Text:
    def __repr__(self): return "text"
    def __index__(self): return 'x'
class HasGet:
    def __getitem__(self, i): return i
class ISub(int): pass
def store(o, k): o[k] = 1
def remove(o, k): del o[k]
def load(o, k): return o[k]
for o in (Box(), HasGet(), 1, 1.5, 's', b'b', (1, 2), range(3), {1}, frozenset(), None, int, print, store, ISub(3), Exception(), memoryview(b'ab'), iter([]), (i for i in []), {}.keys(), {}.items(), {}.values(), slice(1), 1j, Box, object(), type(1), ..., zip(), enumerate([])):
    for k in (0, 10**20, -10**20, 'k', None, Bad(), Text(), True, 1.5):
        for f in store, remove, load:
            print(type(o).__name__, f.__name__, type(k).__name__, end=' ')
            attempt(f, o, k)
