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
        self._checkClosed()
        return False

    def readable(self):
        return False

    writable = seekable = readable

    def tell(self):
        return self.seek(0, 1)

    @property
    def closed(self):
        return self._done

    def flush(self):
        self._checkClosed()

    def close(self):
        if not self._done:
            try:
                self.flush()
            finally:
                self._done = True

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass  # nobody is there to tell

    def __enter__(self):
        self._checkClosed()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        self._checkClosed()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readline(self, size=-1, /):
        limit = -1 if size is None else size
        line = bytearray()
        while limit < 0 or len(line) < limit:
            got = self.read(1)
            if not got:
                break
            line += got
            if got == b'\n':
                break
        return bytes(line)

    def readlines(self, hint=-1, /):
        if hint is None or hint <= 0:
            return list(self)
        lines, size = [], 0
        for line in self:
            lines.append(line)
            size += len(line)
            if size > hint:
                break
        return lines

    def writelines(self, lines, /):
        self._checkClosed()
        for line in lines:
            self.write(line)


def _missing(self, *args):
    raise NotImplementedError


class RawIOBase(IOBase):
    """Streams of bytes without a buffer: a subclass has readinto() and write()."""
    readinto = write = _missing

    def read(self, size=-1, /):
        if size is None or size < 0:
            return self.readall()
        place = bytearray(size)
        count = self.readinto(place)
        return None if count is None else bytes(place[:count])

    def readall(self):
        whole = bytearray()
        while part := self.read(DEFAULT_BUFFER_SIZE):
            whole += part
        return bytes(whole) if whole else part


class BufferedIOBase(IOBase):
    """Streams of bytes with a buffer: a subclass has read(), read1() and write()."""
    read = _unsupported('read')
    read1 = _unsupported('read1')
    write = _unsupported('write')
    detach = _unsupported('detach')

    def readinto(self, buffer, /):
        return self._into(self.read, buffer)

    def readinto1(self, buffer, /):
        return self._into(self.read1, buffer)

    @staticmethod
    def _into(read, buffer):
        got = read(len(buffer))
        buffer[:len(got)] = got
        return len(got)


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
