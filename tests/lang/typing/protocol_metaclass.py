# Protocols are marked when their class is made: metaclasses of libraries look at it.
from typing import Protocol, runtime_checkable, Generic, TypeVar, SupportsAbs as Slow
T=TypeVar('T', covariant=True)
class Meta(type(Protocol)):
    def __new__(m, n, b, ns, **k):
        cls = super().__new__(m, n, b, ns, **k)
        print(n, getattr(cls,'_is_protocol',None), cls.__bases__); 
        if b and getattr(cls,'_is_protocol'): runtime_checkable(cls)
        return cls
class A(Slow[T], Protocol, Generic[T], metaclass=Meta): pass
print(isinstance(3, A))
class B(Protocol[T], metaclass=Meta):
    def foo(self): ...
print(isinstance(3, B))
class C(Protocol, metaclass=Meta):
    def foo(self): ...
class D(C): pass
print(isinstance(3, C), isinstance(D(), C))
