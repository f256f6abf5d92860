# Calls over one line and several.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    lst = [
       1,
       foo(2),
    ]


def case_1():
    print(
       'abc' +
       1
    )


def case_2():
    x = 1
    (x
     .foo()
     .bar())


def case_3():
    s = ''
    (s
     .strip()
     .foo
     .bar)


def case_4():
    s = ''
    (s.strip()
     .split(1,
       2))


def case_5():
    int('x') + 1


def case_6():
    (lambda: 1/0)()


def case_7():
    len(5)


def case_8():
    len(*5)


def case_9():
    len(**5)


def case_10():
    print(*[1], **{'a': 1/0})


def case_11():
    def f(a): pass
    f()


def case_12():
    def f(a): pass
    f(1, a=2)


def case_13():
    def f(a): pass
    f(**{'a': 1}, a=2)


def case_14():
    sorted([1, 'a'], key=lambda v: v + 1)


def case_15():
    func = print
    func(1)(2)(3)


def case_16():
    x = 'a'
    x.join(
        [1, 2,
         3])


def case_17():
    x = 'a'
    result = x.join([1, 2,
         3]) + 'b'


def case_18():
    x = 1; y = [] ; x(y)


def case_19():
    f'{undefined!r:>10}'


def case_20():
    f'abc {1/0} def'


def case_21():
    x = 3
    f'{x:zz}'


def case_22():
    max(key=1)


def case_23():
    print(1, end=5)


def case_24():
    [1, 2].index(
        3)


def case_25():
    return int(
        int(
            'q'))


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17, case_18, case_19, case_20, case_21, case_22, case_23, case_24, case_25]:
    show(case)
