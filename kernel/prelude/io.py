"""The io module provides the Python interfaces to stream handling: the classes of files, and abstract ones to derive own
streams from."""
from _io import *
from abc import ABCMeta as _ABCMeta
from builtins import BlockingIOError, open


def _unsupported(name):
    """A method that says so."""
    def method(self, *args):
        raise UnsupportedOperation(name)
    method.__name__ = name
    return method


class IOBase(metaclass=_ABCMeta):
    """What all streams share: lines, closing, and that everything else is unsupported until a subclass says how."""
    _done = False

    seek = _unsupported('seek')
    truncate = _unsupported('truncate')
    fileno = _unsupported('fileno')

    def _checkClosed(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def isatty(self):
        """Whether it is a terminal."""
        self._checkClosed()
        return False

    def readable(self):
        """Whether it may be read, written, or moved in."""
        return False

    writable = seekable = readable

    def tell(self):
        """The position in the stream."""
        return self.seek(0, 1)

    @property
    def closed(self):
        """Whether it is closed."""
        return self._done

    def flush(self):
        """Writes what is in buffers; nothing here."""
        self._checkClosed()

    def close(self):
        """Flushes the stream, and closes it even where that fails."""
        if self._done:
            return
        try:
            self.flush()
        finally:  # also what could not be written is given up
            self._done = True

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass  # there is no caller to raise to

    def __iter__(self):
        self._checkClosed()
        return self

    __enter__ = __iter__

    def __exit__(self, *exc_info):
        self.close()

    def __next__(self):
        if line := self.readline():
            return line
        raise StopIteration

    def _characters(self, limit):
        """One byte after the other, at most so many, up to a newline or the end."""
        got = None
        while limit and got != b'\n':
            got = self.read(1)
            if not got:
                return
            yield got
            limit -= 1

    def readline(self, size=-1, /):
        """One line with its newline, at most size bytes of it; empty at the end."""
        return b''.join(self._characters(-1 if size is None else size))

    def _lines(self, limit):
        """Lines, as long as those before have not more than so many characters together."""
        size = 0
        for line in self:
            yield line
            size += len(line)
            if size > limit:
                return

    def readlines(self, hint=-1, /):
        """The lines as a list; no more than needed for hint characters."""
        return [*self] if hint is None or hint <= 0 else [*self._lines(hint)]

    def writelines(self, lines, /):
        """Writes several texts one after the other."""
        self._checkClosed()
        for line in lines:
            self.write(line)


def _missing(self, *args):
    raise NotImplementedError


class RawIOBase(IOBase):
    """Streams of bytes without a buffer: a subclass has readinto() and write()."""
    readinto = write = _missing

    def read(self, size=-1, /):
        """At most size bytes, all for a negative size; None if none are available yet."""
        if size is None or size < 0:
            return self.readall()
        buffer = bytearray(size)
        count = self.readinto(buffer)
        return None if count is None else bytes(buffer[:count])

    def readall(self):
        """All bytes up to the end; None if none are available yet."""
        *blocks, last = self._blocks()
        return b''.join(blocks) if blocks else last

    def _blocks(self):
        """What read() gives up to the end, with that: nothing, or None where there is nothing yet."""
        block = True
        while block:
            block = self.read(DEFAULT_BUFFER_SIZE)
            yield block


class BufferedIOBase(IOBase):
    """Streams of bytes with a buffer: a subclass has read(), read1() and write()."""
    read = _unsupported('read')
    read1 = _unsupported('read1')
    write = _unsupported('write')
    detach = _unsupported('detach')

    def readinto(self, buffer, /):
        """Reads into a buffer; how many bytes."""
        return self._into(self.read, buffer)

    def readinto1(self, buffer, /):
        """Reads into a buffer with at most one read from below; how many bytes."""
        return self._into(self.read1, buffer)

    @staticmethod
    def _into(read, buffer):
        got = read(len(buffer))
        buffer[:len(got)] = got
        return len(got)


def _over(name, *args, **options):
    """A stream over another one: files of the kernel's own are over descriptors, so this is one of the Python on the machine, or
    one in the language where there is none."""
    try:
        from _frozen_importlib import _gcd_import as of_python
    except ImportError:
        import _rest_of_io
        return getattr(_rest_of_io, name)(*args, **options)
    made = getattr(of_python('_io'), name)(*args, **options)
    (TextIOBase if name == 'TextIOWrapper' else BufferedIOBase).register(type(made))
    return made


class TextIOBase(IOBase):
    """Streams of text: a subclass has read(), readline() and write()."""
    encoding = errors = newlines = None
    read = _unsupported('read')
    readline = _unsupported('readline')
    write = _unsupported('write')
    detach = _unsupported('detach')


for _kind, _classes in ((TextIOBase, (TextIOWrapper, StringIO, type(__import__('sys').__stdout__))),
                        (BufferedIOBase, (BytesIO, BufferedReader, BufferedWriter, BufferedRandom))):
    for _class in _classes:
        _kind.register(_class)
del _kind, _classes, _class
