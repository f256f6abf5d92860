# compile(): names of files, single statements that may go on, __debug__, long literals.
import builtins
import sys
import warnings


class Path:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


for name in ('file.py', b'file.py', Path('file.py'), Path(b'file.py'), 'a\0b', b'a\0b', ['file.py'], 3, None, Path(3)):
    try:
        print(compile('pass', name, 'exec').co_filename)
    except Exception as error:
        print(type(error).__name__, error)
for name in (bytearray(b'file.py'), memoryview(b'file.py')):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        print(compile('pass', name, 'exec').co_filename, [(w.category.__name__, str(w.message)) for w in told])
code = compile('def f(): pass\ndef g(): pass', 'myfile', 'exec')
names = {id(code.co_filename)} | {id(c.co_filename) for c in code.co_consts if hasattr(c, 'co_filename')}
print(len(names))


def single(text, flags=0):
    try:
        compile(text, '<single>', 'single', flags)
        print(repr(text), 'compiles')
    except SyntaxError as error:
        print(repr(text), error.msg, error.lineno)


for text in ('def f(): pass', 'def f(): pass\n', 'def f():\n pass', 'if x:\n f(x)\nelse:\n g(x)', 'class A: pass', 'for x in y: pass # c',
             'with a: pass', 'x = 5 # comment', '@d\ndef f(): pass', 'if 1: pass\nelse: pass', 'while 1: pass\n',
             'try: pass\nexcept: pass', 'async def f(): pass', 'match x:\n case 1: pass', 'def f(): pass;', 'def f(): pass  \n  # c',
             '# c\ndef f(): pass', '1\n2', 'f()\n# blah\nblah()', 'pass'):
    single(text)
for text in ('def f():\n pass', 'def f():\n pass\n', 'if x:\n f(x)\nelse:\n g(x)', 'x = 1', 'x = [\n1]'):
    single(text, 0x200)

before = builtins.__debug__
setattr(builtins, '__debug__', 'sure')
print(__debug__, eval('__debug__'))
setattr(builtins, '__debug__', before)
print(eval(compile('__debug__', '<debug>', 'eval', optimize=1)))

limit = sys.get_int_max_str_digits()
for digits in (0, 700, 5000):
    sys.set_int_max_str_digits(digits)
    try:
        print(compile('a = 1\nb = ' + '3' * 2000, '<long>', 'exec').co_filename)
    except SyntaxError as error:
        print(error.msg, error.lineno)
sys.set_int_max_str_digits(limit)


class Names:
    def __getitem__(self, name):
        if name == 'known':
            return 12
        raise KeyError(name)

    def __setitem__(self, name, value):
        print(name, value)

    def keys(self):
        return ['z', 'x', 'y']


exec('a = known\nb = dir()', globals(), Names())
