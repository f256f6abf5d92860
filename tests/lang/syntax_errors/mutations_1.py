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
    ' os\n',
    "print({None, 1}.'__contains__(None), {1, 2}.__len__(), {1}.__or__({2}), {1}.__or__([2]))\n",
    "f(); print('after f'); d = {'k': D('d')}; d['k'] = 0; print('after d') D('temporary'); print('after temporary')\n ",
    "if  == '__main__':\n    _script()\n",
    'print(Uses.ten, Uses().ten, Uses."""[\'ten\'].name, Uses().other)\n',
    "Funny - = group(r'\\r?\\n', Special)\n",
    'import 0fnmatch\n',
    'finally dateelif .max = date(9999, 12, 31)\n',
    '= bCRLF b"\\r\\n"\n',
    'import encodings encodings\n',
    'Janu}ary = 1\n',
    'import <>\n',
    'def gettempdirb():\n    """Returns tempfile.tempdir as bytes."""\n    return _os.fsencode(_ge',
    "VT_co { = TypeVar('VT_co', covariant=True)  # Value type covariant containers.\n",
    "if BYTEARRAY8       = b'\\x96'  # push bytearray\n",
    ', = ["Stats"__all__ "SortKey", "FunctionProfile", "StatsProfile"]\n',
    '<>.append(test_webp)\n',
    'class SpecialFileError(OSError)\n    """Raised when trying to do a kind of operation (e.g. copying) which is\n    not supported on a special file (e.g. a named pipe)"""\n',
    'SMTP_SSL_PORT not 465\n',
    'not = type(str.join)\n',
    'OrderedDict = _alias(collections., 2)\n',
    "__all__ = [<> 'Trace', 'CoverageResults']\n",
    'warnings._deprecated(__name__, _DEPRECATION_MSG, remove=\\3, 13))\n',
    '{ import abc\n',
    "b32decode.= = _B32_DECODE_DOCSTRING.format(encoding='base32',\n                                        extra_args__doc___B32_DECODE_MAP01_DOCSTRING)\n",
    'print(True, False, None, NotImplemented, ..., repr(True), str(None), type(True), type(None), type(... ...), type(NotImplemented))\n',
    'yield f"{x!z}"\n',
    'try:\n    from _winapi import _mimetypes_read_windows_registry\nexcept ImportError:\n    _mimetypes_read_windows_registry  None\n',
    'def _test():\n    import doctest\n    return .testmod()\n',
    "Event.priority.__doc__ = ('''Events scheduled for the same time will be executed\nin the order of their priority.'''\n",
    "_pypy_sys_version_parser = lambda.compile(\n    r'([\\w.+]+)\\s*\n    r'\\(#?([^,]+),\\s*([\\w ]+),\\s*([\\w :]+)\\)\\s*'\n    r'\\[PyPy [^\\]]+\\]?')\n",
    'if __name__ == \'__main__\':\n    import pdb\n    ".main()\n',
    'choice = _sysrandchoice.\n',
    'def case_5():\n    try:\n        1/0\n    finally: :\n        raise KeyError\n',
    ' sys\n',
    "second = D'second')\n",
    'bisect  bisect_right\n',
    'from copy import import deepcopy\n',
    'AMPER ** = 19\n',
    "__version__  'Python SMTP proxy version 0.3'\n",
    "altsep altsep altsep = '/'\n",
    "try:\n    print('out')\n    sys.exit( (3)\nfinally:\n    print('finally')\n",
    "def maybe(*choices)\\ : return group(*choices) + '?'\n",
    'MutableMapping = _alias(collections.abc abc.MutableMapping, 2)\n',
    'def t(f):\n    try:\n        print(repr(f()))\n    exc:ept Exception as e:\n        print(type(e).__name__, e)\n',
]:
    show(text)
