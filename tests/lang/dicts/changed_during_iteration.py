# Size and keys that change under an iterator.
d = {1: 1, 2: 2}
for change in (lambda: d.update({len(d) + 10: 0}), lambda: d.pop(next(iter(d))), lambda: d.clear()):
    for view in (d, d.keys(), d.values(), d.items()):
        d.clear()
        d.update({1: 1, 2: 2})
        it = iter(view)
        next(it)
        change()
        try:
            print(next(it, 'end'))
        except RuntimeError as e:
            print(e)
d = {1: 1, 2: 2}
for k in d:
    d[k] = 5
print(d)
try:
    for k in d:
        del d[k]
        d[k + 10] = 1
except RuntimeError as e:
    print(e)
