# A trace function lets a frame go on at another line: f_lineno = n.
import sys


def run(function, at, to, *, event='line'):
    """What the function has noted, with a jump from line `at` of it to line `to`, both counted from its first one."""
    first = function.__code__.co_firstlineno

    done = []

    def trace(frame, what, argument):
        if frame.f_code is function.__code__ and what == event and frame.f_lineno == first + at and not done:
            done.append(1)
            frame.f_lineno = first + to
        return trace

    noted = []
    sys.settrace(trace)
    try:
        function(noted)
    except Exception as error:
        noted.append((type(error).__name__, str(error).replace(str(first + to), 'N')))
    finally:
        sys.settrace(None)
    print(function.__name__, at, to, noted)


def simple(noted):
    noted.append(1)
    noted.append(2)
    noted.append(3)


def loops(noted):
    for i in range(2):
        noted.append(2)
        for j in 'ab':
            noted.append(4)
            noted.append(5)
        noted.append(6)
    noted.append(7)
    while noted[-1] == 7:
        noted.append(9)
    noted.append(10)


class Block:
    def __init__(self, noted):
        self.noted = noted

    def __enter__(self):
        self.noted.append('in')
        return self

    def __exit__(self, *exc):
        self.noted.append('out')


def blocks(noted):
    with Block(noted):
        noted.append(2)
        noted.append(3)
    with Block(noted):
        noted.append(5)
    noted.append(6)


def tries(noted):
    try:
        noted.append(2)
        1 / 0
    except ZeroDivisionError as error:
        noted.append(5)
        noted.append(6)
    finally:
        noted.append(8)
    noted.append(9)
    noted.append(str(sys.exc_info()[0]))


def call(noted):
    noted.append(
        len(noted)
        + 5)
    noted.append([4,
                  5])


run(simple, 1, 3)
run(simple, 2, 1)
run(simple, 3, 3)
run(simple, 1, 4)
run(simple, 2, -5)
run(simple, 1, 2, event='call')
run(simple, 0, 2, event='call')
run(simple, 3, 1, event='return')
for at, to in ((1, 7), (2, 7), (4, 7), (4, 6), (5, 2), (7, 2), (1, 4), (2, 4), (8, 9), (10, 8), (4, 8)):
    run(loops, at, to)
for at, to in ((2, 3), (2, 6), (2, 5), (1, 5), (6, 2), (5, 4), (1, 4), (5, 3)):
    run(blocks, at, to)
for at, to in ((2, 8), (2, 9), (2, 5), (5, 9), (5, 6), (6, 5), (5, 2), (5, 8), (9, 5), (8, 9), (1, 4)):
    run(tries, at, to)
for at, to in ((1, 4), (4, 2)):
    run(call, at, to)


def others(noted):
    frame = sys._getframe()
    for value in ('1', 2.0, None, 10 ** 30, frame.f_lineno):
        try:
            frame.f_lineno = value
        except Exception as error:
            noted.append((type(error).__name__, str(error)))
    try:
        del frame.f_lineno
    except Exception as error:
        noted.append((type(error).__name__, str(error)))


noted = []
others(noted)
print(*noted, sep='\n')


def items(noted):
    yield 1
    noted.append('two')
    yield 3


def generator(noted):
    def trace(frame, what, argument):
        if frame.f_code is items.__code__ and what == 'line' and not noted:
            noted.append('jumps')
            frame.f_lineno += 1
        return trace
    sys.settrace(trace)
    found = list(items(noted))
    sys.settrace(None)
    noted.append(found)


noted = []
generator(noted)
print(noted)
