log = []
class T:
    def __init__(self, n): object.__setattr__(self, 'n', n); object.__setattr__(self, 'd', {})
    def __getattr__(self, k):
        if k.startswith('__'): raise AttributeError(k)
        log.append(('get', self.n, k)); return 1
    def __setattr__(self, k, v): log.append(('set', self.n, k, v))
    def __getitem__(self, k): log.append(('item', self.n, k)); return 10
    def __setitem__(self, k, v): log.append(('setitem', self.n, k, v))
    def __delitem__(self, k): log.append(('del', k))
def m(x, tag=None):
    log.append(('eval', tag or x)); return x
t = T('t')
m(t, 't').attr += m(5)
m(t, 't')[m('k')] += m(7)
m(t, 't')[m(1):m(2)] -= m(3)
for e in log: print(e)
l = [1, 2]
t2 = (l, 0)
try:
    t2[0] += [3]
except TypeError as e:
    print(e, t2)
try:
    x += 1
except NameError as e:
    print(e)
def f():
    x += 1
try:
    f()
except UnboundLocalError as e:
    print(e)
d = {}
try:
    d['a'] += 1
except KeyError as e:
    print('KeyError', e)
class Q: pass
try:
    Q().x += 1
except AttributeError as e:
    print(e)
a = 7
a += 1; a -= 2; a *= 3; a //= 4; a **= 2; a %= 7; a <<= 3; a |= 1; a &= 0xff; a ^= 5; a >>= 1; a /= 2
print(a)
try:
    a @= 2
except TypeError as e:
    print(e)
s = l
s += (9,)
print(l is s, l)
