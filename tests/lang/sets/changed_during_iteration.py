# Adding to a set while iterating.
s = {1, 2, 3}
it = iter(s)
next(it)
s.add(99)
try:
    next(it)
except RuntimeError as e:
    print(e)
try:
    next(it)
except RuntimeError as e:
    print(e)
try:
    for x in s:
        s.discard(x)
except RuntimeError as e:
    print(e)
it = iter({1, 2})
print(type(it).__name__, it.__length_hint__(), sorted(it), next(it, 'end'))
