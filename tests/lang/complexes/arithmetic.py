# + - * / and their mixtures with reals.
a, b = 3 + 4j, 1 - 2j
print(a + b, a - b, a * b, a / b, -a, +a, abs(a), a.conjugate(), a.real, a.imag, a == 3 + 4j, a != b, bool(0j), bool(a))
print(a + 1, 1 + a, a - 1.5, 1.5 - a, a * 2, 2 * a, a / 2, 2 / a, a * True, 1j * 1j, 1j ** 2)
for text in ('a // b', 'a % b', 'divmod(a, b)', 'a < b', 'a >= 1', 'a / 0', '1 / 0j', 'a + "x"', 'int(a)', 'float(a)', 'a & 1', '~a', 'round(a)', 'max(a, b)', 'sorted([a, b])', 'a[0]', 'math_sqrt(a)'):
    try:
        print(text, eval(text))
    except Exception as e:
        print(text, type(e).__name__, e)
