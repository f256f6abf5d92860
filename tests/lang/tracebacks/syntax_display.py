# How a SyntaxError with given places is shown.
import sys


def show(f):
    try:
        f()
    except BaseException:
        sys.excepthook(*sys.exc_info())


def case_0():
    raise SyntaxError("msg")


def case_1():
    raise SyntaxError("m", ("f",1,1,"text",1,4))


def case_2():
    raise IndentationError("m", ("f",1,1,"text",1,4))


def case_3():
    raise TabError("m", ("f",1,2,"text",1,4))


def case_4():
    raise SyntaxError("m", ("f",1,2,"text",1,4))


def case_5():
    raise SyntaxError("m", ("f",1,1,"  text",1,4))


def case_6():
    raise SyntaxError("m", ("f",1,2,"text",1,40))


def case_7():
    raise SyntaxError("m", ("f",1,20,"text",1,40))


def case_8():
    raise SyntaxError("m", ("f",1,3,"text",1,1))


def case_9():
    raise SyntaxError("m", ("f",1,3,"text",1,0))


def case_10():
    raise SyntaxError("m", ("f",1,3,"text"))


def case_11():
    raise SyntaxError("m", ("f",1,None,"text",1,0))


def case_12():
    raise SyntaxError("m", ("f",1,0,"text",1,0))


def case_13():
    raise SyntaxError("m", ("f",1,1,"ab\ncd\nef",3,1))


def case_14():
    raise SyntaxError("m", ("f",1,4,"ab\ncd\nef",1,6))


def case_15():
    raise SyntaxError("m", ("f",1,1,"text\n",1,5))


def case_16():
    raise SyntaxError("m", ("f",1,1,None,1,9))


def case_17():
    raise SyntaxError("m", ("f",1,-1,"text",1,9))


def case_18():
    raise SyntaxError(None, ("f",1,1,"text",1,2))


def case_19():
    raise SyntaxError("m", ("f",1,1,"",1,2))


def case_20():
    raise SyntaxError("m", ("f",1,1,"éée",1,4))


def case_21():
    raise SyntaxError("m", ("f",1,3,"éée\n",2,4))


def case_22():
    raise SyntaxError("msg", (None, 3, 1, "text"))


def case_23():
    raise SyntaxError("msg", ("file", None, None, None))


def case_24():
    exec('x = = 1')


def case_25():
    eval('1 +')


def case_26():
    compile('a b', 'name.py', 'exec')


def case_27():
    exec('1/0')


def case_28():
    exec(compile('def f():\n  return 1/0\nf()', 'name.py', 'exec'))


def case_29():
    exec('def f():\n    return 1\nreturn f')


def case_30():
    eval('(1,')


def case_31():
    exec('f(a for a in b, c)')


def case_32():
    exec('if 1:\n    x\n  y')


def case_33():
    exec('class A:\ndef f(): pass')


for case in [case_0, case_1, case_2, case_3, case_4, case_5, case_6, case_7, case_8, case_9, case_10, case_11, case_12, case_13, case_14, case_15, case_16, case_17, case_18, case_19, case_20, case_21, case_22, case_23, case_24, case_25, case_26, case_27, case_28, case_29, case_30, case_31, case_32, case_33]:
    show(case)
