# needs: zipfile tarfile gzip tempfile
"""Archives, temporary files, folders, configuration."""
import bz2
import configparser
import csv
import filecmp
import fileinput
import fnmatch
import glob
import gzip
import io
import json
import lzma
import os
import pathlib
import shutil
import tarfile
import tempfile
import zipfile

root = pathlib.Path('work')
(root / 'sub').mkdir(parents=True)
for name in ('a.txt', 'b.txt', 'sub/c.csv'):
    (root / name).write_text(f'content of {name}\n')
print(sorted(p.as_posix() for p in root.rglob('*') if p.is_file()), sorted(glob.glob('work/*.txt')), sorted(os.listdir(root)))
with zipfile.ZipFile('all.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(root.rglob('*')):
        archive.write(path, path.relative_to(root))
    archive.writestr('made.txt', 'made here')
    with archive.open('stream.bin', 'w') as file:
        file.write(b'\x00' * 10)
with zipfile.ZipFile('all.zip') as archive:
    print(archive.namelist(), archive.read('made.txt'), archive.getinfo('stream.bin').file_size, archive.testzip())
    with archive.open('a.txt') as file:
        print(io.TextIOWrapper(file).read())
    archive.extractall('out')
print(filecmp.cmp('work/a.txt', 'out/a.txt'), (pathlib.Path('out') / 'sub' / 'c.csv').read_text())
try:
    zipfile.ZipFile('work/a.txt')
except zipfile.BadZipFile as error:
    print(type(error).__name__, error)
memory = io.BytesIO()
with tarfile.open(fileobj=memory, mode='w:gz') as archive:
    archive.add('work', arcname='w', filter=lambda info: None if info.name.endswith('.csv') else info)
    info = tarfile.TarInfo('data.bin')
    info.size = 4
    archive.addfile(info, io.BytesIO(b'1234'))
memory.seek(0)
with tarfile.open(fileobj=memory) as archive:
    print(sorted(archive.getnames()), archive.extractfile('data.bin').read(), archive.getmember('data.bin').isfile())
with gzip.open('t.gz', 'wt') as file:
    file.write('line 1\nline 2\n')
with gzip.open('t.gz', 'rt') as file:
    print([line.rstrip() for line in file])
print(gzip.decompress(gzip.compress(b'abc')), bz2.decompress(bz2.compress(b'abc')), lzma.decompress(lzma.compress(b'abc')))
with open('t.gz', 'rb') as raw, gzip.GzipFile(fileobj=raw) as file:
    print(file.readline())
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'x.json')
    with open(path, 'w') as file:
        json.dump({'a': [1, 2]}, file)
    with open(path) as file:
        print(json.load(file), os.path.exists(path))
print(os.path.exists(folder))
with tempfile.NamedTemporaryFile('w+', suffix='.txt') as file:
    file.write('some text')
    file.seek(0)
    print(file.read(), file.name.endswith('.txt'), open(file.name).read())
with tempfile.SpooledTemporaryFile(max_size=10) as file:
    file.write(b'x' * 20)
    file.seek(0)
    print(len(file.read()))
shutil.copy('work/a.txt', 'copied.txt')
shutil.copytree('work', 'copy', ignore=shutil.ignore_patterns('*.csv'))
print(sorted(str(p) for p in pathlib.Path('copy').rglob('*')), shutil.move('copied.txt', 'moved.txt'), shutil.which('sh') is not None)
shutil.rmtree('copy')
shutil.rmtree('nothing', ignore_errors=True)
failed = []
shutil.rmtree('nothing', onerror=lambda function, path, info: failed.append((path, info[0].__name__)))
print(failed, os.path.exists('copy'), fnmatch.filter(['a.py', 'b.txt'], '*.py'))
with open('moved.txt', 'rb') as one, open('joined.bin', 'wb') as two:
    shutil.copyfileobj(one, two)
print(pathlib.Path('joined.bin').read_bytes())
config = configparser.ConfigParser()
config['train'] = {'epochs': '5', 'lr': '0.1', 'cuda': 'yes', 'path': '%(root)s/x', 'root': '/data'}
config['empty'] = {}
out = io.StringIO()
config.write(out)
print(out.getvalue())
print(config.getint('train', 'epochs'), config['train'].getfloat('lr'), config.getboolean('train', 'cuda'), config['train']['path'], config.get('empty', 'x', fallback='none'))
for section in config:
    print(section, list(config[section]))


class Upper(configparser.ConfigParser):
    def optionxform(self, name):
        return name.upper()


other = Upper()
other.read_dict({'s': {'key': 'v'}})
print(dict(other['s']), other.has_option('s', 'KEY'))
other = configparser.ConfigParser(converters={'list': lambda text: text.split(',')})
other.read_string('[s]\nitems = a,b')
print(other['s'].getlist('items'), other.getlist('s', 'items'))
with open('table.csv', 'w', newline='') as file:
    writer = csv.DictWriter(file, fieldnames=['name', 'n'])
    writer.writeheader()
    writer.writerows({'name': f'row {i}', 'n': i} for i in range(3))
with open('table.csv', newline='') as file:
    for row in csv.DictReader(file):
        print(row['name'], int(row['n']), type(row).__name__)


class Pipes(csv.excel):
    delimiter = '|'


csv.register_dialect('pipes', Pipes)
print(list(csv.reader(io.StringIO('a|b\n1|2'), 'pipes')), csv.Sniffer().sniff('a;b;c\n1;2;3').delimiter)
try:
    csv.DictWriter(io.StringIO(), ['a']).writerow({'b': 1})
except ValueError as error:
    print(error)


class Numbered(io.StringIO):
    def write(self, text):
        return super().write(text.upper())


sink = Numbered()
csv.writer(sink).writerow(['a', 'b'])
json.dump({'k': 1}, sink)
print(repr(sink.getvalue()))
with fileinput.input(['work/a.txt', 'work/b.txt']) as lines:
    print([line.strip() for line in lines])
path = pathlib.Path('work/a.txt')
print(path.stat().st_size, path.with_suffix('.md'), path.resolve().name, path.parts, path.exists(), path.joinpath('..', 'b'), os.fspath(path), {path: 1}[pathlib.Path('work') / 'a.txt'])
with path.open('a') as file:
    print(file.write('more'), file.name)
print(path.read_text().splitlines(), len(list(pathlib.Path('work').iterdir())), path < pathlib.Path('x'), f'{path!s:>12}')


class Folder(type(pathlib.Path())):
    def count(self):
        return len(list(self.iterdir()))


print(Folder('work').count(), (Folder('work') / 'sub').count(), type(Folder('work').parent).__name__)
