class Even(type):
    def __instancecheck__(cls, o): print('instance'); return isinstance(o, int) and o % 2 == 0
    def __subclasscheck__(cls, c): print('subclass'); return c is int
class E(metaclass=Even): pass
print(isinstance(4, E), isinstance(3, E), issubclass(int, E), issubclass(str, E))
print(isinstance(E.__new__(E), E))
print(isinstance(4, (str, E)), isinstance('x', (str, E)))
class Odd(type):
    def __instancecheck__(cls, o): return 'truthy'
class O(metaclass=Odd): pass
print(isinstance(1, O))
print(isinstance(1, (int, str)), isinstance(1, ((str, (int,)),)), isinstance(1, int | str), isinstance(None, int | None), issubclass(bool, (str, int)), issubclass(bool, int | str))
for f in (lambda: isinstance(1, 5), lambda: isinstance(1, [int]), lambda: isinstance(1, (str, 5)), lambda: isinstance(1, (int, 5)), lambda: issubclass(1, int), lambda: issubclass(int, 5), lambda: isinstance(1, list[int]), lambda: issubclass(int, list[int]), lambda: isinstance([], list[int] | int), lambda: isinstance(1, 'int')):
    try: print(f())
    except TypeError as e: print(e)
class Fake:
    @property
    def __class__(self): return int
print(isinstance(Fake(), int), isinstance(Fake(), Fake), type(Fake()).__name__)
print(isinstance(True, int), isinstance(1, bool), isinstance(int, type), isinstance(type, object), issubclass(type, object), isinstance(None, type(None)))
class Sub(dict): pass
print(isinstance(Sub(), dict), issubclass(Sub, dict), type(Sub()) is dict)
print(type.__instancecheck__(int, 5), int.__subclasscheck__(bool))
