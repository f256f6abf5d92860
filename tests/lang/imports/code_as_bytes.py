"""Code objects by marshal and in files of bytecode: what they do after that, where they come from, and bad files."""
import importlib.machinery
import importlib.util
import marshal
import os
import sys
import tempfile

text = '''
"""A module."""
def f(a, b=2, *args, c, d=(1, 2.5, -0.0, 1e300, 10 ** 40, 3j, "\\ud800", b"\\xff", None, ..., True), **names):
    """A function."""
    total = a + b + c + len(args) + len(names)
    return [total + i for i in range(3) if i in {0, 1, 2}], d
class C:
    slot: int = 5
    def method(self):
        try:
            return super().missing
        except AttributeError as error:
            return type(error).__name__
        finally:
            self.done = True
    async def wait(self):
        async with self as x:
            yield x
def outer(n):
    def inner():
        nonlocal n
        n += 1
        return n
    return inner
match [1, {"k": 2}]:
    case [x, {"k": y}]:
        matched = x, y
big = 123456789012345678901234567890
'''
code = compile(text, 'made.py', 'exec')
again = marshal.loads(marshal.dumps(code))
print(again == code, again.co_filename, again.co_name, type(again).__name__, hash(again) == hash(code))
names = {'__name__': 'made'}
exec(again, names)
print(names['f'](1, 2, 3, c=4, z=5))
print(names['f'].__doc__, names['__doc__'], names['C']().method(), names['matched'], names['big'], names['outer'](1)(), names['C'].__annotations__)
print([each.co_name for each in again.co_consts if isinstance(each, type(code))], list(again.co_positions()) == list(code.co_positions()))
print(marshal.loads(marshal.dumps([code, 1, (code,)]))[2][0].co_filename)

folder = tempfile.mkdtemp()
path = os.path.join(folder, 'alone.pyc')
with open(path, 'wb') as file:
    file.write(importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(compile('def g():\n    return __name__\n', 'lost.py', 'exec')))
sys.path.insert(0, folder)
import alone
print(alone.g(), os.path.basename(alone.__file__), type(alone.__loader__).__name__, alone.g.__code__.co_filename, alone.__loader__.get_source('alone'))


def refused(data):
    with open(path, 'wb') as file:
        file.write(data)
    sys.modules.pop('alone', None)
    importlib.invalidate_caches()
    try:
        import alone
        print('taken')
    except (ImportError, EOFError, ValueError, TypeError) as error:
        print(type(error).__name__, str(error).replace(folder, '') if isinstance(error, ImportError) else '')


import importlib
head = importlib.util.MAGIC_NUMBER + bytes(12)
for data in (b'', b'bad!' + bytes(12), head[:10], head, head + marshal.dumps(5), head + marshal.dumps(code)[:40],
             importlib.util.MAGIC_NUMBER + b'\x08' + bytes(11) + marshal.dumps(code)):
    refused(data)

source = os.path.join(folder, 'kept.py')
with open(source, 'w') as file:
    file.write('value = 1\n')
loader = importlib.machinery.SourceFileLoader('kept', source)
before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
kept = importlib.util.cache_from_source(source)
print(loader.get_code('kept').co_filename == source, os.path.exists(kept), os.stat(kept).st_size > 16)
sys.dont_write_bytecode = before
print(importlib.util.source_from_cache(kept) == source, loader.path_stats(source)['size'])
for call in (lambda: marshal.loads(b''), lambda: marshal.loads(b'('), lambda: marshal.dumps(object())):
    try:
        call()
    except (EOFError, ValueError, TypeError) as error:
        print(type(error).__name__)
