# bool is an int with two values.
print(True + True, True * 3, -True, ~False, True / 2, True // 2, divmod(True, 2), sum([True, False, True]), True == 1, True is 1 == 1)
print(repr(True), str(False), f'{True}', f'{True:d}', f'{True:5}|', f'{True:<5}|', f'{True:>8}', f'{True:b}', '%d' % True, '%s' % True, f'{True!r:>8}', format(True, ''))
print(True & True, True & 1, True ^ True, False | True, type(True | False).__name__, type(True & 1).__name__, type(True + 0).__name__)
print(isinstance(True, int), issubclass(bool, int), bool.__mro__, True.real, True.bit_length(), int(True), float(True), [10, 20][True], 'ab'[False])
for text in ("f'{True:s}'", "bool(1, 2)", "bool(x=1)", "type('X', (bool,), {})", "True < 'a'"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
