"""Where the debugger stops: calls, lines, returns, exceptions, generators, classes, handlers; bdb without commands."""
import bdb
import io
import os
import pdb
import sys

HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Shown:
    """What the debugger writes, without the folder of this file."""

    def write(self, text):
        sys.stdout.write(text.replace(HERE, ''))

    def flush(self):
        sys.stdout.flush()


class Typed:
    """Commands, shown as they are read."""

    def __init__(self, lines):
        self.lines = lines.strip('\n').split('\n')

    def readline(self):
        if not self.lines:
            return ''
        line = self.lines.pop(0)
        print(line)
        return line + '\n'


def debugger(lines, kind=pdb.Pdb, **options):
    return kind(stdin=Typed(lines), stdout=Shown(), nosigint=True, readrc=False, **options)


def gen(n):
    for i in range(n):
        yield i


def make():
    class A:
        x = 1

        def m(self):
            return self.x
    return A().m()


class Manager:
    def __enter__(self):
        return 1

    def __exit__(self, *error):
        return True


def inner(x):
    return 1 / x


def all_kinds():
    t = 0
    for v in gen(2):
        t += v
    make()
    with Manager() as m:
        inner(0)
    try:
        [1 / k for k in (1, 0)]
    except ZeroDivisionError as e:
        t = str(e)
    finally:
        t = 9
    while t > 8:
        t -= 1
    f = lambda a: a + 1
    return f(t)


def run(title, lines, function, *args, **options):
    print('==', title)
    try:
        print('->', debugger(lines, **options).runcall(function, *args))
    except Exception as error:
        print('raised', repr(error))


run('steps', 's\n' * 60 + 'c', all_kinds)
run('lines', 'n\n' * 40, all_kinds)
run('returns', 's\ns\nr\nr\nr\nr\nr\nretval\nc', all_kinds)
run('until', 'n\nuntil\nuntil\nuntil\nuntil 80\nuntil\nc', all_kinds)
run('exception leaves', 's\nn\nn\nc', inner, 0)
run('exception in a callback', 's\ns\ns\nu\np x\nn\nn\nc', lambda: sorted([1, 0], key=inner))
run('quit', 'n\nq', all_kinds)
run('end of input', 'n', all_kinds)


def stops(x):
    y = x + 1
    debugger("""
p x, y
n
n
r
c""").set_trace()
    z = y * 2
    return z


print(stops(1))


def header():
    debugger('c').set_trace()


header()
code = 'a = 5\nb = a * 2\nprint(a, b)'
names = {}
debugger('n\nn\np a\nn\nc').run(code, names)
print(names['b'])
print(debugger('s\nc').runeval('1 + 2', {}))
try:
    inner(0)
except ZeroDivisionError as error:
    pm = debugger('l 1,2\np x\nu\nd\nn')
    pm.reset()
    pm.interaction(None, error.__traceback__.tb_next)
try:
    pdb.post_mortem()
except ValueError as error:
    print(error)


class Recorder(bdb.Bdb):
    """Says where it stops."""

    def tell(self, what, frame, *rest):
        if frame.f_code.co_name != 'runcall':  # of the library
            print(what, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, *rest)
        self.follow(frame)

    def follow(self, frame):
        self.set_step()

    def user_call(self, frame, args):
        self.tell('call', frame, args)

    def user_line(self, frame):
        self.tell('line', frame)

    def user_return(self, frame, value):
        self.tell('return', frame, type(value).__name__)

    def user_exception(self, frame, info):
        self.tell('exception', frame, info[0].__name__, info[1])


def small(n):
    t = 0
    for i in gen(n):
        t += i
    return t


print(Recorder().runcall(small, 2))


class Returning(Recorder):
    def follow(self, frame):
        self.set_return(frame)


print(Returning().runcall(small, 2))


class Nexting(Recorder):
    def follow(self, frame):
        self.set_next(frame)


print(Nexting().runcall(small, 2))


class Stopping(Recorder):
    def follow(self, frame):
        self.set_continue()

    def do_clear(self, arg):
        print('clears', arg)
        self.clear_bpbynumber(arg)


b = Stopping()
file = small.__code__.co_filename
first = small.__code__.co_firstlineno
print(b.set_break(file, first + 3), b.set_break(file, first + 4, temporary=True), b.set_break(file, 10000).replace(HERE, ''))
print(b.get_break(file, first + 3), b.get_break(file, first), b.get_file_breaks(file) == [first + 3, first + 4], len(b.get_all_breaks()))
print([str(each).replace(HERE, '') for each in b.get_breaks(file, first + 3)])
print(b.runcall(small, 3))
print(bdb.Breakpoint.bpbynumber[1].hits, b.get_file_breaks(file) == [first + 3])
for wrong in ('', 'x', '7', '2', None):
    try:
        b.get_bpbynumber(wrong)
    except ValueError as error:
        print(error)
print(b.clear_break(file, 1).replace(HERE, ''), b.clear_break('nosuch', 1) is not None, b.clear_bpbynumber(7))
print(b.clear_all_breaks(), b.clear_all_breaks())
try:
    bdb.Bdb().do_clear('1')
except NotImplementedError as error:
    print(error)
skipping = Recorder(skip=['__ma*'])
print(skipping.is_skipped_module('__main__'), skipping.is_skipped_module('os'), skipping.is_skipped_module(None))
print(skipping.runcall(small, 1))
print(bdb.Bdb().canonic('<x>'), bdb.BdbQuit.__mro__[1])
