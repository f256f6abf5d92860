# needs: numpy pandas PIL tqdm joblib sortedcontainers more_itertools pytz dateutil yaml bs4 nltk
"""Short programs as notebooks have them, over the library of Python and packages."""
import collections
import concurrent.futures
import datetime
import io
import json
import os
import sqlite3
import string
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile

import numpy as np
import pandas as pd
import torch
from PIL import Image, ImageDraw, ImageFilter, ImageOps


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:110])


# unittest: cases, fixtures, mocks, subtests
from unittest import mock


class Account:
    def __init__(self, bank):
        self.bank, self.total = bank, 0

    def add(self, amount):
        if amount <= 0:
            raise ValueError('nothing')
        self.total += amount
        self.bank.note(amount, who=self)


cleaned = []


class TestAccount(unittest.TestCase):
    def setUp(self):
        self.bank = mock.Mock()
        self.account = Account(self.bank)
        self.addCleanup(cleaned.append, self.id().split('.')[-1])

    def test_add(self):
        self.account.add(3)
        self.bank.note.assert_called_once_with(3, who=self.account)
        with self.assertRaisesRegex(ValueError, 'noth'):
            self.account.add(0)

    def test_parts(self):
        for n in (1, -1):
            with self.subTest(n=n):
                self.account.add(n)

    def test_patched(self):
        with mock.patch.object(Account, 'add', return_value=7, autospec=True) as patched:
            self.assertEqual(self.account.add(1), 7)
        self.assertEqual(patched.call_count, 1)

    @unittest.skip('not now')
    def test_skipped(self):
        raise AssertionError

    @unittest.expectedFailure
    def test_expected(self):
        self.assertEqual([1, 2], [1, 3])


report = io.StringIO()
outcome = unittest.TextTestRunner(report, verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(TestAccount))
print(outcome.testsRun, [(str(t).split(' ')[0], e.strip().split('\n')[-1]) for t, e in outcome.errors], len(outcome.skipped), len(outcome.expectedFailures), cleaned)
with mock.patch('os.getcwd', side_effect=['a', KeyError('b')]), mock.patch.dict(os.environ, {'ZZ': '1'}):
    print(os.environ['ZZ'], isinstance(mock.MagicMock()[3], mock.MagicMock))
print(mock.call(1, a=2) == mock.call(1, a=2), mock.sentinel.x, 'ZZ' in os.environ)

# sqlite: functions and aggregates of the program
base = sqlite3.connect(':memory:')
base.row_factory = sqlite3.Row
base.create_function('half', 1, lambda v: v / 2)


class Longest:
    def __init__(self):
        self.best = ''

    def step(self, value):
        self.best = max(self.best, value, key=len)

    def finalize(self):
        return self.best


base.create_aggregate('longest', 1, Longest)
base.create_collation('backwards', lambda a, b: (a[::-1] > b[::-1]) - (a[::-1] < b[::-1]))
with base:
    base.execute('create table t (n integer, s text)')
    base.executemany('insert into t values (?, ?)', ((i, 'x' * i + str(9 - i)) for i in range(3)))
row = base.execute('select half(n) h, s from t where n = ?', (2,)).fetchone()
print(row['h'], row.keys(), tuple(row), base.execute('select longest(s) from t').fetchone()[0], [r[0] for r in base.execute('select s from t order by s collate backwards')], pd.read_sql('select n, half(n) as h from t', base).h.tolist(), base.total_changes)
attempt(lambda: base.execute('select nope'), lambda: base.execute('insert into t values (?)', (1,)), lambda: base.execute('select ?', (object(),)))
base.close()

# concurrent.futures: results, errors, callbacks
with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix='pool') as pool:
    futures = {pool.submit(pow, 2, n): n for n in range(4)}
    done = []
    for future in concurrent.futures.as_completed(futures):
        future.add_done_callback(lambda f: done.append(f.result()))
    broken = pool.submit(lambda: {}['key'])
    print(sorted(done), repr(broken.exception()), list(pool.map(lambda a, b: a @ b, [torch.ones(2)] * 2, [torch.ones(2), torch.zeros(2)])), concurrent.futures.wait(futures).not_done, pool.submit(lambda: threading.current_thread().name.split('_')[0]).result())
attempt(lambda: broken.result(), lambda: pool.submit(print))

# tqdm over loaders of torch
from tqdm import tqdm, trange
out = io.StringIO()
bar = tqdm(torch.utils.data.DataLoader(torch.arange(4), batch_size=2), file=out, desc='train', ncols=60, bar_format='{desc} {n}/{total} {postfix}')
for batch in bar:
    bar.set_postfix(loss=batch.sum().item())
