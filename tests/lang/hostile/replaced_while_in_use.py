# What a native function has taken out of an object is replaced while it uses it.
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


import builtins
import sys
import types
from collections import OrderedDict, defaultdict, deque


class A:
    @property
    def x(self):
        return 1


def read(a):
    return a.x


for _ in range(3):
    read(A())
A.__dict__['x'].__init__(None)
for _ in range(3):
    attempt(lambda: read(A()))
A.__dict__['x'].__init__(lambda self: 7)
print(read(A()), read(A()))


class Replacing(property):
    busy = False

    def __init__(self, *functions):
        super().__init__(*functions)
        if Replacing.busy:
            original.__init__()


original = Replacing(lambda self: 1, lambda self, value: None)
Replacing.busy = True
attempt(lambda: original.getter(len).fget)

for bad in ([1, 2], [1, 'a'], 5, ['b', 'a'], {'a': 1}):
    A.__abstractmethods__ = bad
    attempt(A)


class Vanishing:
    def __bool__(self):
        del A.__abstractmethods__
        return True

    def __iter__(self):
        return iter(['q'])


A.__abstractmethods__ = Vanishing()
attempt(A)


def generator():
    yield 1


def outer():
    z = 5

    def f():
        return z

    def g():
        yield z

    class Body:
        y = z
    return f, g


for body in (generator, lambda: 5, *outer()):
    attempt(lambda: builtins.__build_class__(body, 'Made').__name__)
attempt(lambda: builtins.__build_class__(lambda x: x, 'Made'))
attempt(lambda: builtins.__build_class__(5, 'Made'))
code = [c for c in outer.__code__.co_consts if getattr(c, 'co_name', '') == 'Body'][0]
space = {'__name__': 'here'}
attempt(lambda: exec(code, space, closure=(types.CellType(9),)))
print(space['y'])
attempt(lambda: exec(code, space))
shown = builtins.ascii
builtins.ascii = lambda x: 5
print(f'{"é"!a}')
builtins.ascii = shown
for base, extra in ((deque, deque()), (OrderedDict, OrderedDict()), (defaultdict, {})):
    class Other(base):
        on = False

        def __new__(cls, *args):
            return 5 if cls.on else super().__new__(cls)
    other = Other()
    Other.on = True
    for f in (lambda: other + extra, lambda: other * 2, lambda: other.copy()):
        attempt(f)
    if base is OrderedDict:
        attempt(lambda: other | extra)
        attempt(lambda: extra | other)


class Restoring:
    def __bool__(self):
        sys.stdout = sys.__stdout__
        return True


class Writer:
    def write(self, text):
        sys.__stdout__.write(text)

    def flush(self):
        pass


for _ in range(3):
    sys.stdout = Writer()
    print('hello', flush=Restoring())


class Shown:
    def __repr__(self):
        numbers.default_factory = None
        return 'Shown'


class Factory:
    def __call__(self):
        return 1

    def __repr__(self):
        return 'Factory'


numbers = defaultdict(Factory(), {1: Shown()})
print(numbers)


class Copied(defaultdict):
    def __new__(cls, *args):
        if len(args) == 2:
            args[1].default_factory = None
        return super().__new__(cls)


numbers = Copied(Factory())
attempt(numbers.copy)
attempt(lambda: numbers | {})
text = bytearray(b"a = '\\d'\nb = 1 is 1\n" * 40)


def clearing(*args, **kwargs):
    del text[:]
    text.extend(b'x' * 5)


import warnings
warnings.simplefilter('always')
warnings.showwarning = clearing
attempt(lambda: exec(text))


class Flags:
    def __index__(self):
        text[:] = b'2'
        return 0


text = bytearray(b'1 + 1' + b' ' * 5000)
attempt(lambda: eval(compile(text, 'name', 'eval', Flags())))


class Added:
    def __add__(self, other):
        counts.clear()
        return 7


from collections import Counter
counts = Counter()
counts['a'] = Added()
counts.update('a')
print(dict(counts))


class Claiming:
    @property
    def __class__(self):
        for cell in Base.method.__closure__:
            cell.cell_contents = None
        return int


class Base:
    def method(self):
        return super()


attempt(lambda: Base.method(Claiming()))
