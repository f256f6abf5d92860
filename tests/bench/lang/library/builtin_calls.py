# Built-in functions and types called on small things.
class Point:
    def __init__(self, x):
        self.x = x


def work():
    n, p, text, items, pairs = 0, Point(3), 'hello', [3, 1, 2], {'a': 1}
    for i in range(10000):
        n += len(text) + len(items) + len(pairs) + abs(-i) + max(i, 5) + min(items) + sum(items)
        n += isinstance(i, int) + isinstance(p, Point) + isinstance(text, (list, str)) + bool(items) + int('12') + ord('a')
        n += getattr(p, 'x') + hasattr(p, 'y') + getattr(p, 'y', 1) + callable(work) + int(2.5) + len(str(i)) + len(chr(97))
        n += round(2.567, 2) > 2.5
        n += divmod(i, 7)[1] + pow(i, 2, 97) + (type(p) is Point) + (hash(text) == hash(text)) + float(i).is_integer()
    return n
