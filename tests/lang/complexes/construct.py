# complex() of numbers and objects.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class C:
    def __complex__(self):
        return 1 + 2j
class Bad:
    def __complex__(self):
        return 1.5
class F:
    def __float__(self):
        return 2.5
class I:
    def __index__(self):
        return 3
for args in ((), (1,), (1, 2), (1.5, -0.0), (1j, 1j), (1 + 2j, 3 + 4j), (C(),), (Bad(),), (F(),), (I(), I()), (1, 'a'), ('1', 2), (None,), (1, None), ([],), (C(), 1), (1, C()), (1, 2, 3), (b'1',), (10**400,)):
    show(complex, *args)
show(complex, real=1, imag=2)
show(complex, imag=2)
show(complex, x=2)
