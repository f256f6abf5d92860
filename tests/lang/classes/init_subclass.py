class Plugin:
    registry = []
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        Plugin.registry.append(cls.__name__)
class A(Plugin, tag='a'): pass
class B(A): pass
print(Plugin.registry, A.tag, B.tag)
try:
    class C(Plugin, wrong=1): pass
except TypeError as e: print(e)
try:
    class D(tag=1): pass
except TypeError as e: print(e)
class E:
    def __init_subclass__(cls): print('E hook for', cls.__name__)
class F(E):
    def __init_subclass__(cls, **kw): print('F hook for', cls.__name__, kw); super().__init_subclass__()
class G(F, k=1): pass
try:
    class H(E, k=1): pass
except TypeError as e: print(e)
type('Dyn', (F,), {}, z=3)
class Req:
    def __init_subclass__(cls):
        if not hasattr(cls, 'needed'): raise TypeError(f'{cls.__name__} must define needed')
try:
    class I(Req): pass
except TypeError as e: print(e)
class J(Req): needed = 1
print(type(Plugin.__dict__['__init_subclass__']).__name__)
class K:
    @classmethod
    def __init_subclass__(cls, **kw): print('explicit', cls.__name__)
class L(K): pass
