# Files: text and binary, lines, positions, errors, StringIO and BytesIO, os and os.path.
import io
import os


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


with open('a.txt', 'w') as f:
    print(f.write('first\n'), f.write('zweite Zeile ä €\n'), f.write('third'), f.tell())
    print('printed', 1, 2, file=f)
    f.writelines(['x\n', 'y'])
print(f.closed, f.name, f.mode, f)
with open('a.txt') as f:
    print(f.read(3), repr(f.readline()), f.tell())
    print(f.readlines(), repr(f.read()), repr(f.readline()))
    f.seek(0)
    print([line for line in f], list(f))
for line in open('a.txt', encoding='utf-8'):
    print(line, end='|')
print()
with open('a.txt', 'rb') as f:
    data = f.read()
    print(data, len(data), f.tell(), f.seek(-3, 2), f.read(), f.seek(2), f.read(2), f.readline(), f)
with open('a.txt', 'a') as f:
    f.write('!\n')
print(open('a.txt').read().count('\n'), os.path.getsize('a.txt'), os.stat('a.txt').st_size)
with open('b.bin', 'wb') as f:
    print(f.write(b'\x00\xff'), f.write(bytearray(b'ab')))
print(open('b.bin', 'rb').read(), open('b.bin', encoding='latin-1').read())
show(lambda: open('b.bin').read())
print(repr(open('b.bin', errors='replace').read()), repr(open('b.bin', errors='ignore').read()))
with open('c.txt', 'w', newline='') as f:
    f.write('a\r\nb\rc\nd')
print(repr(open('c.txt').read()), open('c.txt').readlines(), repr(open('c.txt', newline='').read()), open('c.txt', newline='').readlines(),
      open('c.txt', newline='\r').readlines())
with open('d.txt', 'w', newline='\r\n') as f:
    f.write('1\n2\n')
print(open('d.txt', 'rb').read())
with open('e.txt', 'w+') as f:
    f.write('hello world')
    f.seek(6)
    print(f.read(), f.seek(0), f.read(5), f.truncate(5), f.seek(0), f.read())
with open('e.txt', 'r+') as f:
    f.write('J')
print(open('e.txt').read())
with open('big.txt', 'w') as f:
    for i in range(20000):
        print(i, 'é' * (i % 5), file=f)
with open('big.txt') as f:
    lines = f.readlines()
    print(len(lines), lines[12345], lines[-1])
with open('big.txt') as f:
    total = 0
    while True:
        part = f.read(1000)
        if not part:
            break
        total += len(part)
    print(total, sum(len(line) for line in lines))
with open('big.txt') as f:
    f.readline()
    at = f.tell()
    a = f.readline()
    f.seek(at)
    print(at, a == f.readline())
show(lambda: open('missing.txt'))
show(lambda: open('.'))
show(lambda: open('a.txt', 'x'))
show(lambda: open('a.txt', 'q'))
show(lambda: open('a.txt', 'rw'))
show(lambda: open('a.txt', 'rb', encoding='utf-8'))
show(lambda: open(3.5))
show(lambda: open('a\0b'))
show(lambda: open('a.txt').write('x'))
show(lambda: open('a.txt', 'w').read())
show(lambda: open('a.txt', 'wb').write('x'))
show(lambda: open('a.txt', 'w').write(b'x'))
show(lambda: open('a.txt').seek(1, 1))
show(lambda: f.read())
show(lambda: f.write('x'))
show(lambda: next(f))
show(lambda: f.__enter__())
try:
    open('missing.txt')
except FileNotFoundError as e:
    print(e.errno, e.strerror, e.filename, isinstance(e, OSError), e.args)
s = io.StringIO()
print('to memory', 5, file=s)
s.write('second é\n')
print(repr(s.getvalue()), s.tell(), s.seek(3), s.read(6), s.readline(), s.readlines(), repr(s.read()))
s.seek(0)
print(list(s), io.StringIO('a\nb').readlines(), io.StringIO('x').read(), s.truncate(4), s.getvalue())
b = io.BytesIO(b'abc\ndef')
print(b.read(2), b.readline(), b.read(), b.getvalue(), b.seek(1), b.write(b'ZZ'), b.getvalue())
show(lambda: io.StringIO(5))
show(lambda: io.StringIO().write(b'a'))
show(lambda: io.BytesIO().write('a'))
s.close()
show(lambda: s.read())
show(lambda: s.getvalue())
import sys
old, sys.stdout = sys.stdout, io.StringIO()
print('caught', end='')
caught, sys.stdout = sys.stdout.getvalue(), old
print(repr(caught), sys.stdout.writable(), sys.stdout.encoding)
os.makedirs('x/y/z')
os.makedirs('x/y', exist_ok=True)
show(lambda: os.makedirs('x/y'))
show(lambda: os.mkdir('x'))
show(lambda: os.rmdir('x'))
show(lambda: os.remove('nothing'))
show(lambda: os.listdir('nothing'))
open('x/f.txt', 'w').close()
open('x/y/g.txt', 'w').close()
print(sorted(os.listdir('x')), os.path.exists('x/f.txt'), os.path.isdir('x'), os.path.isfile('x'), sorted(os.listdir()))
print([(root, sorted(dirs), sorted(files)) for root, dirs, files in os.walk('x')])
os.rename('x/f.txt', 'x/h.txt')
os.remove('x/h.txt')
os.rmdir('x/y/z')
print(sorted(os.listdir('x')), sorted(e.name for e in os.scandir('x')), os.path.basename(os.getcwd()) != '')
os.chdir('x')
print(os.listdir('.'), os.path.relpath('../a.txt', 'y'), os.path.samefile('.', '../x'))
os.environ['TENSOR_TEST'] = 'value'
print(os.environ['TENSOR_TEST'], os.getenv('TENSOR_TEST'), os.getenv('TENSOR_NONE'), os.getenv('TENSOR_NONE', 'd'), 'TENSOR_TEST' in os.environ)
del os.environ['TENSOR_TEST']
show(lambda: os.environ['TENSOR_TEST'])
print(os.sep, os.linesep == '\n', os.name, os.cpu_count() > 0, os.getpid() > 0, os.system('exit 3'), os.path is sys.modules['os.path'])
p = os.path
print(p.join('a', 'b', '/c', 'd'), p.join('a/', 'b'), p.join('', 'x'), p.join('a', ''), p.split('/a/b'), p.split('a'), p.split('/'), p.split('/a//b/'))
print(p.splitext('a.tar.gz'), p.splitext('.bashrc'), p.splitext('a/b.c/d'), p.splitext('x.'), p.basename('/a/b'), p.dirname('/a/b'))
print(p.normpath('a/../b/./c//d'), p.normpath('/../x'), p.normpath(''), p.normpath('//a'), p.isabs('/a'), p.isabs('a'), p.abspath('/a/../b'))
print(p.commonpath(['/a/b/c', '/a/b/d']), p.commonprefix(['abc', 'abd']), p.expanduser('x/~'), p.relpath('/a/b', '/a/c/d'), p.normcase('Ab'))
show(lambda: p.join('a', 5))
show(lambda: p.exists('no\0name'))
show(lambda: p.getsize('missing'))
show(lambda: p.commonpath([]))
show(lambda: p.relpath(''))
