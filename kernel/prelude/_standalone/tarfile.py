"""Read from and write to tar format archives."""

import builtins
import contextlib
import copy
import io
import os
import stat
import struct
import sys
import time

from io import BufferedReader

__all__ = ['TarFile', 'TarInfo', 'is_tarfile', 'TarError', 'ReadError', 'CompressionError', 'StreamError', 'ExtractError', 'HeaderError',
           'ENCODING', 'USTAR_FORMAT', 'GNU_FORMAT', 'PAX_FORMAT', 'DEFAULT_FORMAT', 'open']

version = '0.9.0'
NUL = b'\0'
BLOCKSIZE = 512
RECORDSIZE = BLOCKSIZE * 20
GNU_MAGIC, POSIX_MAGIC = b'ustar  \0', b'ustar\x0000'
LENGTH_NAME = LENGTH_LINK = 100
LENGTH_PREFIX = 155

REGTYPE, LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = (b'%d' % i for i in range(8))
AREGTYPE, GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE, XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE = b'\0', b'L', b'K', b'S', b'x', b'g', b'X'
REGULAR_TYPES = (REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE)
GNU_TYPES = (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE)
SUPPORTED_TYPES = (REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, DIRTYPE, FIFOTYPE, CONTTYPE, CHRTYPE, BLKTYPE, *GNU_TYPES)

USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = range(3)
DEFAULT_FORMAT = PAX_FORMAT
PAX_FIELDS = ('path', 'linkpath', 'size', 'mtime', 'uid', 'gid', 'uname', 'gname')
PAX_NAME_FIELDS = {'path', 'linkpath', 'uname', 'gname'}
PAX_NUMBER_FIELDS = {'atime': float, 'ctime': float, 'mtime': float, 'uid': int, 'gid': int, 'size': int}
ENCODING = 'utf-8'
_READ_BLOCK = 1 << 14


class TarError(Exception):
    """Base exception."""


def _error(name, base, doc):
    made = type(name, (base,), {'__doc__': doc, '__module__': __name__})
    globals()[name] = made
    return made


for _row in (('ExtractError', TarError, 'General exception for extract errors.'),
             ('ReadError', TarError, 'Exception for unreadable tar archives.'),
             ('CompressionError', TarError, 'Exception for unavailable compression methods.'),
             ('StreamError', TarError, 'Exception for unsupported operations on stream-like TarFiles.'),
             ('HeaderError', TarError, 'Base exception for header errors.')):
    _error(*_row)
for _row in (('EmptyHeaderError', HeaderError, 'Exception for empty headers.'),
             ('TruncatedHeaderError', HeaderError, 'Exception for truncated headers.'),
             ('EOFHeaderError', HeaderError, 'Exception for end of file headers.'),
             ('InvalidHeaderError', HeaderError, 'Exception for invalid headers.'),
             ('SubsequentHeaderError', HeaderError, 'Exception for missing and invalid extended headers.')):
    _error(*_row)
del _row


# ---- filters of extraction


class FilterError(TarError):
    """A member that a filter refuses: `tarinfo`."""
    _text = ''

    def __init__(self, tarinfo, path=None):
        self.tarinfo = tarinfo
        if path is not None:
            self._path = path
        super().__init__(self._text.format(name=tarinfo.name, path=path))


class AbsolutePathError(FilterError):
    """The name of a member is an absolute path."""
    _text = 'member {name!r} has an absolute path'


class OutsideDestinationError(FilterError):
    """A member would be extracted outside of the destination."""
    _text = '{name!r} would be extracted to {path!r}, which is outside the destination'


class SpecialFileError(FilterError):
    """A member is a device or a pipe."""
    _text = '{name!r} is a special file'


class AbsoluteLinkError(FilterError):
    """A member is a link to an absolute path."""
    _text = '{name!r} is a link to an absolute path'


class LinkOutsideDestinationError(FilterError):
    """A member is a link to something outside of the destination."""
    _text = '{name!r} would link to {path!r}, which is outside the destination'


def _target(folder, name):
    """Where a name under a folder really lies, and whether that is outside of it."""
    folder = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(folder, name))
    return path, os.path.commonpath([path, folder]) != folder


def _safe(member, folder, for_data):
    """The attributes of a member that the filters `tar` and `data` change."""
    changes = {}
    name = member.name
    if name.startswith(('/', os.sep)):
        name = changes['name'] = member.path.lstrip('/' + os.sep)
    if os.path.isabs(name):
        raise AbsolutePathError(member)
    path, outside = _target(folder, name)
    if outside:
        raise OutsideDestinationError(member, path)
    mode = member.mode
    if mode is not None:
        mode &= 0o755
        if for_data:
            if not (member.isreg() or member.islnk()):
                mode = None if member.isdir() or member.issym() else mode
            else:
                if not mode & 0o100:
                    mode &= ~0o111
                mode |= 0o600
        if mode != member.mode:
            changes['mode'] = mode
    if for_data:
        if not (member.isreg() or member.islnk() or member.isdir() or member.issym()):
            raise SpecialFileError(member)
        changes.update({owner: None for owner in ('uid', 'gid', 'uname', 'gname') if getattr(member, owner) is not None})
        if member.islnk() or member.issym():
            if os.path.isabs(member.linkname):
                raise AbsoluteLinkError(member)
            beside = os.path.dirname(name) if member.issym() else ''
            path, outside = _target(folder, os.path.join(beside, member.linkname))
            if outside:
                raise LinkOutsideDestinationError(member, path)
    return changes


def fully_trusted_filter(member, dest_path):
    """Leaves a member as it is."""
    return member


def tar_filter(member, dest_path):
    """Strips leading slashes, refuses what lies outside, clears the bits of the mode that are dangerous."""
    changes = _safe(member, dest_path, False)
    return member.replace(**changes, deep=False) if changes else member


def data_filter(member, dest_path):
    """As tar_filter, and refuses devices and links that lead outside; owners are ignored."""
    changes = _safe(member, dest_path, True)
    return member.replace(**changes, deep=False) if changes else member


_NAMED_FILTERS = {'fully_trusted': fully_trusted_filter, 'tar': tar_filter, 'data': data_filter}


# ---- fields of headers


def stn(s, length, encoding, errors):
    """Convert a string to a null-terminated bytes object."""
    if s is None:
        raise ValueError('metadata cannot contain None')
    return s.encode(encoding, errors)[:length].ljust(length, NUL)


def nts(s, encoding, errors):
    """Convert a null-terminated bytes object to a string."""
    return s.partition(NUL)[0].decode(encoding, errors)


def nti(s):
    """Convert a number field to a python number."""
    if s[0] in (0o200, 0o377):
        number = int.from_bytes(s[1:], 'big')
        return number - 256 ** (len(s) - 1) if s[0] == 0o377 else number
    try:
        return int(nts(s, 'ascii', 'strict').strip() or '0', 8)
    except ValueError:
        raise InvalidHeaderError('invalid header') from None


def itn(n, digits=8, format=DEFAULT_FORMAT):
    """Convert a python number to a number field: octal digits, or a binary number of the GNU format."""
    n = int(n)
    if 0 <= n < 8 ** (digits - 1):
        return b'%0*o\0' % (digits - 1, n)
    if format == GNU_FORMAT and -256 ** (digits - 1) <= n < 256 ** (digits - 1):
        return (b'\x80' if n >= 0 else b'\xff') + (n % 256 ** (digits - 1)).to_bytes(digits - 1, 'big')
    raise ValueError('overflow in number field')


