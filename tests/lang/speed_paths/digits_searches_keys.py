# Hexadecimal digits of all lengths, searches that begin behind a first character that is known to fit, dates as keys.
import binascii
import re
from datetime import date, datetime, timedelta, timezone

data = bytes(range(256)) * 2
for n in (*range(20), 31, 32, 33, 63, 64, 65, 512):
    text = binascii.hexlify(data[-n:] if n else b'')
    print(n, text[:8], text[-8:], binascii.unhexlify(text) == data[len(data) - n:], binascii.unhexlify(text.upper()) == data[len(data) - n:], len(text))
for n in (2, 32, 34, 70):
    for at in (0, 1, n // 2, n - 1):
        for bad in b'/:@G`g\x00\x7f\x80\xff \xb0':
            digits = bytearray(b'0' * n)
            digits[at] = bad
            try:
                print(binascii.unhexlify(digits))
            except ValueError as error:
                found = str(error)
        print(n, at, found)
for wrong in (b'abc', 'äb', 5):
    try:
        binascii.unhexlify(wrong)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(binascii.unhexlify('00fF'), binascii.hexlify(memoryview(b'abc')), binascii.hexlify(bytearray(b'\xff' * 17)))

texts = ['', 'aa', 'abba', 'xaab bcc', 'ääb', '\u0100\u0100a', '\U0001f600\U0001f600', 'aAbB', 'a', 'xyzzy' * 5, 'no']
patterns = [r'(\w)\1', r'()(\w)\2', r'(\w)(\w)\2\1', r'(?i)(\w)\1', r'(\w\w)\1', r'((\w))\1', r'(a)|b', r'()a', r'()()b(c)', r'(x?)y\1', r'(\w)(?=\1)', r'[ab](?<=b)',
            r'.(?:b|$)', r'(?s).\b', r'(?P<q>[ab])(?P=q)+', r'z{2}', r'(\w)\1*?b', r'(((a)))', r'\B.', r'(.)(\1)?']
for pattern in patterns:
    compiled = re.compile(pattern)
    print(pattern, [[(m.span(), m.groups(), m.lastindex) for m in compiled.finditer(text)] for text in texts])
    print([compiled.search(text, 1, 4) for text in texts], compiled.sub('-', 'aabbxyzzy'), bool(compiled.fullmatch('aa')))
print(re.findall(rb'(\w)\1', b'aab \xff\xffcc'), re.findall(rb'(.)\1', b'\xff\xff..'), re.split(r'(\w)\1', 'book aa keeper'))

days = {date(2026, 1, 1) + timedelta(days=i): i for i in range(50)}
print(all(days[date(2026, 1, 1) + timedelta(days=i)] == i for i in range(50)), date(2027, 1, 1) in days, len(days | {date(2026, 1, 2): 'again'}))


class Day(date):
    def __eq__(self, other):
        return False

    def __hash__(self):
        return hash(date(2026, 1, 1))


print(Day(2026, 1, 1) in days, days.get(Day(2026, 1, 1)), Day(2026, 1, 3) in {Day(2026, 1, 3): 1}, date(2026, 1, 1) in {Day(2026, 1, 1): 1})
moment, zone = datetime(2026, 1, 1, 12), timezone(timedelta(hours=2))
moments = {moment: 'naive', moment.replace(tzinfo=timezone.utc): 'utc', timedelta(1): 'day'}
print(moments[datetime(2026, 1, 1, 12)], moments[datetime(2026, 1, 1, 14, tzinfo=zone)], moments.get(datetime(2026, 1, 1, 13, tzinfo=zone)), moments[timedelta(hours=24)])
print(moments.get(datetime(2026, 1, 1, 12, fold=1)), {timedelta(days=999999999): 1}[timedelta(days=999999999)], len({moment, datetime(2026, 1, 1, 12), date(2026, 1, 1)}))

import base64
for n in (0, 1, 2, 3, 4, 5, 47, 48, 49, 1000):
    some = (data * 3)[7:7 + n]
    print(n, base64.b64encode(some)[-12:], base64.urlsafe_b64encode(some)[-12:], base64.b64encode(some, b'!?')[-8:], base64.b64encode(some, bytearray(b'!?'))[-8:],
          base64.urlsafe_b64decode(base64.urlsafe_b64encode(some)) == base64.b64decode(base64.b64encode(some, b'!?'), b'!?') == some)
for wrong in (b'!', b'!?.', '!?', 5):
    try:
        print(base64.b64encode(b'\xff\xfe', wrong))
    except (TypeError, AssertionError) as error:
        print(type(error).__name__)
try:
    base64.b64encode('text', b'!?')
except TypeError as error:
    print(error)
