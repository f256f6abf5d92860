# format() of objects without a mini-language.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    pass
class F:
    def __format__(self, spec):
        return f'[{spec}]'
class Bad:
    def __format__(self, spec):
        return 5
for value in (None, [1], (1,), {}, {1}, b'a', ..., range(2), len, int, bytearray(b'x'), slice(1)):
    show(format, value)
    show(format, value, '>5')
show(format, F(), 'any thing')
show(format, F())
show(format, Bad())
show(format, A(), 'x')
print(f'{F():abc} {F()!r:.4} {F()}')
show(format, 1, 2)
show(format)
show(format, 1, 'd', 2)
