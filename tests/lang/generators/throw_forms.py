# throw(): class, instance, class and value, class and tuple, traceback, wrong things.
def g():
    while True:
        try:
            got = yield
            print('got', got)
        except (ValueError, KeyError) as e:
            print('inside', type(e).__name__, e.args)


def attempt(*args):
    it = g()
    next(it)
    try:
        it.throw(*args)
        print('resumed')
    except BaseException as e:
        print(type(e).__name__, e)
    try:
        next(it)
    except StopIteration:
        print('finished')


attempt(ValueError)
attempt(ValueError('one'))
attempt(ValueError, 'two')
attempt(ValueError, (1, 2))
attempt(ValueError, ValueError('three'))
attempt(ValueError, None)
attempt(ValueError, None, None)
attempt(KeyError, 5)
attempt(TypeError('not caught'))
attempt(ValueError('x'), 'value')
attempt(ValueError, 'x', 5)
attempt(5)
attempt('text')
attempt(int)
try:
    raise KeyError('with traceback')
except KeyError as e:
    attempt(KeyError, 'y', e.__traceback__)


class Odd(ValueError):
    def __new__(cls, *args):
        return 7


attempt(Odd)
