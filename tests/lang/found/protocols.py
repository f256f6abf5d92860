# What the differential fuzzer found: protocols half implemented, and what stands in messages.
import math


def attempt(function, *arguments):
    try:
        print(repr(function(*arguments)))
    except Exception as error:
        print(type(error).__name__, error, repr(error.__cause__))


def delete(thing, key):
    del thing[key]


def store(thing, key):
    thing[key] = 1


class Plain:
    pass


class OnlyDelete:
    def __delitem__(self, key):
        print('deleted', key)


class OnlyStore:
    def __setitem__(self, key, value):
        print('stored', key)


class Odd:
    def __index__(self):
        return 1.5

    def __iter__(self):
        return self


class Items:
    def __getitem__(self, key):
        return key


for thing in Plain(), OnlyDelete(), OnlyStore(), 3, (1,), 'a':
    for key in 0, 'k', None:
        attempt(delete, thing, key)
        attempt(store, thing, key)
for function in range, hex, [1].__getitem__, ''.join, b''.join, list, iter:
    attempt(function, Odd())
attempt(reversed, Items())
attempt(reversed, Plain())
attempt(str, b'a', None)
attempt(b'a'.decode, None)
attempt('a'.encode, 5)
attempt(lambda: print(*Plain()))
attempt(lambda: print(*Plain(), 1))
attempt(lambda: print(1, *Plain(), *()))


def steps():
    yield 1


attempt(steps().throw, StopIteration('at the start'))
attempt(steps().throw, ValueError('at the start'))
generator = steps()
next(generator)
attempt(generator.throw, StopIteration)

array = bytearray(b'abcd')
attempt(lambda: array.__setitem__(slice(3, 0, -2), b''))
print(array)
try:
    array += array
except BufferError as error:
    print(error)


def counted():
    print('never asked')
    yield 1


try:
    array[::0] = counted()
except ValueError as error:
    print(error)
attempt((-1).to_bytes, 0, 'big')
attempt(lambda: (-1).to_bytes(0, 'big', signed=True))
attempt(lambda: (0).to_bytes(0, 'big', signed=True))
for spec in '%', '010%', '=d', '05', '=5', 'x', '010.3s':
    attempt(format, 1 + 2j, spec)
attempt(lambda: complex(math.inf, 1) ** 2)
attempt(lambda: complex(1e300, 1) ** 2)
attempt(lambda: 'abc' % b'x')
attempt(lambda: 'abc' % bytearray(b'x'))
attempt(lambda: 'abc' % [1])
attempt(lambda: 'abc' % range(3))
attempt(lambda: b'abc' % b'x')
attempt(lambda: 'abc' % 5)
attempt(lambda: '%1000000000000000.0' % 5)
attempt(lambda: '%99999999999999999999d' % 5)
attempt(lambda: '%.2147483648d' % 5)
