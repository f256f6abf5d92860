# The module operator: functions for operators.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import operator as o
print(o.add(1, 2), o.sub(5, 3), o.mul('a', 2), o.truediv(1, 4), o.floordiv(7, 2), o.mod(7, 3), o.pow(2, 5), o.neg(1), o.pos(1), o.abs(-2), o.invert(1), o.and_(6, 3), o.or_(6, 1), o.xor(6, 3), o.lshift(1, 3), o.rshift(8, 2), o.not_(0), o.truth([]), o.is_(1, 1), o.is_not(1, 2), o.lt(1, 2), o.le(1, 1), o.eq(1, 1), o.ne(1, 2), o.ge(2, 1), o.gt(2, 1), o.contains([1], 1), o.countOf([1, 1, 2], 1), o.indexOf('abc', 'c'), o.concat('a', 'b'), o.getitem([1, 2], 1), o.index(True), o.matmul.__name__)
l = [1, 2, 3]
o.setitem(l, 0, 9); o.delitem(l, 1); print(l, o.iadd(l, [4]), o.length_hint(iter(l)))
class A:
    x = 1
    class b:
        y = 2
    def m(self, *a, **k):
        return a, k
print(o.attrgetter('x')(A), o.attrgetter('x', 'b.y')(A), o.itemgetter(1)('abc'), o.itemgetter(0, 2)('abc'), o.itemgetter(slice(0, 2))('abc'), o.methodcaller('m', 1, k=2)(A()), sorted([(1, 'b'), (2, 'a')], key=o.itemgetter(1)))
show(o.add, 1, 'a'); show(o.getitem, [1], 5); show(o.indexOf, 'abc', 'z'); show(o.attrgetter, 5); show(o.attrgetter('nope'), 1); show(o.itemgetter('k'), {}); show(o.concat, 1, 2); show(o.index, 1.5)
