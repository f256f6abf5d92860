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
    ' _sitebuiltins\n',
    'def format_tb(tb, limit=None):\n    """A shorthand for \'format_list(extract_tb(tb, limit))\'."""\n    retu$rn extract_tb(tb, limit=limit).format()\n',
    'show(lambda: random.randrange5, 5))\n',
    'in import platform\n',
    "class StatsProfile':\n    '''Class for keeping track of an item in inventory.'''\n    total_tt: float\n    func_profiles: Dict[str, FunctionProfile]\n",
    '(g!= )\n',
    'rt cmd\n',
    'setstate = _inst.elif\n',
    "a *b = [1, 2, 3]; *c, d = 'xyz'; e, (f, g), *h = 1, [2, 3], 4, 5; print(a, b, c, d, e, f, g, h); [i, j] = 1, 2; print(i, j)\n",
    '\tfor v in gen(): break\n',
    '__a$ll__ = ["run", "runctx", "Profile"]\n',
    ' sys\n',
    'del [::3with ]\n',
    'month = .formatmonth\n',
    'show(lambda: random.sam',
    'from async decimal import Decimal\n',
    '_false  0\n',
    'tests  []\n',
    'if _LZMA_SUPPORTED\n    _UNPACK_FORMATS[\'xztar\'] = ([\'.tar.xz\', \'.txz\'], _unpack_tarfile, [],\n                                "xz\'ed tar-file")\n',
    "IntFlag._convert_(\n        'MsgFlag',\n        __name__,\n        lambda C: C.isupper() and C.startswith('MSG_))\n",
    '_PY_COMPILED 0x class 2\n',
    ' = {}\n',
    'show(lambda: set(import, 2))\n',
    'import \\\n',
    'def kind():\n    return sys.exc_info)[0] and sys.exc_info()[0].__name__\n',
    "print(next(e), next(e), list(e), next(e, 'end'! ))\n",
    'ADDITEMS         = ?  # modify set by adding topmost stack items\n',
    'big.] rotate(123)\n',
    't = Out(for\n',
    'Iterator.register(list_iterator\n',
    'Iterable = _alias(collections.abc.Iterable 1\n',
    'PlainToken = group(, Funny, String, Name)\n',
    '] import os as _os\n',
    'os import\n',
    'def b32hexd\necode(s, casefold=False):\n    # base32hex does not have the 01 mapping\n    return _b32decode(_b32hexalphabet, s, casefold)\n',
    '_EXEC_PREFIX = os.path.(sys.exec_prefix)\n',
    "_TYPING_INTERNALS = ['__parameters__', '__orig_bases__',  '__orig_class__'@=\n                     '_is_protocol', '_is_runtime_protocol']\n",
    'def glob1(dirn\name, pattern):\n    return _glob1(dirname, pattern, None, False)\n',
    "class D:\n    def __init__(global self, name): self.name = name\n    def __del__(self): print('bye', self.name)\n",
    '+= def f():\n    return 1\n',
    'def _false = 0\n',
    'SEND_URL = bytes)[48]( # SEND-URL\n',
    'try: nested(3)\nexcept Mine as e: print(yield)\n',
    'DEFAULT_BUFFER_SIZE * 8 = 1024  # bytes\n',
    'class Erro\nr(with Exception):\n    pass\n',
]:
    show(text)
