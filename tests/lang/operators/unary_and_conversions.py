class A:
    def __neg__(self): return 'neg'
    def __pos__(self): return 'pos'
    def __invert__(self): return 'inv'
    def __abs__(self): return 'abs'
    def __int__(self): return 7
    def __float__(self): return 1.5
    def __complex__(self): return 2j
    def __index__(self): return 3
    def __round__(self, n='none'): return ('round', n)
    def __trunc__(self): return 'trunc'
    def __floor__(self): return 'floor'
    def __ceil__(self): return 'ceil'
    def __bool__(self): return False
    def __str__(self): return 'STR'
    def __bytes__(self): return b'by'
import math
a = A()
print(-a, +a, ~a, abs(a), int(a), float(a), complex(a), round(a), round(a, 2), round(a, None), math.trunc(a), math.floor(a), math.ceil(a), bool(a), not a, str(a), bytes(a))
print([10, 20, 30, 40][a], 'abcd'[a], hex(a), bin(a), oct(a), range(a), [0] * a, chr(a), (1).__lshift__(a.__index__()), '%d' % a, f'{a!s:>5}')
class B: pass
for f in (lambda: -B(), lambda: +B(), lambda: ~B(), lambda: abs(B()), lambda: int(B()), lambda: float(B()), lambda: complex(B()), lambda: round(B()), lambda: math.trunc(B()), lambda: math.floor(B()), lambda: [1][B()], lambda: hex(B()), lambda: range(B()), lambda: [0] * B(), lambda: chr(B()), lambda: '%d' % B(), lambda: bytes(B()), lambda: len(B()), lambda: iter(B()), lambda: next(B()), lambda: 1 in B(), lambda: B()[0], lambda: B()(), lambda: reversed(B()), lambda: ~1.5, lambda: -'x', lambda: format(B(), 'x')):
    try: print(f())
    except TypeError as e: print(str(e).split(' object at')[0])
class W:
    def __int__(self): return 'x'
    def __float__(self): return 1
    def __complex__(self): return 1
    def __index__(self): return 1.5
    def __bool__(self): return 1
    def __len__(self): return -1
    def __str__(self): return 5
    def __repr__(self): return None
    def __bytes__(self): return 'b'
    def __hash__(self): return 'h'
    def __iter__(self): return 5
    def __format__(self, s): return 5
    def __length_hint__(self): return 'x'
    def __contains__(self, x): return 'yes'
    def __dir__(self): return 5
w = W()
for f in (int, float, complex, hex, bool, len, str, repr, bytes, hash, iter, format, dir, lambda x: 1 in x, lambda x: [1][x], lambda x: not x, lambda x: f'{x}', lambda x: '%s' % x, lambda x: '%r' % x, lambda x: [i for i in x], lambda x: print(x)):
    try: print(f(w))
    except (TypeError, ValueError) as e: print(e)
