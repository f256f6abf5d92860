# What annotations must not do, evaluated and as texts; and assignments to __debug__
FUTURE = 'from __future__ import annotations\n'
programs = [
    'def f() -> (yield): pass', 'def f(x: (yield)): pass', 'x: (yield from y)', 'def g():\n  def f(x: (yield)): pass',
    'x: (y := 1)', 'def f(x: (y := 1)): pass', 'def f(*x: (y := 1), **z: int): pass', 'class A:\n  x: (yield)',
    'def f():\n  x: (yield)', 'def f():\n  x: (y := 1)', 'def f() -> (y := 1): pass', 'x: [(y := 1) for z in a]',
    'x: lambda: (y := 1)', 'x: int = (y := 1)', 'def f():\n  x: int = yield', 'def f(x: int = (y := 1)): pass',
    '__debug__: int', '__debug__: int = 1', 'a.__debug__: int', 'a.__debug__: int = 1', '(__debug__): int', 'a.__debug__ = 1',
    'del a.__debug__', 'del __debug__', 'a.__debug__', 'x: __debug__',
]
for program in programs:
    for head in ('', FUTURE):
        try:
            compile(head + program, '<text>', 'exec')
            print(bool(head), repr(program), 'fine')
        except SyntaxError as e:
            print(bool(head), repr(program), e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
