# print with sep, end and file.
import io, sys
print()
print(1, 'a', None, [1], 2.5)
print('a', 'b', sep='')
print('a', 'b', sep=', ', end='!\n')
print('a', 'b', sep=None, end=None)
print(*[1, 2], *'ab', sep='-')
out = io.StringIO()
print('to', 'file', file=out, flush=True)
print(repr(out.getvalue()))
print('x', file=None)
print('x', file=sys.stdout, end='')
print('', end='\n')
class W:
    def write(self, text):
        sys.stdout.write(f'<{text!r}>')
print('a', 1, file=W())
print()
for args in ({'sep': 1}, {'end': 5}, {'file': 5}, {'nope': 1}, {'sep': b''}):
    try:
        print('x', **args)
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
