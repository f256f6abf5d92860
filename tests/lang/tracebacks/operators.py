# The operator in the middle is marked apart.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    a = 1; b = 'x'
    return a + b


def case_1():
    a = 1; b = 'x'
    return a  **b


def case_2():
    a = 1; b = 'x'
    c = (a //     b) or 2


def case_3():
    return 1 @ 2


def case_4():
    return (1) + ('a')


def case_5():
    return ((1)) + (('a'))


def case_6():
    a, b = 1, 'x'
    return a >> b | 2


def case_7():
    x = None
    x += 1


def case_8():
    return -'a'


def case_9():
    return 1 < 2 < 'a'


def case_10():
    é = 'é'
    ü = 'äöü' + é + 1


def case_11():
    return (1 +
            2 +
            None)


def case_12():
    x = '	'  + 1


def case_13():
    if 'a' < 1: pass


def case_14():
    while not ('a' < 1 and 2): pass


def case_15():
    return 2 if 'a' < 1 else 3


def case_16():
    assert 1 == 2, 'no'


def case_17():
    assert (1 ==
            2)


def case_18():
    assert []


def case_19():
    a = object()
    assert not a


def case_20():
    return [i / 0 for i in range(3)]


def case_21():
    return '%d' % 'x'


def case_22():
    return 1 in 2


def case_23():
    not undefined


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17, case_18, case_19, case_20, case_21, case_22, case_23]:
    show(case)
