# __init__ may be called again: fields that keywords give are taken back.
def show(e, *names):
    print(type(e).__name__, e.args, [getattr(e, n) for n in names])


e = ImportError('a', name='n', path='p')
show(e, 'name', 'path', 'msg')
e.__init__('b')
show(e, 'name', 'path', 'msg')
e = NameError('a', name='n')
e.__init__('b')
show(e, 'name')
e = AttributeError('a', name='n', obj=3)
e.__init__('b', obj=4)
show(e, 'name', 'obj')
e = StopIteration(3)
e.__init__()
show(e, 'value')
e = SystemExit(3)
e.__init__()
show(e, 'code')
e.__init__(1, 2)
show(e, 'code')
show(SystemExit(), 'code')
e = OSError(2, 'a', 'f')
e.__init__(3)
show(e, 'errno', 'filename')
e = SyntaxError('a', ('f', 1, 2, 't'))
e.__init__('b')
show(e, 'filename', 'lineno', 'msg', 'text')

import abc


class B(abc.ABC):
    @abc.abstractclassmethod
    def c(cls):
        return cls.__name__

    @abc.abstractstaticmethod
    def s():
        return 's'

    @abc.abstractproperty
    def p(self):
        return 'p'


class C(B):
    @classmethod
    def c(cls):
        return super().c()

    s = staticmethod(lambda: 3)
    p = 5


print(C().c(), C.c(), C.s(), C().p, B.c(), B.s(), sorted(B.__abstractmethods__))
e = ImportError('test', name='n')
e.__init__()
show(e, 'msg', 'name')
e.__init__(1, 2)
show(e, 'msg')
e.__init__('again')
show(e, 'msg')
show(ModuleNotFoundError(), 'msg', 'path')
