# issuperset() goes no further than the first item that is not there.
def loud(items):
    try:
        for i in items:
            print('gives', i)
            yield i
        print('all')
    except GeneratorExit:
        pass
for s in {1, 2}, frozenset({1, 2}), set():
    for items in (1, 2), (3, 1), (1, 3, 2), (), ([], 1), (1, []):
        try: print(s.issuperset(loud(items)))
        except TypeError as e: print(e)
        try: print(s.issubset(loud(items)))
        except TypeError as e: print(e)
    print(s.issuperset({1: 2}), s.issuperset('ab'), s.issuperset(frozenset()), s.issuperset(s))
