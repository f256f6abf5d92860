# What throw() hands to the iterator that a yield from waits for: its arguments as they are, unless it is a generator


class Inner:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, *args):
        print('throw', args)
        return 5

    def close(self):
        print('close')


class Silent:
    def __iter__(self):
        return self

    def __next__(self):
        return 1


class Failing(Inner):
    def close(self):
        raise KeyError('close')


def one(inner):
    result = yield from inner()
    print('result', result)


def two(inner):
    yield from one(inner)


def catching(inner):
    try:
        yield from one(inner)
    except BaseException as error:
        print('caught', type(error).__name__, error, repr(error.__context__))
        yield 'after'


ARGUMENTS = [(ValueError,), (ValueError, 'x'), (ValueError, 'x', None), (ValueError, ValueError('y')), (ValueError('x'),),
             (ValueError('x'), 1), (ValueError('x'), None), (1,), (1, 2, 3), (ValueError, 1, 3), (int,), (ValueError, (1, 2)),
             (GeneratorExit,), (GeneratorExit, 'x'), (GeneratorExit('x'),), (StopIteration, 3), (), (1, 2, 3, 4)]
for inner in (Inner, Silent, Failing):
    for make in (one, two, catching):
        print(inner.__name__, make.__name__)
        for arguments in ARGUMENTS:
            generator = make(inner)
            next(generator)
            try:
                print(arguments, generator.throw(*arguments))
            except BaseException as error:
                print(arguments, type(error).__name__, error)
            print(generator.gi_yieldfrom is None, generator.gi_suspended)
            try:
                generator.close()
            except KeyError as error:
                print('closing', error)

# A generator that nobody refers to any more closes what it waits for
generator = one(Inner)
next(generator)
del generator
print('dropped')
shared = (number for number in range(5))


def from_shared():
    yield from shared


generator = from_shared()
print(next(generator))
del generator
print(list(shared))
