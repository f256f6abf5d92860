# Frames of comprehensions, lambdas, generators and class bodies.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    [1/0 for i in range(3)]


def case_1():
    [i for i in range(3) if 1/0]


def case_2():
    list(1/i for i in range(3))


def case_3():
    {k: 1/0 for k in 'ab'}


def case_4():
    {1/k for k in (1, 0)}


def case_5():
    def g():
        yield 1
        yield 1 / 0
    for i in g(): pass


def case_6():
    def g():
        x = yield 1
    g().send(3)


def case_7():
    def g():
        x = yield 1
    h = g()
    next(h)
    h.throw(ValueError('in'))


def case_8():
    class C:
        x = 1 / 0


def case_9():
    class C(5): pass


def case_10():
    class C(metaclass=5): pass


def case_11():
    class C(1,
        2): pass


def case_12():
    def inner():
        yield from (1/x for x in [0])
    list(inner())


def case_13():
    class Foo:
        def bar(self):
            return [self.baz for _ in range(1)]
    Foo().bar()


def case_14():
    def outer():
        def inner():
            raise RuntimeError('deep')
        return inner
    outer()()


def case_15():
    sum(map(lambda q: q.x, [1]))


def case_16():
    def f(a=1/0): pass


def case_17():
    def f(a: 1/0): pass


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17]:
    show(case)
