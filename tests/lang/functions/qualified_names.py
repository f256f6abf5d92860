# The qualified names of what functions, classes and comprehensions hold.
def outer():
    class Inner:
        m = [lambda: 0 for _ in (1,)][0]
        def method(self):
            def deep(): pass
            return deep
    g = (lambda: (yield) for _ in (1,))
    return Inner, next(g), [(lambda: 1) for _ in (1,)][0], (lambda: (lambda: 2))(), {1: (lambda: 3) for _ in (1,)}[1], [[lambda: 4 for _ in (1,)] for _ in (1,)][0][0]
I, *fs = outer()
print(I.__qualname__, I.m.__qualname__, I().method().__qualname__, *[f.__qualname__ for f in fs])
print([lambda: 0 for _ in (1,)][0].__qualname__, (lambda: lambda: 0)().__qualname__, next(i for i in [(x for x in ())]).__qualname__)
class K:
    f = [lambda: 0 for _ in (1,)][0]
    class L:
        def f(self): return [lambda: 0 for _ in (1,)][0]
print(K.f.__qualname__, K.L().f().__qualname__)
