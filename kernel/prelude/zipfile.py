"""Read and write ZIP files."""

import builtins
import io
import os
import struct
import time
import zlib

__all__ = ['BadZipFile', 'BadZipfile', 'error', 'ZIP_STORED', 'ZIP_DEFLATED', 'ZIP_BZIP2', 'ZIP_LZMA', 'is_zipfile', 'ZipInfo', 'ZipFile',
           'PyZipFile', 'LargeZipFile', 'Path']

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
ZIP64_LIMIT = (1 << 31) - 1
ZIP_FILECOUNT_LIMIT = ZIP_MAX_COMMENT = (1 << 16) - 1
DEFAULT_VERSION, ZIP64_VERSION, BZIP2_VERSION, LZMA_VERSION, MAX_EXTRACT_VERSION = 20, 45, 46, 63, 63

_NEEDED = {ZIP_BZIP2: BZIP2_VERSION, ZIP_LZMA: LZMA_VERSION}  # the versions of methods
_ENCRYPTED, _LZMA_END, _DESCRIPTOR, _PATCHED, _STRONG, _UTF8 = 1, 2, 8, 0x20, 0x40, 0x800

# the records: signature and fields, little-endian
structCentralDir, stringCentralDir = '<4s4B4HL2L5H2L', b'PK\x01\x02'
structFileHeader, stringFileHeader = '<4s2B4HL2L2H', b'PK\x03\x04'
structEndArchive, stringEndArchive = b'<4s4H2LH', b'PK\x05\x06'
structEndArchive64, stringEndArchive64 = '<4sQ2H2L4Q', b'PK\x06\x06'
structEndArchive64Locator, stringEndArchive64Locator = '<4sLQL', b'PK\x06\x07'
sizeCentralDir, sizeFileHeader, sizeEndCentDir, sizeEndCentDir64, sizeEndCentDir64Locator = map(
    struct.calcsize, (structCentralDir, structFileHeader, structEndArchive, structEndArchive64, structEndArchive64Locator))

compressor_names = {0: 'store', 1: 'shrink', 2: 'reduce', 3: 'reduce', 4: 'reduce', 5: 'reduce', 6: 'implode', 7: 'tokenize', 8: 'deflate',
                    9: 'deflate64', 10: 'implode', 12: 'bzip2', 14: 'lzma', 18: 'terse', 19: 'lz77', 97: 'wavpack', 98: 'ppmd'}


class BadZipFile(Exception):
    """What is read is no ZIP file, or a damaged one."""


class LargeZipFile(Exception):
    """Raised when writing a zipfile, the zipfile requires ZIP64 extensions and those extensions are disabled."""


error = BadZipfile = BadZipFile


# ---- methods of compression


class _LZMAIn:
    """LZMA with the header that ZIP has in front of it, while compressing."""

    def __init__(self):
        import lzma
        options = {'id': lzma.FILTER_LZMA1}
        props = lzma._encode_filter_properties(options)
        self.head = struct.pack('<BBH', 9, 4, len(props)) + props
        self.stream = lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[lzma._decode_filter_properties(lzma.FILTER_LZMA1, props)])

    def compress(self, data):
        out, self.head = self.head + self.stream.compress(data), b''
        return out

    def flush(self):
        return self.head + self.stream.flush()


class _LZMAOut:
    """The same while expanding."""
    eof = False

    def __init__(self):
        self.stream, self.held = None, b''

    def decompress(self, data):
        if self.stream is None:
            import lzma
            self.held += data
            if len(self.held) <= 4 or len(self.held) < 4 + (size := struct.unpack_from('<H', self.held, 2)[0]) + 1:
                return b''
            filters = [lzma._decode_filter_properties(lzma.FILTER_LZMA1, self.held[4:4 + size])]
            self.stream = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)
            data, self.held = self.held[4 + size:], b''
        out = self.stream.decompress(data)
        self.eof = self.stream.eof
        return out


def _check_compression(method):
    """Whether a method can be used: what it needs is imported."""
    if method in (ZIP_BZIP2, ZIP_LZMA):
        name = 'bz2' if method == ZIP_BZIP2 else 'lzma'
        try:
            __import__(name)
        except ImportError:
            raise RuntimeError(f'Compression requires the (missing) {name} module') from None
    elif method not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError('That compression method is not supported')


def _compressor(method, level=None):
    if method == ZIP_DEFLATED:
        return zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION if level is None else level, zlib.DEFLATED, -15)
    if method == ZIP_BZIP2:
        from bz2 import BZ2Compressor
        return BZ2Compressor() if level is None else BZ2Compressor(level)
    return _LZMAIn() if method == ZIP_LZMA else None


def _expander(method):
    if method == ZIP_STORED:
        return None
    if method not in (ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA):
        name = compressor_names.get(method)
        raise NotImplementedError(f'compression type {method} ({name})' if name else f'compression type {method}')
    _check_compression(method)
    if method == ZIP_DEFLATED:
        return zlib.decompressobj(-15)
    if method == ZIP_BZIP2:
        from bz2 import BZ2Decompressor
        return BZ2Decompressor()
    return _LZMAOut()


# ---- the old encryption of ZIP


class _Decrypter:
    """Decrypts bytes that follow each other."""
    _crc = None

    def __init__(self, password):
        if _Decrypter._crc is None:
            table = []
            for value in range(256):
                for _ in range(8):
                    value = value >> 1 ^ (0xedb88320 if value & 1 else 0)
                table.append(value)
            _Decrypter._crc = table
        self.keys = 0x12345678, 0x23456789, 0x34567890
        for byte in password:
            self._take(byte)

    def _take(self, byte):
        first, second, third = self.keys
        crc = self._crc
        first = first >> 8 ^ crc[(first ^ byte) & 255]
        second = ((second + (first & 255)) * 134775813 + 1) & 0xffffffff
        self.keys = first, second, third >> 8 ^ crc[(third ^ second >> 24) & 255]

    def __call__(self, data):
        out = bytearray()
        for byte in data:
            mask = self.keys[2] | 2
            byte ^= (mask * (mask ^ 1) >> 8) & 255
            self._take(byte)
            out.append(byte)
        return bytes(out)


# ---- records of members


