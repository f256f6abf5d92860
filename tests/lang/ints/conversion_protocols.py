# int() of floats, objects and wrong results.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class Index:
    def __index__(self):
        return 7
class Trunc:
    def __trunc__(self):
        return 8
class Int:
    def __int__(self):
        return 9
class Bad:
    def __int__(self):
        return 'x'
class Sub:
    def __int__(self):
        return True
for value in (3.99, -3.99, 1e20, float('inf'), float('-inf'), float('nan'), True, None, [], 1j, Index(), Int(), Bad(), object):
    show(int, value)
print(int(), int(Index()) + 1)
