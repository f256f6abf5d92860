class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass
print(A.__subclasses__(), B.__subclasses__(), D.__subclasses__(), D.__base__, D.__bases__, A.__base__, object.__base__, object.__bases__)
del D
import gc; gc.collect()
print(B.__subclasses__(), C.__subclasses__())
print(bool.__bases__, bool.__mro__, int.__base__, type.__mro__, type.__base__, Exception.__mro__, KeyError.__bases__, OSError is IOError)
print(bool in int.__subclasses__())
class E(B):
    def __eq__(self, o): return True
print(E.__hash__, issubclass(E, A), issubclass(A, A), A.__mro__)
print(type.mro(A), type.__subclasses__(A) == A.__subclasses__())
print(isinstance(A.__dict__, type(type.__dict__)), '__module__' in A.__dict__, sorted(A.__dict__))
class WithSlots: __slots__ = ()
print(sorted(WithSlots.__dict__))
class Doc: 'doc'
print(sorted(Doc.__dict__), A.__flags__ & 1 if 0 else '')
print(A.__basicsize__ > 0 if hasattr(A, '__basicsize__') else 'none', A.__text_signature__ if hasattr(A, '__text_signature__') else '')