def _fields_of(extra):
    """The fields of extra data: identity, bytes of the whole field."""
    at = 0
    while at + 4 <= len(extra):
        identity, size = struct.unpack_from('<HH', extra, at)
        yield identity, size, extra[at:at + 4 + size]
        at += 4 + size


def _without(extra, identities):
    """Extra data without fields of some identities."""
    kept, used = [], 0
    for identity, _, whole in _fields_of(extra):
        used += len(whole)
        if identity not in identities:
            kept.append(whole)
    return b''.join(kept) + extra[used:]


class ZipInfo:
    """Class with attributes describing each file in the ZIP archive."""
    __slots__ = ('orig_filename', 'filename', 'date_time', 'compress_type', '_compresslevel', 'comment', 'extra', 'create_system',
                 'create_version', 'extract_version', 'reserved', 'flag_bits', 'volume', 'internal_attr', 'external_attr', 'header_offset',
                 'CRC', 'compress_size', 'file_size', '_raw_time')

    def __init__(self, filename='NoName', date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        if '\0' in filename:
            filename = filename.partition('\0')[0]
        if os.sep != '/':
            filename = filename.replace(os.sep, '/')
        self.filename, self.date_time = filename, date_time
        if date_time[0] < 1980:
            raise ValueError('ZIP does not support timestamps before 1980')
        self.compress_type, self._compresslevel, self.comment, self.extra = ZIP_STORED, None, b'', b''
        self.create_system = 3
        self.create_version = self.extract_version = DEFAULT_VERSION
        self.reserved = self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.compress_size = self.file_size = 0

    def __repr__(self):
        import stat
        high, low = self.external_attr >> 16, self.external_attr & 0xffff
        is_dir = self.is_dir()
        parts = [f'filename={self.filename!r}']
        if self.compress_type != ZIP_STORED:
            parts.append(f'compress_type={compressor_names.get(self.compress_type, self.compress_type)}')
        if high:
            parts.append(f'filemode={stat.filemode(high)!r}')
        if low:
            parts.append(f'external_attr={low:#x}')
        if not is_dir or self.file_size:
            parts.append(f'file_size={self.file_size!r}')
        if (not is_dir or self.compress_size) and (self.compress_type != ZIP_STORED or self.file_size != self.compress_size):
            parts.append(f'compress_size={self.compress_size!r}')
        return f"<{type(self).__name__} {' '.join(parts)}>"

    def is_dir(self):
        """Return True if this archive member is a directory."""
        return self.filename.endswith('/')

    def _encoded(self):
        """The name as bytes, and the flags that go with them."""
        try:
            return self.filename.encode('ascii'), self.flag_bits
        except UnicodeEncodeError:
            return self.filename.encode('utf-8'), self.flag_bits | _UTF8

    def _packed_time(self):
        year, month, day, hour, minute, second = self.date_time[:6]
        return hour << 11 | minute << 5 | second // 2, year - 1980 << 9 | month << 5 | day

    def _need(self, least):
        """Raises the versions for a feature or a method."""
        if self.compress_type in _NEEDED:
            least = max(least, _NEEDED[self.compress_type])
        if least > self.extract_version:
            self.extract_version = least
        if least > self.create_version:
            self.create_version = least

    def FileHeader(self, zip64=None):
        """Return the per-file header as a bytes object. zip64: whether it has fields for large sizes; None: if they are large, True:
        yes, False: they must not be."""
        crc, packed, size = (0, 0, 0) if self.flag_bits & _DESCRIPTOR else (self.CRC, self.compress_size, self.file_size)
        extra = self.extra
        large = size > ZIP64_LIMIT or packed > ZIP64_LIMIT
        zip64 = large if zip64 is None else zip64
        least = 0
        if large and not zip64:
            raise LargeZipFile('Filesize would require ZIP64 extensions')
        if zip64:
            extra += struct.pack('<HHQQ', 1, 16, size, packed)
            size = packed = 0xffffffff
            least = ZIP64_VERSION
        self._need(least)
        name, flags = self._encoded()
        return struct.pack(structFileHeader, stringFileHeader, self.extract_version, self.reserved, flags, self.compress_type,
                           *self._packed_time(), crc, packed, size, len(name), len(extra)) + name + extra

    def _central(self):
        """The record of the central directory."""
        extra, large = self.extra, []
        size, packed = self.file_size, self.compress_size
        if size > ZIP64_LIMIT or packed > ZIP64_LIMIT:
            large, size, packed = [size, packed], 0xffffffff, 0xffffffff
        offset = self.header_offset
        if offset > ZIP64_LIMIT:
            large.append(offset)
            offset = 0xffffffff
        if large:
            extra = struct.pack(f'<HH{len(large)}Q', 1, 8 * len(large), *large) + _without(extra, (1,))
        self._need(ZIP64_VERSION if large else 0)
        name, flags = self._encoded()
        return struct.pack(structCentralDir, stringCentralDir, self.create_version, self.create_system, self.extract_version, self.reserved,
                           flags, self.compress_type, *self._packed_time(), self.CRC, packed, size, len(name), len(extra),
                           len(self.comment), 0, self.internal_attr, self.external_attr, offset) + name + extra + self.comment

    def _decodeExtra(self):
        """Takes sizes and offset from the field of ZIP64."""
        for identity, size, whole in _fields_of(self.extra):
            if len(whole) < size + 4:
                raise BadZipFile(f'Corrupt extra field {identity:04x} (size={size})')
            if identity != 1:
                continue
            data = whole[4:]
            for attribute, missing, text in (('file_size', (0xffffffffffffffff, 0xffffffff), 'File size'),
                                             ('compress_size', (0xffffffff,), 'Compress size'),
                                             ('header_offset', (0xffffffff,), 'Header offset')):
                if getattr(self, attribute) in missing:
                    if len(data) < 8:
                        raise BadZipFile(f'Corrupt zip64 extra field. {text} not found.')
                    setattr(self, attribute, struct.unpack_from('<Q', data)[0])
                    data = data[8:]

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """Construct an appropriate ZipInfo for a file on the filesystem: a path. arcname: the name in the archive, that of the file
        without drive and leading separators if it is not given; strict_timestamps: whether a time that ZIP does not have is an
        error."""
        filename = os.fspath(filename)
        status = os.stat(filename)
        is_dir = status.st_mode & 0o170000 == 0o040000
        when = time.localtime(status.st_mtime)[:6]
        if not strict_timestamps:
            when = max(min(when, (2107, 12, 31, 23, 59, 59)), (1980, 1, 1, 0, 0, 0))
        arcname = os.path.normpath(os.path.splitdrive(filename if arcname is None else arcname)[1]).lstrip('/')
        made = cls(arcname + '/' * is_dir, when)
        made.external_attr = (status.st_mode & 0xffff) << 16
        if is_dir:
            made.external_attr |= 0x10
        else:
            made.file_size = status.st_size
        return made


def _end_record(file):
    """The end of the central directory: the fields of its record, its position, the comment; None: there is none."""
    file.seek(0, 2)
    size = file.tell()
    tail_size = min(size, ZIP_MAX_COMMENT + sizeEndCentDir)
    file.seek(size - tail_size)
    tail = file.read()
    at = len(tail) - sizeEndCentDir
    if at < 0 or tail[at:at + 4] != stringEndArchive or tail[-2:] != b'\0\0':
        at = tail.rfind(stringEndArchive)
        if at < 0 or len(tail) - at < sizeEndCentDir:
            return None
    _, *fields, length = struct.unpack_from(structEndArchive, tail, at)
    position = size - tail_size + at
    comment = tail[at + sizeEndCentDir:at + sizeEndCentDir + length]
    return _end_record_64(file, position, fields) + (comment,)


def _end_record_64(file, position, fields):
    """The fields of the record for large archives where there is one, else as they are; and the position of the record."""
    start = position - sizeEndCentDir64Locator
    if start < 0:
        return fields, position
    file.seek(start)
    locator = file.read(sizeEndCentDir64Locator)
    if len(locator) != sizeEndCentDir64Locator or locator[:4] != stringEndArchive64Locator:
        return fields, position
    _, disk, _, disks = struct.unpack(structEndArchive64Locator, locator)
    if disk != 0 or disks > 1:
        raise BadZipFile('zipfiles that span multiple disks are not supported')
    if start < sizeEndCentDir64:
        return fields, position
    file.seek(start - sizeEndCentDir64)
    record = file.read(sizeEndCentDir64)
    if len(record) != sizeEndCentDir64 or record[:4] != stringEndArchive64:
        return fields, position
    return list(struct.unpack(structEndArchive64, record)[4:]), start - sizeEndCentDir64


def is_zipfile(filename):
    """Quickly see if a file is a ZIP file by checking the magic number: a path, or a file."""
    try:
        if hasattr(filename, 'read'):
            return _end_record(filename) is not None
        with builtins.open(filename, 'rb') as file:
            return _end_record(file) is not None
    except (OSError, BadZipFile):
        return False


# ---- members that are read and written


class _Shared:
    """A reader of the archive's file with a position of its own."""

    def __init__(self, archive, position):
        self.archive, self.position = archive, position
        self.closed = False
        archive._readers += 1

    def seekable(self):
        return self.archive.fp.seekable()

    def read(self, size):
        archive = self.archive
        with archive._lock:
            if archive._writing:
                raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. Close the writing handle "
                                 'before trying to read.')
            archive.fp.seek(self.position)
            data = archive.fp.read(size)
            self.position = archive.fp.tell()
        return data

    def seek(self, offset, whence=0):
        self.position = offset if whence == 0 else self.position + offset
        return self.position

    def tell(self):
        return self.position

    def close(self):
        if not self.closed:
            self.closed = True
            self.archive._release()


