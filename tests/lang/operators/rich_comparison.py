class A:
    def __init__(self, v): self.v = v
    def __lt__(self, o): print('lt'); return self.v < o.v if isinstance(o, A) else NotImplemented
    def __eq__(self, o): print('eq'); return isinstance(o, A) and self.v == o.v
a, b = A(1), A(2)
print(a < b, a > b, a == b, a != b)
for f in (lambda: a <= b, lambda: a < 1, lambda: 1 < a, lambda: 1 > a, lambda: a >= 1, lambda: object() < object(), lambda: 1 < 'a', lambda: [1] < (1,), lambda: {} < {}, lambda: None < None, lambda: 1j < 2j, lambda: sorted([1, 'a']), lambda: max(1, 'a'), lambda: hash(a)):
    try: print(f())
    except TypeError as e: print(e)
print(object() == object(), a == 1, 1 == a, a != 1)
class Any:
    def __eq__(self, o): return ['list result']
    def __ne__(self, o): return 'ne'
    def __gt__(self, o): return 'gt'
print(Any() == 1, Any() != 1, 1 < Any(), Any() > 1, 1 == Any())
class Base:
    def __eq__(self, o): print('Base.eq'); return True
    def __lt__(self, o): print('Base.lt'); return True
class Derived(Base):
    def __eq__(self, o): print('Derived.eq'); return False
    def __gt__(self, o): print('Derived.gt'); return False
print(Base() == Derived(), Base() < Derived(), Base() != Derived())
class NE:
    def __eq__(self, o): return NotImplemented
x = NE()
print(x == x, x == NE(), x != x)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1 == 1, 1 == 1.0 == True, 'a' < 'b' <= 'b' != 'c')
def m(n): print('eval', n, end=' '); return n
print(m(1) < m(0) < m(5)); print(m(1) < m(2) < m(3) > m(0))
print(1 in [1] == True, (1 in [1]) == True, not 1 == 2, 1 is 1 is not None)
print([x, 1] == [x, 1], (x,) == (x,), {1: x} == {1: x}, x in [x], [x].index(x), [x].count(x))
nan = float('nan')
print(nan == nan, nan in [nan], [nan] == [nan], nan != nan)
