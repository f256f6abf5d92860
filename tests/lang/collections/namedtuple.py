# namedtuple with all its parts.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from collections import namedtuple
P = namedtuple('P', 'x y', defaults=[5])
p = P(1)
print(p, p.x, p[1], p._fields, p._asdict(), p._replace(x=9), P._make([3, 4]), p == (1, 5), P(x=1, y=2), *p, P._field_defaults, P.__name__, P.__doc__, P.x.__doc__, isinstance(p, tuple), hash(p) == hash((1, 5)), P.__match_args__)
show(P); show(P, 1, 2, 3); show(P, z=1); show(P, 1, x=1); show(p._replace, z=1); show(P._make, [1]); show(namedtuple, 'Q', 'a a'); show(namedtuple, 'Q', '1a'); show(namedtuple, 'Q', 'class'); show(namedtuple, 'Q', '_a'); show(namedtuple, 'a b', 'x'); show(namedtuple, 'Q', 'a', defaults=[1, 2])
print(namedtuple('R', 'a class a', rename=True)._fields, namedtuple('S', ['u', 'v'])(1, 2), namedtuple('T', 'a, b')(b=1, a=2), namedtuple('E', '')())
class Q(P):
    def total(self):
        return self.x + self.y
print(Q(1, 2).total(), Q(1, 2), Q(1, 2) + (3,), sorted([P(2, 1), P(1, 2)]))
try:
    p.x = 5
except AttributeError as e:
    print(e)