def calc_chksums(buf):
    """The two sums of a header that are in use, of bytes without and with sign; the field of the sum counts as blanks."""
    counted = buf[:148] + b' ' * 8 + buf[156:512]
    total = sum(counted)
    return total, total - 256 * sum(byte > 127 for byte in counted)


def _padding(size):
    """Zeros up to a whole block."""
    return bytes(-size % BLOCKSIZE)


def copyfileobj(src, dst, length=None, exception=OSError, bufsize=None):
    """Copy length bytes from fileobj src to fileobj dst, all for None."""
    size = bufsize or _READ_BLOCK
    left = sys.maxsize if length is None else length
    while left:
        data = src.read(min(size, left))
        if not data:
            if length is None:
                return
            raise exception('unexpected end of data')
        if length is not None and len(data) < min(size, left):
            raise exception('unexpected end of data')
        dst.write(data)
        left -= len(data)


# ---- the bytes of an archive that is a stream


class _Stream:
    """The bytes of an archive without positions: what is compressed or expanded is read or written in records."""

    def __init__(self, name, mode, comptype, fileobj, bufsize):
        self.own = fileobj is None
        self.name = name or ''
        if self.own:
            flags = os.O_RDONLY if mode == 'r' else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            fileobj = os.fdopen(os.open(name, flags, 0o666), mode + 'b')
        self.fileobj, self.mode, self.bufsize, self.comptype = fileobj, mode, bufsize, comptype
        self.pos, self.closed, self.held = 0, False, bytearray()
        try:
            head = b''
            if mode == 'r' and comptype == '*':
                head = self.fileobj.read(BLOCKSIZE)
                self.comptype = comptype = next((kind for kind, marks in _MARKS.items() if head.startswith(marks)), 'tar')
            self.codec = None if comptype == 'tar' else self._codec(comptype)
        except BaseException:
            if self.own:
                self.fileobj.close()
            self.closed = True
            raise
        self.below = head
        if mode == 'r' and comptype == 'gz':
            while len(self.below) < 2 and (more := self.fileobj.read(bufsize)):
                self.below += more
            if not self.below.startswith(_MARKS['gz']):
                raise ReadError('not a gzip file')

    def _codec(self, comptype):
        reads = self.mode == 'r'
        try:
            if comptype == 'gz':
                import zlib
                self.wrong = zlib.error
                return zlib.decompressobj(31) if reads else zlib.compressobj(9, zlib.DEFLATED, 31)
            if comptype == 'bz2':
                import bz2
                self.wrong = OSError
                return bz2.BZ2Decompressor() if reads else bz2.BZ2Compressor()
            import lzma
            self.wrong = lzma.LZMAError
            return lzma.LZMADecompressor() if reads else lzma.LZMACompressor()
        except ImportError:
            raise CompressionError(f"{dict(gz='zlib', xz='lzma').get(comptype, comptype)} module is not available") from None

    def write(self, data):
        self.pos += len(data)
        self._put(self.codec.compress(data) if self.codec else data)

    def _put(self, data):
        self.held += data
        while len(self.held) > self.bufsize:
            self.fileobj.write(bytes(self.held[:self.bufsize]))
            del self.held[:self.bufsize]

    def close(self):
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode == 'w':
                if self.codec:
                    self.held += self.codec.flush()
                if self.held:
                    self.fileobj.write(bytes(self.held))
                    self.held.clear()
        finally:
            if self.own:
                self.fileobj.close()

    def tell(self):
        return self.pos

    def seek(self, pos=0):
        if pos < self.pos:
            raise StreamError('seeking backwards is not allowed')
        while self.pos < pos and self.read(min(self.bufsize, pos - self.pos)):
            pass
        return self.pos

    def read(self, size):
        while len(self.held) < size:
            data, self.below = self.below or self.fileobj.read(self.bufsize), b''
            if not data:
                break
            if self.codec:
                if getattr(self.codec, 'eof', False):
                    break
                try:
                    data = self.codec.decompress(data)
                except self.wrong as wrong:
                    raise ReadError('invalid compressed data') from wrong
            self.held += data
        out = bytes(self.held[:size])
        del self.held[:size]
        self.pos += len(out)
        return out


_MARKS = {'gz': b'\x1f\x8b\x08', 'bz2': (b'BZh',), 'xz': (b'\x5d\x00\x00\x80', b'\xfd7zXZ')}


class _FileInFile:
    """The bytes of a member as a file: parts of the archive's file, and holes."""

    def __init__(self, fileobj, offset, size, name, sparse=None):
        self.fileobj, self.offset, self.size, self.name, self.position, self.closed = fileobj, offset, size, name, 0, False
        self.parts, at, start = [], 0, offset  # (where it begins, where it ends, its bytes in the file or None)
        for begin, length in [(0, size)] if sparse is None else sparse:
            if begin > at:
                self.parts.append((at, begin, None))
            self.parts.append((begin, begin + length, start))
            at, start = begin + length, start + length
        if at < size:
            self.parts.append((at, size, None))

    def flush(self):
        pass

    def readable(self):
        return True

    def writable(self):
        return False

    def seekable(self):
        return self.fileobj.seekable()

    def tell(self):
        return self.position

    def seek(self, position, whence=io.SEEK_SET):
        if whence not in (0, 1, 2):
            raise ValueError('Invalid argument')
        target = position + (0, self.position, self.size)[whence]
        self.position = max(0, min(target, self.size))
        return self.position

    def read(self, size=None):
        end = self.size if size is None else min(self.size, self.position + size)
        out = []
        for begin, stop, start in self.parts:
            if stop <= self.position or self.position >= end:
                continue
            count = min(stop, end) - self.position
            if start is None:
                out.append(bytes(count))
            else:
                self.fileobj.seek(start + self.position - begin)
                out.append(self.fileobj.read(count))
                if len(out[-1]) < count:
                    raise ReadError('unexpected end of data')
            self.position += count
        return b''.join(out)

    def readinto(self, b):
        got = self.read(len(b))
        b[:len(got)] = got
        return len(got)

    def close(self):
        self.closed = True


class ExFileObject(BufferedReader):
    """What extractfile() returns."""

    def __init__(self, tarfile, tarinfo):
        source = tarfile.fileobj
        name = getattr(source, 'name', None)
        super().__init__(_FileInFile(source, tarinfo.offset_data, tarinfo.size, name, tarinfo.sparse))


# ---- members


