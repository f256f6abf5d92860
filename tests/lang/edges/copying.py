"""copy of what cannot be copied, of what is its own copy, and of classes that say how."""
import copy
import weakref


class Thing:
    pass


def gen():
    yield


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


thing = Thing()
for x in (gen.__code__, weakref.ref(thing), gen, Thing, None, len, property(), range(3)):
    print(copy.copy(x) is x, copy.deepcopy(x) is x)
for x in ({}.keys(), {}.values(), {}.items(), gen(), Thing.__dict__):
    show(lambda: copy.copy(x))
    show(lambda: copy.deepcopy([x]))


class Keyed:
    def __new__(cls, *, size):
        made = super().__new__(cls)
        made.size = size
        return made

    def __getnewargs_ex__(self):
        return (), {'size': self.size}


k = Keyed(size=[4])
for c in (copy.copy(k), copy.deepcopy(k)):
    print(c.size, c.size is k.size, type(c).__name__)


class Packed:
    def __init__(self, n):
        self.n = n

    def __getstate__(self):
        return self.n

    def __setstate__(self, state):
        self.n = state


for n in ([1], 0, 5):
    p = Packed(n)
    print(copy.copy(p).n, copy.deepcopy(p).n, copy.deepcopy(p).n is n)
