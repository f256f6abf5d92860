from dataclasses import dataclass, field, fields, asdict, astuple, replace, is_dataclass, FrozenInstanceError, KW_ONLY, InitVar, MISSING
@dataclass
class P:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
p = P(1); q = P(1, 2, [])
print(p, p == q, p != P(2), p.z is q.z, repr(P(1, z=[1])), P.__doc__)
p.z.append(5); print(p, p == q)
for f in (lambda: P(), lambda: P(1, 2, 3, 4), lambda: P(1, w=2), lambda: p < q, lambda: hash(p), lambda: p == (1, 2, [5])):
    try: print(f())
    except TypeError as e: print(e)
print([ (f.name, f.type, f.default is MISSING) for f in fields(P)], asdict(p), astuple(p), replace(p, x=10), is_dataclass(P), is_dataclass(p), is_dataclass(int))
@dataclass(order=True, frozen=True)
class V:
    a: int
    b: str = field(default='b', compare=False)
    c: float = field(default=0.0, repr=False)
v = V(1); print(v, V(1) < V(2), sorted([V(3), V(1), V(2)]), V(1, 'zz') == V(1), hash(V(1)) == hash(V(1, 'q')))
try: v.a = 5
except FrozenInstanceError as e: print(e)
try: del v.a
except FrozenInstanceError as e: print(e)
try: v.new = 5
except AttributeError as e: print(e)
@dataclass
class Q(P):
    w: str = 'w'
    x: float = 9.5
print(Q(), Q(1), [f.name for f in fields(Q)])
for body in ('a: int = 1\n b: int', 'a: list = []', 'a: dict = {}', 'a: int = field(default=1, default_factory=int)', 'a = field()'):
    try: exec(f'@dataclass\nclass Bad:\n {body}')
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
print(P.__match_args__)
match P(5, 6):
    case P(x, y): print('matched', x, y)
print(P.__init__.__annotations__, P.__eq__.__qualname__, P.__init__.__qualname__)