print(repr(out.getvalue().split('\r')[-1].strip()), len(bar), [i for i in trange(2, file=out)], tqdm(total=3, file=out).update(2))

# joblib: threads, memory, order
import joblib
memory = joblib.Memory('cached', verbose=0)
calls = []


@memory.cache
def costly(x, scale=1):
    calls.append(x)
    return np.arange(x) * scale


print(costly(3).tolist(), costly(3).tolist(), costly(3, scale=2).tolist(), calls, joblib.Parallel(n_jobs=2, prefer='threads')(joblib.delayed(lambda v: v ** 2)(v) for v in range(4)), joblib.hash(np.ones(2)) == joblib.hash(np.ones(2)))
attempt(lambda: joblib.Parallel(n_jobs=2, backend='threading')(joblib.delayed(lambda v: 1 / v)(v) for v in (1, 0)))

# Pictures drawn, filtered, and made into tensors
picture = Image.new('RGB', (8, 6), 'navy')
draw = ImageDraw.Draw(picture)
draw.rectangle([1, 1, 4, 3], fill=(255, 0, 0), outline='white')
draw.line([(0, 5), (7, 5)], fill='lime')
tensor = torch.from_numpy(np.array(picture)).permute(2, 0, 1)
print(picture.size, picture.mode, tensor.shape, tensor.float().mean((1, 2)), picture.resize((4, 3), Image.NEAREST).getpixel((1, 1)), picture.convert('L').point(lambda v: 255 if v > 40 else 0).getextrema(), ImageOps.mirror(picture).crop((3, 1, 7, 4)).getcolors(), picture.filter(ImageFilter.BoxBlur(1)).getpixel((2, 2)), Image.fromarray((torch.eye(3) * 255).byte().numpy()).getbbox(), picture.rotate(90, expand=True).size, picture.getchannel('R').histogram()[255], Image.blend(picture, picture, 0.5) == picture)
stream = io.BytesIO()
picture.save(stream, 'PNG')
print(Image.open(io.BytesIO(stream.getvalue())).format, len(list(Image.open(io.BytesIO(stream.getvalue())).convert('RGB').getdata() if not hasattr(Image.Image, 'get_flattened_data') else picture.get_flattened_data())))
attempt(lambda: Image.new('ZZ', (1, 1)), lambda: picture.getpixel((99, 0)), lambda: Image.fromarray(torch.ones(2, 2, 5).numpy()), lambda: picture.save('x.zz'), lambda: picture.resize((0, 2)))

# Files: archives, temporary folders, csv of dictionaries
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'a.zip')
    with zipfile.ZipFile(path, 'w') as archive:
        archive.writestr('d/x.json', json.dumps({'a': [1, None]}))
        archive.writestr('w.pt', b'\0' * 10)
    with zipfile.ZipFile(path) as archive, archive.open('d/x.json') as file:
        print(archive.namelist(), json.load(file), archive.getinfo('w.pt').file_size, zipfile.is_zipfile(path))
import csv
table = io.StringIO()
writer = csv.DictWriter(table, ['a', 'b'], extrasaction='ignore')
writer.writeheader()
writer.writerows([{'a': 1, 'b': 'x,y', 'c': 0}, {'a': torch.tensor(2).item(), 'b': None}])
print(table.getvalue().split('\r\n'), list(csv.DictReader(io.StringIO(table.getvalue())))[0], next(csv.reader(['"q""r",2'])))
attempt(lambda: csv.DictWriter(table, ['a']).writerow({'z': 1}), lambda: zipfile.ZipFile(io.BytesIO(b'x')))

# Encoders and decoders of JSON
class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, torch.Tensor):
            return {'shape': list(o.shape), 'data': o.tolist()}
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


def hook(pairs):
    return collections.OrderedDict((k.upper(), v) for k, v in pairs)


print(json.dumps({'t': torch.eye(2), 's': {2, 1}, 'n': [3, 1]}, cls=Encoder), json.loads('{"a": {"b": 1.5}}', object_pairs_hook=hook, parse_float=lambda s: s + '!'), json.dumps({'b': 1, 'a': 2}, sort_keys=True, separators=(',', ':')), json.dumps([Ellipsis], default=lambda o: 'dots'))
attempt(lambda: json.dumps(object), lambda: json.loads('[1,'), lambda: json.dumps({(1,): 2}), lambda: json.dumps(torch.ones(1), cls=Encoder, allow_nan=False), lambda: json.dumps(float('nan'), allow_nan=False))

