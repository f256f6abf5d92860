# append, extend, insert, pop, remove, reverse, clear, copy.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


a = bytearray(b'abc')
a.append(100)
a.extend(b'ef')
a.extend([103, 104])
a.insert(0, 90)
a.insert(-1, 45)
a.insert(100, 33)
print(a, len(a), a.pop(), a.pop(0), a.remove(45), a)
a.reverse()
print(a, a.copy() is a, a == a.copy())
for f, args in ((a.append, (256,)), (a.append, ('a',)), (a.append, (b'a',)), (a.extend, ('ab',)), (a.extend, (5,)), (a.extend, ([300],)), (a.insert, (0, -1)), (a.insert, ('a', 1)), (a.pop, (100,)), (a.pop, ('a',)), (a.remove, (0,)), (a.remove, (300,)), (bytearray().pop, ()), (a.append, ()), (a.reverse, (1,))):
    show(f, *args)
a.clear()
print(a, bytearray(3), bytearray('é', 'utf-8'), bytearray(b'x') * 3)
for args in (('a',), (-1,), ([256],), (None,), (1.5,), ({'a': 1},)):
    show(bytearray, *args)
