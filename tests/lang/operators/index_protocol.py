class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
l = list(range(10))
print(l[I(2)], l[I(1):I(5):I(2)], 'abc'[I(1)], (1, 2)[I(-1)], b'ab'[I(0)], range(10)[I(3)])
l[I(0)] = 'x'; del l[I(1)]; print(l)
print(int(I(5)), float(I(5)), complex(I(5)), I(3).__index__(), 'x' * I(3), [0] * I(2), range(I(3)), list(range(I(1), I(4))), bytes(I(2)), chr(I(65)), round(1.2345, I(2)), 'a b c'.split(' ', I(1)), l.pop(I(0)), 'ab'.center(I(6), '*'), (5).to_bytes(I(2), 'big'), '{:{}}'.format(5, I(3)) if 0 else '')
for bad in 1.0, '1', None, [1], 1j:
    for f in (lambda: l[bad], lambda: 'abc'[bad], lambda: range(10)[bad], lambda: (1,)[bad], lambda: b'a'[bad], lambda: l.__setitem__(bad, 1), lambda: l.insert(bad, 1), lambda: 'x' * bad, lambda: [1][bad:], lambda: l.pop(bad)):
        try: print(f())
        except TypeError as e: print(e)
try: l[2 ** 100]
except IndexError as e: print(e)
try: [0] * 2 ** 100
except (OverflowError, MemoryError) as e: print(type(e).__name__, e)
print(l[-2 ** 100:2 ** 100] == l)
for bad in True, False: print(l[bad])
class Two(I):
    def __int__(self): return 99
print(int(Two(1)), range(Two(2)), float(Two(3)))
