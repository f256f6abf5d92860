# __reduce__ and __setstate__ of the built-in iterators, and copies of them.
import itertools as I, operator, collections
def show(v):
    if isinstance(v, tuple): return '(' + ', '.join(map(show, v)) + ')'
    if type(v).__name__.endswith('iterator') or type(v).__module__=='itertools' or type(v).__name__ in ('map','filter','zip','enumerate','reversed'): 
        try: return type(v).__name__ + '<' + show(v.__reduce__()) + '>'
        except TypeError as e: return type(v).__name__
    if isinstance(v, (type, type(len))): return v.__name__
    return repr(v)
def t(f):
    try: r = f(); print(show(r))
    except Exception as e: print(type(e).__name__, e)
def ends(mk, n):
    for k in n:
        it = mk()
        for i in range(k): next(it, None)
        t(it.__reduce__)
class Seq:
    def __getitem__(s, i):
        if i < 3: return i
        raise IndexError
    def __len__(s): return 3
    def __repr__(s): return 'Seq()'
seq = Seq()
l=[1,2,3]; u=(1,2,3)
cases = {
 'list': lambda: iter(l), 'rlist': lambda: reversed(l), 'tuple': lambda: iter(u), 'str': lambda: iter('abc'), 'wide': lambda: iter('aé漢'),
 'bytes': lambda: iter(b'abc'), 'bytearray': lambda: iter(bytearray(b'abc')), 
 'dict': lambda: iter({1:2,3:4,5:6}), 'values': lambda: iter({1:2,3:4}.values()), 'items': lambda: iter({1:2,3:4}.items()),
 'rdict': lambda: reversed({1:2,3:4,5:6}), 'enumerate': lambda: enumerate(l, 5), 'zip': lambda: zip(l, u), 'zips': lambda: zip(l,u,strict=True),
 'map': lambda: map(abs, l), 'filter': lambda: filter(None, l), 'rseq': lambda: reversed(seq), 'seq': lambda: iter(seq), 
}
for name, mk in cases.items():
    print('==', name, type(mk()).__name__, [a for a in ('__reduce__','__setstate__','__length_hint__','__copy__','__deepcopy__') if a == '__reduce__' and type(mk()).__reduce__ is not object.__reduce__ or a != '__reduce__' and hasattr(mk(), a)])
    if type(mk()).__reduce__ is not object.__reduce__: ends(mk, (0, 1, 2, 9) if name not in ('call',) else (0,1))
    else: t(mk().__reduce__)

import copy
for mk in cases.values():
    it = mk(); next(it)
    c = copy.copy(it)
    first = list(c)
    print(first, list(it) if not isinstance(c, (map, filter, zip, enumerate)) else None)
r = iter(range(2, 20, 3)); next(r)
print(list(copy.copy(r)), list(copy.deepcopy(r)), next(r))
r = iter(range(2, 20, 3)); r.__setstate__(2); print(list(r)); r = iter(range(3)); r.__setstate__(-5); print(list(r)); r.__setstate__(9); print(list(r))
for mk in (lambda: iter(l), lambda: reversed(l), lambda: iter(u), lambda: iter('abc'), lambda: iter(b'abc'), lambda: iter(seq), lambda: reversed(seq)):
    for n in (-9, 0, 1, 3, 99):
        it = mk(); it.__setstate__(n); print(n, list(it), end=' ')
    it = mk(); list(it); print(it.__setstate__(0), list(it))
    t(lambda: mk().__setstate__('x'))
z = zip([1], [1, 2]); z.__setstate__(True); t(lambda: list(z))
