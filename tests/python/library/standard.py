# needs: json
import argparse
import csv
import datetime
import decimal
import fractions
import io
import json
import logging
import pathlib
import random
import re
import statistics
import string
import sys
import textwrap
import urllib.parse

print(json.dumps({'a': [1, 2, (3, 4)], 'b': None, 'c': True}, indent=1), json.loads('{"x": [1, 2.5, "t", {"y": []}]}'))
print(re.findall(r'\d+', 'a1b22'), re.sub('a(.)', lambda m: m.group(1).upper(), 'abac'), re.match('(?P<n>x+)', 'xxy').groupdict())
print(re.compile('a|b').split('1a2b3'), bool(re.search('z', 'abc')), re.escape('a.b'))


class Encoder(json.JSONEncoder):
    def default(self, value):
        if isinstance(value, set):
            return sorted(value)
        return super().default(value)


print(json.dumps({'s': {2, 1}}, cls=Encoder), Encoder.__mro__, issubclass(Encoder, json.JSONEncoder))
try:
    json.dumps(object(), cls=Encoder)
except TypeError as error:
    print(error)
try:
    json.loads('{bad')
except json.JSONDecodeError as error:
    print(type(error).__name__, error, error.pos, error.doc, isinstance(error, ValueError))
day = datetime.datetime(2020, 1, 2) + datetime.timedelta(days=3, hours=4)
print(day, repr(day), day.year, f'{day:%Y-%m}', day - datetime.datetime(2020, 1, 1), day < datetime.datetime.max, day.isoformat())
print(decimal.Decimal('1.1') + 1, decimal.Decimal(3) > 2, fractions.Fraction(1, 3) + 1, 1 + fractions.Fraction(1, 2), statistics.mean([1, 2, 4]))
print(string.ascii_lowercase[:5], string.Template('$a b').substitute(a=1), textwrap.fill('one two three', 7))
path = pathlib.Path('folder') / 'file.txt'
print(path, path.name, path.suffix, repr(path), path.parent, path.exists())
pathlib.Path('x.txt').write_text('line 1\nline 2\n')
with open(pathlib.Path('x.txt')) as file:
    print(file.read().split('\n'), [p.name for p in pathlib.Path('.').glob('*.txt')])
out = io.StringIO()
writer = csv.writer(out)
writer.writerow(['a', 1, 2.5])
writer.writerows([[1, 2], ['x,y', None]])
print(repr(out.getvalue()), list(csv.reader(['a,b', '1,"2,3"'])), list(csv.DictReader(['a,b', '1,2'])))
parser = argparse.ArgumentParser(prog='prog')
parser.add_argument('--n', type=int, default=3)
parser.add_argument('names', nargs='*')
print(parser.parse_args(['--n', '4', 'x', 'y']), vars(parser.parse_args([])))
print(urllib.parse.urlparse('http://a.b/c?d=e').netloc, urllib.parse.quote('a b'))
logging.basicConfig(stream=sys.stdout, format='%(levelname)s:%(name)s:%(message)s', level=logging.INFO)
logging.getLogger('here').info('hello %s', 'world')
logging.debug('not shown')


class Handler(logging.Handler):
    def emit(self, record):
        print('handled', record.getMessage(), record.levelname)


logger = logging.getLogger('own')
logger.addHandler(Handler())
logger.propagate = False
logger.warning('careful')
print(sorted(['b', 'a'], key=str.upper), random.Random(0).random() < 1)
