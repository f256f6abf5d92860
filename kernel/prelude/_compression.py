"""Files of compressed bytes, whatever format: what gzip, bz2 and lzma share. A format brings expanders (decompress(data,
max_length), eof, needs_input, unused_data) and compressors."""

import io
import os

BUFFER_SIZE = 65536


class Expanded:
    """The bytes that come out of the compressed streams of a file, with a position and a buffer.

    make(first) gives the expander of the next stream, `follows` says of the bytes behind a stream where the next one begins
    (bytes), whether nothing follows (None) or more must be seen first (an int: so many bytes)."""

    def __init__(self, source, make, follows, truncated):
        self.source, self.make, self.follows, self.truncated = source, make, follows, truncated
        self.expander, self.buffer, self.at, self.position, self.size = make(True), b'', 0, 0, None
        self.done = self.failed = False

    def _next_stream(self):
        """The rest of the input where one stream is over and another begins; None at the end."""
        rest = self.expander.unused_data
        while True:
            rest = self.follows(rest)
            if rest:
                break
            more = self.source.read(BUFFER_SIZE)
            if not more:
                return None
            rest = more
        self.expander = self.make(False)
        return rest

    def fill(self, most=BUFFER_SIZE):
        """More bytes into the empty buffer; whether there are any."""
        while not self.done:
            data = b''
            if self.expander.eof:
                data = self._next_stream()
                if data is None:
                    break
            elif self.expander.needs_input:
                data = self.source.read(BUFFER_SIZE)
                if not data:
                    if self.expander.may_be_empty:
                        break
                    raise EOFError(self.truncated)
            try:
                self.buffer = self.expander.decompress(data, most)
            except self.wrong as error:
                if self.expander.is_first():
                    raise
                break  # what follows the last stream is no stream
            self.at = 0
            if self.buffer:
                return True
        self.done, self.size, self.buffer, self.at = True, self.position, b'', 0
        return False

    wrong = ()

    def take(self, size):
        """At most size bytes of what is in the buffer, or all for a negative size."""
        end = len(self.buffer) if size < 0 else min(len(self.buffer), self.at + size)
        out = self.buffer[self.at:end]
        self.position += end - self.at
        self.at = end
        return out

    def read(self, size):
        parts = []
        while size and (self.at < len(self.buffer) or self.fill(BUFFER_SIZE if size < 0 else max(size, BUFFER_SIZE))):
            parts.append(self.take(size))
            if size > 0:
                size -= len(parts[-1])
        return parts[0] if len(parts) == 1 else b''.join(parts)

    def read1(self, size):
        if size and self.at >= len(self.buffer):
            self.fill()
        return self.take(size)

    def peek(self):
        if self.at >= len(self.buffer):
            self.fill()
        return self.buffer[self.at:]

    def readline(self, limit):
        parts = []
        while limit and (self.at < len(self.buffer) or self.fill()):
            stop = self.buffer.find(b'\n', self.at) + 1
            count = (stop or len(self.buffer)) - self.at
            parts.append(self.take(count if limit < 0 else min(count, limit)))
            if parts[-1].endswith(b'\n'):
                break
            if limit > 0:
                limit -= len(parts[-1])
        return b''.join(parts)

    def rewind(self):
        self.source.seek(self.start)
        self.expander, self.buffer, self.at, self.position, self.done = self.make(True), b'', 0, 0, False

    start = 0

    def seek(self, offset, whence):
        """Goes on to a position, from the beginning where it lies behind."""
        if whence == 1:
            offset += self.position
        elif whence == 2:
            while self.size is None or not self.done:
                self.take(-1)
                self.fill()
            offset += self.size
        elif whence:
            raise ValueError(f'Invalid value for whence: {whence}')
        if offset < self.position:
            back = self.position - self.at if self.at else self.position
            if offset >= back and self.buffer:
                self.at, self.position = offset - back, offset
                return
            self.rewind()
        while offset > self.position and (self.at < len(self.buffer) or self.fill()):
            self.take(offset - self.position)


def unchanged(rest):
    """Of formats whose streams follow each other without anything between."""
    return rest


def open_source(filename, mode, types):
    """The file of compressed bytes, and whether it is ours to close."""
    if isinstance(filename, (str, bytes, os.PathLike)):
        return open(filename, mode), True
    if hasattr(filename, 'read') or hasattr(filename, 'write'):
        return filename, False
    raise TypeError(f'filename must be a {types}')


def open_text(file, encoding, errors, newline):
    return io.TextIOWrapper(file, encoding, errors, newline)


def check_mode(mode, encoding, errors, newline):
    """Whether a mode of open() is that of a text; what goes with bytes only or texts only is refused."""
    if 't' in mode:
        if 'b' in mode:
            raise ValueError(f'Invalid mode: {mode!r}')
        return True
    for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
        if value is not None:
            raise ValueError(f'Argument {name!r} not supported in binary mode')
    return False


