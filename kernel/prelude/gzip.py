"""Functions that read and write gzipped files.

The user of the file doesn't have to worry about the compression, but random access is not allowed."""

__all__ = ['BadGzipFile', 'GzipFile', 'open', 'compress', 'decompress']

import builtins
import errno
import io
import os
import struct
import time
import zlib

from _compression import CompressedFile, Expanded, check_mode, open_text

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = 1, 2
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9
_TRUNCATED = 'Compressed file ended before the end-of-stream marker was reached'
_UNKNOWN_SYSTEM = 255


class BadGzipFile(OSError):
    """Exception raised in some cases for invalid gzip files."""


def _header(data, whole=False):
    """The size of the header with which bytes begin and the time in it; None where it does not end in them."""
    try:
        if len(data) < 2 or data[:2] != b'\x1f\x8b':
            if len(data) < 2 and not whole:
                return None
            raise BadGzipFile(f'Not a gzipped file ({bytes(data[:2])!r})')
        if len(data) < 10:
            return None
        method, flags, when = struct.unpack_from('<BBI', data, 2)
        if method != 8:
            raise BadGzipFile('Unknown compression method')
        at = 10
        if flags & FEXTRA:
            at += 2 + struct.unpack_from('<H', data, at)[0]
        for flag in (FNAME, FCOMMENT):
            if flags & flag:
                at = data.index(b'\0', at) + 1
        if flags & FHCRC:
            at += 2
    except (struct.error, ValueError) as wrong:
        if isinstance(wrong, BadGzipFile):
            raise
        return None
    return (at, when) if at <= len(data) else None


class _Member:
    """The expander of one member of a file: header, data, check sum."""

    def __init__(self, first, told):
        self.first, self.told = first, told
        self.pending, self.stream, self.crc, self.size = b'', None, 0, 0
        self.eof, self.needs_input, self.unused_data = False, True, b''

    @property
    def may_be_empty(self):
        """A file without any byte is one without members."""
        return self.first and not self.pending and self.stream is None

    def decompress(self, data, max_length):
        if self.pending:
            data = self.pending + data
        if self.stream is None:
            found = _header(data, not data)
            if found is None:
                self.pending, self.needs_input = data, True
                return b''
            start, when = found
            self.told(when)
            self.stream = zlib.decompressobj(-15)
            data = data[start:]
        out = b''
        if not self.stream.eof:
            out = self.stream.decompress(data, max_length)
            self.crc = zlib.crc32(out, self.crc)
            self.size += len(out)
            data = self.stream.unused_data if self.stream.eof else self.stream.unconsumed_tail
        self.pending = data
        self.needs_input = not data
        if self.stream.eof:
            self.needs_input = len(data) < 8
            if not self.needs_input:
                self._check(*struct.unpack_from('<II', data))
                self.eof, self.unused_data = True, data[8:]
        return out

    def _check(self, crc, size):
        if crc != self.crc:
            raise BadGzipFile(f'CRC check failed {hex(crc)} != {hex(self.crc)}')
        if size != self.size & 0xffffffff:
            raise BadGzipFile('Incorrect length of data produced')


def _without_zeros(rest):
    """Zeros may stand between members and behind the last."""
    return rest.lstrip(b'\0')


class _Raw:
    """A compressor that has a method compress() and counts what a member ends with."""

    def __init__(self, level):
        self.stream = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, 0)
        self.crc = zlib.crc32(b'')
        self.size = 0

    def compress(self, data):
        self.crc = zlib.crc32(data, self.crc)
        self.size += memoryview(data).nbytes
        return self.stream.compress(data)

    def flush(self):
        return self.stream.flush() + struct.pack('<II', self.crc, self.size & 0xffffffff)


def _start_of_member(level, when, name=b''):
    """The header of a member, whose extra flags tell of the level."""
    extra = {_COMPRESS_LEVEL_BEST: 2, _COMPRESS_LEVEL_FAST: 4}.get(level, 0)
    return struct.pack('<4BIBB', 0x1f, 0x8b, 8, FNAME if name else 0, int(when), extra, _UNKNOWN_SYSTEM) + (name and name + b'\0')