class ZipExtFile(io.BufferedIOBase):
    """File-like object for reading an archive member. Is returned by ZipFile.open()."""
    MAX_N, MIN_READ_SIZE, MAX_SEEK_READ = (1 << 31) - 1, 4096, 1 << 24

    def __init__(self, fileobj, mode, zipinfo, pwd=None, close_fileobj=False):
        self._fileobj, self._password, self._close_fileobj = fileobj, pwd, close_fileobj
        self._info, self.mode, self.name, self.newlines = zipinfo, mode, zipinfo.filename, None
        self._crc = getattr(zipinfo, 'CRC', None)
        self._restarts = False
        try:
            if fileobj.seekable():
                self._start, self._restarts = fileobj.tell(), True
        except AttributeError:
            pass
        self._begin()

    def _begin(self):
        info = self._info
        self._packed_left, self._left = info.compress_size, info.file_size
        self._expand = _expander(info.compress_type)
        self._sum, self._checked = zlib.crc32(b''), False
        self._buffer, self._at, self._position, self._ended = b'', 0, 0, False
        self._decrypt = None
        if self._password:
            self._decrypt = _Decrypter(self._password)
            head = self._decrypt(self._fileobj.read(12))
            self._packed_left -= 12
            expected = info._raw_time >> 8 if info.flag_bits & _DESCRIPTOR else info.CRC >> 24
            if head[11] != expected & 255:
                raise RuntimeError(f'Bad password for file {info.orig_filename!r}')

    def __repr__(self):
        parts = [f'{type(self).__module__}.{type(self).__qualname__}']
        if self.closed:
            parts.append('[closed]')
        else:
            parts.append(f'name={self.name!r} mode={self.mode!r}')
            if self._info.compress_type != ZIP_STORED:
                parts.append(f'compress_type={compressor_names.get(self._info.compress_type, self._info.compress_type)}')
        return f"<{' '.join(parts)}>"

    def _packed(self, size):
        """More of the compressed bytes."""
        if self._packed_left <= 0:
            return b''
        data = self._fileobj.read(min(max(size, self.MIN_READ_SIZE), self._packed_left))
        self._packed_left -= len(data)
        if not data:
            raise EOFError
        return self._decrypt(data) if self._decrypt else data

    def _expanded(self, size):
        """More of the bytes, of at least the size if it is not too large; nothing at the end."""
        if self._ended or size <= 0:
            return b''
        if self._expand is None:
            data = self._packed(size)
            self._ended = self._packed_left <= 0
        elif self._info.compress_type == ZIP_DEFLATED:
            packed = self._expand.unconsumed_tail
            if len(packed) < size:
                packed += self._packed(size - len(packed))
            data = self._expand.decompress(packed, max(size, self.MIN_READ_SIZE))
            self._ended = self._expand.eof or self._packed_left <= 0 and not self._expand.unconsumed_tail
            if self._ended and not self._expand.eof:
                data += self._expand.flush()
        else:
            data = self._expand.decompress(self._packed(size))
            self._ended = self._expand.eof or self._packed_left <= 0
        if len(data) > self._left:
            data = data[:self._left]
        self._left -= len(data)
        if self._left <= 0:
            self._ended = True
        if self._crc is not None and not self._checked:
            self._sum = zlib.crc32(data, self._sum)
            if self._ended and self._sum != self._crc:
                raise BadZipFile(f'Bad CRC-32 for file {self.name!r}')
        return data

    def _open(self, text='I/O operation on closed file.'):
        if self.closed:
            raise ValueError(text)

    def _take(self, size):
        out = self._buffer[self._at:self._at + size]
        self._at += len(out)
        self._position += len(out)
        return out

    def _fill(self, size):
        """Something into the empty buffer; whether there is anything."""
        while not self._ended:
            self._buffer, self._at = self._expanded(size), 0
            if self._buffer:
                return True
        self._buffer, self._at = b'', 0
        return False

    def readable(self):
        self._open()
        return True

    def read(self, n=-1):
        """Read and return up to n bytes: all to the end for a negative number or None."""
        self._open('read from closed file.')
        everything = n is None or n < 0
        if everything and self._at >= len(self._buffer) and self._fill(self.MAX_N) and self._ended:
            return self._take(len(self._buffer))  # all of it in one piece
        parts = [self._take(self.MAX_N if everything else n)]
        left = 0 if everything else n - len(parts[0])
        while (everything or left > 0) and self._fill(self.MAX_N if everything else left):
            parts.append(self._take(self.MAX_N if everything else left))
            left -= len(parts[-1])
        return b''.join(parts)

    def read1(self, n):
        """Read up to n bytes with at most one read() system call."""
        if self._at >= len(self._buffer) and n != 0:
            self._fill(self.MAX_N if n is None or n < 0 else n)
        return self._take(len(self._buffer) if n is None or n < 0 else n)

    def peek(self, n=1):
        """Returns buffered bytes without advancing the position."""
        if self._at >= len(self._buffer):
            self._fill(max(n, self.MIN_READ_SIZE))
        return self._buffer[self._at:self._at + 512] if n <= 512 else self._buffer[self._at:]

    def readline(self, limit=-1):
        """Read and return a line from the stream, at most limit bytes of it if that is not negative."""
        self._open()
        parts = []
        while limit and (self._at < len(self._buffer) or self._fill(self.MIN_READ_SIZE)):
            stop = self._buffer.find(b'\n', self._at) + 1 or len(self._buffer)
            parts.append(self._take(stop - self._at if limit < 0 else min(stop - self._at, limit)))
            if parts[-1].endswith(b'\n'):
                break
            limit -= len(parts[-1]) if limit > 0 else 0
        return b''.join(parts)

    def seekable(self):
        self._open()
        return self._restarts

    def tell(self):
        """The position in the expanded bytes."""
        self._open('tell on closed file.')
        if not self._restarts:
            raise io.UnsupportedOperation('underlying stream is not seekable')
        return self._position

    def seek(self, offset, whence=os.SEEK_SET):
        """Goes to a position: by reading on, from the beginning where it lies behind."""
        self._open('seek on closed file.')
        if not self._restarts:
            raise io.UnsupportedOperation('underlying stream is not seekable')
        if whence not in (0, 1, 2):
            raise ValueError('whence must be os.SEEK_SET (0), os.SEEK_CUR (1), or os.SEEK_END (2)')
        target = offset + (0, self._position, self._info.file_size)[whence]
        target = max(0, min(target, self._info.file_size))
        back = self._position - self._at
        if back <= target <= back + len(self._buffer):
            self._at, self._position = target - back, target
        elif target < self._position:
            self._fileobj.seek(self._start)
            self._begin()
        while self._position < target and self.read(min(self.MAX_SEEK_READ, target - self._position)):
            pass
        return self._position

    def close(self):
        """Closes the member; the archive stays open."""
        try:
            if self._close_fileobj:
                self._fileobj.close()
        finally:
            super().close()


