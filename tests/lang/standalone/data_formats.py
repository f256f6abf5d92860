# Dates, JSON, CSV, binary formats, paths, differences and pretty printing.
import base64
import binascii
import csv
import datetime as dt
import difflib
import io
import json
import logging
import pathlib
import pprint
import struct
import tempfile
import time

d = dt.datetime(2024, 2, 29, 12, 30, 5, 123)
print(repr(d), d, d + dt.timedelta(days=366), d.strftime('%Y-%m-%d %H:%M:%S.%f %j %A'), d.isocalendar(), d.ctime())
print(dt.datetime.strptime('2024-03-01 10:11:12.5', '%Y-%m-%d %H:%M:%S.%f'), time.strptime('1 Jan 2020', '%d %b %Y')[:3])
print(dt.datetime.fromisoformat('2024-01-02T03:04:05.678+02:00'), dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc).timestamp())
print(dt.timedelta(1.5), repr(dt.timedelta(hours=-1)), dt.timedelta(hours=5) / dt.timedelta(hours=2), dt.timedelta(1) // 7)
for wrong in (lambda: dt.date(2023, 2, 29), lambda: dt.datetime.strptime('x', '%Y'), lambda: dt.date.fromisoformat('2024-1-1'),
              lambda: d < dt.datetime.now(dt.timezone.utc), lambda: dt.time(24)):
    try:
        wrong()
    except (ValueError, TypeError) as error:
        print(error)

print(json.dumps({'a': [1, 2.5, None, True, 'é"\n'], 'b': {}, 3: float('inf')}, indent=2), json.dumps([1, (2,)], separators=',:'))
print(json.loads('{"a": [1, 2.5e3, null, "\\u00e9\\ud83d\\ude00"], "b": NaN}'), json.loads(b'[1]'))
for text in ('{"a":1,}', '[1 2]', '"abc', '{', '[1] x', '"\\x"', ''):
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        print(error)
try:
    json.dumps({1, 2})
except TypeError as error:
    print(error)

out = io.StringIO()
rows = csv.writer(out)
rows.writerow(['a', 'b,c', 'say "x"', 1.5, None])
rows.writerow(['line\nbreak', ''])
print(repr(out.getvalue()), list(csv.reader(io.StringIO(out.getvalue()))))
print(list(csv.DictReader(io.StringIO('x,y\n1,2\n3\n'))))

print(struct.pack('<iHd3s?', 1, 2, 3.5, b'ab', True), struct.unpack('>hh', b'\0\1\xff\xff'), struct.calcsize('bq'))
for wrong in (lambda: struct.pack('B', 256), lambda: struct.unpack('i', b'1'), lambda: struct.pack('z', 1)):
    try:
        wrong()
    except struct.error as error:
        print(error)
print(base64.b64encode(b'hello?>'), base64.urlsafe_b64encode(b'hello?>'), base64.b64decode('aGk='), base64.b32encode(b'hi'),
      base64.b85encode(b'hello'), base64.a85encode(b'hello'), binascii.hexlify(b'\1\xff', '-'), binascii.crc32(b'x'))

with tempfile.TemporaryDirectory() as folder:
    top = pathlib.Path(folder)
    (top / 'a' / 'b').mkdir(parents=True)
    (top / 'a' / 'b' / 'file.tar.gz').write_text('text')
    (top / 'a' / 'note.txt').write_bytes(b'x')
    print(sorted(p.relative_to(top).as_posix() for p in top.rglob('*')), [p.name for p in top.glob('*/*.txt')])
    p = top / 'a' / 'b' / 'file.tar.gz'
    print(p.suffixes, p.stem, p.parent.name, p.read_text(), p.with_suffix('.zip').name, p.exists(), (top / 'no').exists())
print(pathlib.PurePosixPath('/a/../b') / 'c', pathlib.PureWindowsPath('c:/x/y').parts, repr(pathlib.Path('a//b/./c')))

print(''.join(difflib.unified_diff(['a\n', 'b\n', 'c\n'], ['a\n', 'x\n', 'c\n'], 'one', 'two')))
print(difflib.get_close_matches('appel', ['ape', 'apple', 'peach']), list(difflib.ndiff(['abc\n'], ['abd\n'])))
pprint.pprint({'key %d' % i: list(range(i)) for i in range(12)})
pprint.pprint(['word ' * 30, {1, 2}, ('x',)], width=40)

stream = io.StringIO()
log = logging.getLogger('unit.part')
handler = logging.StreamHandler(stream)
handler.setFormatter(logging.Formatter('%(levelname)s %(name)s %(funcName)s: %(message)s'))
log.addHandler(handler)
log.setLevel(logging.INFO)


def work():
    log.debug('hidden')
    log.info('shown %d of %s', 1, 'x')
    try:
        1 / 0
    except ZeroDivisionError:
        log.exception('failed')


work()
print(stream.getvalue().splitlines()[0], stream.getvalue().splitlines()[-1], log, log.getEffectiveLevel())
