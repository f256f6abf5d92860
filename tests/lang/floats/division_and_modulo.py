# // % and divmod have the sign of the divisor.
for a in (7.5, -7.5, 0.0, -0.0, 1e300, 5.0):
    for b in (2.0, -2.0, 0.3, -1e-5):
        print(a, b, a // b, a % b, divmod(a, b))
for text in ('1.0 / 0', '1.0 // 0', '1.0 % 0', 'divmod(1.0, 0)', '0.0 ** -1', '1.0 % 0.0', '1e308 ** 2', '(-8.0) ** (1/3)', '2.0 ** 5000', '10.0 ** 308 * 10'):
    try:
        print(text, eval(text))
    except ArithmeticError as e:
        print(text, type(e).__name__, e)
