# Exceptions whose __init__ runs again while their text is made, and whose classes hide what they hold.
class Again:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        e.__init__(*[[i] for i in range(len(e.args))])
        return self.text

    __str__ = __repr__


class Text(str):
    def __str__(self):
        e.__init__('other', b'zz' if isinstance(e, UnicodeDecodeError) else 'zz', 0, 1, 'other')
        return 'text'


for args in ((), ('a',), ('a', 'b')):
    for cls in (Exception, KeyError, ValueError, StopIteration, SystemExit):
        for show in (str, repr):
            e = cls(*map(Again, args))
            print(cls.__name__, show(e))


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


e = UnicodeEncodeError(Text('utf-8'), 'abc\xe9' * 20, 3, 4, Text('reason'))
attempt(lambda: str(e))
e = UnicodeDecodeError(Text('utf-8'), b'abc' * 20, 1, 2, Text('reason'))
attempt(lambda: str(e))
for start, end in ((2**63 - 1, -2**63), (-2**63, 2**63 - 1), (2**63 - 1, 2**63 - 1), (0, 0), (5, 1)):
    e = UnicodeEncodeError('ascii', 'abc', start, end, 'reason')
    attempt(lambda: str(e))


class Hiding(OSError):
    args = 5
    __dict__ = 7


attempt(lambda: len(Hiding(1, 'b', 'c').__reduce__()))
attempt(lambda: Hiding(1, 'b', 'c').__reduce__()[1])


attempt(lambda: Hiding.__new__(Hiding).__reduce__()[1])
attempt(lambda: BaseException.__new__(ExceptionGroup))
attempt(lambda: ExceptionGroup('a', [ValueError(1)]).split(5))
