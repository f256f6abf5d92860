# The brackets of a subscript are marked apart.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    x = {'a': {'b': None}}
    print(x['a']['b']['c'])


def case_1():
    a = [1, 2]
    a[5] = 3


def case_2():
    d = {}
    del d['a']


def case_3():
    d = {}
    d['a']['b'] += 1


def case_4():
    d = {'a': 1}
    d['a']['b'] += 1


def case_5():
    xs = [1]
    xs[1:'a']


def case_6():
    xs = [1]
    xs [ 3 ]


def case_7():
    xs = [1]
    return (xs)[ 3 ].foo


def case_8():
    foo = [1]
    foo[0][0](1)(2)


def case_9():
    def f(x):
        return x.y[
            0]
    f(1)


def case_10():
    return {}[
        'a'
    ]


def case_11():
    {}['key'], 2


def case_12():
    a = [[1, 2], [3]]
    for i in range(3): print(a[i][i], end=' ')


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12]:
    show(case)
