# isinstance and issubclass with tuples and unions.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


show(isinstance, 1, int)
show(isinstance, True, (str, int))
show(isinstance, 1, (str, (float, (int,))))
show(isinstance, 1, ())
show(isinstance, 1, int | str)
show(isinstance, None, int | None)
show(isinstance, 1, 5)
show(isinstance, 1, [int])
show(isinstance, 1)
show(isinstance, 1, (str, 5))
show(issubclass, bool, int)
show(issubclass, int, (str, object))
show(issubclass, 5, int)
show(issubclass, int, 5)
show(issubclass, int, int | str)
class A:
    pass
class B(A):
    pass
print(isinstance(B(), A), isinstance(B, type), issubclass(B, A), issubclass(A, B), isinstance(A(), object), isinstance(len, object))
