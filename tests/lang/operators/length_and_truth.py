class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
for n in 0, 3, True, -1, 'x', 1.5, None, 2 ** 100, 2 ** 63 - 1:
    for f in len, bool:
        try: print(f(L(n)))
        except Exception as e: print(type(e).__name__, e)
class B(L):
    def __bool__(self): return True
print(bool(B(0)), len(B(0)))
class I:
    def __index__(self): return 4
print(len(L(I())))
class N:
    __bool__ = None
    __len__ = None
for f in bool, len:
    try: f(N())
    except TypeError as e: print(e)
class R:
    def __bool__(self): raise ValueError('no truth')
for f in (lambda: bool(R()), lambda: not R(), lambda: 1 if R() else 2, lambda: R() and 1, lambda: [1 for _ in [1] if R()], lambda: any([R()])):
    try: f()
    except ValueError as e: print(e)
if L(0): print('yes')
else: print('no')
while not L(1): pass
print((L(0) and 5).n, (L(2) or L(5)).n == 2, all([L(1), L(2)]), any([L(0)]))
