# Weak references to parts of garbage are cut before callbacks and finalizers run.
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


import gc
import weakref


class N:
    pass


seen = []
kept = []
for _ in range(3):
    a, b = N(), N()
    a.other, b.other = b, a
    a.function = lambda: a
    to_b = weakref.ref(b)
    to_a = weakref.ref(a, lambda r: seen.append(to_b()))
    again = weakref.ref(b, lambda r: seen.append(to_a()))
    kept.append((to_a, again, to_b))
    del a, b
    gc.collect()
print(seen)


class Dying:
    def __del__(self):
        seen.append((to() is None, getattr(self, 'me', None) is self))


seen = []
d = Dying()
d.me = d
to = weakref.ref(d)
del d
gc.collect()
print(seen)
d = Dying()
to = weakref.ref(d)
del d
print(seen)


class Reviving:
    def __del__(self):
        kept.append(self)


kept.clear()
d = Reviving()
d.me = d
to = weakref.ref(d, lambda r: seen.append('called'))
del d
gc.collect()
print(len(kept), to(), seen)


class Making:
    def __del__(self):
        new = Dying()
        new.me = new
        self.to = weakref.ref(self.me)


seen.clear()
d = Making()
d.me = d
del d
gc.collect()
gc.collect()
print(seen)


class Late:
    pass


class Changing:
    def __del__(self):
        Late.__del__ = lambda self: seen.append(len(self.__dict__))


x, y = Late(), Changing()
x.y, y.x = y, x
del x, y
gc.collect()
