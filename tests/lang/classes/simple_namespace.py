# types.SimpleNamespace: attributes, text, comparison, copies, messages.
import copy
import sys
import types

N = types.SimpleNamespace


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


n = N(x=1, y='two')
print(n, repr(n), n == N(x=1, y='two'), n != N(x=1), vars(n), N())
n.z = [n]
print(n)
del n.z
t(lambda: n.w)
t(lambda: delattr(n, 'w'))
t(lambda: N(1))
t(lambda: N(**{'a b': 1, '': 2}))
t(lambda: len(n))
t(lambda: n[0])
t(lambda: iter(n))
t(lambda: 1 in n)
t(lambda: n < N())
t(lambda: n < 3)
t(lambda: n == 3)
t(lambda: hash(n))
print(copy.copy(n), copy.deepcopy(n) == n, n.__reduce__())


class Mine(N):
    pass


print(Mine(a=1), Mine(a=1) == N(a=1), N.__module__, N.__name__, type(sys.implementation) is N, N.__dict__['__dict__'])
m = Mine(a=1)
m.__init__(b=2)
print(m, m.__dict__)