# Days and zones
import dateutil.parser
import dateutil.relativedelta
import pytz
when = pytz.timezone('Europe/Berlin').localize(datetime.datetime(2024, 3, 31, 1, 30))
print(when.isoformat(), pytz.utc.normalize(when.astimezone(pytz.utc)), when.tzinfo.normalize(when + datetime.timedelta(hours=1)).isoformat(), dateutil.parser.parse('3 Jan 2024 5pm'), datetime.date(2024, 1, 31) + dateutil.relativedelta.relativedelta(months=1), sorted([datetime.date(2024, 2, 1), datetime.date(2023, 1, 1)], key=lambda d: -d.toordinal())[0], f'{when:%A %d}', {when.date(): 1})
attempt(lambda: pytz.timezone('Nowhere'), lambda: dateutil.parser.parse('no day'), lambda: when < datetime.datetime(2024, 1, 1), lambda: datetime.date(2024, 13, 1))

# Sorted and grouped containers
import more_itertools
import sortedcontainers
ordered = sortedcontainers.SortedKeyList(['bb', 'a', 'ccc'], key=lambda s: -len(s))
ordered.add('dddd')
print(list(ordered), ordered.bisect_key(-2), sortedcontainers.SortedDict({2: 'b', 1: 'a'}).peekitem(0), list(more_itertools.chunked(range(5), 2)), more_itertools.first_true([0, 3], pred=lambda v: v > 1), dict(more_itertools.map_reduce(range(5), lambda v: v % 2, reducefunc=sum)), list(more_itertools.windowed(torch.arange(3).tolist(), 2)), more_itertools.consume(iter([])))
attempt(lambda: sortedcontainers.SortedList([1, 'a']), lambda: sortedcontainers.SortedDict()['q'], lambda: more_itertools.one([1, 2]))

# Pages: soup of a page, sums of a table
import bs4
soup = bs4.BeautifulSoup('<table><tr><th>n</th></tr><tr><td class="v">1</td></tr><tr><td class="v w">2</td></tr></table><p id=x>a <b>b</b></p>', 'html.parser')
print(sum(int(td.text) for td in soup.find_all('td', class_='v')), soup.select('td.w')[0]['class'], soup.find(lambda tag: tag.name == 'p' and tag.has_attr('id')).get_text(' '), soup.p.b.string, type(soup.p.b.string).__name__, soup.p.b.string == 'b', '-'.join(soup.stripped_strings), soup.find('zz'), {'b': 1}[soup.p.b.string], soup.p.b.string.upper() + '!', [str(c) for c in soup.p.children], f'{soup.b.string:>3}', soup.b.string in ('b',))

# Settings in YAML with tags of the program
import yaml


class Range(yaml.YAMLObject):
    yaml_tag = '!range'
    yaml_loader = yaml.SafeLoader

    def __init__(self, low, high):
        self.low, self.high = low, high


yaml.add_constructor('!join', lambda loader, node: '/'.join(loader.construct_sequence(node)), yaml.SafeLoader)
yaml.add_representer(torch.Size, lambda dumper, size: dumper.represent_list(list(size)), yaml.SafeDumper)
print(yaml.safe_load('p: !join [a, b]\nr: !range {low: 1, high: 2}')['p'], yaml.safe_load('!range {low: 1, high: 2}').high, yaml.safe_dump({'s': torch.ones(2, 3).shape, 'l': [1, None, True]}), repr(yaml.safe_load('- 1.5\n- 2024-01-02\n- ~')))
attempt(lambda: yaml.safe_load('a: ['), lambda: yaml.safe_load('!zz 1'))

# Words
import nltk
from nltk.stem import PorterStemmer
from nltk.tokenize import RegexpTokenizer
from nltk.util import ngrams
words = RegexpTokenizer(r'\w+').tokenize('The cats were running; the dogs ran.')
frequency = nltk.FreqDist(w.lower() for w in words)
print([PorterStemmer().stem(w) for w in words], list(ngrams(words[:3], 2)), frequency.most_common(1), frequency['the'], frequency.N(), nltk.edit_distance('kitten', 'sitting'), nltk.ConditionalFreqDist((len(w), w) for w in words)[3].most_common(1))

# A program started by this one
script = 'import sys; print(sum(map(int, sys.argv[1:]))); sys.exit(3)'
finished = subprocess.run([sys.executable, '-c', script, '1', '2'], capture_output=True, text=True)
print(finished.stdout.strip(), finished.returncode, subprocess.check_output(['cat'], input=b'through').decode(), string.Template('$a').safe_substitute(b=1))
attempt(lambda: subprocess.run(['false'], check=True), lambda: subprocess.run(['no-such-program-zz']))
