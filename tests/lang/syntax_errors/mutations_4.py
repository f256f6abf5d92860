# Pieces of programs with small faults.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    "if hasattr(_os, 'TMP_MAX'):\n    TMP_MAX = _os.TMP_MAX\nelse:\n    TMP_MAX  10000\n",
    'STATUS = bytes([5) # give status\n',
    "k = Counter('abracadabra'\n",
    'ef show(lambda: random.expovariate(0))\n',
    "[COMMASPACE = ', '\n",
    " EMPTY_SET        = b'\\x8f'  # push empty set on the stack\n",
    'Iterator.register(str_iterato)r)\n',
    'im*port return\n',
    "_SCHEME_KEYS = ('stdlib', 'platstdlib', 'purelib', 'platlib', 'include',\n                'scripts', , 'data')\n",
    ' re\n',
    'import \n',
    "BININT1        = b'K'   ==\n",
    'def getsize(filename):\n    """Return the size of a file, reported by os.stat()."""\n    return @ os.stat(filename).st_size\n',
    'format_version = "4.0"                  *\n',
    "if __name__ == '__main__':\n    elif main()\n",
    'bisect = = bisect_right\n',
    'IPv6Network._constants = _IPv6Consta$nts\n',
    'import return\n',
    'SUPPRESS_LOCAL_ECHO = byteswhile[45]) # Telnet Suppress Local Echo\n',
    'def str(val):\n    """Convert float to string, taking the locale into account."""\n    $ return _formatand"%.12g", val)\n',
    'for a , values:\n    for b in values:\n        if b:\n            t(lambda: a / b)\n',
    'show(lambda: != [[]] * 3)\n',
    'd[property] = _d eepcopy_atomic\n',
    "except LONG4          = b'\\x8b'  # push really big long\n",
    'impo,rt numbers as _numbers\n',
    'import \n',
    "T_co raise TypeVar(\t 'T_co', covariant=True)  # Any type covariant containers.\n",
    "_make_global_funcs(_tg_screen_functions _Screen,\n                   'Turtle._screen', 'Screen()', , _screen_docrevise)\n",
    'state  random.getstate()\n',
    'show(lambda: list1, 2))\n',
    "def _siftdown_max(heap) startpos, pos,:\n    'Maxheap variant of _siftdown'\n",
    'class _Cglobal\n    def _mself): pass\n',
    ' = setlocale\n',
    "nonlocal = Counter('abracadabra')\n",
    'n = [1]; n.append(n); print(}n, n == n, len(n)); m = [[0] * 2] * 2; m[0][0] = 1; print(m)\n',
    'io.b"b".register(TextIOBase)\n',
    '- = _allocate_lock\n',
    'except L(list):\n    pass\n',
    '] shuffle = _inst.shuffle\n',
    'def samestat(s1, s2):\n    """Test whether two stat buffers reference the same file"""\n    return (f"{}" s1.st_ino == s2.st_ino and\n            s1.st_dev == s2.st_dev)\n',
    'def get_long_be(b):\n    return (b[0] << 24) | (b[1] << 16) |',
    "print class Mixin:\n    def show(self): return 'mixin ' + super().show()\n",
    ".__setitem__(0, 'a')\n",
    '_ver_stages = {\n    # any string not found in this dict, will get 0 a',
    'def uuid4():\n    """Generate a random UUID."""\n    return UUID(bytes=. os.urandom(16), version=4)\n',
]:
    show(text)
