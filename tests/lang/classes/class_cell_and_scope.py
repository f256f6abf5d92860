x = 'global'
class A:
    x = 'class'
    print(x)
    def m(self): return x, __class__
    l = [x for _ in range(2)]
    m2 = [y for y in x]
    f = lambda self: x
    def __init_subclass__(cls): cls.seen = __class__
print(A().m(), A.l, A.m2, A().f())
class B(A): pass
print(B.seen)
def outer():
    v = 'enclosing'
    class C:
        print(v)
        v = 'rebound' if False else 'c'
        print(v)
    return C.v
try: print(outer())
except NameError as e: print(e)
def outer2():
    v = 'enclosing'
    class C:
        nonlocal v
        v = 'changed by class'
        w = v
    return v, C.w, hasattr(C, 'v')
print(outer2())
class G:
    global made
    made = 5
print(made, hasattr(G, 'made'))
class Names:
    a = __name__
    b = __qualname__
    c = __module__
    class In: q = __qualname__
print(Names.a, Names.b, Names.c, Names.In.q, Names.In.__qualname__)
def fn():
    class L:
        def m(self): pass
    return L
print(fn().__qualname__, fn().m.__qualname__, fn())
class Loop:
    for i in range(3): pass
    if True: yes = 1
    try: 1 / 0
    except ZeroDivisionError: caught = True
print(Loop.i, Loop.yes, Loop.caught)
class D2:
    a = 1
    del a
print(hasattr(D2, 'a'))
try:
    class Bad:
        print(undefined_thing)
except NameError as e: print(e)