class _ZipWriteFile(io.BufferedIOBase):
    """A member that is being written."""

    def __init__(self, archive, info, zip64):
        self._archive, self._info, self._zip64 = archive, info, zip64
        self._compressor = _compressor(info.compress_type, info._compresslevel)
        self._size = self._packed = self._crc = 0

    @property
    def _fileobj(self):
        return self._archive.fp

    @property
    def name(self):
        """That in the archive."""
        return self._info.filename

    @property
    def mode(self):
        """w"""
        return 'w'

    def writable(self):
        return True

    def write(self, data):
        """Writes bytes; how many."""
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        length = len(data) if isinstance(data, (bytes, bytearray)) else memoryview(data).nbytes
        self._size += length
        self._crc = zlib.crc32(data, self._crc)
        if self._compressor:
            data = self._compressor.compress(data)
            self._packed += len(data)
        self._archive.fp.write(data)
        return length

    def close(self):
        """Ends the member: the header, or a record behind it, gets what is known now."""
        if self.closed:
            return
        try:
            super().close()
            archive, info = self._archive, self._info
            if self._compressor:
                rest = self._compressor.flush()
                self._packed += len(rest)
                archive.fp.write(rest)
            info.compress_size = self._packed if self._compressor else self._size
            info.CRC, info.file_size = self._crc, self._size
            if info.flag_bits & _DESCRIPTOR:
                archive.fp.write(struct.pack('<4sLQQ' if self._zip64 else '<4sLLL', b'PK\x07\x08', info.CRC, info.compress_size,
                                             info.file_size))
                archive.start_dir = archive.fp.tell()
            else:
                if not self._zip64:
                    for size, text in ((info.file_size, 'File size'), (info.compress_size, 'Compressed size')):
                        if size > ZIP64_LIMIT:
                            raise RuntimeError(f'{text} too large, try using force_zip64' if text != 'File size' else
                                               'File size too large, try using force_zip64')
                archive.start_dir = archive.fp.tell()
                archive.fp.seek(info.header_offset)
                archive.fp.write(info.FileHeader(self._zip64))
                archive.fp.seek(archive.start_dir)
            archive.filelist.append(info)
            archive.NameToInfo[info.filename] = info
        finally:
            self._archive._writing = False


