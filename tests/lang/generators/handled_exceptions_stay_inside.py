# What a generator handles waits with it; what its caller handles is seen from inside but never kept.
import sys


def kind():
    return sys.exc_info()[0] and sys.exc_info()[0].__name__


def keeper():
    print('start', kind())
    try:
        yield 1
    except ValueError as e:
        print('caught', kind(), repr(e.__context__))
        yield 2
        print('still', kind())
        try:
            yield 3
        except KeyError as k:
            print('second', kind(), repr(k.__context__))
            yield 4
        print('back', kind())
        try:
            raise
        except ValueError as again:
            print('raised again', again is e)
    print('outside', kind())
    yield 5


g = keeper()
next(g)
try:
    raise ValueError('thrown')
except ValueError as e:
    print(g.throw(e), kind())
print(kind())
try:
    raise OSError('other')
except OSError:
    print(next(g), kind())
print(g.throw(KeyError('k')), kind())
try:
    raise TypeError('caller')
except TypeError:
    print(next(g), kind())
print(list(g), kind())


def raiser():
    try:
        yield
    except RuntimeError:
        raise LookupError('inside')


g = raiser()
next(g)
try:
    try:
        raise IndexError('caller')
    except IndexError:
        g.throw(RuntimeError('thrown'))
except LookupError as e:
    print(repr(e), repr(e.__context__), repr(e.__context__.__context__))


def late():
    yield kind()
    raise LookupError('late')


g = late()
try:
    raise IndexError('first')
except IndexError:
    print(next(g))
try:
    try:
        raise IndexError('second')
    except IndexError:
        next(g)
except LookupError as e:
    print(repr(e.__context__))
