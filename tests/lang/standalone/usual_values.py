"""Values that go the short way through a module, beside their neighbours that do not: the answer is the same."""
import csv
import io
import json
import pickle
import re
import struct
import zipfile
import zlib
from datetime import date


def show(function):
    try:
        return function()
    except Exception as error:
        return f'{type(error).__name__}: {error}'


# a repetition, and a character that has to stand behind it: in its set or not, looked at only, in a group, beyond a limit
TEXTS = 'key=value', 'a==b=', 'ab', '=', '', 'x=1 yy=22 zzz', 'aaab', 'aab aaab=', '12-3-', '\xe9t\xe9=\u4e2d', '\u4e2d\u4e2d=\U0001f600='
for pattern in (r'\w+=', r'(\w+)=(\w+)', r'\w+(?==)', r'\w+(?=(=))', r'\w+?=', r'\w*=', r'\w{2,}=', r'\w{1,2}=', r'a+b', r'a+a', r'(?:a+)(?=b)b', r'[^=]+=',
                r'[a-z=]+=', r'.+=', r'.*?=', r'(\d+)-(\d)-', r'\w+(?!=)', r'(?i)A+B', r'\w+(?=)', r'\w+(?=(=)|b)', r'(\w+)(?<!a)=', r'\w+(?=(?==)=)=', r'\w+\u4e2d', r'(\w)\1', r'(\w+)=\1'):
    rule = re.compile(pattern)
    print(pattern, *[ascii([(m.span(), m.groups()) for m in rule.finditer(text)]) for text in TEXTS])
    print(*[ascii(rule.fullmatch(text) and text) for text in TEXTS], ascii(rule.findall(TEXTS[5], 3, 9)))
print(re.findall(rb'\w+=', b'ab=c d=e'), re.sub(r'\w+(?==)', lambda m: m[0].upper(), 'ab=c d=e'), re.split(r'\w+=', 'ab=c d=e'))

# formats with and without gaps, and what is no plain int, float, bool or bytes of that length
for form, values in (('>4sQf?', (b'head', 1, 1.5, True)), ('>4sQf?', (b'hea', 1 << 63, 2, 0)), ('<4sf?', (bytearray(b'heads'), 1e-50, [])), ('<f', (1e300,)), ('f', (1e300,)),
                     ('<f', (float('inf'),)), ('<f', (float('-nan'),)), ('bxh', (-1, -2)), ('<?', (2,)), ('0s', (b'',)), ('0s', (b'x',)), ('<0sB', (b'', 1)), ('', ()), ('3x', ()), ('<b', (128,)),
                     ('<Q', (-1,)), ('<q', (1 << 63,)), ('B', (True,)), ('d', (1,)), ('40s', (b'x' * 40,)), ('c', (b'y',)), ('1s', (b'z',)), ('>e', (0.5,))):
    print(form, values, show(lambda: struct.pack(form, *values)), show(lambda: struct.unpack(form, struct.pack(form, *values))))
room = bytearray(b'\xff' * 8)
struct.pack_into('bxh', room, 2, 1, 2)
print(room)

# texts of all widths, and runs of escapes that are longer than what is collected
for text in ('plain', '"\\\n\x7f', '\xe9' * 3, '\u4e2d\n' * 70, '\U0001f600' * 40 + 'x', 'a\u2028b"c' * 3, '\x00' * 100 + '\xff', 'x' * 200 + '"', '\ud800'):
    print(json.dumps(text), ascii(json.dumps(text, ensure_ascii=False)), json.loads(json.dumps(text)) == text, len(json.dumps({text: [text]})))

# dicts in the order of the names, and others
class Counting(dict):
    def get(self, key, default=None):
        return 'got ' + str(key)


for names in (['a', 'b'], ('a', 'b'), [1, 'b'], 'ab', ['a', 'a'], []):
    for row in ({'a': 1, 'b': 2}, {'b': 2, 'a': 1}, {True: 'one', 'b': 2}, Counting(a=1, b=2), {'a': 1}, {}, {'a': 1, 'b': 2, 'c': 3}):
        out = io.StringIO()
        print(show(lambda: csv.DictWriter(out, names).writerow(row)), ascii(out.getvalue()))


# lists that are filled in pieces and hold each other, instances with attributes of every kind
class Point:
    kind = 'class'

    def __init__(self, **names):
        self.__dict__.update(names)


class Told(Point):
    def __setattr__(self, name, value):
        raise AttributeError('told')


class Slotted:
    __slots__ = 'x', '__dict__'


class Mine(list):
    pass


class Masked(Point):
    @property
    def x(self):
        return 'property'


many = list(range(2500))
many.append(many)
for protocol in range(6):
    back = pickle.loads(pickle.dumps(many, protocol))
    print(len(back), back[:3], back[-1] is back, pickle.loads(pickle.dumps([[], [[1]], Mine([1, 2])], protocol)))
    for made in (Point(x=1, y=[2]), Point(), Told(x=1), Masked(x=2), Point(**{f'n{i}': i for i in range(40)}), Point(**{'kind': 'own', 'a b': 1})):
        again = pickle.loads(pickle.dumps(made, protocol))
        print(type(again).__name__, vars(again) == vars(made), list(vars(again))[:3], getattr(again, 'x', None), again.kind)
        again.__dict__['later'] = 1
        print(again.later, len(vars(again)))
slotted = Slotted()
slotted.x, slotted.y = 1, 2
again = pickle.loads(pickle.dumps(slotted, 2))
print(again.x, again.y, vars(again))
odd = Point()
odd.__dict__[1] = 'one'
odd.z = 2
print(vars(pickle.loads(pickle.dumps(odd))))
P = b'\x80\x02'
for data in (P + b'](K\x01K\x02ee.', P + b'e.', P + b'(e.', P + b']e.', P + b']((K\x01e.', P + b'](](K\x01ee.', P + b'}(K\x01e.', P + b'](e.', P + b'](}(X\x01\x00\x00\x00aK\x01ue.'):
    print(data, show(lambda: pickle.loads(data)))

# members that fit one piece, and others
for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', method) as archive:
        for name, size in (('empty', 0), ('one', 1), ('some', 5000), ('more', 300_000)):
            archive.writestr(name, (b'0123456789' * 30_000)[:size])
    with zipfile.ZipFile(out) as archive:
        for name in archive.namelist():
            with archive.open(name) as member:
                start = member.read(3)
                print(name, start, len(member.read()), member.read(), member.tell(), len(archive.read(name)), zlib.crc32(archive.read(name)) == archive.getinfo(name).CRC)
stream = zlib.decompressobj()
packed = zlib.compress(b'x' * 100_000) + b'behind'
print(len(stream.decompress(packed, 10)), len(stream.unconsumed_tail) > 0, len(stream.decompress(stream.unconsumed_tail)), stream.unused_data, stream.flush(), stream.eof)
print(len(zlib.decompress(zlib.compress(bytes(range(256)) * 10_000))), zlib.decompress(zlib.compress(b'')))
empty, full = b'', bytes(range(40))
print(empty + full == full, full + empty == full, type(full + bytearray()), type(bytearray() + full), empty + empty)

for day in (date(1, 1, 1), date(2026, 11, 27), date(2027, 1, 1), date(9999, 12, 31)):
    week = day.isocalendar()
    print(week, week.year, week[1], tuple(week), week == (week.year, week.week, week.weekday), hash(week) == hash(tuple(week)), pickle.loads(pickle.dumps(week)))
