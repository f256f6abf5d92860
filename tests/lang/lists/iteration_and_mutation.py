# Iterators see changes of the list.
l = [1, 2, 3]
seen = []
for x in l:
    seen.append(x)
    if len(l) < 6:
        l.append(x * 10)
print(seen, l)
it = iter(l)
next(it)
l.clear()
print(next(it, 'end'), l)
l.append(5)
print(next(it, 'still the end'))
r = reversed([1, 2, 3])
print(type(r).__name__, next(r), r.__length_hint__(), list(r), list(r))
it = iter([1, 2, 3])
print(it.__length_hint__(), next(it), it.__length_hint__(), list(zip(it, it)))
a = [1, 2, 3, 4]
for x in reversed(a):
    if x % 2:
        a.remove(x)
print(a)
