def a():
    """One."""
def b():
    'Two ' 'joined'
def c():
    f"not a doc"
def d():
    b'bytes'
def e():
    pass
def f(): "short"
def g():
    """
    Indented
      more
    """
for h in a, b, c, d, e, f, g: print(repr(h.__doc__))
class K:
    """Class doc."""
    x = 1
    def m(self):
        """Method doc."""
class L: pass
class M(K): pass
print(K.__doc__, K.m.__doc__, L.__doc__, M.__doc__, K().m.__doc__, K().__doc__)
class N:
    __doc__ = 'set'
print(N.__doc__)
K.__doc__ = 'changed'
print(K.__doc__)
print((lambda: 'x').__doc__)
import math
print(math.__doc__ is not None, len.__doc__.splitlines()[0], int.__doc__[:30])
