class L:
    def __init__(self, n): self.n = n
    def __repr__(self): return self.n
names = 'add sub mul truediv floordiv mod pow lshift rshift and or xor matmul divmod'.split()
for n in names:
    setattr(L, f'__{n}__', lambda a, b, n=n: f'{n}({a},{b!r})')
    setattr(L, f'__r{n}__', lambda a, b, n=n: f'r{n}({a},{b!r})')
a = L('a')
print(a + 1, 1 + a, a - 1, 1 - a, a * 2, 2 * a, a / 1, 1 / a, a // 1, 1 // a, a % 1, 1 % a)
print(a ** 2, 2 ** a, a << 1, 1 << a, a >> 1, 1 >> a, a & 1, 1 & a, a | 1, 1 | a, a ^ 1, 1 ^ a, a @ 1, 1 @ a, divmod(a, 1), divmod(1, a))
print('s' + a, [1] + a, 's' * a, 's' % a, (1,) + a, {1} | a, {} | a, None + a, 1.5 // a, 2j ** a)
class Sub(L):
    def __radd__(self, o): return f'Sub.radd({self},{o})'
    def __add__(self, o): return f'Sub.add({self},{o})'
class SubNo(L): pass
print(a + Sub('s'), Sub('s') + a, a + SubNo('n'), SubNo('n') + Sub('q'), Sub('q') + SubNo('n'))
class N:
    def __add__(self, o): print('N.add'); return NotImplemented
    def __radd__(self, o): print('N.radd'); return NotImplemented
for f in (lambda: N() + N(), lambda: N() + 1, lambda: 1 + N(), lambda: N() - 1):
    try: f()
    except TypeError as e: print(e)
class M:
    def __radd__(self, o): print('M.radd'); return 'm'
print(N() + M())
class Same:
    def __add__(self, o): return NotImplemented
    def __radd__(self, o): print('never for the same type'); return 1
try: Same() + Same()
except TypeError as e: print(e)
o = N(); o.__mul__ = lambda x: 5
try: o * 1
except TypeError as e: print(e)
