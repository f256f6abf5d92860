# staticmethod, classmethod and property around functions and around other descriptors, and in subclasses


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))


class Shape:
    @classmethod
    def unit(cls, side: int = 1) -> 'Shape':
        "One by one."
        return cls

    @staticmethod
    def area(a, b):
        "Sides multiplied."
        return a * b

    @classmethod
    @property
    def label(cls):
        return cls.__name__.lower()

    @classmethod
    @property
    def __doc__(cls):
        return 'All about ' + cls.__name__


class Square(Shape):
    pass


print(Shape.label, Square.label, Square().label)
print(Shape.__doc__, '|', Square.__doc__)
for name in ('unit', 'area'):
    wrapped = vars(Shape)[name]
    print(wrapped.__name__, wrapped.__qualname__, wrapped.__module__, wrapped.__doc__, wrapped.__annotations__)
    print(sorted(wrapped.__dict__), wrapped.__wrapped__ is wrapped.__func__)
    wrapped.tag = [name]
    print(wrapped.tag, wrapped.__dict__['tag'])
    del wrapped.tag
    attempt(lambda: wrapped.tag)
    wrapped.__name__ = 'renamed'
    print(wrapped.__name__, wrapped.__func__.__name__)
print(vars(Shape)['area'](3, 4))
attempt(vars(Shape)['unit'])


class Doubled:
    def __init__(self, f):
        self.f = f

    def __get__(self, obj, cls=None):
        return lambda *args: (self.f(*args), obj, cls)


class Odd:
    @classmethod
    @Doubled
    def twice(x):
        return x * 2

    @classmethod
    @staticmethod
    def plain(x):
        return x

    length = classmethod(len)


print(Odd.twice(4), Odd().twice(5), Odd.plain(6))
attempt(Odd.length)


class Named(property):
    "a property with a unit"

    def __init__(self, f, unit):
        super().__init__(f)
        self.unit = unit


class Abstract(classmethod):
    def __init__(self, f):
        f.mark = True
        super().__init__(f)


class Rod:
    @Abstract
    def make(cls):
        "makes"
        return cls()


Rod.length = Named(lambda self: 3, 'm')
print(Rod().length, Rod.length.unit, type(Rod.make()).__name__, vars(Rod)['make'].__doc__, Rod.make.mark)


class Sub(property):
    "a subclass"


class Holder:
    def _get(self):
        "from the getter"
        return 1

    plain = property(_get)
    told = property(_get, doc='told')
    sub = Sub(_get)
    sub2 = Sub(_get).setter(lambda self, v: None)

    @plain.getter
    def newer(self):
        "newer"

    @told.getter
    def still(self):
        "not this"

    @sub.getter
    def newest(self):
        "newest"


for name in ('plain', 'told', 'sub', 'sub2', 'newer', 'still', 'newest'):
    print(name, repr(getattr(Holder, name).__doc__), type(getattr(Holder, name)).__name__)
print(Sub.__doc__, Sub(fget=None).__doc__)
attempt(setattr, Holder.plain, 'fget', None)


class Loud(property):
    def getter(self, f):
        print('getter of', type(self).__name__)
        return super().getter(f)


attempt(Loud, 1, 2, 3, 4, 5)
print(type(Loud().getter(len)).__name__)
attempt(classmethod)
attempt(staticmethod, 1, 2)
attempt(lambda: classmethod(f=1))
attempt(property().__get__, 5)