class CompressedFile(io.BufferedIOBase):
    """A file that is read or written through a format; BZ2File and LZMAFile are it with a format."""
    _types = 'str, bytes, file or PathLike object'
    _reading = 'r', 'rb'

    def _open(self, filename, mode):
        """Opens the file of a mode; whether it is read."""
        self._expanded = self._compressor = self._file = None
        self._owned = False
        reads = mode in self._reading
        if not reads and mode not in ('w', 'wb', 'x', 'xb', 'a', 'ab'):
            raise ValueError(f'Invalid mode: {mode!r}')
        self._bytes_mode = 'rb' if reads else mode.rstrip('b') + 'b'
        self._position = 0
        return reads

    def _start(self, filename, compressor=None, expanded=None):
        self._file, self._owned = open_source(filename, self._bytes_mode, self._types)
        self._compressor = compressor
        if expanded:
            self._expanded = expanded(self._file)

    def close(self):
        """Flush and close the file. May be called more than once; afterwards any other operation raises ValueError."""
        if self._file is None:
            return
        try:
            if self._compressor is not None:
                self._file.write(self._compressor.flush())
        finally:
            try:
                if self._owned:
                    self._file.close()
            finally:
                self._file = self._expanded = self._compressor = None
                self._owned = False

    @property
    def closed(self):
        """True if this file is closed."""
        return self.__dict__.get('_file') is None

    def _reader(self):
        if self._expanded is None:
            self._check()
            raise io.UnsupportedOperation('File not open for reading')
        return self._expanded

    def _check(self):
        if self._file is None:
            raise ValueError('I/O operation on closed file')

    def fileno(self):
        """Return the file descriptor for the underlying file."""
        self._check()
        return self._file.fileno()

    def seekable(self):
        """Return whether the file supports seeking."""
        return self.readable() and self._file.seekable()

    def readable(self):
        """Return whether the file was opened for reading."""
        self._check()
        return self._expanded is not None

    def writable(self):
        """Return whether the file was opened for writing."""
        self._check()
        return self._compressor is not None

    def peek(self, n=0):
        """Return buffered data without advancing the file position: at least one byte, unless at the end."""
        return self._reader().peek()

    def read(self, size=-1):
        """Read up to size uncompressed bytes from the file, until the end for a negative size or None."""
        return self._reader().read(-1 if size is None else range(size).stop)

    def read1(self, size=-1):
        """Read up to size uncompressed bytes, while trying to avoid making multiple reads from the underlying stream."""
        return self._reader().read1(size)

    def readinto(self, b):
        """Read bytes into b; the number of bytes read."""
        with memoryview(b) as view, view.cast('B') as flat:
            got = self.read(len(flat))
            flat[:len(got)] = got
        return len(got)

    readinto1 = readinto

    def readline(self, size=-1):
        """Read a line of uncompressed bytes from the file, with its newline; at most size bytes of it."""
        if not isinstance(size, int):
            if not hasattr(size, '__index__'):
                raise TypeError('Integer argument expected')
            size = size.__index__()
        return self._reader().readline(size)

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self._reader().readline(-1)
        if not line:
            raise StopIteration
        return line

    def readlines(self, size=-1):
        """Read a list of lines of uncompressed bytes from the file; size: no more lines once they have so many bytes."""
        if not isinstance(size, int):
            if not hasattr(size, '__index__'):
                raise TypeError('Integer argument expected')
            size = size.__index__()
        self._reader()
        return super().readlines(size)

    def write(self, data):
        """Write bytes to the file; the number of uncompressed bytes written, which may be in buffers until close()."""
        self._check()
        if self._compressor is None:
            raise io.UnsupportedOperation('File not open for writing')
        length = memoryview(data).nbytes
        self._file.write(self._compressor.compress(data))
        self._position += length
        return length

    def writelines(self, seq):
        """Write a sequence of byte strings to the file, without newlines between them."""
        for data in seq:
            self.write(data)

    def seek(self, offset, whence=io.SEEK_SET):
        """Change the file position, from the start (0), the current position (1) or the end (2); the new one. It is emulated, so
        it may be slow."""
        if self._expanded is None:
            self._check()
            raise io.UnsupportedOperation('Seeking is only supported on files open for reading')
        if not self._file.seekable():
            raise io.UnsupportedOperation('The underlying file object does not support seeking')
        if whence not in (0, 1, 2):
            raise ValueError(f'whence value {whence} unsupported')
        self._expanded.seek(offset, whence)
        return self._expanded.position

    def tell(self):
        """Return the current file position."""
        self._check()
        return self._position if self._expanded is None else self._expanded.position

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass  # there is no caller to raise to


def expand_all(data, make, wrong, truncated):
    """All streams of bytes that follow each other."""
    parts = []
    while True:
        expander = make()
        try:
            parts.append(expander.decompress(data))
        except wrong:
            if parts:
                break  # what follows the last stream is no stream
            raise
        if not expander.eof:
            raise truncated('Compressed data ended before the end-of-stream marker was reached')
        data = expander.unused_data
        if not data:
            break
    return b''.join(parts)


class Stream:
    """A stream of a library's module: its values are `run`'s tuples, `fail` raises what such a code means."""
    __slots__ = ()

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__name__}' object")


class Expander(Stream):
    """What a decompressor object does with a library's stream: input that is left waits for the next call."""
    __slots__ = ('_stream', '_left', 'eof', 'needs_input', 'unused_data')
    may_be_empty = False
    _over = 'End of stream already reached'

    def _begin(self, stream):
        self._stream, self._left = stream, b''
        self.eof, self.needs_input, self.unused_data = False, True, b''

    def _go(self, run, data, max_length, fail):
        if self.eof:
            raise EOFError(self._over)
        if self._left:
            data = self._left + bytes(data)
        out, used, status, code, text = run(self._stream, data, 0, max_length)
        if status == 3:
            self._left, self.needs_input = b'', False
            fail(code)
        rest = bytes(memoryview(data)[used:]) if used != len(data) else b''
        self.eof = status == 1
        if self.eof:
            self.unused_data, self._left, self.needs_input = rest, b'', False
        else:
            self._left = rest
            self.needs_input = not rest and (max_length < 0 or len(out) < max_length)
        return out
