# repr and reading of floats.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for e in list(range(-330, -300, 3)) + list(range(-25, 25)) + list(range(290, 309, 3)):
    print([float(f'{m}e{e}') for m in ('1', '-1.5', '9.999', '1.2345678901234567')])
print([2.0**e for e in range(-60, 64)])
print([x / 10 for x in range(100)], [x / 3 for x in range(30)])
print(0.1 + 0.2, 1 / 3, 1e16, 1e15, 123456789012345680.0, 0.0001, 0.00001, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e22, 1e23)
x = 0.1
for i in range(60):
    x = x * 1.7 - i
    print(x, end=' ')
print()
for text in ['1', '1.5', '-1.5e3', '.5', '5.', '.', '', ' 1.5 ', '1e5', '1E-5', '1e', 'e5', '1_0.5', '1__0', '1_.5', '1._5', '_1', '1e1_0', 'inf', '-inf',
             'Infinity', '+INFINITY', 'infinit', 'nan', '-nan', 'NaN', 'nan(1)', '0x10', '1.5f', '1,5', '1 5', '١.٥', '1e400', '-1e400', '1e-400', '1\x00',
             '\n1\t', '1' * 400, '0.' + '0' * 400 + '1', '123456789.123456789', '9007199254740993', 'x']:
    t(lambda: float(text))
for f in (lambda: float(), lambda: float(5), lambda: float(True), lambda: float(b'1.5'), lambda: float(bytearray(b' 2 ')), lambda: float(b'x'),
          lambda: float(None), lambda: float([]), lambda: float(10**400), lambda: float(10**308), lambda: float(2**53 + 1), lambda: float(1, 2),
          lambda: float(x=1), lambda: float(1j)):
    t(f)


class A:
    def __float__(self):
        return 2.5


class B:
    def __float__(self):
        return 2


class C:
    def __index__(self):
        return 3


for c in (A, B, C):
    t(lambda: float(c()))
