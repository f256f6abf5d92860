# iter with one and two arguments, next with default.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class G:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10
class Bad:
    def __iter__(self):
        return 5
class NoNext:
    __iter__ = None
values = iter([1, 2, 3, 4])
print(list(iter(lambda: next(values), 3)), list(iter(G())), type(iter(G())).__name__, type(iter(int, 1)).__name__)
show(next, iter([]))
show(next, iter([]), 'd')
show(next, [])
show(next)
show(next, iter([1]), 2, 3)
show(iter, 5)
show(iter, Bad())
show(iter, NoNext())
show(iter, 5, 6)
show(iter)
def g():
    yield 1
    return 'value'
it = g()
print(next(it))
try:
    next(it)
except StopIteration as e:
    print(repr(e), e.value)
