# Making, listing and removing files.
import os
os.mkdir('d')
os.makedirs('d/e/f', exist_ok=True)
with open('d/a.txt', 'w') as f:
    f.write('hello')
print(sorted(os.listdir('d')), os.path.getsize('d/a.txt'), os.path.isfile('d/a.txt'), os.stat('d/a.txt').st_size)
os.rename('d/a.txt', 'd/b.txt')
for root, dirs, files in os.walk('d'):
    print(root, sorted(dirs), sorted(files))
for action in (lambda: os.mkdir('d'), lambda: os.rmdir('d'), lambda: os.makedirs('d'), lambda: os.remove('d/zz'), lambda: os.rename('zz', 'y'), lambda: open('d'), lambda: os.listdir('d/b.txt')):
    try:
        action()
    except OSError as e:
        print(type(e).__name__, e, e.errno, e.filename)
os.remove('d/b.txt')
os.removedirs('d/e/f')
print(os.path.exists('d'))
os.environ['MY_VAR'] = 'x'
print(os.getenv('MY_VAR'), os.environ['MY_VAR'], os.environ.pop('MY_VAR'), 'MY_VAR' in os.environ)
try:
    os.environ['NOPE_X']
except KeyError as e:
    print(repr(e))
