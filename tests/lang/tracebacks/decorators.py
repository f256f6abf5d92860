# Decorators raise in their own line.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def deco(n):
    raise ValueError(str(n)[:9])


def case_0():
    @undefined_deco
    def f(): pass


def case_1():
    @deco(
      1)
    def f(): pass


def case_2():
    @deco
    def f():
        pass


def case_3():
    @deco
    class K:
        pass


def case_4():
    @str
    @deco
    def f(a=1,
          b=2):
        pass


for case in [case_0, case_1, case_2, case_3, case_4]:
    show(case)
