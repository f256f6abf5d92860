def counter():
    n = 0
    def up(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return up, get
up, get = counter()
up(); up(5)
print(get(), up.__closure__[0].cell_contents)
def outer():
    def inner():
        return later
    try:
        inner()
    except NameError as e:
        print(type(e).__name__, e)
    later = 1
    return inner()
print(outer())
def deleted():
    x = 1
    def f(): return x
    del x
    try:
        f()
    except NameError as e:
        print(e)
    try:
        x
    except UnboundLocalError as e:
        print(e)
deleted()
def three():
    x = 'outer'
    def two():
        def one():
            nonlocal x
            x = 'changed'
        one()
    two()
    return x
print(three())
def params(a):
    def f():
        nonlocal a
        a *= 2
        return a
    return f
p = params(4)
print(p(), p())
