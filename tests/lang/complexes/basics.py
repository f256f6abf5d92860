# complex.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


inf, nan = float('inf'), float('nan')
values = [0j, 1j, -1j, 1 + 2j, -1.5 + 0.25j, 3 - 4j, complex(0, -0.0), complex(-0.0, 2), 1e10j, complex(inf, 1), complex(nan, 0), 2, -1.5]
for a in values:
    print(a, repr(a), bool(a), -a, +a, abs(a), a == a, hash(a) == hash(a))
    for b in values:
        for f in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a == b):
            t(f)
for a in (1j, 1 + 2j, 2 + 0j, -1 + 0j):
    for b in (0, 1, 2, 3, -1, -2, 10):
        t(lambda: a**b)
for text in ('1', '1j', '1+2j', '-1-2j', '1e3+1e-3j', ' 1+2j ', '(1+2j)', 'j', '-j', '+1j', '1 + 2j', '', 'x', '1+', '1+2', 'inf+nanj', '1.5e2j', '1_0+2j'):
    t(lambda: complex(text))
for f in (lambda: complex(), lambda: complex(1), lambda: complex(1, 2), lambda: complex(1j, 2j), lambda: complex(real=1, imag=2), lambda: complex('1', 2), lambda: complex(1, '2'), lambda: complex(None), lambda: complex(1, None),
          lambda: 1j // 1, lambda: 1j % 1, lambda: 1j < 2j, lambda: int(1j), lambda: float(1j), lambda: 1j / 0, lambda: 0j**-1, lambda: (1 + 2j).conjugate(), lambda: (1 + 2j).real, lambda: (1 + 2j).imag, lambda: 1j + 'a',
          lambda: 2 == 2 + 0j, lambda: hash(2 + 0j) == hash(2), lambda: round(1j), lambda: divmod(1j, 1), lambda: f'{1+2j:.2f}', lambda: (1 + 2j).x):
    t(f)
