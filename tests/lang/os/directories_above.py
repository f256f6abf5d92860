# makedirs, removedirs and renames: directories above a path, ends of paths, bytes, what is in the way.
import os


class Path:
    def __fspath__(self):
        return 'pa/th'


def tried(function, *args, **keywords):
    try:
        print(function.__name__, args, keywords, '->', function(*args, **keywords))
    except OSError as error:
        print(function.__name__, args, keywords, '!', type(error).__name__)
    except TypeError as error:
        print(function.__name__, args, keywords, '!', error)


def tree():
    print(sorted((top, sorted(dirs), sorted(files)) for top, dirs, files in os.walk('.')))


open('file', 'w').close()
os.symlink('nowhere', 'dangling')
for name in ('a/b/c', 'a/b/c', 'd/e/f/', 'g/h/.', 'g/h/.', 'i/./j', 'k/l/./', '', '/', 'r//s//t', 'file/x', 'file', 'file/x/y', b'by/te/s', b'dot/.',
             b'dot/.', 'u/../v/w', 'dangling/x', './z', '.'):
    tried(os.makedirs, name)
tried(os.makedirs, 'a/b/c', exist_ok=True)
tried(os.makedirs, 'a/b/c/', exist_ok=True)
tried(os.makedirs, 'file', exist_ok=True)
os.umask(0o022)
os.makedirs('m/n', 0o700)
print([oct(os.stat(name).st_mode & 0o777) for name in ('m', 'm/n')])
os.makedirs(Path())
tree()
open('m/kept', 'w').close()
for name in ('a/b/c', 'd/e/f/', 'nothing', b'by/te/s', 'm/n', 'g'):
    tried(os.removedirs, name)
os.removedirs(Path())
tree()
os.mkdir('dd')
os.makedirs('x/y')
open('x/y/f', 'w').close()
for old, new in (('x/y/f', 'new/place/f'), ('new/place', 'n2/p2'), ('n2/p2/', 'n3/p3'), ('not/there', 'a1/b1'), ('file', 'file/x'),
                 ('dd/', 'ee/ff/'), ('dd', 'gg'), (b'gg', b'jj/kk')):
    tried(os.renames, old, new)
tree()
