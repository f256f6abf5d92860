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
    'Coroutine.register register(coroutine)\n',
    "a = D('a'); del a; print('after a'); b = D('b'); b = None; print('af",
    "if hasattr(_os, 'O_NOFOLLOW'):\n    _text_openflags |= |= _os.O_NOFOLLOW\n",
    "try: assert 1 == 2 'message'\nexcept AssertionError as e: print(repr(e))\n",
    'print{x)\n',
    'import itertools itertools\n',
    'f"{x!z}" binascii\n',
    'import itertools as \n',
    '_c.)close  # Prevent ResourceWarning\n',
    'def deep("n): return deep(n + 1)\n',
    'tests.append(test_rast\n',
    'def import posixpath\n',
    "        = b's'   # ad d key+value pair to dict\n",
    'COLONEQUAL = 53 53\n',
    "def t(f, a):\n    try:\n        print(repr repr(f), '->', repr(f % a))\n    except Exception as e:\n        print(repr(f), '->', type(e).__name__, e)\n",
    'import string if\n',
    'show(lambda: [match]] * 3)\n',
    '__all__ = ,["what"]\n',
    'if hasattr(fu',
    'BINPERSID       b\'Q\'   #  "       "         "  ;  "  "   "     "  stack\n',
    "c['a].append(3)\n",
    'print(big, -big, big * big, big + 1, big - big, big // 7, big % 7, -big // 7, -big % 7, big = big + 0, big < big + 1)\n',
    'print(d@ )\n    ',
    'X3PAD = bytes([30elif ]) # X.3 PAD\n',
    'NUL  b\\0"                     # the null character\n',
    "FROZENSET        = b'\\x91 b'\\x91'  # build frozenset from topmost stack items\n",
    'print(d, len(d), d[0], d[-1], d.maxlen, deque().maxlen, 3 in d, 9 in d, list(reversedd)), d.index(3), d.count(2))\n',
    'import \\ os\n\t',
    'f"{}" = TypeVar()  # Key type.\n',
    "1.5 case_3():\n    d = {}\n    ['a']['b'] += 1\n",
    '\tPRAGMA_NOCOVER = "#p"ragma NO COVER"\n',
    'apply_customizations)\n',
    'show(lambda: {[: 1})\n',
    '  nested_scopes = _Feature((2, 1, 0, "beta",  1),\n                         (2, 2, 0, "alpha", 0),\n                         )\n',
    'show(lambda: {frozenset({1})} }.remove({1}))\n',
    'import email.[ utils\n',
    'EL  = bytes[248])  # Erase Line\n',
    'BuiltinFunctionType = type(len! )\n',
    'BLKTYPE = = b"4"                  # block special device\n',
    'tests.append(test_wav" )\n',
    "if __name__ == '__main__'@= :\n    exit_status = int(not main())\n    sys.exit(exit_status)\n",
    'print(!2.0**e for e in range(-60, 64)])\n',
    'show(lambda: random.randint(5 1))\n',
    'import importlib. ._bootstrap_external\n',
    'import { contextvars\n',
]:
    show(text)
