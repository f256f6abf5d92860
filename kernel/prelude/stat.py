"""Constants and functions for the results of os.stat()."""

_FIELDS = 'MODE INO DEV NLINK UID GID SIZE ATIME MTIME CTIME'.split()
globals().update({'ST_' + name: number for number, name in enumerate(_FIELDS)})
_KINDS = (('SOCK', 0o140000, 's'), ('LNK', 0o120000, 'l'), ('REG', 0o100000, '-'), ('BLK', 0o060000, 'b'),
          ('DIR', 0o040000, 'd'), ('CHR', 0o020000, 'c'), ('FIFO', 0o010000, 'p'))
S_IFDOOR = S_IFPORT = S_IFWHT = 0
_BITS = dict(S_ISUID=0o4000, S_ISGID=0o2000, S_ENFMT=0o2000, S_ISVTX=0o1000, S_IREAD=0o400, S_IWRITE=0o200, S_IEXEC=0o100)
_BITS.update({f'S_I{kind}{who}': bit << shift for who, shift in (('USR', 6), ('GRP', 3), ('OTH', 0))
              for kind, bit in (('R', 4), ('W', 2), ('X', 1))})
_BITS.update(S_IRWXU=0o700, S_IRWXG=0o070, S_IRWXO=0o007)
_FLAGS = dict(UF_NODUMP=1, UF_IMMUTABLE=2, UF_APPEND=4, UF_OPAQUE=8, UF_NOUNLINK=16, UF_COMPRESSED=32, UF_HIDDEN=0x8000,
              SF_ARCHIVED=0x10000, SF_IMMUTABLE=0x20000, SF_APPEND=0x40000, SF_NOUNLINK=0x100000, SF_SNAPSHOT=0x200000)
globals().update(_BITS)
globals().update(_FLAGS)
globals().update({'FILE_ATTRIBUTE_' + name: 1 << bit for bit, name in (
    (5, 'ARCHIVE'), (11, 'COMPRESSED'), (6, 'DEVICE'), (4, 'DIRECTORY'), (14, 'ENCRYPTED'), (1, 'HIDDEN'),
    (15, 'INTEGRITY_STREAM'), (7, 'NORMAL'), (13, 'NOT_CONTENT_INDEXED'), (17, 'NO_SCRUB_DATA'), (12, 'OFFLINE'),
    (0, 'READONLY'), (10, 'REPARSE_POINT'), (9, 'SPARSE_FILE'), (2, 'SYSTEM'), (8, 'TEMPORARY'), (16, 'VIRTUAL'))})


def S_IMODE(mode):
    """Return the portion of the file's mode that can be set by os.chmod()."""
    return mode & 0o7777


def S_IFMT(mode):
    """Return the portion of the file's mode that describes the file type."""
    return mode & 0o170000


def _is_kind(name, bits):
    def is_kind(mode):
        return mode & 0o170000 == bits
    is_kind.__name__ = is_kind.__qualname__ = 'S_IS' + name
    is_kind.__doc__ = f'S_IS{name}(mode) -> bool'
    return is_kind


for _name, _bits, _ in _KINDS:
    globals()['S_IF' + ('IFO' if _name == 'FIFO' else _name)] = _bits
    globals()['S_IS' + _name] = _is_kind(_name, _bits)


def S_ISDOOR(mode):
    """Return True if mode is from a door."""
    return False


S_ISPORT = S_ISWHT = S_ISDOOR


def filemode(mode):
    """Convert a file's mode to a string of the form '-rwxrwxrwx'."""
    text = next((letter for _, bits, letter in _KINDS if mode & 0o170000 == bits), '?')
    for shift, special, letters in ((6, 0o4000, 'Ss'), (3, 0o2000, 'Ss'), (0, 0o1000, 'Tt')):
        bits = mode >> shift
        text += ('r' if bits & 4 else '-') + ('w' if bits & 2 else '-')
        text += letters[bits & 1] if mode & special else '-x'[bits & 1]
    return text
