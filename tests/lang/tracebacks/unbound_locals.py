# A local without value is marked alone.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    x += 1
    x = 2


def case_1():
    print(x)
    x = 1


def case_2():
    return y + 1
    y = 2


def case_3():
    return foo(1, y=y)
    y = 2
    def foo(*a): pass


def case_4():
    return [1,
            y]
    y = 2


def case_5():
    def g():
        return free
    g()
    free = 1


def case_6():
    q.x = 1
    q = 2


def case_7():
    q[0] = 1
    q = 2


def case_8():
    return -q
    q = 3


def case_9():
    def f():
        global glob
        glob
    f()


def case_10():
    del w
    w = 1
    del w


def case_11():
    return 'y', y
    y = 1


def case_12():
    k = 1
    del k
    return k.k


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12]:
    show(case)
