# Items are ints, slices bytes.
b = b'abcdef'
print(b[0], b[-1], b[1:3], b[::-1], b[::2], b[10:], list(b), b[True], 97 in b, b'cd' in b, b'' in b, 300 in [1])
for key in (6, -7, 'a', None, 1.5, 10**30):
    try:
        print(b[key])
    except (IndexError, TypeError) as e:
        print(type(e).__name__, e)
for text in ("b['a':]", "300 in b", "'a' in b", "b.__setitem__", "None in b"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
try:
    b[0] = 1
except TypeError as e:
    print(e)
