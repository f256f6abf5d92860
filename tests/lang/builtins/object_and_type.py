# object(), type() with one and three arguments.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


show(type, 1)
show(lambda: type('X', (), {'a': 1}).a)
show(lambda: type('X', (int,), {})(5) + 1)
show(type, 1, 2)
show(type, 'X', (), {}, 1)
show(type, 5, (), {})
show(type, 'X', [], {})
show(type, 'X', (), [])
show(type, 'X', (5,), {})
show(type)
show(object, 1)
show(object.__new__, int)
show(object.__new__)
show(lambda: object() == object())
show(lambda: object().x)
show(setattr, object(), 'x', 1)
show(lambda: object() < object())
show(lambda: int.nope)
print(type(type) is type, type(object), object.__bases__, type.__bases__, int.__name__, int.__qualname__, int.__module__, type('Y', (), {}).__name__, repr(int), str(list))
