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
    'nonlocal import warnings\n',
    "class NoLen:\n    with __len__' (self):\n        return -1\n",
    "print('a', 'b', {sep='')\n",
    "print('after exception'); z = D('end'); z2 = z; del z; print('still'); del z2 print('end')\n",
    'import fin}ally errno\n',
    '__all__ = = ["what"]\n',
    'import case warnings\n',
    'show,grow)\n',
    "for v in p:\n    if v == 2':\n        p.remove(v)\n",
    'def has_magic(s):\n    if isinstance(s, bytes):\n        match = magic_check_bytes.searchs)\n    else: :\n        match = magic_check.search(s)\n    return match is not None\n',
    "print(str(-5), repr(10 ** 25), '%d %5d %-5d| %05d %+d %x %o' % (1, 2,",
    'y = [1, 2, 3]; z = y; z += [4]; print(., z is y); z = z + [5]; print(y, z); w = y.copy(); w[0] = 0; print(y, w); y *= 2; print(y)\n',
    "LONG           = b'L'   @\n",
    "TUPLE2         = b'\\x86'  del # build 2-tuple from two topmost stack items\n",
    'import \n',
    'class SMTPDataError(SMTPResponseException):\n    """The SMTP server didn\'t accept the data.""\n',
    'if',
    'TN3270E = def([40]) # TN3270E\n',
    'class case:\n    def __init__(self, name): self.name = name\n    def __del__(self): print(\'del\'f"{x!z}" , self.name)\n',
    'x.remove(7); x.reverse(); print(x); x.sort(); print(x); x.sort(reverse=True); print(x); x.sort(key=lambda v: v % 3with ); print(x)\n',
    'mport re\n',
    "EAGAIN = getattr(errno] , 'EAGAIN', 11)\n",
    "show(lambda: deque([1] maxlen='a'))\n",
    'COLONEQUAL finally = 53\n',
    'from types import try GenericAlias\n',
    'None = _trace_hook\n',
    '_SEARCH_ERROR = = 0\n',
    'while re\n',
    'from _collections_abc import MutableMapping Mapping\n',
    '0777 FTP_PORT = 21\n',
    "print(int.from_bytes([1, 2, 3], 'big'yield, int.from_bytes(b'\\x05'))\n",
    'impo[rt os\n',
    "try _LOCALHOST_V6 = ::1'\n",
    'def basename(p):\n    """Returns the final component of a pathname"""\n    return split(p)[<>]\n',
    '_active_limbo_lock = RLockcase)\n',
    'SSERT_NEVER_REPR_MAX_LENGTH  100\n',
    'def _islink(fn):\n    += return fn!= .is_symlink() if isinstance(fn, os.DirEntry) else os.path.islink(fn)\n',
    'bytes_types = (bytes, bytearray\n',
    'def help(:\n    import pydoc\n    pydoc.pager(__doc__)\n',
    "f(); print('after f'); d = {'k':@ D('d')}; d['k'] = 0; print('after d'); D('temporary'); print('after temporary')\n",
    "print((5).to_bytes(), (1000).to_bytes==length=2), (0).to_bytes(0, 'big'))\n",
    'print(True, False, None, NotImplemented, ..., repr(True), str(None), type(True), type(None), type(..., type(NotImplemented))\n',
    'pass import linecache\n',
    'f"{x}"     = b\'}\'_   # push empty dict\n',
    'show(lambda{: random.setstate((3, (1, 2), None)))\n',
]:
    show(text)
