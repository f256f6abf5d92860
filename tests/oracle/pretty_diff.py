#!/usr/bin/env python3
"""Compare the pretty printer with IPython's on fixed and random values.

Usage: pretty_diff.py PROGRAM [NUMBER [SEED]], with a Python that has IPython 9; PROGRAM is pretty_program.c linked with the
language. Prints the values that differ and ends with `N passed, N failed`.
"""
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PRELUDE = '''
class M:
    def __repr__(self):
        return 'M(\\n  a\\n)'
class T:
    """Looks like a tensor of two rows."""
    def __repr__(self):
        return 'tensor([[0., 1.],\\n        [2., 3.]])'
class Foo:
    pass
class Bar(Foo):
    def __repr__(self):
        return 'Bar!'
    def meth(self, x, y=2, *args, z=3, **kw):
        def inner(q):
            pass
        return inner
class Outer:
    class Inner:
        pass
class MyDict(dict):
    pass
class ReprDict(dict):
    def __repr__(self):
        return 'ReprDict here'
class MyList(list):
    pass
class MyTuple(tuple):
    pass
class MySet(set):
    pass
class MyFrozen(frozenset):
    pass
class MyInt(int):
    pass
class MyStr(str):
    pass
class ReprInt(int):
    def __repr__(self):
        return 'I'
class MyErr(ValueError):
    def __str__(self):
        return 'ignored'
class ReprErr(Exception):
    def __repr__(self):
        return 'own error'
class Meta(type):
    def __repr__(cls):
        return 'a meta class'
class WithMeta(metaclass=Meta):
    pass
class Pretty:
    def __init__(self, *items):
        self.items = items
    def _repr_pretty_(self, p, cycle):
        if cycle:
            p.text('Pretty(...)')
            return
        with p.group(7, 'Pretty(', ')'):
            for i, x in enumerate(self.items):
                if i:
                    p.text(',')
                    p.breakable()
                p.pretty(x)
class PrettyOld(Pretty):
    def _repr_pretty_(self, p, cycle):
        p.begin_group(2, '<<')
        for i, x in enumerate(self.items):
            if i:
                p.breakable()
            p.pretty(x)
            if i == 2:
                p.break_()
        p.end_group(2, '>>')
class Empty:
    def __repr__(self):
        return ''
class Trailing:
    def __repr__(self):
        return 'one\\ntwo\\n\\nfour\\n'
def f(a: int, /, b: 'str' = 'q', *, c, d=len, e=int, **kw: Foo) -> float:
    pass
def g():
    yield 1
t, m = T(), M()
cyc = [1]
cyc.append(cyc)
cyc2 = {'k': [1, 2]}
cyc2['d'] = cyc2
cyc3 = ([],)
cyc3[0].append(cyc3)
cyc4 = Pretty([])
cyc4.items[0].append(cyc4)
lam = lambda x, y=1: x
'''

FIXED = '''
None
True
...
NotImplemented
5
-1.5
10**30
'text'
"it's"
'x' * 200
'line\\nbreak'
b'bytes' * 30
[]
()
{}
set()
frozenset()
(1,)
[1]
{1, 2, 3}
frozenset({3, 1, 2})
{'b', 'a', 'c'}
{1, 'a', 2.5, None}
{(1, 2), (0, 5)}
[1] * 30
('a' * 38, 'b' * 33)
('a' * 38, 'b' * 34)
['a' * 100]
list(range(1000))
list(range(1001))
tuple(range(1005))
set(range(1000))
set(range(999))
dict.fromkeys(range(1001))
{i: str(i) * 3 for i in range(20)}
(t, t)
[t, 1]
{'a': 1, 'b': t, 'c': 2}
{'x': [t, t]}
[(t, 1), (t, 2)]
(t,)
[m, m]
([1, 2], [3, m, 4])
(1, m)
{'k': m, 'l': m}
{'a': {'b' * 40: 'c' * 30, 'd': 1}, 'e': 2}
ValueError('x' * 50, 'y' * 50)
ValueError('a', 2)
ValueError()
MyErr('boo', 3)
ReprErr('x')
KeyError('k')
[ValueError('a'), MyErr()]
Bar()
[Bar(), Bar()]
int
Foo
Outer.Inner
ValueError
type
type(None)
WithMeta
[int, Foo, Outer.Inner, str]
(int,)
{'a': int}
f
[f]
lam
g
Foo.__init__
list.append
len
sum
print
max
'a'.join
[].append
{}.get
dict.fromkeys
Bar().meth
Bar.meth
Bar().meth(1)
abs
sorted
isinstance
slice(1, 2, None)
range(10)
range(0, 10, 2)
range(10**6)
[range(3), slice(1)]
MyDict(a=1, b=[1, 2])
MyDict()
ReprDict(a=1)
[ReprDict(a=1)]
MyList([1, 2])
MyTuple((1,))
MyTuple((1, 2))
MySet({1, 2})
MySet()
MyFrozen({1})
MyFrozen()
MyInt(5)
MyStr('s')
ReprInt(3)
[MyInt(5), MyStr('s'), ReprInt(3)]
cyc
cyc2
cyc3
cyc4
Pretty()
Pretty(1, 2)
Pretty(*['x' * 20] * 5)
Pretty(Pretty(1, Pretty([2, 'y' * 70])), 'z' * 30)
PrettyOld(1, 2, 3, 4)
PrettyOld(*range(40))
[PrettyOld(t, t)]
Empty()
[Empty(), 1]
Trailing()
[Trailing(), [Trailing()]]
[1, [2, [3, [4, [5, ['x' * 80]]]]]]
{'k' * 30: ['v' * 30, 'w' * 30], 'n': {'a': ('q' * 60,)}}
{'é' * 40: '日' * 45}
['\\n'.join('abc')] * 12
dict(zip('abc', [1, 2.5, None])).keys()
{'a': 1}.values()
{'a': 1}.items()
bytearray(b'abc')
1j
[1 + 2j, True, None]
super(Bar, Bar())
type.__dict__['__doc__'].__class__.__name__
property
staticmethod(len).__class__
(i for i in []).__class__
zip
NotImplemented.__class__
{1: {2: {3: {4: {5: {6: 'deep' * 12}}}}}}
[['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'], 5]
__import__('collections').OrderedDict()
__import__('collections').OrderedDict(a=1, b=t)
__import__('collections').OrderedDict([('w', t), ('b', 1)])
__import__('collections').Counter('hello')
__import__('collections').Counter()
__import__('collections').Counter({'x' * 40: 5, 'y' * 40: 7})
__import__('collections').defaultdict(list, {'a': [1]})
__import__('collections').defaultdict(list, {i: [i] * 6 for i in range(4)})
__import__('collections').defaultdict(lam, {})
__import__('collections').deque([])
__import__('collections').deque([1, 2], maxlen=5)
__import__('collections').deque(range(40))
__import__('collections').namedtuple('Pt', 'x y')(1, [t, 'x' * 80])
'''


