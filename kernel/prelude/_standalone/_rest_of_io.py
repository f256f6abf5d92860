"""What io has beside the files of the kernel: streams over other streams, in the language."""

import io
import os

_CHUNK = io.DEFAULT_BUFFER_SIZE
_READ_CHUNK = 1 << 16


def open_code(path):
    """Opens the provided file with the intent to import the contents."""
    if not isinstance(path, str):
        raise TypeError(f"open_code() argument 'path' must be str, not {type(path).__name__}")
    return open(path, 'rb')


def text_encoding(encoding, stacklevel=2, /):
    """The encoding that a parameter encoding=None means for an argument of open() or TextIOWrapper."""
    return 'locale' if encoding is None else encoding


class FileIO(io.RawIOBase):
    """Open a file: a path or a descriptor, without a buffer. mode: 'r', 'w', 'x' or 'a', with '+' for reading and writing."""
    _CREATE = {'r': 0, 'w': os.O_CREAT | os.O_TRUNC, 'x': os.O_CREAT | os.O_EXCL, 'a': os.O_CREAT | os.O_APPEND}

    def __init__(self, file, mode='r', closefd=True, opener=None):
        plain = mode.replace('b', '')
        kind = plain.replace('+', '')
        if kind not in self._CREATE or plain not in (kind, kind + '+', '+' + kind):
            if len(set(kind)) > 1 and set(kind) <= set('rwxa') or not kind and set(mode) <= set('b+'):
                raise ValueError('Must have exactly one of create/read/write/append mode and at most one plus')
            raise ValueError(f'invalid mode: {mode}')
        self._reads, self._writes = kind == 'r' or '+' in plain, kind != 'r' or '+' in plain
        self._kind, self.closefd, self._fd = kind, bool(closefd), -1
        flags = self._CREATE[kind] | os.O_CLOEXEC | (os.O_RDWR if self._reads and self._writes else
                                                    os.O_RDONLY if self._reads else os.O_WRONLY)
        if isinstance(file, int) and not isinstance(file, bool):
            if file < 0:
                raise ValueError('negative file descriptor')
            os.fstat(file)
            self._fd = file
        else:
            if not closefd:
                raise ValueError('Cannot use closefd=False with file name')
            self._fd = opener(file, flags) if opener else os.open(file, flags, 0o666)
            if opener and self._fd < 0:
                raise ValueError(f'opener returned {self._fd}')
        self.name = file
        if kind == 'a':
            os.lseek(self._fd, 0, 2)

    @property
    def mode(self):
        """The mode given in the constructor."""
        if self._kind in 'xa':
            return f"{self._kind}b{'+' if self._reads else ''}"
        return 'rb+' if self._reads and self._writes else 'rb' if self._reads else 'wb'

    def fileno(self):
        """The file descriptor."""
        if self.closed:
            raise ValueError('I/O operation on closed file')
        return self._fd

    def _of(self, allowed, what):
        fd = self.fileno()
        if not allowed:
            raise io.UnsupportedOperation(f'File not open for {what}')
        return fd

    def read(self, size=-1, /):
        """At most size bytes with one call of the system, all for a negative size; None if there are none yet."""
        if size is None or size < 0:
            return self.readall()
        try:
            return os.read(self._of(self._reads, 'reading'), size)
        except BlockingIOError:
            return None

    def readall(self):
        """All bytes up to the end."""
        parts = []
        while part := self.read(_READ_CHUNK):
            parts.append(part)
        return b''.join(parts) if parts else part

    def readinto(self, buffer, /):
        """Reads into a buffer; how many bytes."""
        with memoryview(buffer) as view, view.cast('B') as flat:
            got = self.read(len(flat))
            if got is None:
                return None
            flat[:len(got)] = got
            return len(got)

    def write(self, data, /):
        """Writes bytes with one call of the system; how many of them."""
        try:
            return os.write(self._of(self._writes, 'writing'), data)
        except BlockingIOError:
            return None

    def readable(self):
        self.fileno()
        return self._reads

    def writable(self):
        self.fileno()
        return self._writes

    def seekable(self):
        try:
            os.lseek(self.fileno(), 0, 1)
        except OSError:
            return False
        return True

    def isatty(self):
        return os.isatty(self.fileno())

    def seek(self, offset, whence=0, /):
        """Goes to a position; the new one."""
        return os.lseek(self.fileno(), offset, whence)

    def tell(self):
        """The position."""
        return os.lseek(self.fileno(), 0, 1)

    def truncate(self, size=None, /):
        """Makes the file so many bytes long."""
        size = self.tell() if size is None else size
        os.ftruncate(self._of(self._writes, 'writing'), size)
        return size

    def close(self):
        """Closes the file, and the descriptor if closefd says so."""
        if not self.closed:
            super().close()
            if self.closefd and self._fd >= 0:
                os.close(self._fd)

    def __repr__(self):
        if self.closed:
            return '<_io.FileIO [closed]>'
        return f'<_io.FileIO name={self.name!r} mode={self.mode!r} closefd={self.closefd}>'


