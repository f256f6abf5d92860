# Slices of lists and tuples: reading, assignment, deletion.
def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


x = list(range(10))
for s in (slice(None), slice(2, 5), slice(-3, None), slice(None, -3), slice(5, 2), slice(None, None, 2), slice(None, None, -1),
          slice(8, 2, -2), slice(-100, 100), slice(100, -100, -3), slice(1, 8, 3), slice(None, 3, -1), slice(4, None, -1)):
    print(s, x[s], tuple(x)[s], 'abcdefghij'[s], s.indices(10))
print(x[True:3], x[:None])
show(lambda: x[::0])
show(lambda: x['a':])
show(lambda: x[1.0:])


class I:
    def __index__(self):
        return 3


print(x[I():], x[I()], x[:-I()] if hasattr(I, '__neg__') else 'no neg')


def change(text):
    x = list(range(10))
    try:
        exec(text, {'x': x, 'I': I})
    except Exception as e:
        print(text, '->', type(e).__name__, e)
    else:
        print(text, '->', x)


for text in ('x[2:5] = "ab"', 'x[2:5] = []', 'x[5:2] = [1, 2]', 'x[:] = x', 'x[2:4] = x', 'x[::2] = "abcde"', 'x[::2] = [1]',
             'x[::-1] = range(10)', 'x[::-2] = "abcde"', 'x[3:3] = (7, 8)', 'x[100:] = [1]', 'x[:-100] = [1]', 'x[1:3] = 5',
             'x[::2] = 5', 'x[1:1:2] = []', 'x[::1] = [1]', 'x[I():] = {}', 'x[:3] = (i for i in range(2))',
             'del x[2:5]', 'del x[::2]', 'del x[::-1]', 'del x[1::3]', 'del x[8:2:-2]', 'del x[5:2]', 'del x[:]', 'del x[100:]',
             'del x[-1]', 'del x[-11]', 'del x["a"]', 'x[2:5] *= 2', 'x[0], x[1:3] = 5, "q"', 'x[1:3], x[0] = "zw", 9',
             'x[10:] = x[::-1]', 'x += x', 'x[::3] = x[1::3] + [0]', 'x[::0] = [1]', 'del x[::0]'):
    change(text)
t = (1, 2, 3)
print(t[1:], t[::-1], t[:] is t, t[3:], t[-2:-1])
show(lambda: t[3])
show(lambda: t['a'])
print(slice(1, 2) == slice(1, 2), slice(1, 2, None) == slice(1, 2), repr(slice(1)), slice(1, 2).start, slice(5).stop, slice(5).step)
