"""The cache of compiled code: used where it is right, never where it is not, and no condition of the folder is an error."""
import os
import random
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ['TENSOR_KERNEL']
if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')

TEXT = '''def f(x, *a, k=(1, 2.5, None, "é", b"z", 10**30, 2j), **kw):
    """Doc."""
    def g():
        nonlocal x
        x += 1
        return x
    return g() + len(a) + (x in {1, 2, 3})
class A:
    y = 5
    def m(self):
        return super().__repr__()
''' * 20 + 'def bad():\n    raise ValueError("here")\n'
COMMAND = '''import many, traceback
print(many.f(1, 2, 3), many.f.__doc__, many.A().y, many.f.__kwdefaults__, many.__file__)
try: many.bad()
except ValueError: traceback.print_exc()'''


class CodeCache(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.cache, self.source = self.folder / 'home' / 'cache', self.folder / 'many.py'
        self.source.write_text(TEXT)
        self.environment = {**os.environ, 'TENSOR_PYTHON': 'off', 'TENSOR_CODE_CACHE': str(self.cache), 'PYTHONPATH': str(self.folder)}
        self.environment.pop('PYTHONDONTWRITEBYTECODE', None)
        self.right = self.call(TENSOR_CODE_CACHE='off')
        self.assertEqual(self.right[0], 0, self.right)

    def start(self, **environment):
        return subprocess.Popen([PROGRAM, '-c', COMMAND], env={**self.environment, **environment}, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def call(self, **environment):
        child = self.start(**environment)
        output, errors = child.communicate(timeout=60)
        return child.returncode, output, errors

    def check(self, what='', **environment):
        self.assertEqual(self.call(**environment), self.right, what)

    def fill(self):
        """The one file that a first import leaves."""
        self.check('first')
        files = list(self.cache.iterdir())
        self.assertEqual([file.suffix for file in files], ['.code'])
        return files[0]

    def test_used_and_private(self):
        file = self.fill()
        self.assertEqual((self.cache.stat().st_mode & 0o777, file.stat().st_mode & 0o777), (0o700, 0o600))
        before = file.stat().st_ino
        self.check('second')
        self.assertEqual(file.stat().st_ino, before)
        shutil.copy(self.source, self.folder / 'other.py')  # by content, whatever its name
        done = subprocess.run([PROGRAM, '-c', 'import other; print(other.f.__code__.co_filename)'], env=self.environment, text=True,
                              capture_output=True)
        self.assertEqual((done.stdout.strip(), len(list(self.cache.iterdir()))), (str(self.folder / 'other.py'), 1))
        self.source.write_text(TEXT + '# changed\n')
        self.check('changed')
        self.assertEqual(len(list(self.cache.iterdir())), 2)

    def test_switched_off(self):
        self.check(PYTHONDONTWRITEBYTECODE='1')
        self.check(TENSOR_CODE_CACHE='off')
        self.assertFalse(self.cache.exists())

    def test_damaged_and_foreign(self):
        file = self.fill()
        good = file.read_bytes()
        other_build = good[:10] + bytes([good[10] ^ 1]) + good[11:]
        for data in (good[:-7], b'', good[:20], b'X' + good[1:], other_build, good + b'x', bytes(100), os.urandom(5000)):
            file.write_bytes(data)
            self.check(data[:30])
            self.assertEqual(file.read_bytes(), good)
        chance = random.Random(1)
        for i in range(20):
            data = bytearray(good)
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            file.write_bytes(data)
            self.check(i)
        file.write_bytes(good)
        file.chmod(0o666)  # others may have written it
        self.check('writable by others')
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)

    def test_folders_that_cannot_be_used(self):
        self.cache.parent.mkdir()
        self.cache.write_text('a file')
        self.check('a file')
        self.cache.unlink()
        self.cache.mkdir(mode=0o500)
        self.check('read only')
        self.check(TENSOR_CODE_CACHE='relative/folder')
        self.check(TENSOR_CODE_CACHE='/proc/none')
        self.check(TENSOR_CODE_CACHE='/' + 'x' * 5000)

    def test_several_writers(self):
        children = [self.start() for _ in range(6)]
        for child in children:
            self.assertEqual(child.communicate(timeout=60), self.right[1:])
        self.assertEqual([file.suffix for file in self.cache.iterdir()], ['.code'])

    def test_bounded(self):
        modules = self.folder / 'modules'
        modules.mkdir()
        for i in range(140):
            (modules / f'm{i}.py').write_text(f'x = {i}\n' + TEXT)
        command = 'for i in range(140): assert __import__("m%d" % i).x == i'
        done = subprocess.run([PROGRAM, '-c', command], capture_output=True, text=True,
                              env={**self.environment, 'PYTHONPATH': str(modules), 'TENSOR_CODE_CACHE_MIB': '1'})
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertLess(sum(file.stat().st_size for file in self.cache.iterdir()), 1.4 * 2**20)


if __name__ == '__main__':
    unittest.main()
