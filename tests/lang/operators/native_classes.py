# itemgetter, attrgetter, methodcaller and the operators as functions: what they show, take and refuse.
import copy
import operator
from operator import *


def show(text):
    try:
        print(text, '->', repr(eval(text, globals())))
    except BaseException as e:
        print(text, '!!', type(e).__name__, e)


def add(a, b=1, *c, **k):
    return a, b, c, k


for line in '''itemgetter()
itemgetter(1)
itemgetter(1,2)
itemgetter(x=1)
itemgetter(1,x=1)
itemgetter(1)()
itemgetter(1)(1,2)
itemgetter(1)([])
itemgetter(1)(5)
itemgetter(1)(x=5)
itemgetter(1).__reduce__()
itemgetter(1,'x').__reduce__()
itemgetter(slice(1,2))
type(itemgetter(1))
itemgetter(0)((1,2))
itemgetter(-1)((1,2))
itemgetter(True)((1,2))
attrgetter()
attrgetter(1)
attrgetter('a',1)
attrgetter('a')
attrgetter('a.b','c')
attrgetter('a')(5)
attrgetter('real.imag')(5)
attrgetter('real','imag')(5)
attrgetter('real.zz')(5)
attrgetter('a')()
attrgetter('a')(1,2)
attrgetter('a')(x=2)
attrgetter('a', x=1)
attrgetter('a.b','c').__reduce__()
attrgetter('')(5)
attrgetter('a..b')(5)
methodcaller()
methodcaller(5)
methodcaller('x')
methodcaller('x',1,2,k=3)
methodcaller('x',name=3)
methodcaller('bit_length')(5)
methodcaller('bit_length')(5,6)
methodcaller('bit_length')()
methodcaller('bit_length')(x=6)
methodcaller('nope')(5)
methodcaller('to_bytes',2,'big')(5)
methodcaller('to_bytes',2,byteorder='big')(5)
methodcaller('to_bytes',2,byteorder='big').__reduce__()
methodcaller('to_bytes',2).__reduce__()
methodcaller(name='x')
copy.copy(methodcaller('to_bytes',2,byteorder='big'))
copy.deepcopy(itemgetter(1))
operator.add
operator.add()
operator.add(1)
operator.add(1,2,3)
operator.add(a=1,b=2)
operator.add(1,'x')
operator.lt(1,'x')
operator.neg('x')
operator.index(1.5)
operator.index(True)
operator.concat(1,2)
operator.concat([1],2)
operator.concat([1],[2])
operator.iconcat([1],[2])
operator.iconcat(1,2)
operator.concat(1,[2])
operator.contains(5,1)
operator.countOf([1,2,1,1.0],1)
operator.countOf(5,1)
operator.indexOf([1,2],2)
operator.indexOf([1,2],3)
operator.indexOf(5,3)
operator.setitem([1],0,2)
operator.setitem(5,0,2)
operator.delitem([1],0)
operator.getitem([1],5)
operator.length_hint([1])
operator.length_hint(5)
operator.length_hint(5,7)
operator.length_hint(5,'x')
operator.length_hint(iter([1,2]))
operator.call(add,1,2,z=3)
operator.call()
operator.truth([])
operator.not_([])
operator.is_(1,1)
operator.is_not(1,1)
operator.iadd([1],(2,))
operator.ipow(2,3)
operator.pow(2,-1)
operator.matmul(1,2)
operator.imatmul(1,2)
operator.abs(-3)
operator.__add__ is operator.add
operator.inv is operator.invert, operator.inv(3), operator.inv
operator.add.__module__, operator.itemgetter.__module__, operator.attrgetter.__qualname__'''.splitlines():
    show(line)


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    @property
    def sum(self):
        return self.x + self.y

    def scaled(self, k, *, plus=0):
        return self.x * k + plus


class Other(Point):
    y = 'class'

    def __init__(self):
        self.z, self.x = 1, 2

    def __getattr__(self, name):
        return 'no ' + name


points = [Point(3, 4), Point(1, 2), Other(), Point(2, 9)]
print([attrgetter('x')(p) for p in points], [attrgetter('y')(p) for p in points], [attrgetter('q')(points[2])])
get = attrgetter('x', 'y')
print(list(map(get, points)), list(map(attrgetter('sum'), points[:2])))
get = attrgetter('x')
print(get(points[0]))
points[0].x = 30
print(get(points[0]))
Point.x = property(lambda self: 'property')
print(get(points[0]), get(points[2]))
del Point.x
print(get(points[0]))
del points[0].x
try:
    get(points[0])
except AttributeError as e:
    print(e)
print(methodcaller('scaled', 3)(points[1]), methodcaller('scaled', 3, plus=1)(points[1]), methodcaller('upper')('abc'))
print(itemgetter('a', 'b')({'a': 1, 'b': 2}), itemgetter(slice(1, 3))([1, 2, 3, 4]), itemgetter(-1)('xyz'))
print([sorted(map(itemgetter(1), zip('abc', [3, 1, 2])))], sorted(zip('abc', [3, 1, 2]), key=itemgetter(1)))
for bad in lambda: itemgetter(9)((1,)), lambda: itemgetter('k')({}), lambda: itemgetter(0)(None):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
