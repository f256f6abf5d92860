# Exceptions of callbacks are chained as if the callbacks were nested with statements.
from contextlib import AbstractContextManager, ExitStack, chdir, suppress
import os


def chain(e):
    out = []
    while e is not None:
        out.append(repr(e))
        e = e.__context__
    return ' <- '.join(out)


def fail(e):
    raise e


def fail_twice(first, second):
    try:
        raise first
    finally:
        raise second


for callbacks in ([], [KeyError('a')], [KeyError('a'), OSError('b')]):
    for body in (None, ValueError('body')):
        try:
            try:
                with ExitStack() as stack:
                    for e in callbacks:
                        stack.callback(fail, e)
                    if body:
                        raise body
                print('fine')
            except Exception as e:
                print(chain(e))
                raise TypeError('outer')
        except TypeError as e:
            print('  ', chain(e))
try:
    try:
        raise RuntimeError('around')
    except RuntimeError:
        with ExitStack() as stack:
            stack.callback(fail_twice, IndexError(4), IndexError(5))
            stack.callback(fail_twice, IndexError(2), IndexError(3))
            raise IndexError(1)
except IndexError as e:
    print(chain(e))


class Swallows:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        print('swallows', kind and kind.__name__)
        return True


with ExitStack() as stack:
    print(type(stack.enter_context(Swallows())).__name__)
    stack.push(lambda *info: print('sees', info[0]))
    stack.callback(fail, ValueError('gone'))
with ExitStack() as stack:
    stack.callback(print, 'moved', sep='-')
    kept = stack.pop_all()
print('left')
kept.close()
try:
    ExitStack().enter_context(5)
except TypeError as e:
    print(e)

print(issubclass(Swallows, AbstractContextManager), issubclass(int, AbstractContextManager))
try:
    AbstractContextManager()
except TypeError as e:
    print(e)
here = os.getcwd()
os.mkdir('deep')
with chdir('deep'), suppress(ZeroDivisionError):
    print(os.path.basename(os.getcwd()))
    1 / 0
print(os.getcwd() == here)