class _Counted:
    """A file without positions that is written: where it would stand is counted, all else is the file's."""

    def __init__(self, below):
        self.below, self.written = below, 0

    def write(self, data):
        self.written += (done := self.below.write(data))
        return done

    def tell(self):
        return self.written

    def __getattr__(self, name):
        return getattr(self.below, name)


class ZipFile:
    """Class with methods to open, read, write, close, list zip files.

    file: a path, or a file of bytes; mode: 'r' to read, 'w' to write a new one, 'x' if there is none yet, 'a' to append; compression:
    ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2 or ZIP_LZMA; allowZip64: whether it may be large; compresslevel: 0 to 9 for ZIP_DEFLATED, 1 to
    9 for ZIP_BZIP2; strict_timestamps: whether times that ZIP does not have are an error; metadata_encoding: that of names which are
    read, cp437 if it is not given."""
    fp = None

    def __init__(self, file, mode='r', compression=ZIP_STORED, allowZip64=True, compresslevel=None, *, strict_timestamps=True,
                 metadata_encoding=None):
        if mode not in ('r', 'w', 'x', 'a'):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        self._allowZip64, self._didModify, self.debug, self.NameToInfo, self.filelist = allowZip64, False, 0, {}, []
        self.compression, self.compresslevel, self.mode, self.pwd, self._comment = compression, compresslevel, mode, None, b''
        self._strict_timestamps, self.metadata_encoding = strict_timestamps, metadata_encoding
        if metadata_encoding and mode != 'r':
            raise ValueError('metadata_encoding is only supported for reading files')
        if isinstance(file, os.PathLike):
            file = os.fspath(file)
        if isinstance(file, str):
            self._filePassed, self.filename = 0, file
            self.fp = self._open_path(file)
        else:
            self._filePassed, self.fp, self.filename = 1, file, getattr(file, 'name', None)
        import threading
        self._readers, self._lock, self._writing, self._seekable = 1, threading.RLock(), False, True
        try:
            self._begin()
        except BaseException:
            file, self.fp = self.fp, None
            self._drop(file)
            raise

    def _open_path(self, path):
        """The file of a path, in the mode that the archive's one wants: one to append to may be missing."""
        ways = {'r': ('rb',), 'w': ('w+b', 'wb'), 'x': ('x+b', 'xb'), 'a': ('r+b', 'w+b', 'wb')}[self.mode]
        for way in ways:
            try:
                return io.open(path, way)
            except OSError:
                if way == ways[-1] or isinstance(self.mode, str) and self.mode in 'x' and os.path.exists(path):
                    raise

    def _begin(self):
        if self.mode == 'r':
            self._RealGetContents()
        elif self.mode in ('w', 'x'):
            self._begin_new()
        else:
            try:
                self._RealGetContents()
                self.fp.seek(self.start_dir)
            except BadZipFile:  # something that an archive is put behind
                self.fp.seek(0, 2)
                self._didModify = True
                self.start_dir = self.fp.tell()

    def _begin_new(self):
        self._didModify = True
        try:
            self.start_dir = self.fp.tell()
        except (AttributeError, OSError):
            self.fp, self.start_dir, self._seekable = _Counted(self.fp), 0, False
            return
        try:
            self.fp.seek(self.start_dir)
        except (AttributeError, OSError):
            self._seekable = False

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def __repr__(self):
        name = f'<{type(self).__module__}.{type(self).__qualname__}'
        if self.fp is None:
            return name + ' [closed]>'
        shown = f' file={self.fp!r}' if self._filePassed else f' filename={self.filename!r}' if self.filename is not None else ''
        return f'{name}{shown} mode={self.mode!r}>'

    def _RealGetContents(self):
        """Reads the central directory."""
        file = self.fp
        try:
            found = _end_record(file)
        except OSError:
            found = None
        if found is None:
            raise BadZipFile('File is not a zip file')
        (_, _, _, _, size, offset), position, self._comment = found
        before = position - size - offset  # what is in front of the archive
        self.start_dir = offset + before
        if self.start_dir < 0:
            raise BadZipFile('Bad offset for central directory')
        file.seek(self.start_dir)
        directory = io.BytesIO(file.read(size))
        total = 0
        while total < size:
            head = directory.read(sizeCentralDir)
            if len(head) != sizeCentralDir:
                raise BadZipFile('Truncated central directory')
            fields = struct.unpack(structCentralDir, head)
            if fields[0] != stringCentralDir:
                raise BadZipFile('Bad magic number for central directory')
            self._read_entry(fields, directory, before)
            total += sizeCentralDir + sum(fields[12:15])

    def _read_entry(self, fields, directory, before):
        """One record of the central directory."""
        (_, create, system, extract, reserved, flags, method, clock, day, crc, packed, size, name_size, extra_size, comment_size, volume,
         internal, external, offset) = fields
        raw = directory.read(name_size)
        made = ZipInfo(raw.decode('utf-8' if flags & _UTF8 else self.metadata_encoding or 'cp437'))
        made.extra, made.comment = directory.read(extra_size), directory.read(comment_size)
        made.create_version, made.create_system, made.extract_version, made.reserved = create, system, extract, reserved
        made.flag_bits, made.compress_type, made.CRC, made.compress_size, made.file_size = flags, method, crc, packed, size
        made.volume, made.internal_attr, made.external_attr, made.header_offset = volume, internal, external, offset
        if extract > MAX_EXTRACT_VERSION:
            raise NotImplementedError(f'zip file version {extract / 10:.1f}')
        made._raw_time = clock
        made.date_time = (day >> 9) + 1980, day >> 5 & 15, day & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2
        if extra_size:
            made._decodeExtra()
        made.header_offset += before
        self.filelist.append(made)
        self.NameToInfo[made.filename] = made

    def namelist(self):
        """Return a list of file names in the archive."""
        return [info.filename for info in self.filelist]

    def infolist(self):
        """Return a list of class ZipInfo instances for files in the archive."""
        return self.filelist

    def printdir(self, file=None):
        """Print a table of contents for the zip file."""
        print(f"{'File Name':<46} {'Modified    ':>19} {'Size':>12}", file=file)
        for info in self.filelist:
            when = '%d-%02d-%02d %02d:%02d:%02d' % info.date_time[:6]
            print(f'{info.filename:<46} {when} {info.file_size:12d}', file=file)

    def testzip(self):
        """Read all the files and check the CRC: the name of the first that is bad, or None."""
        for info in self.filelist:
            try:
                with self.open(info.filename, 'r') as member:
                    while member.read(1 << 20):
                        pass
            except BadZipFile:
                return info.filename

    def getinfo(self, name):
        """Return the instance of ZipInfo given 'name'."""
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError(f'There is no item named {name!r} in the archive')
        return info

    def setpassword(self, pwd):
        """Set default password for encrypted files."""
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f'pwd: expected bytes, got {type(pwd).__name__}')
        self.pwd = pwd or None

    @property
    def comment(self):
        """The comment text associated with the ZIP file."""
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError(f'comment: expected bytes, got {type(comment).__name__}')
        self._didModify, self._comment = True, comment[:ZIP_MAX_COMMENT]
        if len(comment) > ZIP_MAX_COMMENT:
            import warnings
            warnings.warn(f'Archive comment is too long; truncating to {ZIP_MAX_COMMENT} bytes', stacklevel=2)

    def read(self, name, pwd=None):
        """Return file bytes for name: a name, or a ZipInfo. pwd: the password of an encrypted one."""
        with self.open(name, 'r', pwd) as member:
            return member.read()

    def open(self, name, mode='r', pwd=None, *, force_zip64=False):
        """Return file-like object for 'name': a name, or a ZipInfo. mode: 'r', or 'w' to write a new member; pwd: the password of an
        encrypted one; force_zip64: what is written may get large, although nothing is known of its size."""
        if mode not in ('r', 'w'):
            raise ValueError('open() requires mode "r" or "w"')
        if pwd and mode == 'w':
            raise ValueError('pwd is only supported for reading files')
        if not self.fp:
            raise ValueError('Attempt to use ZIP archive that was already closed')
        if isinstance(name, ZipInfo):
            info = name
        elif mode == 'w':
            info = ZipInfo(name)
            info.compress_type, info._compresslevel = self.compression, self.compresslevel
        else:
            info = self.getinfo(name)
        if mode == 'w':
            return self._open_to_write(info, force_zip64)
        self._not_while_writing('read from the ZIP file while there is an open writing handle on it. Close the writing handle before '
                                'trying to read.')
        shared = _Shared(self, info.header_offset)
        try:
            self._check_member(shared, info)
            return ZipExtFile(shared, mode, info, self._password(info, pwd), True)
        except BaseException:
            shared.close()
            raise

    def _password(self, info, pwd):
        if not info.flag_bits & _ENCRYPTED:
            return None
        pwd = pwd or self.pwd
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f'pwd: expected bytes, got {type(pwd).__name__}')
        if not pwd:
            raise RuntimeError(f'File {info.filename!r} is encrypted, password required for extraction')
        return pwd

    def _check_member(self, shared, info):
        """Reads the header in front of a member, and compares it with the directory."""
        head = shared.read(sizeFileHeader)
        if len(head) != sizeFileHeader:
            raise BadZipFile('Truncated file header')
        fields = struct.unpack(structFileHeader, head)
        if fields[0] != stringFileHeader:
            raise BadZipFile('Bad magic number for file header')
        raw = shared.read(fields[10])
        if fields[11]:
            shared.read(fields[11])
        if info.flag_bits & (_PATCHED | _STRONG):
            raise NotImplementedError('compressed patched data (flag bit 5)' if info.flag_bits & _PATCHED else
                                      'strong encryption (flag bit 6)')
        name = raw.decode('utf-8' if fields[3] & _UTF8 else self.metadata_encoding or 'cp437')
        if name != info.orig_filename:
            raise BadZipFile(f'File name in directory {info.orig_filename!r} and header {raw!r} differ.')

    def _open_to_write(self, info, force_zip64=False):
        if force_zip64 and not self._allowZip64:
            raise ValueError('force_zip64 is True, but allowZip64 was False when opening the ZIP file.')
        self._not_while_writing('write to the ZIP file while there is another write handle open on it. Close the first handle before '
                                'opening another.')
        expected = getattr(info, 'file_size', 0)
        large = force_zip64 or expected * 1.05 > ZIP64_LIMIT
        if large and not self._allowZip64:
            raise LargeZipFile('Filesize would require ZIP64 extensions')
        flags = (_LZMA_END * (info.compress_type == ZIP_LZMA)) | (_DESCRIPTOR * (not self._seekable))
        info.file_size, info.compress_size, info.CRC, info.flag_bits = expected, 0, 0, flags
        info.external_attr = info.external_attr or 0o600 << 16
        info.header_offset = self._end()
        self._writecheck(info)
        self.fp.write(info.FileHeader(large))
        self._didModify = self._writing = True
        return _ZipWriteFile(self, info, large)

    def _end(self):
        """Goes to where the next member begins; the position."""
        if self._seekable:
            self.fp.seek(self.start_dir)
        return self.fp.tell()

    def extract(self, member, path=None, pwd=None):
        """Extract a member from the archive to the current working directory, or to a path, using its full name, without `..` and
        leading slashes; the path of what was made. member: a name, or a ZipInfo; pwd: the password of an encrypted one."""
        return self._extract_member(member, os.getcwd() if path is None else os.fspath(path), pwd)

    def extractall(self, path=None, members=None, pwd=None):
        """Extract all members from the archive, or those of a list, to the current working directory, or to a path."""
        path = os.getcwd() if path is None else os.fspath(path)
        for member in self.namelist() if members is None else members:
            self._extract_member(member, path, pwd)

    def _extract_member(self, member, folder, pwd):
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        parts = os.path.splitdrive(info.filename.replace('/', os.path.sep))[1].split(os.path.sep)
        inside = os.path.sep.join(part for part in parts if part not in ('', '.', '..'))
        target = os.path.normpath(os.path.join(folder, inside))
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if info.is_dir():
            if not os.path.isdir(target):
                os.mkdir(target)
            return target
        with self.open(info, pwd=pwd) as source, builtins.open(target, 'wb') as out:
            while block := source.read(1 << 20):
                out.write(block)
        return target

    def _writecheck(self, info):
        """Check for errors before writing a file to the archive."""
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn(f'Duplicate name: {info.filename!r}', stacklevel=3)
        if self.mode not in ('w', 'x', 'a'):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if not self.fp:
            raise ValueError('Attempt to write ZIP archive that was already closed')
        _check_compression(info.compress_type)
        if not self._allowZip64:
            for wrong, text in ((len(self.filelist) >= ZIP_FILECOUNT_LIMIT, 'Files count'), (info.file_size > ZIP64_LIMIT, 'Filesize'),
                                (info.header_offset > ZIP64_LIMIT, 'Zipfile size')):
                if wrong:
                    raise LargeZipFile(f'{text} would require ZIP64 extensions')

    def _can_write(self):
        if not self.fp:
            raise ValueError('Attempt to write to ZIP archive that was already closed')
        self._not_while_writing('write to ZIP archive while an open writing handle exists.')

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Put the bytes from filename into the archive under the name arcname; compression as for ZipFile()."""
        self._can_write()
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict_timestamps)
        if info.is_dir():
            info.compress_size = info.CRC = 0
            self.mkdir(info)
            return
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with builtins.open(filename, 'rb') as source, self.open(info, 'w') as out:
            while block := source.read(1 << 16):
                out.write(block)

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Write a file into the archive: its name or a ZipInfo, and its bytes, or a text that is written as UTF-8; compression as for
        ZipFile()."""
        if isinstance(data, str):
            data = data.encode('utf-8')
        if isinstance(zinfo_or_arcname, ZipInfo):
            info = zinfo_or_arcname
        else:
            info = ZipInfo(zinfo_or_arcname, time.localtime(time.time())[:6])
            info.compress_type, info._compresslevel = self.compression, self.compresslevel
            info.external_attr = 0o40775 << 16 | 0x10 if info.filename.endswith('/') else 0o600 << 16
        self._can_write()
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        info.file_size = len(data)
        with self._lock, self.open(info, 'w') as out:
            out.write(data)

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Creates a directory inside the zip archive: a name, or a ZipInfo of a directory."""
        if isinstance(zinfo_or_directory_name, ZipInfo):
            info = zinfo_or_directory_name
            if not info.is_dir():
                raise ValueError('The given ZipInfo does not describe a directory')
        elif isinstance(zinfo_or_directory_name, str):
            info = ZipInfo(zinfo_or_directory_name.removesuffix('/') + '/')
            info.compress_size = info.CRC = 0
            info.external_attr = (0o40000 | mode) << 16 & 0xffffffff | 0x10
            info.file_size = 0
        else:
            raise TypeError('Expected type str or ZipInfo')
        with self._lock:
            info.header_offset = self._end()
            if info.compress_type == ZIP_LZMA:
                info.flag_bits |= _LZMA_END
            self._writecheck(info)
            self._didModify = True
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info
            self.fp.write(info.FileHeader(False))
            self.start_dir = self.fp.tell()

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass  # there is no caller to raise to

    def close(self):
        """Close the file, and for mode 'w', 'x' and 'a' write the ending records."""
        if self.fp is None:
            return
        self._not_while_writing("close the ZIP file while there is an open writing handle on it. Close the writing handle before closing "
                                'the zip.')
        try:
            if self._didModify and self.mode != 'r':
                self._write_end_record()
        finally:
            self._final, self.fp = self.fp, None
            self._release()

    def _not_while_writing(self, what):
        """A ValueError while a member is being written."""
        if self._writing:
            raise ValueError("Can't " + what)

    def _write_end_record(self):
        self._end()
        for info in self.filelist:
            self.fp.write(info._central())
        end = self.fp.tell()
        count, size, offset = len(self.filelist), end - self.start_dir, self.start_dir
        large = next((text for wrong, text in ((count > ZIP_FILECOUNT_LIMIT, 'Files count'),
                                               (offset > ZIP64_LIMIT, 'Central directory offset'),
                                               (size > ZIP64_LIMIT, 'Central directory size')) if wrong), None)
        if large:
            if not self._allowZip64:
                raise LargeZipFile(f'{large} would require ZIP64 extensions')
            self.fp.write(struct.pack(structEndArchive64, stringEndArchive64, sizeEndCentDir64 - 12, 45, 45, 0, 0, count, count, size,
                                      offset) + struct.pack(structEndArchive64Locator, stringEndArchive64Locator, 0, end, 1))
            count, size, offset = min(count, 0xffff), min(size, 0xffffffff), min(offset, 0xffffffff)
        self.fp.write(struct.pack(structEndArchive, stringEndArchive, 0, 0, count, count, size, offset, len(self._comment)) + self._comment)
        if self.mode == 'a':
            self.fp.truncate()
        self.fp.flush()

    def _release(self):
        """One user of the file less: members that are still open need it."""
        self._readers -= 1
        if not self._readers:
            self._drop(self.fp or self._final)

    def _drop(self, file):
        if not self._filePassed and file is not None:
            file.close()


class PyZipFile(ZipFile):
    """Class to create ZIP archives with Python library files and packages."""

    def __init__(self, file, mode='r', compression=ZIP_STORED, allowZip64=True, optimize=-1):
        super().__init__(file, mode, compression, allowZip64)
        self._optimize = optimize

    def writepy(self, pathname, basename='', filterfunc=None):
        """Refused: there are no compiled files."""
        raise NotImplementedError('PyZipFile.writepy: there are no compiled files here')


def _with_folders(names):
    """Names, and those of folders that they imply: in order, without repetition."""
    all_names = dict.fromkeys(names)
    for name in [*all_names]:
        above, path = [], name.rstrip('/')
        at = path.find('/')
        while at >= 0:
            above.append(name[:at + 1])
            at = path.find('/', at + 1)
        for folder in reversed(above):
            all_names.setdefault(folder)
    return all_names


class CompleteDirs(ZipFile):
    """A ZipFile whose names are those of folders as well that only its other names tell of."""

    @classmethod
    def make(cls, source):
        """Such a one of an archive, a path or a file: an archive that is given becomes one."""
        if isinstance(source, cls):
            return source
        if not isinstance(source, ZipFile):
            return cls(source if hasattr(source, 'read') else os.fspath(source))
        if source.mode == 'r':
            source.__class__ = _LookedUp
        else:
            source.__class__ = cls
        return source

    @staticmethod
    def _implied_dirs(names):
        """The names of folders that names tell of without being among them."""
        names = list(names)
        return list(_with_folders(names))[len({*names}):]

    def namelist(self):
        """The names, those of all folders among them."""
        return list(_with_folders(super().namelist()))

    def getinfo(self, name):
        """What is known of a name; of a folder that is only implied: its name."""
        try:
            return super().getinfo(name)
        except KeyError:
            if not name.endswith('/') or name not in self._known():
                raise
            return ZipInfo(filename=name)

    def _known(self):
        return _with_folders(super().namelist())

    def resolve_dir(self, name):
        """A name as it is in the archive: with a slash where it is a folder's."""
        names = self._known()
        return name + '/' if name not in names and name + '/' in names else name


