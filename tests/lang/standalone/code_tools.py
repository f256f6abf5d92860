"""What looks at code: sources of definitions, attributes without running them, signatures, frames with positions, examples as programs."""
import collections
import dis
import doctest
import functools
import inspect
import io
import os
import pstats
import subprocess
import sys
import tempfile
import trace
import types
import typing

folder = tempfile.mkdtemp()
with open(os.path.join(folder, 'sample_of_blocks.py'), 'w') as file:
    file.write('''# head
text = """
class Hidden:
    pass
"""
if text:
    class Inner:
        def method(self, a=(1,
                            2)):
            # begin
            return a
            # end
          # after, further in
        # after
    # of the class

    class Hidden: x = 1

def deco(f=None, **names): return lambda g: g

@deco(f=lambda: 1)
# comment
@deco(
    a=1)
def decorated():
    yield \\
        1

single = lambda x: x and \\
    1
pair = [lambda: (1,
                 2), 3]
def one(): return 1
def two(): return one() and \\
 2
async def waits():
    async with a: pass
    return [
0]
    # last
# not of it
''')
sys.path.insert(0, folder)
import sample_of_blocks as sample

for found in (sample.Inner, sample.Inner.method, sample.Hidden, sample.deco, sample.decorated, sample.single, sample.pair[0], sample.one, sample.two, sample.waits):
    lines, number = inspect.getsourcelines(found)
    print(number, lines)
for lines in (['    def f(self):\n', '        pass\n', '    x = 1\n'], ['x = (lambda: 1)\n', 'y\n'], ['class A:\n', '  x\n', ' y\n']):
    print(inspect.getblock(lines))


class Loud(type):
    def __getattr__(cls, name):
        if name == 'virtual':
            return 1
        raise AttributeError(name)

    def __dir__(cls):
        return ['__class__', 'virtual', 'missing', 'plain', 'stat', 'klass', 'prop', 'method']


class Quiet(metaclass=Loud):
    plain = 2
    __slots__ = ('slot', '__dict__')

    @staticmethod
    def stat(): pass

    @classmethod
    def klass(cls): pass

    @property
    def prop(self):
        raise RuntimeError('ran')

    def method(self): pass

    def __getattr__(self, name):
        raise RuntimeError('ran')


class Masked:
    __dict__ = property(lambda self: 1 / 0)
    given = 3


quiet = Quiet()
quiet.own = 5
for obj, name in ((quiet, 'plain'), (quiet, 'own'), (Quiet, 'plain'), (Quiet, 'virtual'), (quiet, 'nothing'), (Masked(), 'given'), (sys, 'path')):
    print(name, inspect.getattr_static(obj, name, 'absent') if name != 'path' else inspect.getattr_static(obj, name) is sys.path)
print(type(inspect.getattr_static(quiet, 'prop')), type(inspect.getattr_static(quiet, 'slot')))
print([(each.name, each.kind, each.defining_class.__name__) for each in inspect.classify_class_attrs(Quiet) if each.name != '__class__'])
print(inspect.isroutine(object().__init__), inspect.isroutine(len), inspect.isroutine(3))


class Base:
    def __new__(cls, a=1, *args, **kwargs): return super().__new__(cls)

    def with_some(self, a, b, *, c=3): pass
    some = functools.partialmethod(with_some, 1, c=4)


class Derived(Base):
    def __init__(self, b): pass


class Functionlike:
    def __init__(self, f):
        self.__name__, self.__code__, self.__defaults__, self.__kwdefaults__, self.__annotations__ = f.__name__, f.__code__, f.__defaults__, f.__kwdefaults__, None

    def __call__(self, *args): pass


def texted(): pass


texted.__text_signature__ = '($self, x, /, y=1)'
for each in (Derived, Base, Base.some, Base().some, functools.partial(lambda a, *b, c, **d: 0, 1, c=2, e=3), Functionlike(lambda a, b=1: 0), texted):
    print(inspect.signature(each))
parameter = inspect.Parameter('p', inspect.Parameter.KEYWORD_ONLY, default=42, annotation=int)
print(parameter.replace(default=None), parameter.replace(annotation=None), parameter.replace(default=parameter.empty, annotation=parameter.empty))
print(inspect.signature(lambda: 0).replace(return_annotation=None), inspect.Signature().parameters == inspect.Signature([]).parameters)
print(inspect.formatannotation(typing.List['typing_extra.A']), inspect.formatannotation(typing.Optional[int]))


def needs(a, b, c): pass


for call in ((needs,), (needs, 1), (needs, 1, 2, 3, 4)):
    try:
        inspect.getcallargs(*call)
    except TypeError as error:
        print(error)


def here():
    return inspect.stack()[0], inspect.getframeinfo(sys._getframe())


info, frame = here()
print(info.function, info.positions == dis.Positions(*info.positions), info.positions.col_offset, frame.positions.lineno == frame.lineno, len(info), len(frame))
try:
    [][0]
except IndexError:
    where = inspect.trace()[0]
    print(where.positions.lineno == where.lineno, where.positions[2:], 'positions=Positions(' in repr(where))
print({'getsource', 'Signature', 'CO_NESTED', 'stack'} <= set(inspect.__all__), 'sys' in inspect.__all__, '_main' in inspect.__all__)

# examples
print(doctest.script_from_examples('Text.\n\n    >>> 1 + 1\n    2\n    >>> # nothing\n    >>> x = 1\n\nMore.\n'))
print(len(doctest.DocTestParser().get_examples('>>> # only a comment\n>>> 1 # not only\n1\n')))
for bad in ('\n  >>> if 1:\n  ...     2\n ...  3\n', '\n>>> 1\n...2\n'):
    try:
        doctest.DocTestParser().get_examples(bad, 'bad')
    except ValueError as error:
        print(error)
with open(os.path.join(folder, 'examples.txt'), 'w') as file:
    file.write('>>> a\n1\n>>> print("x", end="")\nx\n>>> 1 / 0\nTraceback (most recent call last):\n...\nZeroDivisionError: division by zero\n')
print(doctest.testfile(os.path.join(folder, 'examples.txt'), module_relative=False, globs={'a': 1}, verbose=False))
case = doctest.DocFileTest(os.path.join(folder, 'examples.txt'), module_relative=False, globs={'a': 1})
print(repr(case).endswith('examples.txt'), case.id())
print(sorted(pstats.Stats.sort_arg_dict_default)[:4], pstats.Stats.sort_arg_dict_default['nfl'][-1])

# command lines
with open(os.path.join(folder, 'counted.py'), 'w') as file:
    file.write('import sys\nfor i in range(3):\n    if i > 5:\n        print(i)\nprint(len(sys.argv))\n')


def run(*words):
    done = subprocess.run([sys.executable, '-m', *words], cwd=folder, capture_output=True, text=True)
    print(done.returncode, done.stdout, done.stderr.splitlines()[-1:])


run('trace', '--count', '--missing', '--summary', 'counted.py', 'x')
with open(os.path.join(folder, 'counted.cover')) as file:
    print(file.read())
run('trace', '--listfuncs', 'counted.py')
for words in (['-l', '-T'], ['-lc'], ['-g'], ['-r'], ['-sT', 'x.py'], ['-rR']):
    run('trace', *words)
run('doctest', os.path.join(folder, 'counted.py'), '-v')
run('cProfile', '-s', 'nothing')
