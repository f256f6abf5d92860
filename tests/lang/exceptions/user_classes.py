class E(Exception):
    pass
class WithInit(Exception):
    def __init__(self, code, msg='default'):
        super().__init__(msg)
        self.code = code
class WithStr(Exception):
    def __str__(self): return 'custom str'
class Kw(Exception):
    def __init__(self, *, reason): self.reason = reason
for e in E(), E(1), E(1, 2), E('x'), WithInit(5), WithInit(6, 'm'), WithStr('a'), Kw(reason='r'), KeyError('k'), KeyError(), OSError(2, 'msg'), OSError(2, 'msg', 'file'), StopIteration(3), SystemExit(4), UnicodeDecodeError('utf-8', b'\xff', 0, 1, 'bad'), ImportError('m', name='n'), SyntaxError('s'), AttributeError('a', name='n', obj=1), NameError('n', name='q'):
    print(repr(e), '|', str(e), '|', e.args)
e = WithInit(5); print(e.code, vars(e)); e.extra = 1; print(e.extra)
print(E.__mro__[1:3], issubclass(E, BaseException), E.__doc__, E.__module__)
try: raise E('a') from ValueError('b')
except E as x: print(repr(x.__cause__), x.__suppress_context__, x.__traceback__ is not None)
x = E('n'); x.add_note('first'); x.add_note('second'); print(x.__notes__)
try: x.add_note(5)
except TypeError as t: print(t)
print(E('a') == E('a'), hash(E('a')) is not None, E('a').with_traceback(None).args)
try: E('a').with_traceback(5)
except TypeError as t: print(t)
try: x.args = 5
except TypeError as t: print(t)
x.args = (1, 2); print(x)
for bad in (lambda: E(a=1), lambda: WithInit(), lambda: Kw(1), lambda: setattr(x, '__cause__', 5), lambda: setattr(x, '__context__', 5), lambda: setattr(x, '__traceback__', 5)):
    try: bad()
    except TypeError as t: print(t)
class Multi(E, ValueError): pass
try: raise Multi('both')
except ValueError as m: print(type(m).__name__, isinstance(m, E))
try:
    class Bad(E, KeyError, OSError): pass
except TypeError as t: print(t)
o = OSError(2, 'nope', 'f.txt'); print(o.errno, o.strerror, o.filename, type(o).__name__, isinstance(OSError(13, 'x'), PermissionError))
