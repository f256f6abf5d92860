# Views as sets: of two equal keys, which one is kept.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
for a in ({True: [1], 2.5: 2}, {1: 0}, {1: 0, 2: 0, 3: 0}, {}):
    for b in ({1, 9}, {1}, {1.0, 2, 3, 4}, frozenset({1.0}), [1.0, 2.0], {1.0: 2}, {1.0: 2}.keys(), (True,), {1.0, 2.0, 3.0}, {1.0: 0, 2.0: 0, 3.0: 0, 4.0: 0}.keys()):
        for op in ('&', '|', '-', '^'):
            attempt(lambda: eval(f'a.keys() {op} b', {'a': a, 'b': b}))
            attempt(lambda: eval(f'b {op} a.keys()', {'a': a, 'b': b}))
for a in ({1}, {True, 2}, {1.0, 2, 3}):
    for b in ({1.0}, {True, 4}, frozenset({1.0, 7, 8, 9}), [1.0, True]):
        for op in 'intersection', 'union', 'difference', 'symmetric_difference':
            attempt(lambda: getattr(a, op)(b))
            attempt(lambda: getattr(set(b), op)(a))
        attempt(lambda: a & set(b)); attempt(lambda: set(b) & a)
