# __copy__, __deepcopy__, slots and cycles.
import copy
class A:
    def __init__(self, x):
        self.x = x
a = A([1])
b, c = copy.copy(a), copy.deepcopy(a)
print(b.x is a.x, c.x is a.x, c.x == a.x, type(c).__name__)
class H:
    def __copy__(self):
        return 'copied'
    def __deepcopy__(self, memo):
        return 'deep ' + type(memo).__name__
print(copy.copy(H()), copy.deepcopy([H()]))
class S:
    __slots__ = ('p', 'q')
s = S()
s.p = [1]
d = copy.deepcopy(s)
print(d.p, d.p is s.p, hasattr(d, 'q'))
l = [1]
l.append(l)
m = copy.deepcopy(l)
print(m, m[1] is m)
a.self = a
e = copy.deepcopy(a)
print(e.self is e, e is not a)
shared = [0]
x = copy.deepcopy({'a': shared, 'b': shared})
print(x['a'] is x['b'], x['a'] is shared)
class L(list):
    pass
v = L([1, [2]])
v.tag = 't'
w = copy.deepcopy(v)
print(type(w).__name__, w, w.tag, copy.copy(v).tag, w[1] is v[1])
try:
    copy.copy((i for i in ()))
except TypeError as err:
    print(err)
print(issubclass(copy.Error, Exception))
