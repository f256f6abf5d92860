# super() kept in a class is bound where it is read; cells of __class__ must reach type.__new__


class Auto(type):
    def __init__(cls, name, bases, ns):
        super().__init__(name, bases, ns)
        setattr(cls, f'_{name}__super', super(cls))


class A(metaclass=Auto):
    def path(self):
        return 'A'

    @classmethod
    def make(cls):
        return 'A.make ' + cls.__name__


class B(A):
    def path(self):
        return 'B' + self.__super.path()


class C(A):
    def path(self):
        return 'C' + self.__super.path()


class D(C, B):
    def path(self):
        return 'D' + self.__super.path()


print(D().path(), D._D__super, D()._D__super.__self_class__)


class Own(super):
    unit = 'm'


class E(A):
    pass


E.up = Own(E)
print(E().up.path(), E().up.unit, type(E().up).__name__, E.up is vars(E)['up'])
bound = super(B, B())
print(bound.__get__(5) is bound, super(B).__get__(None) .__self__)


class Losing(type):
    def __new__(mcs, name, bases, ns):
        ns.pop('__classcell__', None)
        return super().__new__(mcs, name, bases, ns)


class Twice(type):
    def __new__(mcs, name, bases, ns):
        first = super().__new__(mcs, name, bases, ns)
        super().__new__(mcs, name, bases, ns)
        return first


for meta in (Losing, Twice):
    try:
        class Method(metaclass=meta):
            def f(self):
                return __class__
    except Exception as e:
        print(type(e).__name__, e)


class Without(metaclass=Losing):
    def f(self):
        return 1


print(Without().f())


class I(int):
    def __repr__(self):
        return f'I({int(self)})'

    def __pow__(self, other, mod=None):
        return I(pow(int(self), int(other), mod))


print(pow(I(2), 3, 5), pow(I(2), 3), I(2) ** 3, pow(2, I(3), 5))


class Empty:
    __slots__ = ()


class Full:
    pass


class Both(Empty, Full):
    __slots__ = ('x',)


both = Both()
both.x, both.y = 1, 2
print(both.x, vars(both), hasattr(Both, '__weakref__'))
print(dict.get.__objclass__, int.__add__.__objclass__)
