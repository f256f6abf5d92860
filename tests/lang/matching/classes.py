class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
def f(v):
    match v:
        case P(0, 0): return 'origin'
        case P(x, 0): return f'on x {x}'
        case P(x=0, y=y): return f'on y {y}'
        case P(x, y) if x == y: return f'diagonal {x}'
        case P(): return 'some point'
        case int() | float(): return 'number'
        case str(s): return f'text {s}'
        case bool(): return 'never'
        case list([a, b]): return f'list {a} {b}'
        case dict(d): return f'dict {d}'
        case ValueError(args=(m,)): return f'error {m}'
        case type(): return 'class'
    return 'nothing'
for v in P(0, 0), P(3, 0), P(0, 4), P(2, 2), P(1, 2), 5, 1.5, 's', True, [1, 2], [1], {'a': 1}, ValueError('m'), ValueError(), int, None: print(f(v))
class NoArgs: pass
class BadArgs: __match_args__ = 'x'
class BadItem: __match_args__ = (1,)
class Dup: __match_args__ = ('a', 'a'); a = 1
for cls, pat in ((NoArgs, 'NoArgs(1)'), (BadArgs, 'BadArgs(1)'), (BadItem, 'BadItem(1)'), (Dup, 'Dup(1, 2)'), (P, 'P(1, 2, 3)'), (P, 'P(1, x=1)'), (int, 'int(1, 2)')):
    v = cls.__new__(cls)
    if cls is P: v = P(1, 2)
    try: exec(f'match v:\n case {pat}: pass')
    except TypeError as e: print(e)
try:
    exec('x = 5\nmatch 1:\n case x(): pass')
except TypeError as e: print(e)
class Meta(type):
    def __instancecheck__(cls, o): return o == 42
class Answer(metaclass=Meta): pass
match 42:
    case Answer(): print('the answer')
match P(1, P(2, 3)):
    case P(x=a, y=P(x=b, y=c)): print(a, b, c)
from dataclasses import dataclass
@dataclass
class D: n: int; kind: str = 'k'
match D(5):
    case D(n, kind='k'): print('dataclass', n)
