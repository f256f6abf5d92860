"""Slices and ranges beyond 64 bits, what counts as equal in a range, hints that are wrong, numbers from odd classes."""
def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


B = 2 ** 70
for s in (slice(None), slice(-B, B, 7), slice(B, -B, -3), slice(None, None, -B), slice(3, None, B), slice(-2, -1)):
    for length in (0, 1, 9, B):
        print(s.indices(length), end=' ')
    print()
show(lambda: slice(0, 1, 0).indices(B))
show(lambda: slice(0, 1).indices(-B))
show(lambda: slice('a').indices(B))
show(lambda: slice(0).indices('a'))

big = range(-B, B, 3)
show(lambda: big[B // 2])
show(lambda: big[-1])
show(lambda: big[B // 3:B // 2:5])
show(lambda: big[::-1])
show(lambda: big[B:])
show(lambda: range(10)[-B:B])


class Same:
    def __eq__(self, other):
        return other in (2, 4, 5)


show(lambda: (range(6).count(Same()), range(6).index(Same()), Same() in range(6), range(6).count(4.0)))


class Hint:
    def __init__(self, hint):
        self.hint = hint

    def __iter__(self):
        return iter('ab')

    def __length_hint__(self):
        if isinstance(self.hint, Exception):
            raise self.hint
        return self.hint


for hint in (2, 0, NotImplemented, -4, 'two', 10 ** 30, 1.5, KeyError('no hint'), TypeError('not known')):
    show(lambda: list(Hint(hint)))


class Up(float):
    def __float__(self):
        return 100.0 + super().__float__()


class Text(str):
    def __float__(self):
        return 0.25


class Wrong(float):
    def __float__(self):
        return 'x'


import math
show(lambda: (float(Up(1)), math.floor(Up(1)), math.sqrt(Up(4)), Up(1) + 0, complex(Up(2))))
show(lambda: (float(Text('7')), float(str(Text('7')))))
show(lambda: float(Wrong(2)))
show(lambda: math.sqrt(Wrong(4)))
show(lambda: complex('\u2003( \u0663-\u0664j)\u00a0'))
show(lambda: complex('1 +2j'))

table = {'only': 1}
def turn():
    for k in table:
        del table[k]
        table[k] = 2
show(turn)
table = dict(a=1, b=2, c=3)
def turn_last():
    for k in table:
        if k == 'c':
            table[k] = table.pop(k)
show(turn_last)
queue = {}
for i in range(1000):
    queue[i] = i
    del queue[i]
    queue[-i] = i
    queue.popitem()
print(queue, len(queue))
proxy = dict(x=1).items().mapping
print(type(proxy).__name__, proxy, proxy['x'])
try:
    proxy['y'] = 2
except TypeError as e:
    print(e)
