# v[i:j] of sequences in all forms, lists taken apart, and what is in a list of numbers and singletons.
l=[1,2,3,4,5]; s='hello'; t=(1,2,3); u='жук'
for v in (l,s,t,u,b'abc',bytearray(b'abc'),range(5)):
    for i in (None,0,1,2,-1,-9,9,-2):
        for j in (None,0,1,3,-1,-9,9,-2):
            print(v[i:j], v[i:], v[:j], v[:], end=' ')
    print()
class L(list):
    def __getitem__(self,k): return k
print(L([1])[1:2], L()[::2])
def f():
    try: return q[1:2]
    except UnboundLocalError as e: return str(e)
    q=1
print(f())
five = 5
try: five[1:2]
except TypeError as e: print(e)
try: {}[1:2]
except TypeError as e: print(e)
try: l['a':2]
except TypeError as e: print(e)
print(l[True:4], l[1:2**70], t[:] is t, s[:] is s)
a,b,c=[1,2,3]
def g():
    x=[1,2]; x,y=x; return x,y
print(g())
class D:
    def __del__(self): lst.clear()
def h():
    global lst
    p=D(); q=5
    lst=[p,7]
    del p
    p,q=lst; r=p; del p
    p=r
    return q
print(h())
print(None in [1,2.0], None in [None], 1 in [1.0,True], 2.5 in [1,2.5], True in [1], float('nan') in [float('nan')], 0.0 in [-0.0], ... in [1], NotImplemented in [None])
n=float('nan'); print(n in [n], n==n, [n]==[n])
# integers of one and two limbs around the edges
edges = [2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**127, 2**128 - 1, 2**128, 2**192 + 5, 1, 0]
edges += [-x for x in edges]
total = 0
for x in edges:
    for y in edges:
        total = (total * 31 + hash((x + y, x - y, x & y, x | y, x ^ y, x < y, x == y, x >= y))) % (2**61 - 1)
        z = x
        z += y
        z -= y
        assert z == x and x - x == 0 and (x - y) + y == x
print(total, str.upper('abc'), list.append([], 1), dict.get({'a': 1}, 'a'), int.bit_length(5), (5).bit_length(), (2.5).is_integer())
class Meta(type): pass
class C(metaclass=Meta):
    x = 1
    def f(self): return 'f'
for _ in range(3):
    print(C.f(C()), C.x, type(C()).__name__, C.__name__, C().__class__.__name__, (3).real, int.__name__)
    C.x += 1
def gen():
    for i in range(5):
        got = yield i
        if got: print('got', got)
    return 'end'
print(sum(gen()), ''.join(str(i) for i in gen()), max(gen()), sorted(gen()), list(map(str, gen())))
g = gen(); print(next(g), g.send('x'), list(g), next(g, 'none'))
def raises():
    yield 1
    raise ValueError('in it')
try: sum(raises())
except ValueError as e: print(e, e.__traceback__.tb_next.tb_lineno > 0)
def nested(n):
    if n: yield from nested(n - 1)
    yield n
print(list(nested(6)), tuple(x for x in nested(3)))
print('key'.partition('='), 'key'.rpartition('='), 'a,b,,c,'.rsplit(','), 'a,b,c'.rsplit(',', 1), ' a\tb\x1fc  d\x08e'.split(), 'xé y\xa0z'.split(), 'x' * 9 + ' ' + 'y' * 20 == ' '.join(('x' * 9 + ' ' + 'y' * 20).split()))