class TarInfo:
    """Informational class which holds the details about an archive member given by a tar header block."""
    __slots__ = ('name', 'mode', 'uid', 'gid', 'size', 'mtime', 'chksum', 'type', 'linkname', 'uname', 'gname', 'devmajor', 'devminor',
                 'offset', 'offset_data', 'pax_headers', 'sparse', 'tarfile', '_sparse_structs', '_link_target')

    def __init__(self, name=''):
        self.name, self.mode, self.type = name, 0o644, REGTYPE
        self.uid = self.gid = self.size = self.mtime = self.chksum = self.devmajor = self.devminor = self.offset = self.offset_data = 0
        self.linkname = self.uname = self.gname = ''
        self.sparse = self.tarfile = None
        self.pax_headers = {}

    @property
    def path(self):
        """In pax headers, "name" is called "path"."""
        return self.name

    @path.setter
    def path(self, name):
        self.name = name

    @property
    def linkpath(self):
        """In pax headers, "linkname" is called "linkpath"."""
        return self.linkname

    @linkpath.setter
    def linkpath(self, linkname):
        self.linkname = linkname

    def __repr__(self):
        return f'<{type(self).__name__} {self.name!r} at {id(self):#x}>'

    def replace(self, *, deep=True, **changes):
        """Return a copy with some of the attributes name, mtime, mode, linkname, uid, gid, uname, gname changed; deep: also what
        they refer to is copied."""
        made = copy.deepcopy(self) if deep and self.tarfile is None else copy.copy(self)
        for name, value in changes.items():
            if name not in ('name', 'mtime', 'mode', 'linkname', 'uid', 'gid', 'uname', 'gname'):
                raise TypeError(f"TarInfo.replace() got an unexpected keyword argument {name!r}")
            setattr(made, name, value)
        return made

    def get_info(self):
        """Return the TarInfo's attributes as a dictionary."""
        info = {name: getattr(self, name) for name in ('name', 'mode', 'uid', 'gid', 'size', 'mtime', 'chksum', 'type', 'linkname', 'uname',
                                                       'gname', 'devmajor', 'devminor')}
        if info['mode'] is not None:
            info['mode'] &= 0o7777
        if info['type'] == DIRTYPE and not info['name'].endswith('/'):
            info['name'] += '/'
        return info

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors='surrogateescape'):
        """Return a tar header as a string of 512 byte blocks."""
        info = self.get_info()
        missing = [name for name in info if info[name] is None]
        if missing:
            raise ValueError(f'{missing[0]} may not be None')
        if format not in (USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT):
            raise ValueError('invalid format')
        options = (info, encoding) if format == PAX_FORMAT else (info, encoding, errors)
        return (self.create_ustar_header, self.create_gnu_header, self.create_pax_header)[format](*options)

    def create_ustar_header(self, info, encoding, errors):
        """Return the object as a ustar header block."""
        info['magic'] = POSIX_MAGIC
        if len(info['linkname'].encode(encoding, errors)) > LENGTH_LINK:
            raise ValueError('linkname is too long')
        if len(info['name'].encode(encoding, errors)) > LENGTH_NAME:
            info['prefix'], info['name'] = self._split_name(info['name'], encoding, errors)
        return self._block(info, USTAR_FORMAT, encoding, errors)

    def create_gnu_header(self, info, encoding, errors):
        """Return the object as a GNU header block sequence."""
        info['magic'] = GNU_MAGIC
        out = b''
        for field, length, kind in (('linkname', LENGTH_LINK, GNUTYPE_LONGLINK), ('name', LENGTH_NAME, GNUTYPE_LONGNAME)):
            data = info[field].encode(encoding, errors)
            if len(data) > length:
                data += NUL
                head = {'name': '././@LongLink', 'type': kind, 'size': len(data), 'magic': GNU_MAGIC}
                out += self._block(head, USTAR_FORMAT, encoding, errors) + data + _padding(len(data))
        return out + self._block(info, GNU_FORMAT, encoding, errors)

    def create_pax_header(self, info, encoding):
        """Return the object as a ustar header block, with an extended header in front of it where that is needed."""
        info['magic'] = POSIX_MAGIC
        pax = self.pax_headers.copy()
        for field, key, length in (('name', 'path', LENGTH_NAME), ('linkname', 'linkpath', LENGTH_LINK), ('uname', 'uname', 32),
                                   ('gname', 'gname', 32)):
            if key not in pax and (not info[field].isascii() or len(info[field]) > length):
                pax[key] = info[field]
        for field, digits in (('uid', 8), ('gid', 8), ('size', 12), ('mtime', 12)):
            value = info[field]
            whole = int(value) if isinstance(value, float) and value == value and abs(value) < 1e300 else value
            rounded = round(value) if isinstance(value, float) else value
            fits = 0 <= whole < 8 ** (digits - 1)
            if not fits:
                info[field] = 0
            elif isinstance(value, float):
                info[field] = rounded
            if (not fits or isinstance(value, float)) and field not in pax:
                pax[field] = str(value)
        head = self._pax_block(pax, XHDTYPE, encoding) if pax else b''
        return head + self._block(info, USTAR_FORMAT, 'ascii', 'replace')

    @classmethod
    def create_pax_global_header(cls, pax_headers):
        """Return the object as a pax global header block sequence."""
        return cls._pax_block(pax_headers, XGLTYPE, 'utf-8')

    @staticmethod
    def _split_name(name, encoding, errors):
        """A name as prefix and rest for the ustar format."""
        at = -1
        while (at := name.find('/', at + 1)) >= 0:
            if len(name[at + 1:].encode(encoding, errors)) <= LENGTH_NAME:
                if len(name[:at].encode(encoding, errors)) <= LENGTH_PREFIX:
                    return name[:at], name[at + 1:]
                break
        raise ValueError('name is too long')

    @staticmethod
    def _block(info, format, encoding, errors):
        """A header of 512 bytes."""
        def text(field, length):
            return stn(info.get(field, ''), length, encoding, errors)

        def number(field, digits):
            return itn(info.get(field, 0), digits, format)
        kind = info.get('type', REGTYPE)
        device = kind in (CHRTYPE, BLKTYPE)
        parts = (text('name', 100), itn(info.get('mode', 0) & 0o7777, 8, format), number('uid', 8), number('gid', 8), number('size', 12),
                 number('mtime', 12), b' ' * 8, kind, text('linkname', 100), info.get('magic', POSIX_MAGIC), text('uname', 32),
                 text('gname', 32), *((number('devmajor', 8), number('devminor', 8)) if device else (bytes(8), bytes(8))),
                 text('prefix', 155))
        block = b''.join(parts).ljust(BLOCKSIZE, NUL)
        return block[:148] + b'%06o\0 ' % calc_chksums(block)[0] + block[156:]

    @classmethod
    def _pax_block(cls, pax, kind, encoding):
        """An extended header: records of a length, a keyword and a value."""
        binary = any('\udc80' <= char <= '\udcff' for value in pax.values() for char in value)
        records = b'21 hdrcharset=BINARY\n' if binary else b''
        for keyword, value in pax.items():
            data = keyword.encode('utf-8') + b'=' + (value.encode(encoding, 'surrogateescape') if binary else value.encode('utf-8')) + b'\n'
            size = len(data) + 1
            while len(str(size)) + 1 + len(data) != size:
                size = len(str(size)) + 1 + len(data)
            records += b'%d %s' % (size, data)
        info = {'name': '././@PaxHeader', 'type': kind, 'size': len(records), 'magic': POSIX_MAGIC}
        return cls._block(info, USTAR_FORMAT, 'ascii', 'replace') + records + _padding(len(records))

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        """Construct a TarInfo object from a 512 byte bytes object."""
        if not buf:
            raise EmptyHeaderError('empty header')
        if len(buf) != BLOCKSIZE:
            raise TruncatedHeaderError('truncated header')
        if not buf.strip(NUL):
            raise EOFHeaderError('end of file header')
        chksum = nti(buf[148:156])
        if chksum not in calc_chksums(buf):
            raise InvalidHeaderError('bad checksum')
        made = cls()
        at = 0
        fields = {}
        for field, size in (('name', 100), ('mode', 8), ('uid', 8), ('gid', 8), ('size', 12), ('mtime', 12), ('chksum', 8), ('type', 1),
                            ('linkname', 100), ('magic', 8), ('uname', 32), ('gname', 32), ('devmajor', 8), ('devminor', 8),
                            ('prefix', 155)):
            fields[field] = buf[at:at + size]
            at += size
        for field in ('name', 'linkname', 'uname', 'gname'):
            setattr(made, field, nts(fields[field], encoding, errors))
        for field in ('mode', 'uid', 'gid', 'size', 'mtime', 'devmajor', 'devminor'):
            setattr(made, field, nti(fields[field]))
        made.chksum, made.type = chksum, fields['type']
        if made.type == AREGTYPE and made.name.endswith('/'):
            made.type = DIRTYPE
        if made.type == GNUTYPE_SPARSE:
            parts = [(nti(buf[i:i + 12]), nti(buf[i + 12:i + 24])) for i in range(386, 482, 24) if buf[i:i + 12].strip(NUL)]
            made._sparse_structs = parts, bool(buf[482]), nti(buf[483:495])
        if made.isdir():
            made.name = made.name.rstrip('/')
        prefix = nts(fields['prefix'], encoding, errors)
        if prefix and made.type not in GNU_TYPES:
            made.name = prefix + '/' + made.name
        return made

    @classmethod
    def fromtarfile(cls, tarfile):
        """Return the next TarInfo object from TarFile object tarfile."""
        made = cls.frombuf(tarfile.fileobj.read(BLOCKSIZE), tarfile.encoding, tarfile.errors)
        made.offset = tarfile.fileobj.tell() - BLOCKSIZE
        if made.type in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
            return made._long_name(tarfile)
        if made.type in (XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE):
            return made._extended(tarfile)
        return made._sparse_parts(tarfile) if made.type == GNUTYPE_SPARSE else made._plain(tarfile)

    def _plain(self, tarfile):
        """A member whose bytes, if it has any, follow."""
        self.offset_data = tarfile.fileobj.tell()
        has_data = self.isreg() or self.type not in SUPPORTED_TYPES
        tarfile.offset = self.offset_data + (self._block_size(self.size) if has_data else 0)
        self._apply_pax(tarfile.pax_headers, tarfile)
        if self.isdir():
            self.name = self.name.rstrip('/')
        return self

    @staticmethod
    def _block_size(size):
        """A size as whole blocks."""
        return size + -size % BLOCKSIZE

    def _content(self, tarfile):
        data = tarfile.fileobj.read(self._block_size(self.size))
        return data[:self.size]

    def _following(self, tarfile):
        """The member that the header before it describes."""
        try:
            return self.fromtarfile(tarfile)
        except HeaderError as wrong:
            raise SubsequentHeaderError(str(wrong)) from None

    def _long_name(self, tarfile):
        text = nts(self._content(tarfile), tarfile.encoding, tarfile.errors)
        member = self._following(tarfile)
        member.offset = self.offset
        if self.type == GNUTYPE_LONGNAME:
            member.name = text
        else:
            member.linkname = text
        if member.isdir():
            member.name = member.name.removesuffix('/')
        return member

    def _sparse_parts(self, tarfile):
        """The old format of GNU: a map of parts in the header, and in blocks behind it."""
        parts, more, size = self._sparse_structs
        while more:
            block = tarfile.fileobj.read(BLOCKSIZE)
            parts += [(nti(block[i:i + 12]), nti(block[i + 12:i + 24])) for i in range(0, 504, 24) if block[i:i + 12].strip(NUL)]
            more = bool(block[504])
        self.sparse = [part for part in parts if part != (0, 0) or len(parts) == 1]
        self.offset_data = tarfile.fileobj.tell()
        tarfile.offset = self.offset_data + self._block_size(self.size)
        self.size = size
        return self

    def _extended(self, tarfile):
        """An extended header of pax, for one member or for all that follow."""
        data = self._content(tarfile)
        pax = tarfile.pax_headers if self.type == XGLTYPE else tarfile.pax_headers.copy()
        charset, records, at = 'utf-8', [], 0
        while at < len(data) and data[at]:
            length, blank, _ = data[at:at + 20].partition(b' ')
            if not blank or not length.isdigit() or not 5 <= int(length) <= len(data) - at:
                raise InvalidHeaderError('invalid header')
            record = data[at:at + int(length)]
            keyword, equals, value = record[len(length) + 1:-1].partition(b'=')
            if not equals or not keyword or record[-1:] != b'\n':
                raise InvalidHeaderError('invalid header')
            records.append((len(length) + 1 + at, keyword, value))
            if keyword == b'hdrcharset' and value == b'BINARY':
                charset = tarfile.encoding
            at += int(length)
        for _, keyword, value in records:
            keyword = self._text(keyword, 'utf-8', 'utf-8', tarfile.errors)
            names = keyword in PAX_NAME_FIELDS
            pax[keyword] = self._text(value, charset if names else 'utf-8', tarfile.encoding if names else 'utf-8', tarfile.errors)
        member = self._following(tarfile)
        if self.type in (XHDTYPE, SOLARIS_XHDTYPE):
            member._sparse_of_pax(pax, data, tarfile)
            member._apply_pax(pax, tarfile)
            member.offset = self.offset
            if 'size' in pax and member.sparse is None:
                tarfile.offset = member.offset_data + (self._block_size(member.size) if member.isreg() or member.type not in SUPPORTED_TYPES
                                                       else 0)
        return member

    def _sparse_of_pax(self, pax, data, tarfile):
        """The map of parts in the three ways in which GNU tar writes it into pax archives."""
        if 'GNU.sparse.map' in pax:
            numbers = [int(number) for number in pax['GNU.sparse.map'].split(',')]
        elif 'GNU.sparse.size' in pax:
            numbers = [int(record.partition(b'=')[2]) for record in data.split(b'\n')
                       if b' GNU.sparse.offset=' in record or b' GNU.sparse.numbytes=' in record]
        elif pax.get('GNU.sparse.major') == '1' and pax.get('GNU.sparse.minor') == '0':
            tarfile.fileobj.seek(self.offset_data)
            text = tarfile.fileobj.read(BLOCKSIZE)
            while text.count(b'\n') < 1 or text.count(b'\n') < 1 + 2 * int(text.partition(b'\n')[0]):
                block = tarfile.fileobj.read(BLOCKSIZE)
                if not block:
                    raise ReadError('unexpected end of data')
                text += block
            count = int(text.partition(b'\n')[0])
            numbers = [int(number) for number in text.split(b'\n')[1:1 + 2 * count]]
            self.offset_data = tarfile.fileobj.tell()
        else:
            return
        self.sparse = [*zip(numbers[::2], numbers[1::2])]

    @staticmethod
    def _text(value, encoding, fallback, errors):
        try:
            return value.decode(encoding, 'strict')
        except UnicodeDecodeError:
            return value.decode(fallback, errors)

    def _apply_pax(self, pax, tarfile):
        """Replaces fields by those of a pax header."""
        for keyword, value in pax.items():
            if keyword == 'GNU.sparse.name':
                self.path = value
            elif keyword in ('GNU.sparse.size', 'GNU.sparse.realsize'):
                self.size = int(value)
            elif keyword in PAX_FIELDS and not (keyword == 'size' and self.sparse is not None):
                if keyword in PAX_NUMBER_FIELDS:
                    try:
                        value = PAX_NUMBER_FIELDS[keyword](value)
                    except ValueError:
                        value = 0
                if keyword == 'path':
                    value = value.rstrip('/')
                setattr(self, keyword, value)
        self.pax_headers = pax.copy()


