# Targets of assignments and loops.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    x, y = 1, 2, 3


def case_1():
    x, y = 3


def case_2():
    (x, y), z = 1, 2


def case_3():
    for x in 5:
        pass


def case_4():
    for x in (1 /
       0): pass


def case_5():
    for a, b in [1]: pass


def case_6():
    [*5]


def case_7():
    {**5}


def case_8():
    {[]: 1}


def case_9():
    {1, []}


def case_10():
    with 5 as x:
        pass


def case_11():
    a = 1
    a.b.c = 3


def case_12():
    a = object()
    a.foo = 1


def case_13():
    del undefined


def case_14():
    a, *b, c = 1,


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14]:
    show(case)
