# help() on functions, classes and instances.
class A:
    """Doc of A.

    more"""
    x = 5
    def __init__(self, a, b=2): self.a=a
    def method(self, q: int, *args, k=1, **kw) -> str:
        "Method doc."
        return 1
    @property
    def p(self): "prop doc"; return 1
    @staticmethod
    def s(z): return z
    @classmethod
    def c(cls): "cm"; return cls
def f(a, b=[1], *, c=None):
    """Docs of f.

        indented
    """
help(f)
help(A)
help(len)
help(A(1).method)
class Base:
    "Base doc"
    def m(self): "m doc"
    z = [1]
class Derived(Base):
    def m(self): pass
    def own(self, x): return x
    alias = own
help(Derived)
help(Derived())
class Empty: pass
help(Empty)