def _kind(doc, *types):
    def test(self):
        return self.type in types
    test.__doc__ = doc
    return test


for _name, _types, _doc in (('isreg', REGULAR_TYPES, 'Return True if the Tarinfo object is a regular file.'),
                            ('isdir', (DIRTYPE,), 'Return True if it is a directory.'),
                            ('issym', (SYMTYPE,), 'Return True if it is a symbolic link.'),
                            ('islnk', (LNKTYPE,), 'Return True if it is a hard link.'),
                            ('ischr', (CHRTYPE,), 'Return True if it is a character device.'),
                            ('isblk', (BLKTYPE,), 'Return True if it is a block device.'),
                            ('isfifo', (FIFOTYPE,), 'Return True if it is a FIFO.'),
                            ('isdev', (CHRTYPE, BLKTYPE, FIFOTYPE), 'Return True if it is one of character device, block device or FIFO.')):
    _made = _kind(_doc, *_types)
    _made.__name__, _made.__qualname__ = _name, f'TarInfo.{_name}'
    setattr(TarInfo, _name, _made)
TarInfo.isfile = TarInfo.isreg
TarInfo.issparse = lambda self: self.sparse is not None
del _name, _types, _doc, _made


# ---- archives


def _owner(module, function, number, cache):
    """The name of a user or group, '' where there is none."""
    if number not in cache:
        try:
            cache[number] = getattr(__import__(module), function)(number)[0]
        except (ImportError, KeyError):
            cache[number] = ''
    return cache[number]