def random_value(rng, depth):
    """The text of an expression."""
    kind = rng.randrange(14 if depth else 6)
    n = rng.choice((0, 1, 1, 2, 2, 3, 4, 6, 9))
    inner = [random_value(rng, depth - 1) for _ in range(n)] if depth else []
    if kind == 0:
        return str(rng.choice((0, 1, -5, 12345, 10**rng.randrange(30), 0.5, -2.25e30)))
    if kind == 1:
        return repr(rng.choice('abé日') * rng.choice((0, 1, 3, 8, 20, 35, 60, 77, 90)))
    if kind == 2:
        return rng.choice(('None', 'True', 'int', 'Foo', 'Outer.Inner', 'len', 'f', "b'xyz'", '2.5', 'lam', 'range(5)', '...'))
    if kind == 3:
        return rng.choice(('t', 'm', 'Bar()', 'Trailing()', 'Empty()', 'cyc', 'cyc2', 'cyc4'))
    if kind in (4, 5):
        return repr(rng.choice('xyz') * rng.randrange(1, 30))
    if kind in (6, 7):
        return '[' + ', '.join(inner) + ']'
    if kind == 8:
        return '(' + ''.join(x + ', ' for x in inner) + ')'
    if kind in (9, 10):
        return '{' + ', '.join(f'{"k" * rng.randrange(12) + str(i)!r}: {x}' for i, x in enumerate(inner)) + '}'
    if kind == 11:
        return rng.choice(('Pretty', 'PrettyOld', 'ValueError', 'MyErr')) + '(' + ', '.join(inner) + ')'
    if kind == 12:
        texts = ', '.join(repr(rng.choice('pqr') * rng.randrange(1, 25) + str(i)) for i in range(n))
        return f'{rng.choice(("set", "frozenset", "MySet"))}([{texts}])'
    return rng.choice(('MyList', 'MyTuple')) + '([' + ', '.join(inner) + '])'


def main():
    program = sys.argv[1]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    lines = FIXED.strip().splitlines() + [random_value(rng, rng.randrange(1, 6)) for _ in range(number)]
    with tempfile.TemporaryDirectory() as folder:
        prelude, expressions = Path(folder, 'prelude.py'), Path(folder, 'expressions')
        prelude.write_text(PRELUDE, encoding='utf-8')
        expressions.write_text('\n'.join(lines), encoding='utf-8')
        library = Path(__file__).resolve().parents[2] / 'kernel' / 'prelude'
        modules = [f'{path.stem}={path}' for path in library.glob('*.py')]
        modules += [f'{path.parent.name}={path}' for path in library.glob('*/__init__.py')]
        done = subprocess.run([program, prelude, expressions, *modules], capture_output=True, text=True, encoding='utf-8', timeout=600)
    got = re.split(r'^--- \d+\n', done.stdout, flags=re.M)[1:]
    from IPython.lib.pretty import pretty
    space = {'__name__': '__main__'}
    exec(PRELUDE, space)
    passed = failed = 0
    for number, line in enumerate(lines):
        try:
            want = pretty(eval(line, space))
        except Exception as error:
            want = f'{type(error).__name__}: {error}'
        have = got[number][:-1] if number < len(got) else '(nothing)'
        if re.sub('0x[0-9a-f]+', '0x', want) == re.sub('0x[0-9a-f]+', '0x', have):
            passed += 1
            continue
        failed += 1
        if failed <= 40:
            print(f'FAIL {line[:300]}\n--- wanted\n{want[:1500]}\n--- got\n{have[:1500]}')
    if done.returncode:
        failed += 1
        print(f'the program ended with status {done.returncode}', done.stderr[-1000:])
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
