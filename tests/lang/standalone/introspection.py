# Signatures, members and sources of objects; examples in docstrings.
import doctest
import functools
import inspect


def function(a, /, b=2, *c, d: int = 3, **e) -> str:
    """Does something.

    >>> 1 + 1
    2
    >>> function(1)
    'x'
    >>> [1, 2]
    [1, 3]
    >>> 1 / 0
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    """
    # a comment
    return 'x'


class Base:
    """A base.

        indented
    """
    def method(self, x, y=1):
        "The base's method."

    @staticmethod
    def static(p):
        pass

    @property
    def value(self):
        return 1


class Derived(Base):
    def __init__(self, first, *rest):
        self.first = first

    def method(self, x, y=1):
        return [x,
                y]


for obj in (function, Base, Derived, Base.method, Derived(1).method, Base.static, functools.partial(function, 1, d=5), lambda x: x):
    print(inspect.signature(obj), end=' | ')
print(repr(inspect.signature(function).parameters['d']), inspect.signature(function).parameters['a'].kind.description)
print(inspect.getfullargspec(function)[:6])
bound = inspect.signature(function).bind(1, 2, 3, d=4, z=5)
print(bound, bound.args, bound.kwargs)
for call in (lambda s: s.bind(), lambda s: s.bind(1, b=2, a=3, **{'b': 1}) if False else s.bind_partial(b=1), lambda s: s.bind(1, 2, 3, 4)):
    try:
        print(call(inspect.signature(function)))
    except TypeError as error:
        print(error)
try:
    inspect.signature(Base.method).bind(1, 2, z=3)
except TypeError as error:
    print(error)
print(inspect.getdoc(Base), inspect.getdoc(Derived.method), inspect.cleandoc('a\n    b\n      c\n'), sep='|')
print([name for name, _ in inspect.getmembers(Derived(1)) if not name.startswith('_')], inspect.getmro(Derived)[1:])
print(inspect.isfunction(function), inspect.ismethod(Derived(1).method), inspect.isclass(Base), inspect.isgeneratorfunction(function),
      inspect.isbuiltin(len), inspect.isroutine(print), inspect.isdatadescriptor(Base.value))
print(inspect.getsource(Derived.method), inspect.getsourcelines(Base.static)[1], inspect.getsource(Base).splitlines()[-1])
print(type(inspect.getattr_static(Base(), "value")), inspect.currentframe().f_code.co_name, inspect.stack()[0].function)

runner = doctest.DocTestRunner(verbose=False)
lines = []
for test in doctest.DocTestFinder().find(function, 'function', globs={'function': function}):
    print(len(test.examples), runner.run(test, out=lines.append))
print(''.join(lines).split(', in ')[1])
print(doctest.OutputChecker().check_output('a...z\n', 'abcz\n', doctest.ELLIPSIS), doctest.DocTestParser().get_examples('>>> x\n1\n')[0].want)
