# needs: attr
"""Classes of the notebook that attrs completes."""
import attr
import attrs
from attrs import define, field, frozen, validators


@attr.s
class Old:
    x = attr.ib(default=1)
    y = attr.ib(factory=list)


print(Old(), Old(2, [3]) == Old(2, [3]), Old() != Old(5), attr.asdict(Old(7)), Old.__name__, isinstance(Old(), Old))


@define
class Point:
    x: int
    y: int = 0
    tags: list = field(factory=list, repr=False)

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** .5


p = Point(3, 4)
print(p, p.norm(), p == Point(3, 4), attrs.asdict(p), attrs.evolve(p, y=5))
try:
    Point()
except TypeError as error:
    print(error)
try:
    p.z = 1
except AttributeError as error:
    print(error)


@frozen
class Version:
    major: int = field(converter=int)
    minor: int = field(default=0, validator=validators.instance_of(int))


print(Version('3'), {Version(1): 'a'}[Version('1')])
try:
    Version(1).major = 2
except attrs.exceptions.FrozenInstanceError as error:
    print(type(error).__name__, error)
try:
    Version(1, 'x')
except TypeError as error:
    print(error.args[0])


@define
class Account:
    owner: str
    balance: float = field(default=0.0)

    @balance.validator
    def check(self, attribute, value):
        if value < 0:
            raise ValueError(f'{attribute.name} must not be negative')

    def __attrs_post_init__(self):
        self.owner = self.owner.title()


print(Account('ann'), [a.name for a in attrs.fields(Account)])
try:
    Account('bob', -1)
except ValueError as error:
    print(error)


@define
class Child(Point):
    z: int = 9


print(Child(1, 2, z=3), isinstance(Child(1), Point), Child(1).norm(), attrs.astuple(Child(1, 2)))
C = attrs.make_class('C', ['a', 'b'])
print(C(1, 2), attrs.has(C), attrs.has(int))
print(sorted([Old(3), Old(1)], key=lambda o: o.x), Point.norm(Point(6, 8)))
