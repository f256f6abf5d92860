# In-place functions of operator.
import operator as o
a = [1]
b = o.iadd(a, [2])
print(a, b is a, o.imul(a, 2), o.iadd(1, 2), o.isub(5, 2), o.itruediv(1, 2), o.ifloordiv(7, 2), o.imod(7, 4), o.ipow(2, 3), o.ilshift(1, 2), o.irshift(8, 1), o.iand(6, 3), o.ior(6, 1), o.ixor(6, 3), o.iconcat([1], [2]))
s = {1}
t = o.ior(s, {2})
print(t is s, s)
for f, args in ((o.iadd, (1, 'a')), (o.isub, ([], []))):
    try:
        print(f(*args))
    except TypeError as e:
        print(e)
