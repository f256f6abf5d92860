# Attributes of exceptions that can be assigned and deleted, and arguments that must fit


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


e = StopIteration(1, 2)
print(e.value)
e.value = [5]
print(e.value, e.args, str(e))
del e.value
print(e.value)


def delegate():
    result = yield from Numbers()
    yield ('result', result)


class Numbers:
    def __iter__(self):
        return self

    def __next__(self):
        end = StopIteration('first')
        end.value = 'second'
        raise end


print(list(delegate()))
e = SystemExit(3, 4)
print(e.code)
e.code = 9
print(e.code, e.args)
del e.code
print(e.code)

e = UnicodeEncodeError('ascii', 'abcd', 0, 1, 'why')
e.end = 2
print(e)
e.start, e.reason, e.encoding, e.object = 1, 'because', 'other', 'xyz'
print(e, e.args, (e.encoding, e.object, e.start, e.end, e.reason))
attempt(setattr, e, 'start', 'x')
attempt(delattr, e, 'end')
e = UnicodeDecodeError('ascii', bytearray(b'\xffz'), 0, 1, 'bad')
print(e, e.object, e.args)
e.end = 500
print(e)
e = UnicodeTranslateError('abc', 0, 1, 'no')
e.start = 2
e.end = 3
print(e, e.start, e.end, e.object, e.reason)

for name in ('__cause__', '__context__', '__traceback__', '__suppress_context__', 'args'):
    for value in (None, ValueError(1), 5, True, ()):
        error = KeyError('k')
        try:
            setattr(error, name, value)
            print(name, repr(getattr(error, name)), error.__suppress_context__)
        except TypeError as problem:
            print(name, value, '|', problem)
    attempt(delattr, KeyError('k'), name)

for place in ((), (1,), ('f', 1, 2), ('f', 1, 2, 'text'), ['f', 1, 2, 'text'], ('f', 1, 2, 'text', 1), ('f', 1, 2, 'text', 1, 3),
              ('f', 1, 2, 'text', 1, 3, 4), 5, 'abcd', None):
    def make():
        made = SyntaxError('message', place)
        return made, made.filename, made.lineno, made.end_offset
    attempt(make)


class Open:
    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


for access in (lambda: Open().missing, lambda: object.__getattribute__(5, 'missing')):
    try:
        access()
    except AttributeError as error:
        print(error.name, type(error.obj).__name__)