class _Buffered(io.BufferedIOBase):
    """A stream over a raw one."""

    def __init__(self, raw, buffer_size=_CHUNK):
        if buffer_size <= 0:
            raise ValueError('buffer size must be strictly positive')
        self._raw, self._size, self._ahead, self._at, self._behind = raw, buffer_size, b'', 0, bytearray()

    @property
    def raw(self):
        """The stream below."""
        if self._raw is None:
            raise ValueError('raw stream has been detached')
        return self._raw

    @property
    def closed(self):
        return self.raw.closed

    @property
    def name(self):
        """That of the stream below."""
        return self.raw.name

    @property
    def mode(self):
        """That of the stream below."""
        return self.raw.mode

    def _open(self, what=''):
        if self.closed:
            raise ValueError(f'{what} of closed file' if what in ('read', 'peek', 'readline') else f'{what} to closed file'
                             if what else 'I/O operation on closed file.')
        return self._raw

    def readable(self):
        return self._reads and self.raw.readable()

    def writable(self):
        return self._writes and self.raw.writable()

    def seekable(self):
        return self.raw.seekable()

    def fileno(self):
        """That of the stream below."""
        return self.raw.fileno()

    def isatty(self):
        return self.raw.isatty()

    def __repr__(self):
        name = f' name={self._raw.name!r}' if hasattr(self._raw, 'name') else ''
        return f'<_io.{type(self).__name__}{name}>' if name else object.__repr__(self)

    def _pull(self, size):
        """What the stream below gives at once; b'' at the end, None where there is nothing yet."""
        target = bytearray(max(size, self._size))
        count = self._raw.readinto(target)
        if count is not None and not 0 <= count <= len(target):
            raise OSError(f'raw readinto() returned invalid length {count} (should have been between 0 and {len(target)})')
        return None if count is None else bytes(target[:count])

    def _take(self, size):
        out = self._ahead[self._at:self._at + size]
        self._at += len(out)
        return out

    def read(self, size=-1, /):
        """At most size bytes, less only at the end; all for a negative size or None."""
        self._open('read')
        if size is not None and size < -1:
            raise ValueError('read length must be non-negative or -1')
        self._sync()
        if size is None or size < 0:
            parts = [self._take(len(self._ahead))]
            more = self._raw.readall() if hasattr(self._raw, 'readall') else None
            if more is None and not hasattr(self._raw, 'readall'):
                while more := self._raw.read():
                    parts.append(more)
            if more is None and not parts[0]:
                return None
            parts.append(more or b'')
            return b''.join(parts)
        parts = [self._take(size)]
        size -= len(parts[0])
        while size:
            more = self._pull(size)
            if not more:
                if more is None and not any(parts):
                    return None
                break
            self._ahead, self._at = more, 0
            parts.append(self._take(size))
            size -= len(parts[-1])
        return b''.join(parts)

    def read1(self, size=-1, /):
        """At most size bytes with at most one read from below."""
        self._open('read')
        self._sync()
        size = self._size if size < 0 else size
        if size and self._at >= len(self._ahead):
            self._ahead, self._at = self._pull(0) or b'', 0
        return self._take(size)

    def peek(self, size=0, /):
        """Bytes that come next, without reading them: some, if there are any."""
        self._open('peek')
        self._sync()
        if self._at >= len(self._ahead):
            self._ahead, self._at = self._pull(0) or b'', 0
        return self._ahead[self._at:]

    def readline(self, size=-1, /):
        """One line with its newline, at most size bytes of it."""
        self._open('readline')
        size = -1 if size is None else size
        parts = []
        while size:
            if self._at >= len(self._ahead) and not self.peek():
                break
            stop = self._ahead.find(b'\n', self._at) + 1 or len(self._ahead)
            parts.append(self._take(stop - self._at if size < 0 else min(stop - self._at, size)))
            if parts[-1].endswith(b'\n'):
                break
            size -= len(parts[-1]) if size > 0 else 0
        return b''.join(parts)

    def _sync(self):
        """What was written goes out before something is read."""
        if self._behind:
            self.flush()

    def _back(self):
        """The stream below stands where this one does."""
        if self._at < len(self._ahead):
            self._raw.seek(self._at - len(self._ahead), 1)
        self._ahead, self._at = b'', 0

    def write(self, data, /):
        """Writes bytes; how many, some of which may stay in the buffer."""
        self._open('write')
        if isinstance(data, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        if self._ahead:
            self._back()
        count = memoryview(data).nbytes
        self._behind += data
        if len(self._behind) > self._size:
            self._drain()
        return count

    def _drain(self):
        while self._behind:
            count = self._raw.write(bytes(self._behind))
            if count is None:
                raise BlockingIOError(11, 'write could not complete without blocking', 0)
            if not 0 <= count <= len(self._behind):
                raise OSError(f'raw write() returned invalid length {count} (should have been between 0 and {len(self._behind)})')
            del self._behind[:count]

    def flush(self):
        """Writes what is in the buffer."""
        if self.closed:
            raise ValueError('flush of closed file')
        self._drain()
        if hasattr(self._raw, 'flush'):
            self._raw.flush()

    def seek(self, offset, whence=0, /):
        """Goes to a position; the new one."""
        if whence not in (0, 1, 2):
            raise ValueError(f'whence value {whence} unsupported')
        self._open('seek')
        self._sync()
        self._back()
        return self._raw.seek(offset, whence)

    def tell(self):
        """The position."""
        return self.raw.tell() - (len(self._ahead) - self._at) + len(self._behind)

    def truncate(self, size=None, /):
        """Makes the file so many bytes long."""
        self._open('truncate')
        self.flush()
        return self._raw.truncate(self.tell() if size is None else size)

    def detach(self):
        """The stream below, which this one gives up."""
        self.flush()
        raw, self._raw = self.raw, None
        return raw

    def close(self):
        """Writes what is in the buffer, and closes the stream below."""
        if self._raw is None or self.closed:
            return
        try:
            self.flush()
        finally:
            self._raw.close()

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass  # there is no caller to raise to


def _kind(name, reads, writes):
    def begin(self, raw, buffer_size=_CHUNK):
        for asked, method, text in ((reads, 'readable', 'File or stream is not readable.'),
                                    (writes, 'writable', 'File or stream is not writable.')):
            if asked and not getattr(raw, method)():
                raise io.UnsupportedOperation(text)
        if reads and writes and not raw.seekable():
            raise io.UnsupportedOperation('File or stream is not seekable.')
        _Buffered.__init__(self, raw, buffer_size)
    refused = {method: getattr(io.BufferedIOBase, method) for method in ('read', 'read1', 'readline', 'readinto', 'readinto1')} \
        if not reads else {} if writes else {'write': io.BufferedIOBase.write}
    made = type(name, (_Buffered,), {'__init__': begin, '_reads': reads, '_writes': writes, **refused})
    made.__module__ = '_io'
    return made


BufferedReader, BufferedWriter, BufferedRandom = (_kind(*row) for row in (
    ('BufferedReader', True, False), ('BufferedWriter', False, True), ('BufferedRandom', True, True)))


class BufferedRWPair(io.BufferedIOBase):
    """A reader and a writer of two streams as one, for what has no position: pipes, sockets."""

    def __init__(self, reader, writer, buffer_size=_CHUNK, /):
        self.reader, self.writer = BufferedReader(reader, buffer_size), BufferedWriter(writer, buffer_size)
        for name in ('read', 'read1', 'peek', 'readinto', 'readinto1', 'readline', 'readable'):
            setattr(self, name, getattr(self.reader, name))
        for name in ('write', 'flush', 'writable'):
            setattr(self, name, getattr(self.writer, name))

    @property
    def closed(self):
        return self.writer.closed

    def isatty(self):
        return self.writer.isatty() or self.reader.isatty()

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()


class IncrementalNewlineDecoder:
    """Translates line ends of texts that come in parts, after another decoder if that is not None."""

    def __init__(self, decoder, translate, errors='strict'):
        self._decoder, self._translate, self._held, self._seen = decoder, translate, False, 0

    def decode(self, input, final=False):
        """The text of more input."""
        text = input if self._decoder is None else self._decoder.decode(input, final)
        if self._held and (text or final):
            text, self._held = '\r' + text, False
        if text.endswith('\r') and not final:
            text, self._held = text[:-1], True
        both = text.count('\r\n')
        self._seen |= (text.count('\n') > both) * 1 | (text.count('\r') > both) * 2 | (both > 0) * 4
        return _translated(text) if self._translate else text

    def reset(self):
        """Begins anew."""
        self._held, self._seen = False, 0
        if self._decoder is not None:
            self._decoder.reset()

    def getstate(self):
        """What it has seen, as of a decoder of codecs."""
        buffer, flag = (b'', 0) if self._decoder is None else self._decoder.getstate()
        return buffer, flag << 1 | self._held

    def setstate(self, state):
        """Goes back to such a state."""
        buffer, flag = state
        self._held = bool(flag & 1)
        if self._decoder is not None:
            self._decoder.setstate((buffer, flag >> 1))

    @property
    def newlines(self):
        """The line ends that were seen: None, a text, or a tuple of them."""
        found = tuple(end for bit, end in ((2, '\r'), (1, '\n'), (4, '\r\n')) if self._seen & bit)
        return found[0] if len(found) == 1 else found or None


def _translated(text):
    return text.replace('\r\n', '\n').replace('\r', '\n') if '\r' in text else text


class TextIOWrapper(io.TextIOBase):
    """Character and line based layer over a buffered stream of bytes."""
    _CHUNK_SIZE = 8192

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        if newline not in (None, '', '\n', '\r', '\r\n'):
            if not isinstance(newline, str):
                raise TypeError(f'TextIOWrapper() argument \'newline\' must be str or None, not {type(newline).__name__}')
            raise ValueError(f'illegal newline value: {newline}')
        if not isinstance(encoding, (str, type(None))):
            raise TypeError(f"TextIOWrapper() argument 'encoding' must be str or None, not {type(encoding).__name__}")
        if encoding in (None, 'locale'):
            encoding = 'UTF-8' if encoding is None else 'utf-8'
        ''.encode(encoding)
        self._buffer, self._encoding, self._errors = buffer, encoding, 'strict' if errors is None else errors
        self._line_buffering, self._write_through = line_buffering, write_through
        self._set_newline(newline)
        self._bytes, self._text, self._at, self._ended, self._pending, self._seen = b'', '', 0, False, [], 0
        self._input = self._output = encoding
        self._fresh = True
        buffer.readable(), buffer.writable()

    def _set_newline(self, newline):
        self._newline, self._translates = newline, newline is None
        self._written_end = os.linesep if newline is None else newline

    encoding, errors, line_buffering, write_through = (property(lambda self, name=name: getattr(self, name)) for name in (
        '_encoding', '_errors', '_line_buffering', '_write_through'))

    @property
    def buffer(self):
        """The stream of bytes below."""
        if self._buffer is None:
            raise ValueError('underlying buffer has been detached')
        return self._buffer

    @property
    def closed(self):
        return self.buffer.closed

    @property
    def name(self):
        """That of the stream below."""
        return self.buffer.name

    @property
    def newlines(self):
        """The line ends that were translated: None, a text, or a tuple of them."""
        found = tuple(end for bit, end in ((2, '\r'), (1, '\n'), (4, '\r\n')) if self._seen & bit)
        return found[0] if len(found) == 1 else found or None

    def __repr__(self):
        parts = [f'{name}={getattr(self._buffer, name)!r}' for name in ('name',) if hasattr(self._buffer, name)]
        if 'mode' in self.__dict__:
            parts.append(f'mode={self.mode!r}')
        return ' '.join(['<_io.TextIOWrapper', *parts, f'encoding={self._encoding!r}>'])

    def reconfigure(self, *, encoding=None, errors=None, newline=io, line_buffering=None, write_through=None):
        """Reconfigure the text stream with new parameters; the encoding not after something was read."""
        if (encoding is not None or errors is not None or newline is not io) and (self._text or self._bytes):
            raise io.UnsupportedOperation('It is not possible to set the encoding or newline of stream after the first read')
        self.flush()
        if encoding is not None:
            self._encoding = self._input = self._output = encoding
            self._errors = errors or 'strict'
        elif errors is not None:
            self._errors = errors
        if newline is not io:
            self._set_newline(newline)
        if line_buffering is not None:
            self._line_buffering = bool(line_buffering)
        if write_through is not None:
            self._write_through = bool(write_through)

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def seekable(self):
        return self.buffer.seekable()

    def fileno(self):
        """That of the stream below."""
        return self.buffer.fileno()

    def isatty(self):
        return self.buffer.isatty()

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    # reading: _text[_at:] is decoded and not read, with the line ends that the stream has; _bytes is not decoded

    def _decoded(self, data, final):
        """The text of bytes; what does not end a character waits."""
        data = self._bytes + data
        if self._input.lower().replace('_', '-') in ('utf-16', 'utf-32', 'utf-8-sig') and data:
            width = {'utf-16': 2, 'utf-32': 4}.get(self._input.lower().replace('_', '-'), 3)
            if len(data) < width and not final:
                self._bytes = data
                return ''
            marks = {b'\xff\xfe': 'utf-16-le', b'\xfe\xff': 'utf-16-be', b'\xff\xfe\0\0': 'utf-32-le', b'\0\0\xfe\xff': 'utf-32-be',
                     b'\xef\xbb\xbf': 'utf-8'}
            found = marks.get(data[:width])
            self._input = found or {2: 'utf-16-le', 4: 'utf-32-le', 3: 'utf-8'}[width]
            data = data[width:] if found else data
        end = len(data)
        if not final:
            try:
                text = data.decode(self._input)
                self._bytes = b''
                return text
            except UnicodeDecodeError as wrong:
                if len(data) - wrong.start < 4 and ('end of data' in wrong.reason or 'truncated' in wrong.reason):
                    end = wrong.start
        self._bytes = data[end:]
        return data[:end].decode(self._input, self._errors)

    def _more(self, size=None):
        """Decodes more; whether there is any."""
        if self._ended:
            return False
        data = self._buffer.read() if size is None else getattr(self._buffer, 'read1', self._buffer.read)(size)
        if not isinstance(data, (bytes, bytearray)):
            if data is None:
                raise BlockingIOError('stream is not ready')
            raise TypeError(f"underlying {'read' if size is None else 'read1'}() should have returned a bytes-like object, "
                            f'not {type(data).__name__!r}')
        self._ended = size is None or not data
        text = self._decoded(data, self._ended)
        self._text, self._at = self._text[self._at:] + text, 0
        return bool(text) or not self._ended

    def _begin_read(self):
        self._check()
        if not self._buffer.readable():
            raise io.UnsupportedOperation('not readable')
        if self._pending:
            self.flush()

    def _given(self, raw):
        """What was read, as it is given: line ends are translated."""
        if self._translates and '\r' in raw or '\n' in raw:
            both = raw.count('\r\n')
            if self._newline in (None, ''):
                self._seen |= (raw.count('\n') > both) * 1 | (raw.count('\r') > both) * 2 | (both > 0) * 4
        return _translated(raw) if self._translates else raw

    def read(self, size=-1, /):
        """At most size characters, less only at the end; all for a negative size or None."""
        self._begin_read()
        if size is None or size < 0:
            self._more()
            out, self._text, self._at = self._text[self._at:], '', 0
            self._ended = False
            return self._given(out)
        parts, left = [], size
        while left > 0:
            if self._at >= len(self._text) and not self._more(self._CHUNK_SIZE):
                break
            piece = self._text[self._at:self._at + left]
            if self._translates and piece.endswith('\r'):
                while self._at + len(piece) >= len(self._text) and self._more(self._CHUNK_SIZE):
                    pass
                if self._text[self._at + len(piece):self._at + len(piece) + 1] == '\n':
                    piece += '\n'
            self._at += len(piece)
            parts.append(self._given(piece))
            left -= len(parts[-1])
        if not parts:
            self._ended = False
        return ''.join(parts)

    def _line_end(self, text, start):
        """Where the line ends that begins at a place, -1 if it goes on; a \\r at the end may be half of one."""
        if self._newline not in (None, ''):
            found = text.find(self._newline, start)
            return -1 if found < 0 else found + len(self._newline)
        feed, back = text.find('\n', start), text.find('\r', start)
        if back < 0 or 0 <= feed < back:
            return feed + 1 if feed >= 0 else -1
        if back + 1 == len(text) and not self._ended:
            return -1
        return back + 1 + (text[back + 1:back + 2] == '\n')

    def readline(self, size=-1, /):
        """One line with its end, at most size characters of it; empty at the end."""
        self._begin_read()
        size = -1 if size is None else size
        while True:
            end = self._line_end(self._text, self._at)
            if end >= 0 or 0 <= size <= len(self._text) - self._at or not self._more(self._CHUNK_SIZE):
                break
        if end < 0:
            end = self._line_end(self._text, self._at)
        end = len(self._text) if end < 0 else end
        if size >= 0:
            end = min(end, self._at + size)
        out, self._at = self._text[self._at:end], end
        if not out:
            self._ended = False
        return self._given(out)

    def __next__(self):
        if line := self.readline():
            return line
        raise StopIteration

    # writing

    def write(self, text, /):
        """Writes a text; how many characters, which may stay in the buffer."""
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        self._check()
        if not self._buffer.writable():
            raise io.UnsupportedOperation('not writable')
        length = len(text)
        if self._text or self._bytes:
            self._forget()
        flushes = self._line_buffering and ('\n' in text or '\r' in text)
        if self._written_end not in ('', '\n'):
            text = text.replace('\n', self._written_end)
        encoding = self._output.lower().replace('_', '-')
        self._pending.append(text.encode(self._output, self._errors))
        if encoding in ('utf-16', 'utf-32'):
            self._output = encoding + '-le'
        elif encoding == 'utf-8-sig':
            self._output = 'utf-8'
        if self._write_through or flushes or sum(map(len, self._pending)) > self._CHUNK_SIZE:
            self._drain()
        if flushes:
            self.flush()
        return length

    def _drain(self):
        if self._pending:
            data, self._pending = b''.join(self._pending), []
            self._buffer.write(data)

    def flush(self):
        """Writes what is in the buffer."""
        self._check()
        self._drain()
        self._buffer.flush()

    # positions: those of the stream below

    def _unread(self):
        """How many bytes below have been read ahead."""
        rest = self._text[self._at:]
        return len(rest.encode(self._input, self._errors)) + len(self._bytes)

    def _forget(self):
        self._text, self._at, self._bytes, self._ended = '', 0, b'', False

    def tell(self):
        """The position, for seek()."""
        self._check()
        if not self._buffer.seekable():
            raise io.UnsupportedOperation('underlying stream is not seekable')
        self.flush()
        return self._buffer.tell() - self._unread()

    def seek(self, cookie, whence=0, /):
        """Goes to a position that tell() has given, to where it is (1, 0), or to the end (2, 0)."""
        self._check()
        if not self._buffer.seekable():
            raise io.UnsupportedOperation('underlying stream is not seekable')
        if whence == 1:
            if cookie != 0:
                raise io.UnsupportedOperation("can't do nonzero cur-relative seeks")
            cookie, whence = self.tell(), 0
        elif whence == 2 and cookie != 0:
            raise io.UnsupportedOperation("can't do nonzero end-relative seeks")
        elif whence not in (0, 2):
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        if cookie < 0:
            raise ValueError(f'negative seek position {cookie}')
        self.flush()
        self._forget()
        if cookie == 0 and whence == 0:
            self._input = self._output = self._encoding
        return self._buffer.seek(cookie, whence)

    def truncate(self, pos=None, /):
        """Makes the stream so many bytes long."""
        self.flush()
        return self._buffer.truncate(self.tell() if pos is None else pos)

    def detach(self):
        """The stream below, which this one gives up."""
        self.flush()
        buffer, self._buffer = self.buffer, None
        return buffer

    def close(self):
        """Writes what is in the buffer, and closes the stream below."""
        if self.__dict__.get('_buffer') is None or self.closed:
            return
        try:
            self.flush()
        finally:
            self._buffer.close()

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass  # there is no caller to raise to


for _class in (FileIO, BufferedRWPair, IncrementalNewlineDecoder, TextIOWrapper):
    _class.__module__ = '_io'
del _class
