# Enumerations that are made of plain classes and of constants, and what compares them
import enum
import sys
from enum import _simple_enum, _test_simple_enum


def show(function, *args):
    try:
        print(function(*args))
    except Exception as error:
        print(type(error).__name__, error, sep=': ')


@_simple_enum(enum.IntFlag, boundary=enum.STRICT)
class Rights:
    """What may be done."""
    READ = 1
    WRITE = 2
    BOTH = 3

    def short(self):
        return self.name.lower()


print(Rights, Rights.__doc__, Rights.__bases__, list(Rights), repr(Rights.BOTH), Rights.WRITE.short())
show(Rights, 8)


class Checked(enum.IntFlag, boundary=enum.STRICT):
    READ = 1
    WRITE = 2
    BOTH = 3

    def short(self):
        return self.name.lower()


show(_test_simple_enum, Checked, Rights)
for value, key in ((3, 'WRITE'), (2, 'OTHER')):
    @_simple_enum(enum.Enum)
    class Simple:
        READ = 1
        locals()[key] = value

    class Plain(enum.Enum):
        READ = 1
        WRITE = 2
    show(_test_simple_enum, Plain, Simple)

SIG_B, SIG_A, SIG_C, OTHER = 1, 1, 3, 4
Signals = enum.IntEnum._convert_('Signals', __name__, lambda name: name.startswith('SIG_'))
print(list(Signals), Signals.__members__, repr(SIG_C), OTHER, SIG_C.__reduce_ex__(2))
TXT_B, TXT_A = 'b', 'a'
Texts = enum.StrEnum._convert_('Texts', __name__, lambda name: name.startswith('TXT_'), as_global=True)
print(list(Texts), TXT_B)
for number in (10, ~10, 0, -1):
    print(enum.bin(number), enum.bin(number, 6))
print(list(enum._iter_bits_lsb(22)))
show(list, enum._iter_bits_lsb(-8))
print([name for name in ('_a_', '__a__', '_a__', '____', '_C__x', '_C__x__') if enum._is_sunder(name)],
      [name for name in ('_a_', '__a__', '_a__', '____', '_C__x') if enum._is_dunder(name)],
      [name for name in ('_a_', '__a__', '_C__', '_C__x', '_C__x__') if enum._is_private('C', name)])


class Odd(enum.Enum):
    ONE = 1


enum._make_class_unpicklable(Odd)
show(Odd.ONE.__reduce_ex__, 2)
