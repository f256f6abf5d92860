# str() of objects and of bytes.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    def __str__(self):
        return 'A'
class B:
    def __repr__(self):
        return 'B!'
class C:
    def __str__(self):
        return 5
class D(str):
    def __str__(self):
        return 'D'
for value in (1, 1.0, None, 'a', b'a', [B()], A(), B(), C(), D('x')):
    show(str, value)
show(str, b'\xc3\xa4', 'utf-8')
show(str, b'\xe4', encoding='latin-1')
show(str, b'\xff', errors='replace')
show(str, 'a', 'utf-8')
show(str, 5, 'utf-8')
show(str, bytearray(b'abc'), 'ascii')
show(str, b'a', 5)
show(str, object=3)
show(str, 1, 2, 3, 4)
show(str)
show(str, foo=1)
