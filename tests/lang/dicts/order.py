# Insertion order survives updates; deletion and re-insertion move to the end.
d = {}
for k in 'zyxwv':
    d[k] = ord(k)
d['y'] = 0
del d['x']
d['x'] = 1
print(list(d), list(reversed(d)), list(d.values()), list(reversed(d.items())))
d.pop('z')
d['z'] = 2
d.setdefault('v', 9)
d.update(a=1, w=5)
print(d, d.popitem(), d.popitem())
for i in range(100):
    d[i] = i
for i in range(0, 100, 2):
    del d[i]
print(list(d)[:8], len(d), next(iter(d)), next(reversed(d)))
