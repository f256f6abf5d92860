class C:
    def __init__(self): self._x = 0
    @property
    def x(self):
        """The x."""
        return self._x
    @x.setter
    def x(self, v): self._x = v * 2
    @x.deleter
    def x(self): print('deleting'); self._x = None
    @property
    def ro(self): return 'ro'
    wo = property(None, lambda self, v: print('wo set', v))
    nothing = property(doc='nothing doc')
c = C(); c.x = 5; print(c.x); del c.x; print(c.x)
c.wo = 3
def t(f):
    try: print(f())
    except AttributeError as e: print(e)
t(lambda: setattr(c, 'ro', 1)); t(lambda: delattr(c, 'ro')); t(lambda: c.wo); t(lambda: c.nothing); t(lambda: delattr(c, 'wo'))
print(C.x.__doc__, C.nothing.__doc__, C.ro.__doc__, C.x.fget.__name__, C.ro.fset, C.x.fdel.__name__)
print(type(C.x).__name__, C.__dict__['x'] is C.x, C.x.__get__(c), C.x.__get__(None, C) is C.x)
class D(C):
    @C.x.getter
    def x(self): return 'D' + str(self._x)
    @property
    def ro(self): return super().ro + '!'
d = D(); d.x = 4
print(d.x, d.ro)
d.__dict__['ro'] = 'shadow'
print(d.ro)
class E(D):
    x = 'plain'
e = E(); e.x = 1
print(e.x, e.__dict__)
class F(property):
    def __get__(self, o, t=None): return ('sub', super().__get__(o, t)) if o is not None else self
class G:
    @F
    def p(self): return 1
print(G().p)
class Bad:
    @property
    def p(self, extra): return 1
try: Bad().p
except TypeError as e: print(e)
try: property(5).__get__(1)
except TypeError as e: print(e)
print(property().__isabstractmethod__)
