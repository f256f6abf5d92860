# Exceptions out of special methods.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


class A:
    def __bool__(self): raise ValueError("bool")
    def __eq__(self, o): raise ValueError("eq")
    def __hash__(self): raise ValueError("hash")
    def __iter__(self): return self
    def __next__(self): raise ValueError("next")
    def __enter__(self): return 1
    def __exit__(self, *a): raise KeyError(1)
    def __add__(self, o): raise ValueError("add")
    def __len__(self): return -1
    def __str__(self): return 5
class B:
    def __enter__(self): raise ValueError("enter")
    def __exit__(self, *a): return False
class S(Exception):
    def __str__(self): raise ValueError


def case_0():
    if A(): pass


def case_1():
    a = A()
    x = 1 and a or 2


def case_2():
    not A()


def case_3():
    A() == 1


def case_4():
    A() in [1]


def case_5():
    1 in [A()]


def case_6():
    {A(): 1}


def case_7():
    {A()}


def case_8():
    for i in A(): pass


def case_9():
    [i for i in A()]


def case_10():
    with A():
        1/0


def case_11():
    with B() as x:
        pass


def case_12():
    with A() as x, B() as y:
        pass


def case_13():
    A() + 1


def case_14():
    len(A())


def case_15():
    str(A())


def case_16():
    print(A())


def case_17():
    f'{A()}'


def case_18():
    raise S


def case_19():
    a, b = A()


def case_20():
    def g():
        yield from A()
    list(g())


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17, case_18, case_19, case_20]:
    show(case)