class GzipFile(CompressedFile):
    """The GzipFile class simulates most of the methods of a file object with the exception of the truncate() method. It works with
    bytes."""
    myfileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None, mtime=None):
        """Constructor for the GzipFile class: at least one of fileobj and filename must be given. mode: 'r', 'a', 'w' or 'x', also
        with b, that of fileobj if it is not given; compresslevel: 0 to 9; mtime: the time in the header, that of now if it is not
        given."""
        self._expanded = self._compressor = self._file = self.fileobj = None
        self._owned, self._position, self._last_mtime = False, 0, None
        if mode and ('t' in mode or 'U' in mode):
            raise ValueError(f'Invalid mode: {mode!r}')
        if mode and 'b' not in mode:
            mode += 'b'
        if fileobj is None:
            fileobj = self.myfileobj = builtins.open(filename, mode or 'rb')
            self._owned = True
        if filename is None:
            filename = getattr(fileobj, 'name', '')
            if not isinstance(filename, (str, bytes)):
                filename = ''
        else:
            filename = os.fspath(filename)
        guessed = mode is None
        if guessed:
            mode = getattr(fileobj, 'mode', 'rb')
            mode = {READ: 'rb', WRITE: 'wb'}.get(mode, mode)
        self.name, self.compress_level = filename, compresslevel
        self._write_mtime = mtime
        if mode.startswith('r'):
            self.mode = READ
            self._expanded = Expanded(fileobj, lambda first: _Member(first, self._tell_time), _without_zeros, _TRUNCATED)
            try:
                self._expanded.start = fileobj.tell()
            except (AttributeError, OSError):
                pass
        elif mode.startswith(('w', 'a', 'x')):
            if guessed:
                import warnings
                warnings.warn('GzipFile was opened for writing, but this will change in future Python releases.  Specify the mode '
                              'argument for opening it for writing.', FutureWarning, 2)
            self.mode = WRITE
            self._compressor = _Raw(compresslevel)
        else:
            raise ValueError(f'Invalid mode: {mode!r}')
        self._file = self.fileobj = fileobj
        if self.mode == WRITE:
            fileobj.write(_start_of_member(compresslevel, time.time() if mtime is None else mtime, self._stored_name()))

    def _tell_time(self, when):
        self._last_mtime = when

    def _stored_name(self):
        """What the header says of the name: its last part without .gz, where that is Latin-1."""
        name = os.path.basename(self.name)
        if not isinstance(name, bytes):
            try:
                name = name.encode('latin-1')
            except UnicodeEncodeError:
                return b''
        return name.removesuffix(b'.gz')

    @property
    def mtime(self):
        """Last modification time read from stream, or None."""
        return self._last_mtime

    @property
    def crc(self):
        """The check sum of what was written."""
        return self._compressor.crc

    def __repr__(self):
        return f'<gzip{self._described()} {id(self):#x}>'

    def _described(self):
        return ' on' if self.fileobj is None else f' {repr(self.fileobj)[1:-1]}'

    def _check(self):
        if self._file is None:
            raise ValueError('I/O operation on closed file')

    def _of(self, what):
        """The part that reads, or writes; an OSError where the file does the other."""
        part = self._expanded if what == 'read' else self._compressor
        if part is None:
            self._check()
            raise OSError(errno.EBADF, f'{what}() on {"write" if what == "read" else "read"}-only GzipFile object')
        return part

    def _reader(self):
        return self._of('read')

    def peek(self, n):
        """Bytes that come next, without reading them."""
        if self._expanded is None:
            self._check()
            raise OSError(errno.EBADF, 'peek() on write-only GzipFile object')
        return self._expanded.peek()

    def read1(self, size=-1):
        """Implements BufferedIOBase.read1(): at most size bytes with few reads of the underlying file."""
        if self._expanded is None:
            self._check()
            raise OSError(errno.EBADF, 'read1() on write-only GzipFile object')
        return self._expanded.read1(io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def write(self, data):
        """Write bytes; how many."""
        compressor = self._of('write')
        length = memoryview(data).nbytes
        if length:
            self._file.write(compressor.compress(data))
            self._position += length
        return length

    def close(self):
        """Writes what is held back, and closes the file that was opened for this one."""
        file, self.fileobj = self.__dict__.get('fileobj'), None
        if file is not None:
            self.myfileobj = None
            super().close()

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        """Writes what is held back, so that it can be read."""
        self._check()
        if self._compressor is not None:
            self._file.write(self._compressor.stream.flush(zlib_mode))
            self._file.flush()

    def fileno(self):
        """Invoke the underlying file object's fileno() method; AttributeError if it has none."""
        return self.fileobj.fileno()

    def rewind(self):
        """Return the uncompressed stream file position indicator to the beginning of the file."""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._expanded.seek(0, 0)

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def seek(self, offset, whence=io.SEEK_SET):
        """Goes to a position: when writing only forward, with zeros between."""
        if self.mode == READ:
            self._check()
            self._expanded.seek(offset, whence)
            return self._expanded.position
        if whence == io.SEEK_CUR:
            offset += self._position
        elif whence != io.SEEK_SET:
            raise ValueError('Seek from end not supported')
        if offset < self._position:
            raise OSError('Negative seek in write mode')
        while self._position < offset:
            self.write(bytes(min(offset - self._position, 1 << 16)))
        return self._position

    def tell(self):
        """The position in the uncompressed bytes."""
        self._check()
        return self._position if self._expanded is None else self._expanded.position


def open(filename, mode='rb', compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None, newline=None):
    """Open a gzip-compressed file in binary or text mode: a path, or an object with read() or write(). For text the file is
    wrapped in an io.TextIOWrapper of the given encoding, error handling and line ends."""
    is_text = check_mode(mode, encoding, errors, newline)
    options = mode.replace('t', ''), compresslevel
    if isinstance(filename, (str, bytes, os.PathLike)):
        file = GzipFile(filename, *options)
    elif hasattr(filename, 'read') or hasattr(filename, 'write'):
        file = GzipFile(None, *options, filename)
    else:
        raise TypeError('filename must be a str or bytes object, or a file')
    return open_text(file, encoding, errors, newline) if is_text else file


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """Compress data in one shot and return the compressed string. compresslevel: 0 to 9; mtime: the time in the header, that of now
    if it is not given."""
    if mtime == 0:
        return zlib.compress(data, level=compresslevel, wbits=31)
    raw = zlib.compress(data, level=compresslevel, wbits=-15)
    head = _start_of_member(compresslevel, time.time() if mtime is None else mtime)
    return head + raw + struct.pack('<II', zlib.crc32(data), memoryview(data).nbytes & 0xffffffff)


def decompress(data):
    """Decompress a gzip compressed string in one shot: all its members."""
    parts = []
    while True:
        data = bytes(data).lstrip(b'\0') if parts else data
        if not len(data):
            return b''.join(parts)
        found = _header(data, True)
        if found is None:
            raise EOFError(_TRUNCATED)
        stream = zlib.decompressobj(-15)
        out = stream.decompress(data[found[0]:])
        if not stream.eof or len(stream.unused_data) < 8:
            raise EOFError(_TRUNCATED)
        crc, size = struct.unpack_from('<II', stream.unused_data)
        if crc != zlib.crc32(out):
            raise BadGzipFile('CRC check failed')
        if size != len(out) & 0xffffffff:
            raise BadGzipFile('Incorrect length of data produced')
        parts.append(out)
        data = stream.unused_data[8:]


def _copied(source, target):
    """Everything that is left in a stream."""
    for piece in iter(lambda: source.read(io.DEFAULT_BUFFER_SIZE), b''):
        target.write(piece)


def _squeeze(name, level):
    """Compresses a file beside itself; '-': standard input to standard output."""
    if name == '-':
        with io.open(0, 'rb', closefd=False) as source, io.open(1, 'wb', closefd=False) as end, \
                GzipFile(filename='', mode='wb', fileobj=end, compresslevel=level) as target:
            return _copied(source, target)
    with io.open(name, 'rb') as source, open(name + '.gz', 'wb', level) as target:
        _copied(source, target)


def _expand(name):
    """The other way."""
    if name == '-':
        with io.open(0, 'rb', closefd=False) as start, io.open(1, 'wb', closefd=False) as target, \
                GzipFile(filename='', mode='rb', fileobj=start) as source:
            return _copied(source, target)
    if not name.endswith('.gz'):
        raise SystemExit(f"filename doesn't end in .gz: {name!r}")
    with open(name, 'rb') as source, io.open(name[:-3], 'wb') as target:
        _copied(source, target)


def main():
    """The command line: compresses files, or expands them, and leaves them there."""
    from argparse import ArgumentParser
    parser = ArgumentParser(prog='gzip.py', description='A simple command line interface for the gzip module: act like gzip, but do not '
                                                        'delete the input file.')
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument('--fast', action='store_true', help='compress faster')
    kinds.add_argument('--best', action='store_true', help='compress better')
    kinds.add_argument('-d', '--decompress', action='store_true', help='act like gunzip instead of gzip')
    parser.add_argument('args', nargs='*', default=['-'], metavar='file')
    asked = parser.parse_args()
    level = _COMPRESS_LEVEL_BEST if asked.best else 1 if asked.fast else 6
    for name in asked.args:
        _expand(name) if asked.decompress else _squeeze(name, level)
