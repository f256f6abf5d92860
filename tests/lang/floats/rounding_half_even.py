# round() with and without digits.
for x in (0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.005, 1234.5678, 5e15 + 0.5, 1e300, -0.0):
    print(x, round(x), [round(x, d) for d in (-3, -1, 0, 1, 2, 5, 400)])
for x in (float('inf'), float('nan')):
    for d in (None, 2):
        try:
            print(round(x, d))
        except (OverflowError, ValueError) as e:
            print(type(e).__name__, e)
try:
    round(1.7e308, -308)
except OverflowError as e:
    print(e)
try:
    round(1.5, 'a')
except TypeError as e:
    print(e)
