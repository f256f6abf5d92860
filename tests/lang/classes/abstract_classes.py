from abc import ABC, ABCMeta, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): return 'base area'
    @property
    @abstractmethod
    def name(self): ...
    def describe(self): return f'{self.name}: {self.area()}'
class Half(Shape):
    def area(self): return super().area()
class Full(Half):
    @property
    def name(self): return 'full'
for c in Shape, Half, Full:
    try: print(c().describe())
    except TypeError as e: print(e)
print(sorted(Shape.__abstractmethods__), Full.__abstractmethods__, Shape.area.__isabstractmethod__, Shape.name.__isabstractmethod__)
class One(metaclass=ABCMeta):
    @classmethod
    @abstractmethod
    def make(cls): ...
    @staticmethod
    @abstractmethod
    def stat(): ...
try: One()
except TypeError as e: print(e)
class D(ABC): pass
D.register(int); print(isinstance(5, D), issubclass(bool, D), isinstance('x', D))
@D.register
class E: pass
print(issubclass(E, D), isinstance(E(), D), D in E.__mro__)
try: D.register(5)
except TypeError as e: print(e)
class Duck(ABC):
    @classmethod
    def __subclasshook__(cls, C): return hasattr(C, 'quack') or NotImplemented
class Q:
    def quack(self): pass
print(isinstance(Q(), Duck), issubclass(int, Duck), issubclass(Duck, Duck))
try: int.__abstractmethods__
except AttributeError as e: print(e)
class Init(Shape):
    def __init__(self): print('never')
try: Init()
except TypeError as e: print(e)
print(type(Shape).__name__, ABC.__name__, repr(Shape), Shape.__subclasses__())
class Later(ABC):
    @abstractmethod
    def z(self): ...
    @abstractmethod
    def a(self): ...
try: Later()
except TypeError as e: print(e)
try: issubclass(5, Shape)
except TypeError as e: print(e)
