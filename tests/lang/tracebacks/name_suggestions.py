# The name that was probably meant.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


blue_moon = 1
class Color: red = 1; Green = 2; _hidden = 3
class Odd:
    fooo = 1
    def __getattr__(self, n): raise AttributeError("custom")
class Prop:
    @property
    def foo(self): return self.bra
    bar = 1
class Dirty:
    def __dir__(self): return ['spam', 'ham']
class Broken:
    def __dir__(self): raise ValueError
def function_name(): pass


def case_0():
    prnit(1)


def case_1():
    functon_name()


def case_2():
    blue_mon


def case_3():
    BLUE_MOON


def case_4():
    bluemoon_


def case_5():
    x


def case_6():
    abc


def case_7():
    valuee = 1
    def g():
        return value
    g()


def case_8():
    def g():
        def h(): return blu
        h()
        blu = 1
    g()


def case_9():
    Color.redd


def case_10():
    Color().gren


def case_11():
    Color.hidden


def case_12():
    Odd().foo


def case_13():
    Prop().foo


def case_14():
    Dirty().spma


def case_15():
    Broken().spma


def case_16():
    [].appendd(1)


def case_17():
    {}.item


def case_18():
    (1).real_


def case_19():
    ''.uper()


def case_20():
    import sys
    sys.exti


def case_21():
    len.__nam__


def case_22():
    raise NameError('x')


def case_23():
    raise NameError('x', name='blue_mooon')


def case_24():
    raise AttributeError('x', name='redd', obj=Color)


def case_25():
    raise AttributeError('x', name='redd')


def case_26():
    class E(NameError): pass
    raise E('x', name='blue_mooon')


def case_27():
    from math import sinn


def case_28():
    import nothere


def case_29():
    Tru


def case_30():
    del blue_moo


def case_31():
    ValueEror


def case_32():
    None.foo


def case_33():
    lenn = 3
    return lne


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17, case_18, case_19, case_20, case_21, case_22, case_23, case_24, case_25, case_26, case_27, case_28, case_29, case_30, case_31, case_32, case_33]:
    show(case)