class _LookedUp(CompleteDirs):
    """One that is only read: its names are put together once."""

    def _known(self):
        found = self.__dict__.get('_all_names')
        if found is None:
            found = self.__dict__['_all_names'] = _with_folders(ZipFile.namelist(self))
        return found

    def namelist(self):
        return list(self._known())


class Path:
    """A pathlib-compatible interface for zip files: the archive (a path or a ZipFile), and a place in it."""

    def __init__(self, root, at=''):
        self.root, self.at = CompleteDirs.make(root), at

    def _names(self):
        """All names, those of folders that are only implied as well: in the order of the archive, without repetition."""
        return self.root._known()

    def _next(self, at):
        return type(self)(self.root, at)

    def __eq__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return (self.root, self.at) == (other.root, other.at)

    def __hash__(self):
        return hash((self.root, self.at))

    def open(self, mode='r', *args, pwd=None, **kwargs):
        """Open this entry as text or binary following the semantics of pathlib.Path.open(): options of io.TextIOWrapper for text."""
        way = mode[0]
        error = IsADirectoryError if self.is_dir() else FileNotFoundError if way == 'r' and self.at not in self._names() else None
        if error:
            raise error(self)
        member = self.root.open(self.at, way, pwd=pwd)
        is_text = 'b' not in mode
        if not is_text and (args or kwargs):
            raise ValueError('encoding args invalid for binary operation')
        return io.TextIOWrapper(member, *args, **kwargs) if is_text else member

    def _path(self):
        from pathlib import PurePosixPath
        return PurePosixPath(self.at)

    name, suffix, suffixes, stem = (property(lambda self, part=part: getattr(self._path() if self.at else self.filename, part))
                                    for part in ('name', 'suffix', 'suffixes', 'stem'))

    @property
    def filename(self):
        """The path of the archive and the place in it."""
        from pathlib import Path as FilePath
        return FilePath(self.root.filename).joinpath(self.at)

    def read_text(self, *args, **kwargs):
        """The text of the entry; options as of open()."""
        with self.open('r', *args, **kwargs) as stream:
            return stream.read()

    def read_bytes(self):
        """The bytes of the entry."""
        with self.open('rb') as stream:
            return stream.read()

    def is_dir(self):
        """Whether it is a folder."""
        return not self.at or self.at.endswith('/')

    def is_file(self):
        """Whether it is a file that is there."""
        return self.exists() and not self.is_dir()

    def exists(self):
        """Whether it is there."""
        return self.at in self._names()

    def iterdir(self):
        """What is in the folder."""
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        return (self._next(name) for name in self._names() if name.rstrip('/').rpartition('/')[0] == self.at.rstrip('/') and name != self.at
                and name.startswith(self.at))

    def joinpath(self, *other):
        """The entry under names below this one."""
        return self._next(self.root.resolve_dir(os.path.join(self.at, *other)))

    __truediv__ = joinpath

    @property
    def parent(self):
        """The folder above; that of the archive itself at its top."""
        if not self.at:
            return self.filename.parent
        above = self.at.rstrip('/').rpartition('/')[0]
        return self._next(above + '/' * bool(above))

    def __str__(self):
        return os.path.join(str(self.root.filename), self.at)

    def __repr__(self):
        return f'{type(self).__name__}({self.root.filename!r}, {self.at!r})'


