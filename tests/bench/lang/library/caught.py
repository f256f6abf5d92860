# Built-in operations that fail and are caught, and arguments of all kinds.
def called(a, b=2, *rest, c=3, **more):
    return a + b + c + len(rest) + len(more)


def work():
    n, d, items = 0, {'a': 1}, [1, 2, 3]
    for i in range(2000):
        for key in ('a', 'b'):
            try:
                n += d[key]
            except KeyError:
                n += 1
        try:
            n += items[i]
        except IndexError as problem:
            n += len(str(problem))
        try:
            n += int('x1')
        except ValueError:
            n += 1
        try:
            n += items.index(7)
        except ValueError:
            pass
        n += called(1) + called(1, 5, 6, 7) + called(1, c=i, d=2) + called(*items) + called(1, **d | {'a': 3} if False else {})
        n += next(iter(()), 4)
    return n
