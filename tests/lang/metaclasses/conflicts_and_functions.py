class M1(type): pass
class M2(type): pass
class A(metaclass=M1): pass
class B(metaclass=M2): pass
try:
    class C(A, B): pass
except TypeError as e: print(e)
class M3(M1, M2): pass
class D(A, B, metaclass=M3): pass
print(type(D).__name__)
class E(A): pass
print(type(E).__name__)
def fmeta(name, bases, ns, **kw):
    print('function', name, bases, kw)
    return (name, sorted(k for k in ns if k[0] != '_'))
class F(metaclass=fmeta, k=1):
    z = 1
    y = 2
print(F)
class Obj:
    def __call__(self, *a): return 'made by object'
class G(metaclass=Obj()): pass
print(G)
class P:
    @staticmethod
    def __prepare__(n, b): return Log()
    def __call__(self, n, b, ns): return ns.log
class Log(dict):
    def __init__(self): self.log = []
    def __setitem__(self, k, v): self.log.append(k); super().__setitem__(k, v)
class H(metaclass=P()):
    a = 1
    b = 2
    a = 3
print(H)
for code in ('class X(metaclass=5): pass', 'class X(metaclass=M1, metaclass=M2): pass', 'class X(5): pass', 'class X("a"): pass', 'class X(k=1): pass', 'class X(*[A], **{}): pass\nprint(type(X).__name__)', 'class X(**{"metaclass": M2}): pass\nprint(type(X).__name__)', 'class X(metaclass=None): pass'):
    try: exec(code)
    except (TypeError, SyntaxError) as e: print(e)
class BadPrep(type):
    @classmethod
    def __prepare__(m, *a): return 5
try:
    class Y(metaclass=BadPrep): pass
except TypeError as e: print(e)
class NoKw(type):
    def __new__(m, n, b, ns): return super().__new__(m, n, b, ns)
try:
    class Z(metaclass=NoKw, a=1): pass
except TypeError as e: print(e)