def main(args=None):
    """The command line: lists (-l), tests (-t), extracts (-e) or makes (-c) an archive."""
    import argparse
    parser = argparse.ArgumentParser(description='A simple command-line interface for zipfile module.')
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument('-l', '--list', metavar='<zipfile>', help='Show listing of a zipfile')
    group.add_argument('-e', '--extract', nargs=2, metavar=('<zipfile>', '<output_dir>'), help='Extract zipfile into target dir')
    group.add_argument('-c', '--create', nargs='+', metavar=('<name>', '<file>'), help='Create zipfile from sources')
    group.add_argument('-t', '--test', metavar='<zipfile>', help='Test if a zipfile is valid')
    parser.add_argument('--metadata-encoding', metavar='<encoding>', help='Specify encoding of member names for -l, -e and -t')
    asked = parser.parse_args(args)
    encoding = asked.metadata_encoding
    if asked.test is not None:
        with ZipFile(asked.test, 'r', metadata_encoding=encoding) as archive:
            bad = archive.testzip()
        if bad:
            print(f'The following enclosed file is corrupted: {bad!r}')
        print('Done testing')
    elif asked.list is not None:
        with ZipFile(asked.list, 'r', metadata_encoding=encoding) as archive:
            archive.printdir()
    elif asked.extract is not None:
        with ZipFile(asked.extract[0], 'r', metadata_encoding=encoding) as archive:
            archive.extractall(asked.extract[1])
    else:
        if encoding:
            parser.exit(1, 'Non-conforming encodings not supported with -c.\n')
        with ZipFile(asked.create[0], 'w') as archive:
            for path in asked.create[1:]:
                _add(archive, path, os.path.basename(path) or os.path.basename(os.path.dirname(path)))


def _add(archive, path, name):
    """A file, or a folder with all that is in it."""
    if os.path.isfile(path):
        archive.write(path, name, ZIP_DEFLATED)
    elif os.path.isdir(path):
        if name and name not in ('.', '..'):
            archive.write(path, name)
        for entry in sorted(os.listdir(path)):
            _add(archive, os.path.join(path, entry), os.path.join(name, entry) if name not in ('.', '..') else entry)
