# Operators, comparison, hash, methods of float.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


inf, nan = float('inf'), float('nan')
values = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.7, -7.25, 1e10, 1e300, 5e-324, inf, -inf, nan, 1, -3, 2**70, True]
for a in values:
    for b in values:
        print(repr(a), repr(b))
        for f in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a // b, lambda: a % b, lambda: divmod(a, b),
                  lambda: a < b, lambda: a == b, lambda: a >= b):
            t(f)
for a in (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -8.0, inf, -inf, nan, 10.0):
    for b in (0.0, 1.0, -1.0, 2, 0.5, -0.5, 3.0, inf, -inf, nan, 1000.0):
        if not (a < 0 and b in (0.5, -0.5)):
            t(lambda: a**b)
t(lambda: 2.0**10000)
t(lambda: (-8.0)**3)
t(lambda: pow(2.0, 3, 5))
t(lambda: 1.5 + 'a')
t(lambda: 1.5 << 1)
t(lambda: 1.5 < 'a')
t(lambda: 10**400 + 1.0)
t(lambda: 1.0 < 10**400)
t(lambda: -1e308 > -10**400)
print(2**53 + 1 == 2.0**53, 2**53 + 1 > 2.0**53, 2.0**53 < 2**53 + 1, 10**22 == 1e22, 10**23 == 1e23, 1e23 < 10**23, 2**1000 == 2.0**1000)
print(1 == 1.0, True == 1.0, 0.0 == -0.0, nan == nan, nan != nan, 3 < 3.5, 3.5 < 4, inf > 10**400, -inf < -10**400)
for v in (0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 1e300, -2.25, inf, -inf, 2.0**70, 2**61 - 1.0, 1e-300, 0.1):
    print(hash(v), end=' ')
print(hash(2.0**70) == hash(2**70), hash(1.0) == hash(1), {1: 'a', 1.0: 'b', True: 'c'})
for v in (0.0, 1.0, 1.5, -2.5, 1e20, inf, nan, 0.1, 5e-324, 1e308):
    for f in (lambda: v.is_integer(), lambda: v.as_integer_ratio(), lambda: v.hex(), lambda: v.conjugate(), lambda: (v.real, v.imag),
              lambda: int(v), lambda: v.__trunc__(), lambda: v.__floor__(), lambda: v.__ceil__(), lambda: bool(v), lambda: round(v),
              lambda: abs(-v), lambda: -v):
        t(f)
for v in (0.5, 1.5, 2.5, 3.5, -0.5, -1.5, 2.675, 1.005, 1234.5678, 0.15, 0.25, 0.35, 1e22, 1e-5, 5e15 + 0.5, 123456789.987654321, 55.0, 45.0, 5.0, 6.0,
          4.999999999999999, 1e308, 150.0, 250.0):
    t(lambda: [round(v, n) for n in (0, 1, 2, 3, 5, 10, 20, 400, -1, -2, -3, -10, -400)])
t(lambda: round(1.7976931348623157e308, -308))
t(lambda: round(nan))
t(lambda: round(inf))
t(lambda: round(nan, 2))
t(lambda: round(inf, 2))
t(lambda: round(1.5, 'a'))
for text in ['0x1.8p3', '-0x1p-1074', '1.8', 'inf', '-nan', '0x', 'x', '0x1p2000', ' 0x.8 ', '0xap0', '+0x1', '']:
    t(lambda: float.fromhex(text))


class F(float):
    pass


f = F(1.5)
f.note = 3
print(f, repr(f), f + 1, type(f + 1), f.note, f == 1.5, hash(f) == hash(1.5), F('2.5') * 2, isinstance(f, float), int(f), f'{f:.3f}', -f, abs(F(-2)))
