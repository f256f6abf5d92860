# Ranges cannot be changed or subclassed.
r = range(1, 7, 2)
for text in ("r.start = 5", "del r.step", "r[0] = 1", "del r[0]", "r.x = 1", "class R(range): pass"):
    try:
        exec(text)
    except (AttributeError, TypeError) as e:
        print(e)
it = iter(r)
print(type(it).__name__, next(it), it.__length_hint__(), list(it), type(iter(range(10**30))).__name__, repr(r), str(r), [r])
class I:
    def __init__(self, n):
        self.n = n
    def __index__(self):
        return self.n
print(range(I(3)), range(5)[I(1)], range(5)[I(1):I(3)], range(I(1), I(10), I(4)), I(3) in range(5) if False else '')
