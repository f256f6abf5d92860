# Unpacking and its errors.
a, (b, *c), d = 1, (2, 3, 4), 5
print(a, b, c, d)
*x, y = 'abc'
print(x, y)
[p, q] = {1: 'a', 2: 'b'}
print(p, q)
for text in ("a, b = 1", "a, b = 1, 2, 3", "a, b, c = 1, 2", "a, *b, c = (1,)", "a, b = None", "(a, b), c = (1, 2), 3", "a, = []", "a, b = iter([1])"):
    try:
        exec(text)
        print(text)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
