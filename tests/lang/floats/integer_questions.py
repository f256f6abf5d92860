# is_integer, as_integer_ratio, int() and kin.
for x in (0.0, 1.5, -2.0, 1e300, 0.1, 5e-324):
    print(x, x.is_integer(), x.as_integer_ratio(), int(x), x.__trunc__(), x.__floor__(), x.__ceil__())
for x in (float('inf'), float('-inf'), float('nan')):
    for f in (float.is_integer, float.as_integer_ratio, int, float.__floor__):
        try:
            print(f(x))
        except (OverflowError, ValueError) as e:
            print(type(e).__name__, e)
