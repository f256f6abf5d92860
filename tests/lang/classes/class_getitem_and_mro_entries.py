class Box:
    def __class_getitem__(cls, item): return f'{cls.__name__}[{item!r}]'
print(Box[int], Box[1, 2], Box['x':'y'])
class Sub(Box): pass
print(Sub[0])
try: Box()[1]
except TypeError as e: print(e)
class Plain: pass
for f in (lambda: Plain[int], lambda: int[str], lambda: Plain()[1]):
    try: f()
    except TypeError as e: print(e)
class Meta(type):
    def __getitem__(cls, k): return 'meta wins'
class Both(metaclass=Meta):
    def __class_getitem__(cls, k): return 'not used'
print(Both[1])
class Entry:
    def __init__(self, n): self.n = n
    def __mro_entries__(self, bases): print('entries', [getattr(b, 'n', b) for b in bases]); return (Plain,)
class C(Entry(1)): pass
print(C.__bases__, [getattr(b, 'n', None) for b in C.__orig_bases__])
class None_(Entry):
    def __mro_entries__(self, bases): return ()
class D(None_(2)): pass
print(D.__bases__)
class Bad:
    def __mro_entries__(self, bases): return 5
try:
    class F(Bad()): pass
except TypeError as e: print(e)
try: type('T', (Entry(1),), {})
except TypeError as e: print(e)
class G(list[int]): pass
print(G.__bases__, G.__orig_bases__, G([1]))
class H(dict[str, int]): pass
print(H(a=1), H.__mro__[1])