class TarFile:
    """The TarFile Class provides an interface to tar archives.

    name: a path; mode: 'r' to read, 'a' to append, 'w' to write a new one, 'x' if there is none yet; fileobj: a file in the place of
    the path; format: USTAR_FORMAT, GNU_FORMAT or PAX_FORMAT; tarinfo: the class of members; dereference: files are added in the
    place of links; ignore_zeros: blocks of zeros and damaged ones are skipped; encoding and errors: of names; pax_headers: fields for
    all members; errorlevel: which errors of extraction are raised."""
    debug, dereference, ignore_zeros, errorlevel = 0, False, False, 1
    format, encoding, errors = DEFAULT_FORMAT, ENCODING, None
    tarinfo, fileobject, extraction_filter = TarInfo, ExFileObject, None
    OPEN_METH = {'tar': 'taropen', 'gz': 'gzopen', 'bz2': 'bz2open', 'xz': 'xzopen'}

    def __init__(self, name=None, mode='r', fileobj=None, format=None, tarinfo=None, dereference=None, ignore_zeros=None, encoding=None,
                 errors='surrogateescape', pax_headers=None, debug=None, errorlevel=None, copybufsize=None):
        ways = {'r': 'rb', 'a': 'r+b', 'w': 'wb', 'x': 'xb'}
        if mode not in ways:
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self.mode, self._mode = mode, ways[mode]
        self._extfileobj = fileobj is not None
        if fileobj is None:
            if mode == 'a' and not os.path.exists(name):
                self.mode, self._mode = 'w', 'wb'
            fileobj = builtins.open(name, self._mode)
        else:
            if name is None and isinstance(getattr(fileobj, 'name', None), (str, bytes)):
                name = fileobj.name
            self._mode = getattr(fileobj, 'mode', self._mode)
        self.name = os.path.abspath(name) if name else None
        self.fileobj = fileobj
        for option, value in (('format', format), ('tarinfo', tarinfo), ('dereference', dereference), ('ignore_zeros', ignore_zeros),
                              ('encoding', encoding), ('debug', debug), ('errorlevel', errorlevel)):
            if value is not None:
                setattr(self, option, value)
        self.errors, self.copybufsize = errors, copybufsize
        self.pax_headers = pax_headers if pax_headers is not None and self.format == PAX_FORMAT else {}
        self.closed, self.members, self._loaded, self.offset = False, [], False, self.fileobj.tell()
        self.inodes, self._users, self._groups, self._unnamed = {}, {}, {}, {}
        self._seen = 0
        try:
            self._begin()
        except BaseException:
            if not self._extfileobj:
                self.fileobj.close()
            self.closed = True
            raise

    def _begin(self):
        self.firstmember = None
        if self.mode == 'r':
            self.firstmember = self.next()
        elif self.mode == 'a':
            while True:  # to the end of what is there
                self.fileobj.seek(self.offset)
                try:
                    self.members.append(self.tarinfo.fromtarfile(self))
                except EOFHeaderError:
                    self.fileobj.seek(self.offset)
                    break
                except HeaderError as wrong:
                    raise ReadError(str(wrong)) from None
        if self.mode in ('a', 'w', 'x'):
            self._loaded = True
            if self.pax_headers:
                self._put(self.tarinfo.create_pax_global_header(self.pax_headers.copy()))

    def _put(self, data):
        self.fileobj.write(data)
        self.offset += len(data)

    @classmethod
    def open(cls, name=None, mode='r', fileobj=None, bufsize=RECORDSIZE, **kwargs):
        """Open a tar archive for reading, writing or appending. Return an appropriate TarFile class.

        mode: 'r' or 'r:*' for any compression, 'r:', 'r:gz', 'r:bz2', 'r:xz' for one; the same with w, x, and 'a' for archives that are
        not compressed; 'r|' and 'w|' with the same endings for streams without positions, whose records have bufsize bytes."""
        if not name and not fileobj:
            raise ValueError('nothing to open')
        if mode in ('r', 'r:*'):
            return cls._open_any(name, fileobj, kwargs)
        if ':' in mode:
            way, _, kind = mode.partition(':')
            way, kind = way or 'r', kind or 'tar'
            if kind not in cls.OPEN_METH:
                raise CompressionError(f'unknown compression type {kind!r}')
            return getattr(cls, cls.OPEN_METH[kind])(name, way, fileobj, **kwargs)
        if '|' in mode:
            way, _, kind = mode.partition('|')
            way, kind = way or 'r', kind or 'tar'
            if way not in ('r', 'w'):
                raise ValueError("mode must be 'r' or 'w'")
            if kind not in ('*', *cls.OPEN_METH):
                raise CompressionError(f'unknown compression type {kind!r}')
            return cls._over(_Stream(name, way, kind, fileobj, bufsize), name, way, kwargs)
        if mode in ('a', 'w', 'x'):
            return cls.taropen(name, mode, fileobj, **kwargs)
        raise ValueError('undiscernible mode')

    @classmethod
    def _open_any(cls, name, fileobj, options):
        """Tries every compression; the archive without one comes last."""
        start = fileobj.tell() if fileobj is not None else 0
        said = []
        for kind in sorted(cls.OPEN_METH, key='tar'.__eq__):
            try:
                return getattr(cls, cls.OPEN_METH[kind])(name, 'r', fileobj, **options)
            except (ReadError, CompressionError) as wrong:
                said.append(f'- method {kind}: {wrong!r}')
                if fileobj is not None:
                    fileobj.seek(start)
        raise ReadError('\n'.join(['file could not be opened successfully:', *said]))

    @classmethod
    def _over(cls, stream, name, mode, options):
        """The archive in a file that is opened for it, and closed with it."""
        try:
            made = cls(name, mode, stream, **options)
        except BaseException:
            stream.close()
            raise
        made._extfileobj = False
        return made

    @classmethod
    def taropen(cls, name, mode='r', fileobj=None, **kwargs):
        """Open uncompressed tar archive name for reading or writing."""
        if mode not in ('r', 'a', 'w', 'x'):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        return cls(name, mode, fileobj, **kwargs)

    @classmethod
    def _compressed(cls, make, text, errors, name, mode, options):
        """The archive in a compressed file: errors at its beginning say that it is none."""
        if mode not in ('r', 'w', 'x'):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        stream = make()
        try:
            return cls._over(stream, name, mode, options)
        except errors as wrong:
            if mode == 'r':
                raise ReadError(f'not {text} file') from wrong
            raise

    @classmethod
    def gzopen(cls, name, mode='r', fileobj=None, compresslevel=9, **kwargs):
        """Open gzip compressed tar archive name for reading or writing. Appending is not allowed."""
        import gzip
        import zlib
        return cls._compressed(lambda: gzip.GzipFile(name, mode + 'b', compresslevel, fileobj), 'a gzip', (OSError, EOFError, zlib.error),
                               name, mode, kwargs)

    @classmethod
    def bz2open(cls, name, mode='r', fileobj=None, compresslevel=9, **kwargs):
        """Open bzip2 compressed tar archive name for reading or writing. Appending is not allowed."""
        try:
            import bz2
        except ImportError:
            raise CompressionError('bz2 module is not available') from None
        return cls._compressed(lambda: bz2.BZ2File(fileobj or name, mode, compresslevel=compresslevel), 'a bzip2', (OSError, EOFError),
                               name, mode, kwargs)

    @classmethod
    def xzopen(cls, name, mode='r', fileobj=None, preset=None, **kwargs):
        """Open lzma compressed tar archive name for reading or writing. Appending is not allowed."""
        try:
            import lzma
        except ImportError:
            raise CompressionError('lzma module is not available') from None
        return cls._compressed(lambda: lzma.LZMAFile(fileobj or name, mode, preset=preset), 'an lzma', (lzma.LZMAError, EOFError), name,
                               mode, kwargs)

    def close(self):
        """Close the TarFile. In write-mode, two finishing zero blocks are appended to the archive."""
        if not self.closed:
            self.closed = True
            with contextlib.ExitStack() as at_end:
                if not self._extfileobj:
                    at_end.callback(self.fileobj.close)
                if self.mode != 'r':
                    end = self.offset + 2 * BLOCKSIZE
                    self._put(bytes(2 * BLOCKSIZE + -end % RECORDSIZE))

    def _check(self, modes=''):
        """Check if TarFile is still open, and if the operation's mode corresponds to TarFile's mode."""
        if self.closed:
            raise OSError(f'{type(self).__name__} is closed')
        if modes and self.mode not in modes:
            raise OSError(f'bad operation for mode {self.mode!r}')

    def getmember(self, name):
        """Return a TarInfo object for member name: its last one if there are several."""
        found = self._find(name.rstrip('/'))
        if found is None:
            raise KeyError(f'filename {name!r} not found')
        return found

    def _find(self, name, before=None):
        """The last member of a name, of those before another one if that is given."""
        members = self.getmembers()
        if before is not None:
            for at, member in enumerate(members):
                if member is before or member.offset == before.offset:
                    members = members[:at]
                    break
        wanted = os.path.normpath(name) if before is not None else name
        for member in reversed(members):
            if (os.path.normpath(member.name) if before is not None else member.name) == wanted:
                return member

    def getmembers(self):
        """Return the members of the archive as a list of TarInfo objects, in the order of the archive."""
        self._check()
        while not self._loaded and self.next() is not None:
            pass
        self._loaded = True
        return self.members

    def getnames(self):
        """Return the members of the archive as a list of their names."""
        return [member.name for member in self.getmembers()]

    def next(self):
        """Return the next member of the archive as a TarInfo object, when TarFile is opened for reading. None at the end."""
        self._check('ra')
        member, self.firstmember = self.firstmember, None
        if member is None and self._go_on():
            member = self._next_member()
            if member is None:
                self._loaded = True
            else:
                self.members.append(member)
        return member

    def _go_on(self):
        """Goes to where the next header lies; whether there may be one."""
        moves = self.offset != self.fileobj.tell()
        if moves and self.offset:
            self.fileobj.seek(self.offset - 1)
            if not self.fileobj.read(1):
                raise ReadError('unexpected end of data')
        return bool(self.offset) or not moves

    def _next_member(self):
        """Reads the next header; what may follow damage is tried where ignore_zeros says so."""
        while True:
            try:
                return self.tarinfo.fromtarfile(self)
            except EOFHeaderError:
                if not self.ignore_zeros:
                    return None
            except InvalidHeaderError as wrong:
                if not self.ignore_zeros:
                    if self.offset == 0:
                        raise ReadError(str(wrong)) from None
                    return None
            except EmptyHeaderError:
                if self.offset == 0:
                    raise ReadError('empty file') from None
                return None
            except TruncatedHeaderError as wrong:
                if self.offset == 0:
                    raise ReadError(str(wrong)) from None
                return None
            except SubsequentHeaderError as wrong:
                raise ReadError(str(wrong)) from None
            self.offset += BLOCKSIZE

    def __iter__(self):
        """Provide an iterator object."""
        at = 0
        if self._loaded:
            yield from self.members
            return
        if self.firstmember is not None:
            self.next()
        while at < len(self.members) or not self._loaded and self.next() is not None:
            yield self.members[at]
            at += 1
        self._loaded = True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback):
        if type is None:
            self.close()
            return
        if not self._extfileobj:  # an archive that could not be written has no end
            self.fileobj.close()
        self.closed = True

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """Create a TarInfo object from the result of os.stat or equivalent on an existing file: its path, or an open file. arcname:
        the name in the archive."""
        self._check('awx')
        if fileobj is not None:
            name = fileobj.name
        arcname = os.path.splitdrive(name if arcname is None else arcname)[1].replace(os.sep, '/').lstrip('/')
        made = self.tarinfo()
        made.tarfile = self
        status = os.fstat(fileobj.fileno()) if fileobj is not None else os.stat(name) if self.dereference else os.lstat(name)
        inode = status.st_ino, status.st_dev
        kind = {stat.S_IFREG: REGTYPE, stat.S_IFDIR: DIRTYPE, stat.S_IFIFO: FIFOTYPE, stat.S_IFLNK: SYMTYPE, stat.S_IFCHR: CHRTYPE,
                stat.S_IFBLK: BLKTYPE}.get(stat.S_IFMT(status.st_mode))
        if kind is None:
            return None
        linkname = ''
        if kind == REGTYPE:
            if not self.dereference and status.st_nlink > 1 and inode in self.inodes and arcname != self.inodes[inode]:
                kind, linkname = LNKTYPE, self.inodes[inode]
            elif inode[0]:
                self.inodes[inode] = arcname
        elif kind == SYMTYPE:
            linkname = os.readlink(name)
        made.name, made.mode, made.uid, made.gid, made.mtime = arcname, status.st_mode, status.st_uid, status.st_gid, status.st_mtime
        made.size = status.st_size if kind == REGTYPE else 0
        made.type, made.linkname = kind, linkname
        made.uname = _owner('pwd', 'getpwuid', made.uid, self._users)
        made.gname = _owner('grp', 'getgrgid', made.gid, self._groups)
        if kind in (CHRTYPE, BLKTYPE):
            made.devmajor, made.devminor = os.major(status.st_rdev), os.minor(status.st_rdev)
        return made

    def list(self, verbose=True, *, members=None):
        """Print a table of contents to sys.stdout: names, and more of them if verbose. members: a part of getmembers()."""
        self._check()
        shown = {'utf-8': 'backslashreplace'}
        for member in self if members is None else members:
            parts = []
            if verbose:
                if member.mode is None:
                    parts.append('??????????')
                else:
                    parts.append(stat.filemode(member.mode | {DIRTYPE: stat.S_IFDIR, SYMTYPE: stat.S_IFLNK, FIFOTYPE: stat.S_IFIFO,
                                                              CHRTYPE: stat.S_IFCHR, BLKTYPE: stat.S_IFBLK}.get(member.type, stat.S_IFREG)
                                               if not stat.S_IFMT(member.mode) else member.mode))
                parts.append(f'{member.uname or member.uid}/{member.gname or member.gid}')
                device = member.ischr() or member.isblk()
                parts.append('%10s' % (f'{member.devmajor},{member.devminor}' if device else f'{member.size:d}'))
                parts.append('????-??-?? ??:??:??' if member.mtime is None else '%d-%02d-%02d %02d:%02d:%02d'
                             % time.localtime(member.mtime)[:6])
            parts.append((member.name + '/' * member.isdir()).encode('utf-8', shown['utf-8']).decode())
            if verbose and member.issym():
                parts.append('-> ' + member.linkname)
            if verbose and member.islnk():
                parts.append('link to ' + member.linkname)
            print(' '.join(parts) + ' ')

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Add the file 'name' to the archive: any kind of it, a folder with what is in it unless recursive is false. arcname: the
        name in the archive; filter: a function that gets a TarInfo and returns it, changed or not, or None to leave it out."""
        self._check('awx')
        arcname = name if arcname is None else arcname
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        member = self.gettarinfo(name, arcname)
        if member is not None and filter is not None:
            member = filter(member)
        if member is None:
            return
        if member.isreg():
            with builtins.open(name, 'rb') as source:
                self.addfile(member, source)
            return
        self.addfile(member)
        if member.isdir() and recursive:
            for entry in sorted(os.listdir(name)):
                self.add(os.path.join(name, entry), os.path.join(arcname, entry), recursive, filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Add the TarInfo object 'tarinfo' to the archive, with tarinfo.size bytes of fileobj if that is given."""
        self._check('awx')
        tarinfo = copy.copy(tarinfo)
        self._put(tarinfo.tobuf(self.format, self.encoding, self.errors))
        if fileobj is not None:
            copyfileobj(fileobj, self.fileobj, tarinfo.size, bufsize=self.copybufsize)
            self.offset += tarinfo.size
            self._put(_padding(tarinfo.size))
        self.members.append(tarinfo)

    # ---- extraction

    def _filter(self, filter):
        """The function of a filter's name, or itself."""
        if filter is None:
            filter = self.extraction_filter
            if filter is None:
                return fully_trusted_filter
            if isinstance(filter, str):
                raise TypeError('String names are not supported for TarFile.extraction_filter. Use a function such as '
                                'tarfile.data_filter directly.')
            return filter
        if callable(filter):
            return filter
        try:
            return _NAMED_FILTERS[filter]
        except KeyError:
            raise ValueError(f'filter {filter!r} not found') from None

    def extractall(self, path='.', members=None, *, numeric_owner=False, filter=None):
        """Extract all members from the archive to a path, and set owner, modification time and permissions of folders last. members:
        a part of getmembers(); numeric_owner: numbers of users count, not their names; filter: 'data', 'tar', 'fully_trusted' or a
        function."""
        check = self._filter(filter)
        folders = []
        for member in self if members is None else members:
            taken = self._filtered(member, check, path)
            if taken is None:
                continue
            if taken.isdir():
                folders.append(taken)
            self._extract_one(taken, path, not taken.isdir(), numeric_owner)
        for member in sorted(folders, key=lambda member: member.name, reverse=True):
            target = os.path.join(path, member.name)
            try:
                self.chown(member, target, numeric_owner)
                self.utime(member, target)
                self.chmod(member, target)
            except ExtractError as wrong:
                self._told(wrong, True)

    def extract(self, member, path='', set_attrs=True, *, numeric_owner=False, filter=None):
        """Extract a member from the archive to a path, using its full name: a name, or a TarInfo. set_attrs: whether owner, time and
        permissions are set; the rest as for extractall()."""
        found = self.getmember(member) if isinstance(member, str) else member
        taken = self._filtered(found, self._filter(filter), path)
        if taken is not None:
            self._extract_one(taken, path, set_attrs, numeric_owner)

    def _filtered(self, member, check, path):
        """What a filter makes of a member; None: it is left out."""
        if isinstance(member, str):
            member = self.getmember(member)
        try:
            taken = check(member, path)
        except (OSError, FilterError) as wrong:
            self._told(wrong, False)
            return None
        except ExtractError as wrong:
            self._told(wrong, True)
            return None
        if taken is None:
            return None
        if taken.islnk():
            taken = copy.copy(taken)
            taken._link_target = os.path.join(path, taken.linkname)
        return taken

    def _told(self, wrong, slight):
        """Raises an error of extraction where errorlevel says so."""
        if self.errorlevel > (1 if slight else 0):
            raise wrong
        if self.debug > 0:
            print(f'tarfile: {wrong}' if slight or not isinstance(wrong, OSError) or wrong.filename is None else
                  f'tarfile: {wrong.strerror} {wrong.filename!r}', file=sys.stderr)

    def _extract_one(self, member, path, set_attrs, numeric_owner):
        self._check('r')
        try:
            self._extract_member(member, os.path.join(path, member.name), set_attrs, numeric_owner)
        except OSError as wrong:
            self._told(wrong, False)
        except ExtractError as wrong:
            self._told(wrong, True)

    def extractfile(self, member):
        """Extract a member from the archive as a file object: a name, or a TarInfo; that of its target for a link. None for what has no
        bytes."""
        self._check('r')
        found = self.getmember(member) if isinstance(member, str) else member
        if found.isreg() or found.type not in SUPPORTED_TYPES:
            return self.fileobject(self, found)
        if found.islnk() or found.issym():
            if isinstance(self.fileobj, _Stream):
                raise StreamError('cannot extract (sym)link as file object')
            return self.extractfile(self._linked(found))
        return None

    def _linked(self, member):
        """The member that a link refers to."""
        if member.issym():
            name = os.path.normpath('/'.join(filter(None, (os.path.dirname(member.name), member.linkname))))
            found = self._find(name)
        else:
            name = member.linkname
            found = self._find(name, before=member)
        if found is None:
            raise KeyError(f'linkname {name!r} not found')
        return found

    def _extract_member(self, tarinfo, targetpath, set_attrs=True, numeric_owner=False):
        """Makes the file of a member."""
        targetpath = targetpath.rstrip('/').replace('/', os.sep)
        above = os.path.dirname(targetpath)
        if above and not os.path.exists(above):
            os.makedirs(above)
        makers = {DIRTYPE: self.makedir, FIFOTYPE: self.makefifo, CHRTYPE: self.makedev, BLKTYPE: self.makedev, LNKTYPE: self.makelink,
                  SYMTYPE: self.makelink, **dict.fromkeys(REGULAR_TYPES, self.makefile)}
        makers.get(tarinfo.type, self.makeunknown)(tarinfo, targetpath)
        if set_attrs:
            self.chown(tarinfo, targetpath, numeric_owner)
            if not tarinfo.issym():
                self.chmod(tarinfo, targetpath)
                self.utime(tarinfo, targetpath)

    def makedir(self, tarinfo, targetpath):
        """Make a directory called targetpath."""
        try:
            if tarinfo.mode is None:
                os.mkdir(targetpath)
            else:
                os.mkdir(targetpath, 0o700)  # its own mode comes when it is full
        except FileExistsError:
            if not os.path.isdir(targetpath):
                raise

    def makefile(self, tarinfo, targetpath):
        """Make a file called targetpath."""
        self.fileobj.seek(tarinfo.offset_data)
        with builtins.open(targetpath, 'wb') as out:
            if tarinfo.sparse is None:
                copyfileobj(self.fileobj, out, tarinfo.size, ReadError, self.copybufsize)
                return
            for begin, size in tarinfo.sparse:
                out.seek(begin)
                copyfileobj(self.fileobj, out, size, ReadError, self.copybufsize)
            out.seek(tarinfo.size)
            out.truncate()

    def makeunknown(self, tarinfo, targetpath):
        """Make a file from a TarInfo object with an unknown type at targetpath."""
        self.makefile(tarinfo, targetpath)

    def makefifo(self, tarinfo, targetpath):
        """Make a fifo called targetpath."""
        os.mkfifo(targetpath)

    def makedev(self, tarinfo, targetpath):
        """Make a character or block device called targetpath."""
        mode = 0o600 if tarinfo.mode is None else tarinfo.mode
        os.mknod(targetpath, mode | (stat.S_IFBLK if tarinfo.isblk() else stat.S_IFCHR), os.makedev(tarinfo.devmajor, tarinfo.devminor))

    def makelink(self, tarinfo, targetpath):
        """Make a (symbolic) link called targetpath; the file that it refers to where there can be no link."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(targetpath)
        source = None if tarinfo.issym() else tarinfo._link_target
        if source is None:
            os.symlink(tarinfo.linkname, targetpath)
        elif os.path.exists(source):
            os.link(source, targetpath)
        else:
            try:
                member = self._linked(tarinfo)
            except KeyError:
                raise ExtractError('unable to resolve link inside archive') from None
            self._extract_member(member, targetpath)

    def chown(self, tarinfo, targetpath, numeric_owner):
        """Set owner of targetpath according to tarinfo; only root can."""
        if os.geteuid() != 0:
            return
        numbers = []
        for number, name, module, function in ((tarinfo.uid, tarinfo.uname, 'pwd', 'getpwnam'), (tarinfo.gid, tarinfo.gname, 'grp',
                                                                                                'getgrnam')):
            if not numeric_owner and name:
                try:
                    number = getattr(__import__(module), function)(name)[2]
                except (ImportError, KeyError):
                    pass
            numbers.append(-1 if number is None else number)
        try:
            (os.lchown if tarinfo.issym() else os.chown)(targetpath, *numbers)
        except OSError:
            raise ExtractError('could not change owner') from None

    def chmod(self, tarinfo, targetpath):
        """Set file permissions of targetpath according to tarinfo."""
        if tarinfo.mode is not None:
            try:
                os.chmod(targetpath, tarinfo.mode)
            except OSError:
                raise ExtractError('could not change mode') from None

    def utime(self, tarinfo, targetpath):
        """Set modification time of targetpath according to tarinfo."""
        if tarinfo.mtime is not None:
            try:
                os.utime(targetpath, (tarinfo.mtime, tarinfo.mtime))
            except OSError:
                raise ExtractError('could not change modification time') from None


def is_tarfile(name):
    """Return True if name points to a tar archive that we are able to handle, else return False: a path, or a file."""
    position = name.tell() if hasattr(name, 'read') else 0
    try:
        with (open(fileobj=name) if hasattr(name, 'read') else open(name)):
            return True
    except TarError:
        return False
    finally:
        if hasattr(name, 'read'):
            name.seek(position)


open = TarFile.open


_SUFFIXES = {'gz': 'gz', 'tgz': 'gz', 'xz': 'xz', 'txz': 'xz', 'bz2': 'bz2', 'tbz': 'bz2', 'tbz2': 'bz2', 'tb2': 'bz2'}


def _opened(parser, name):
    """An archive to read; the end of the program where it is none."""
    if not is_tarfile(name):
        parser.exit(1, f'{name!r} is not a tar archive.\n')
    return open(name, 'r:*')


def _examine(parser, name, verbose):
    with _opened(parser, name) as archive:
        print(archive.getmembers(), file=sys.stderr)
    if verbose:
        print(f'{name!r} is a tar archive.')


def _extract(parser, names, verbose):
    if len(names) > 2:
        parser.exit(1, parser.format_help())
    target = names[1] if len(names) == 2 else os.curdir
    with _opened(parser, names[0]) as archive:
        archive.extractall(path=target)
    if verbose:
        print(f'{names[0]!r} file is extracted.' if target == '.' else f'{names[0]!r} file is extracted into {target!r} directory.')


def _create(names, verbose):
    name = names[0]
    base, dot, suffix = os.path.basename(name).rpartition('.')
    with open(name, 'w:' + _SUFFIXES.get(suffix, '') if base and dot else 'w') as archive:
        for path in names[1:]:
            archive.add(path)
    if verbose:
        print(f'{name!r} file created.')


def main():
    """The command line: lists (-l), tests (-t), extracts (-e) or makes (-c) an archive."""
    import argparse
    parser = argparse.ArgumentParser(prog='tarfile.py', description='A simple command-line interface for tarfile module.')
    parser.add_argument('-v', '--verbose', action='store_true', help='Verbose output')
    group = parser.add_mutually_exclusive_group(required=True)
    for letter, word, more, text in (
            ('-l', '--list', {'metavar': '<tarfile>'}, 'Show listing of a tarfile'),
            ('-e', '--extract', {'nargs': '+', 'metavar': ('<tarfile>', '<output_dir>')}, 'Extract tarfile into target dir'),
            ('-c', '--create', {'nargs': '+', 'metavar': ('<name>', '<file>')}, 'Create tarfile from sources'),
            ('-t', '--test', {'metavar': '<tarfile>'}, 'Test if a tarfile is valid')):
        group.add_argument(letter, word, help=text, **more)
    asked = parser.parse_args()
    if asked.test is not None:
        _examine(parser, asked.test, asked.verbose)
    elif asked.list is not None:
        with _opened(parser, asked.list) as archive:
            archive.list(verbose=asked.verbose)
    elif asked.extract is not None:
        _extract(parser, asked.extract, asked.verbose)
    else:
        _create(asked.create, asked.verbose)
