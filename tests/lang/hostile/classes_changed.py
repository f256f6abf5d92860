# Classes and instances whose class, bases and slots change under way.
def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


class A:
    def who(self):
        return 'A'


class B:
    def who(self):
        return 'B'


class C(A):
    pass


class S:
    __slots__ = ('x',)


class T:
    __slots__ = ('x',)


class U:
    __slots__ = ('y', 'z')


c = C()
print(c.who())
C.__bases__ = (B,)
print(c.who(), C.__mro__[1].__name__)
attempt(lambda: setattr(C, '__bases__', ()))
attempt(lambda: setattr(C, '__bases__', (C,)))
attempt(lambda: setattr(C, '__bases__', 5))
c.__class__ = A
print(c.who())
attempt(lambda: setattr(c, '__class__', int))
attempt(lambda: setattr(c, '__class__', 5))
attempt(lambda: setattr(5, '__class__', bool))
s = S()
attempt(lambda: s.x)
s.x = 1
print(s.x)
attempt(lambda: setattr(s, '__class__', U))
attempt(lambda: setattr(s, '__class__', A))
attempt(lambda: setattr(s, 'y', 1))
attempt(lambda: s.__dict__)
attempt(lambda: type('X', (), {'__slots__': ('1x',)}))
attempt(lambda: type('X', (), {'__slots__': 5}))
attempt(lambda: type('X', (), {'__slots__': ('a', 'a')})().__slots__)
attempt(lambda: type('X', (), {'__slots__': ('a',), 'a': 1}))
attempt(lambda: type('X', (S, U), {}))
attempt(lambda: type('X', (int, str), {}))
attempt(lambda: S.x.__get__(U()))
attempt(lambda: S.x.__set__(5, 1))


class Changing:
    @property
    def x(self):
        type(self).x = 5
        return 4

    def __getattr__(self, name):
        setattr(type(self), name, len(name))
        return getattr(self, name)


changing = Changing()
print(changing.x, changing.x, changing.abc, changing.abc)
for i in range(3):
    Changing.abc = i
    print(changing.abc)
del Changing.abc
print(changing.abc)


attempt(lambda: setattr(C, '__name__', 5))
attempt(lambda: setattr(int, 'x', 5))
attempt(lambda: setattr(A(), '__dict__', 5))
a = A()
a.__dict__ = {'k': 1}
print(a.k)
attempt(lambda: object.__new__(int))
attempt(lambda: A.__new__(5))
attempt(lambda: int.__new__(str))
