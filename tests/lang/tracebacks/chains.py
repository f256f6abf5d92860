# Causes, contexts and notes.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    try:
        1/0
    except ZeroDivisionError as e:
        raise ValueError('second') from e


def case_1():
    try:
        1/0
    except ZeroDivisionError as e:
        raise ValueError('second') from None


def case_2():
    try:
        1/0
    except ZeroDivisionError as e:
        undefined


def case_3():
    try:
        1/0
    except TypeErr:
        pass


def case_4():
    try:
        1/0
    except 5:
        pass


def case_5():
    try:
        1/0
    finally:
        raise KeyError


def case_6():
    a = ValueError(1)
    b = ValueError(2)
    a.__context__ = b
    b.__context__ = a
    raise a


def case_7():
    a = ValueError(1)
    b = TypeError(2)
    raise a from b


def case_8():
    try:
        1/0
    except Exception as e:
        raise


def case_9():
    try:
        1/0
    except Exception as e:
        raise e


def case_10():
    e = ValueError('x'); e.add_note('note 1'); e.add_note('note\n2')
    raise e


def case_11():
    e = ValueError('x'); e.__notes__ = ('a', 5)
    raise e


def case_12():
    try:
        try:
            int('a')
        except ValueError as e:
            raise KeyError('k') from e
    except KeyError as k:
        raise RuntimeError('third') from k


def case_13():
    raise ValueError from 5


def case_14():
    raise 5


def case_15():
    raise ValueError('multi\nline')


def case_16():
    raise ValueError('é ü')


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16]:
    show(case)
