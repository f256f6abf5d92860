# Rarer rules of classes: incomplete ones, proxies in super(), __dict__ and __class__ assigned, what cannot be set.
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# carloverre
def f1():
    class X(type):
        def __setattr__(cls, k, v): type.__setattr__(cls, k, v)
    class Y(metaclass=X): pass
    Y.foo = 42
    return Y.foo
t(f1)
t(lambda: object.__setattr__(str, 'foo', 1))
t(lambda: object.__delattr__(str, 'lower'))
t(lambda: object.__setattr__(type('Q',(),{}), 'foo', 1))
# super keywords
def sk():
    class E:
        def m(self): return super(x=1)
    return E().m()
t(sk)
t(lambda: super(type=int, obj=3))
# set_dict None
class D: pass
def sd(v):
    d = D(); d.__dict__ = v
t(lambda: sd(None)); t(lambda: sd([]))
def dd():
    d = D(); d.a = 1; del d.__dict__; return d.__dict__
t(dd)
# class assignment between heap and static
import types
class M(types.ModuleType): pass
def ca(o, c):
    o.__class__ = c
    return type(o).__name__
m = types.ModuleType('m')
t(lambda: ca(m, M)); t(lambda: ca(m, types.ModuleType)); t(lambda: ca(1, bool)); t(lambda: ca([], list)); t(lambda: ca(m, int)); t(lambda: ca((), tuple)); t(lambda: ca(M('z'), types.ModuleType))
# qualname of type immut
t(lambda: setattr(str, '__qualname__', 'x'))
class Z:
    pass
t(lambda: setattr(Z, '__qualname__', 1))
def delq(): del Z.__qualname__
t(delq)
def deln(): del Z.__name__
t(deln)
# repr as str
class R: 
    pass
R.__repr__ = R.__str__
t(lambda: repr(R()))
R2 = type('R2', (), {'__repr__': lambda s: str(s)})
class BadDir:
    def __dir__(self): return 7
t(lambda: dir(BadDir()))
# reduce
class G1:
    def __getnewargs__(self): return 'bad'
class G2:
    def __getnewargs_ex__(self): return 'bad'
class G3:
    def __getnewargs_ex__(self): return ((), 'x')
class G4:
    def __getnewargs_ex__(self): return ('x', {})
class G5:
    def __getnewargs_ex__(self): return ()
for c in (G1,G2,G3,G4,G5): t(lambda: c().__reduce_ex__(2)); t(lambda: c().__reduce_ex__(4))
class S:
    __slots__ = ('a',)
s = S()
t(lambda: s.__reduce_ex__(0)); t(lambda: s.__reduce_ex__(2)[2:]); t(lambda: s.__reduce__())
class S2(object):
    __slots__ = ('spam',)
class H(S2): pass
h = H(); h.spam = 1
t(lambda: h.__reduce_ex__(4)[2])
# proxy super
class P(object):
    def __init__(self, obj): self.__obj = obj
    def __getattribute__(self, name):
        if name.startswith("_P__"): return object.__getattribute__(self, name)
        return getattr(self.__obj, name)
class BB:
    def f(self): return "B.f"
class CC(BB):
    def f(self): return super(CC, self).f() + "->C.f"
o = CC(); pr = P(o)
t(lambda: CC.__dict__['f'](pr))
# mro
class Meta(type):
    def mro(cls):
        if cls.__name__ != 'MM': return type.mro(cls)
        t(lambda: cls.__mro__); t(lambda: super(cls, cls).xxx)
        def ext(): 
            class Sub(cls): pass
        t(ext)
        return type.mro(cls)
class MM(metaclass=Meta): pass
print(MM.__mro__)
t(lambda: types.MappingProxyType({}).__ior__({})); 
def mp():
    m = types.MappingProxyType({1:2}); m |= {3:4}
t(mp)
