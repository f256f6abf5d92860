class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): return CountIter(self.n)
class CountIter:
    def __init__(self, n): self.i, self.n = 0, n
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i
print(list(Count(3)), [*Count(2)], sum(Count(4)), max(Count(5)), 3 in Count(3), dict(enumerate(Count(2))), list(zip(Count(2), Count(3))), tuple(map(str, Count(2))), sorted(Count(3), reverse=True), set(Count(2)), ''.join(str(i) for i in Count(3)))
a, *b = Count(4); print(a, b)
it = iter(Count(2)); print(next(it), next(it), next(it, 'end'), list(it))
for f in (lambda: next(it), lambda: next(Count(1)), lambda: iter(5), lambda: list(5), lambda: [*5], lambda: (lambda *a: a)(*5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: zip(1), lambda: set(5), lambda: tuple(5), lambda: sum(5), lambda: ''.join(5), lambda: ''.join([1]), lambda: [].extend(5), lambda: {}.update(5), lambda: set().update(5), lambda: min(5), lambda: sorted(5), lambda: any(5), lambda: map(len, 5), lambda: enumerate(5), lambda: 5 in 5, lambda: print(*5)):
    try: print(f())
    except (TypeError, StopIteration, ValueError) as e: print(type(e).__name__, e)
class Raising:
    def __iter__(self): yield 1; raise ValueError('mid')
try: list(Raising())
except ValueError as e: print(e)
class Gen:
    def __iter__(self):
        yield from (1, 2)
    def __reversed__(self): return iter([2, 1])
print(list(Gen()), list(reversed(Gen())), list(Gen()) == list(Gen()))
print(list(zip(range(3), 'ab')), list(zip()), list(map(pow, [2, 3], [3, 2])), list(filter(None, [0, 1, ''])), list(enumerate('ab', 5)))
try: list(zip([1], [1, 2], strict=True))
except ValueError as e: print(e)
