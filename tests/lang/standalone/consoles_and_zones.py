# codeop, code and zoneinfo.
import code
import codeop
import io
import struct
import zoneinfo
from datetime import datetime, timezone

for text in ('1', 'if a:', 'if a:\n  b', 'if a:\n  b\n', 'x = (1,', '', '# c', 'def f():\n  return 1', 'def f():\n  return 1\n', '"""a', 'x\\', '@d',
             'class A: pass', 'for i in x: pass\n', 'try:\n a\nexcept: b', 'x = 1; y', 'pass\n', '[', ')', 'if 1: pass\nelse:', 'a b\n'):
    for symbol in ('single', 'exec'):
        try:
            r = codeop.compile_command(text, symbol=symbol)
            print(repr(text), symbol, r if r is None else 'code')
        except SyntaxError as error:
            print(repr(text), symbol, type(error).__name__, error.msg, error.lineno)


class Console(code.InteractiveConsole):
    def write(self, data):
        print('W', data)


lines = iter(['x = 3', 'def f():', '    return x', '', 'f()', '1/0', 'for i in range(2):', '  print(i)', '', 'None', 'print("hi")'])


def read(prompt):
    print('P', prompt)
    try:
        return next(lines)
    except StopIteration:
        raise EOFError from None


c = Console()
c.raw_input = read
c.interact('banner', 'bye')
print(c.push('if 1:'), c.push('  print(2)'), c.push(''))
compiler = codeop.CommandCompiler()
compiler('from __future__ import annotations')
exec(compiler('def g(a: no_such_name): pass\n'))
print(g.__annotations__)


def zone(moments, kinds, names, footer):
    """A file of the database: (moment, kind), (offset, summer, place of its name)."""
    def block(form, moments):
        head = b'TZif2' + bytes(15) + struct.pack('>6l', 0, 0, 0, len(moments), len(kinds), len(names))
        return head + struct.pack(f'>{len(moments)}{form}', *[m for m, _ in moments]) + bytes(k for _, k in moments) + b''.join(
            struct.pack('>lbb', *kind) for kind in kinds) + names
    return zoneinfo.ZoneInfo.from_file(io.BytesIO(block('l', []) + block('q', moments) + b'\n' + footer + b'\n'), key='Test/Zone')


z = zone([(-2000000000, 1), (0, 2), (15000000, 1)], [(3208, 0, 0), (3600, 0, 4), (7200, 1, 8)], b'LMT\0CET\0CEST\0', b'CET-1CEST,M3.5.0,M10.5.0/3')
print(z, repr(z), z.key, z.utcoffset(None))
for year in (1890, 1950, 1970, 1975, 2024, 2050):
    for month, day, hour in ((1, 1, 0), (1, 1, 1), (3, 31, 2), (6, 23, 15), (7, 1, 12), (10, 27, 2), (10, 30, 2), (12, 31, 23)):
        for fold in (0, 1):
            t = datetime(year, month, day, hour, 30, tzinfo=z, fold=fold)
            u = datetime(year, month, day, hour, 30, tzinfo=timezone.utc).astimezone(z)
            print(t, t.tzname(), t.dst(), u, u.fold)
for key in ('No/Where', '/etc/passwd', '../x', 'a//b'):
    try:
        zoneinfo.ZoneInfo(key)
    except Exception as error:
        print(type(error).__name__, error)
