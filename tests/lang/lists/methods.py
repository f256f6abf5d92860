# append, extend, insert, pop, remove, index, count, reverse, copy, clear.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


l = [3, 1, 2]
l.append(4)
l.extend('ab')
l.insert(1, 'i')
l.insert(-1, 'j')
l.insert(100, 'end')
print(l, l.pop(), l.pop(0), l.pop(-2), l)
l.remove('a') if 'a' in l else None
print(l.index(4), l.count(1), l.copy() == l, l.copy() is l)
l.reverse()
print(l)
for f, args in ((l.pop, (99,)), ([].pop, ()), (l.pop, ('a',)), (l.remove, ('zz',)), (l.index, ('zz',)), (l.index, (4, 3)), (l.index, (4, 'a')), (l.insert, (1,)), (l.insert, ('a', 1)), (l.extend, (5,)), (l.append, ()), (l.append, (1, 2)), (l.count, ()), (l.clear, (1,)), (l.copy, (1,)), (l.index, ()), (l.reverse, (1,)), (l.remove, ()), (l.pop, (1, 2)), (l.pop, (10**20,)), (l.index, (4, -100, 100))):
    show(f, *args)
l.clear()
print(l)
