# Dicts by display, comprehension, zip, copy and update.
keys = [f'key{i}' for i in range(5000)]
def work():
    n = 0
    for _ in range(10):
        d = {}
        for k in keys:
            d[k] = 1
        n += len(dict(zip(keys, keys))) + len({i: i * i for i in range(5000)}) + len(d.copy()) + len({**d, 'a': 1})
        e = {}
        e.update(d)
        n += len(e) + sum(d.values()) + len(list(d.items()))
    for i in range(10000):
        n += len({'a': 1, 'b': 2, 'c': i})
    return n
