# Slices and indices of texts.
s = 'abcdefg'
print(s[0], s[-1], s[1:4], s[:-2], s[::2], s[::-1], s[5:2:-1], s[10:], s[-100:3], s[3:1], s[2:6:3], s[slice(1, None)], s[:])
u = 'aä\u4e2d\U0001F600'
print([ascii(u[i]) for i in range(4)], ascii(u[::-1]), ascii(u[1:3]), len(u))
for key in (7, -8, 'a', None, 1.0, (1,), slice(1, 'a'), 10**20):
    try:
        print(s[key])
    except (IndexError, TypeError) as e:
        print(type(e).__name__, e)
for text in ("s[0:5:0]", "s.__setitem__(0, 'x')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
try:
    s[0] = 'x'
except TypeError as e:
    print(e)
try:
    del s[0]
except TypeError as e:
    print(e)
