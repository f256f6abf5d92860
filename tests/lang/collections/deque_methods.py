# deque: both ends, rotation, maxlen.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from collections import deque
d = deque([1, 2, 3])
d.append(4); d.appendleft(0); d.extend('ab'); d.extendleft('xy')
print(d, d.pop(), d.popleft(), len(d), d[0], d[-1], d[2], 3 in d, d.count(1), d.index(3))
d.rotate(2); print(d); d.rotate(-3); print(d); d.reverse(); print(d)
d.insert(1, 'i'); d.remove('a') if 'a' in d else None; del d[0]; d[0] = 'zero'; print(d, d.maxlen)
m = deque(range(5), maxlen=3)
m.append(9); print(m, m.maxlen); m.appendleft(8); print(m); m.extend([1, 2]); print(m)
show(m.insert, 0, 1); show(deque().pop); show(deque().popleft); show(d.remove, 'zz'); show(d.index, 'zz'); show(d.__getitem__, 99); show(d.__getitem__, slice(1)); show(deque, 5); show(deque, [], -1); show(deque, [1], 'a'); show(deque, [1], 1, 2); show(d.rotate, 'a'); show(d.append); show(hash, d)
print(deque([1, 2]) == deque([1, 2]), deque([1]) < deque([2]), deque([1]) == [1], deque([1]) + deque([2]), deque([1]) * 2, deque('ab').copy(), list(reversed(deque([1, 2]))), bool(deque()))
d = deque([1]); d += [2]; d *= 2; print(d); d.clear(); print(d)
it = iter(deque([1, 2])); d = deque([1, 2]); it = iter(d); next(it); d.append(3)
try:
    next(it)
except RuntimeError as e:
    print(e)
