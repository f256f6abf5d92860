# A generator in a cycle of garbage still runs its finally blocks; a delegating one is running while it closes another.
import gc


def circle():
    me = None
    try:
        me = yield 1
        yield 2
    finally:
        print('cleaned', me is not None)


for _ in range(2):
    g = circle()
    next(g)
    g.send(g)
    del g
    gc.collect()


class Inner:
    def __iter__(self):
        return self

    def __next__(self):
        return 42

    def close(self):
        print('running', outer.gi_running)
        try:
            next(outer)
        except ValueError as e:
            print(e)


def delegating():
    yield from Inner()


outer = delegating()
print(next(outer), outer.gi_running)
outer.close()


class Ends:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration('value of the end')


def result():
    print((yield from Ends()), (yield from iter([])), (yield from map(str, [])))
    yield


list(result())
