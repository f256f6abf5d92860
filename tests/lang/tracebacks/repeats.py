# Frames that repeat are counted.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    def f(n): return f(n+1)
    f(0)


def case_1():
    def f(n):
        if n == 0: 1/0
        f(n-1)
    f(6)


def case_2():
    def f(n):
        if n == 0: 1/0
        f(n-1)
    f(4)


def case_3():
    def f(n):
        if n == 0: 1/0
        f(n-1)
    f(3)


def case_4():
    def f(n):
        if n == 0: 1/0
        (f
         (n-1))
    f(5)


for case in [case_0, case_1, case_2, case_3, case_4]:
    show(case)
