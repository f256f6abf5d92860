"""Waiting for file objects: selectors, over what select has."""
import collections
import collections.abc
import math
import select
from abc import ABCMeta, abstractmethod

EVENT_READ, EVENT_WRITE = 1, 2
SelectorKey = collections.namedtuple('SelectorKey', ['fileobj', 'fd', 'events', 'data'])
SelectorKey.__doc__ = 'What is known of a registered file object: fileobj, fd, events and data.'


def _fileobj_to_fd(fileobj):
    if isinstance(fileobj, int):
        fd = fileobj
    else:
        try:
            fd = int(fileobj.fileno())
        except (AttributeError, TypeError, ValueError):
            raise ValueError(f'Invalid file object: {fileobj!r}') from None
    if fd < 0:
        raise ValueError(f'Invalid file descriptor: {fd}')
    return fd


class _Map(collections.abc.Mapping):
    """The registered file objects and their keys."""

    def __init__(self, selector):
        self._selector = selector

    def __len__(self):
        return len(self._selector._fd_to_key)

    def __iter__(self):
        return iter(self._selector._fd_to_key)

    def __getitem__(self, fileobj):
        fd = self._selector._fileobj_lookup(fileobj)
        key = self._selector._fd_to_key.get(fd)
        if key is None:
            raise KeyError(f'{fileobj!r} is not registered')
        return key


def _required(parameters, text):
    """An abstract method."""
    @abstractmethod
    def method(self, *args, **options):
        raise NotImplementedError
    method.__doc__, method.__text_signature__ = text, f'($self, {parameters})'
    return method


class BaseSelector(metaclass=ABCMeta):
    """What selectors have."""
    register = _required('fileobj, events, data=None', 'Registers a file object for events; its key.')
    unregister = _required('fileobj', 'A file object is not waited for any longer; its key.')
    select = _required('timeout=None', 'Waits: a list of pairs of keys and events.')
    get_map = _required('', 'The registered file objects and their keys.')

    def modify(self, fileobj, events, data=None):
        """Changes the events or the data of a registered file object; its new key."""
        self.unregister(fileobj)
        return self.register(fileobj, events, data)

    def get_key(self, fileobj):
        """The key of a registered file object."""
        known = self.get_map()
        if known is None:
            raise RuntimeError('Selector is closed')
        if fileobj in known:
            return known[fileobj]
        raise KeyError(f'{fileobj!r} is not registered')

    def close(self):
        """Nothing can be waited for any longer."""

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class _Registered(BaseSelector):
    """A selector that remembers what is registered; subclasses tell the system and wait."""

    def __init__(self):
        self._fd_to_key, self._map = {}, _Map(self)

    def _fileobj_lookup(self, fileobj):
        try:
            return _fileobj_to_fd(fileobj)
        except ValueError:
            for key in self._fd_to_key.values():
                if key.fileobj is fileobj:
                    return key.fd
            raise

    def _tell(self, fd, before, events):
        """The events of a descriptor have changed from before; 0: none."""

    @staticmethod
    def _check_events(events):
        if events not in (EVENT_READ, EVENT_WRITE, EVENT_READ | EVENT_WRITE):
            raise ValueError(f'Invalid events: {events!r}')

    def register(self, fileobj, events, data=None):
        self._check_events(events)
        fd = self._fileobj_lookup(fileobj)
        if fd in self._fd_to_key:
            raise KeyError(f'{fileobj!r} (FD {fd}) is already registered')
        self._tell(fd, 0, events)
        made = self._fd_to_key[fd] = SelectorKey(fileobj, fd, events, data)
        return made

    def unregister(self, fileobj):
        try:
            key = self._fd_to_key.pop(self._fileobj_lookup(fileobj))
        except KeyError:
            raise KeyError(f'{fileobj!r} is not registered') from None
        try:
            self._tell(key.fd, key.events, 0)
        except OSError:
            pass  # it has been closed
        return key

    def modify(self, fileobj, events, data=None):
        try:
            key = self._fd_to_key[self._fileobj_lookup(fileobj)]
        except KeyError:
            raise KeyError(f'{fileobj!r} is not registered') from None
        if events != key.events:
            self._check_events(events)
            try:
                self._tell(key.fd, key.events, events)
            except BaseException:
                self._fd_to_key.pop(key.fd, None)
                raise
        elif data == key.data:
            return key
        key = self._fd_to_key[key.fd] = SelectorKey(key.fileobj, key.fd, events, data)
        return key

    def close(self):
        self._fd_to_key.clear()
        self._map = None

    def get_map(self):
        return self._map

    def _found(self, pairs):
        """Keys and events, of pairs of descriptors and events."""
        found = []
        for fd, events in pairs:
            key = self._fd_to_key.get(fd)
            if key is not None:
                found.append((key, events & key.events))
        return found


class SelectSelector(_Registered):
    """Over select.select()."""

    def select(self, timeout=None):
        readers = [fd for fd, key in self._fd_to_key.items() if key.events & EVENT_READ]
        writers = [fd for fd, key in self._fd_to_key.items() if key.events & EVENT_WRITE]
        try:
            readable, writable, _ = select.select(readers, writers, [], None if timeout is None else max(timeout, 0))
        except InterruptedError:
            return []
        readable, writable = set(readable), set(writable)
        return self._found([(fd, EVENT_READ * (fd in readable) | EVENT_WRITE * (fd in writable))
                            for fd in readable | writable])


def _events(mask, reading, writing):
    """The system's events as ours: errors make a descriptor ready for both."""
    return EVENT_READ * bool(mask & ~writing) | EVENT_WRITE * bool(mask & ~reading)


class _Polled(_Registered):
    """Over an object that the system has: _READ and _WRITE are its events."""

    def __init__(self):
        _Registered.__init__(self)
        self._selector = self._selector_cls()

    def _tell(self, fd, before, events):
        mask = self._READ * bool(events & EVENT_READ) | self._WRITE * bool(events & EVENT_WRITE)
        if not events:
            self._selector.unregister(fd)
        elif before:
            self._selector.modify(fd, mask)
        else:
            self._selector.register(fd, mask)

    def select(self, timeout=None):
        try:
            pairs = self._wait(timeout)
        except InterruptedError:
            return []
        return self._ready(pairs)

    def _ready(self, pairs):
        return self._found([(fd, _events(mask, self._READ, self._WRITE)) for fd, mask in pairs])


class PollSelector(_Polled):
    """Over select.poll()."""
    _selector_cls, _READ, _WRITE = staticmethod(select.poll), select.POLLIN, select.POLLOUT

    def _wait(self, timeout):
        return self._selector.poll(None if timeout is None else max(math.ceil(timeout * 1000), 0))


class EpollSelector(_Polled):
    """Over select.epoll()."""
    _selector_cls, _READ, _WRITE = select.epoll, select.EPOLLIN, select.EPOLLOUT

    def _wait(self, timeout):
        return self._selector.poll(None if timeout is None else max(timeout, 0), max(len(self._fd_to_key), 1))

    def fileno(self):
        """The descriptor of the epoll object."""
        return self._selector.fileno()

    def close(self):
        self._selector.close()
        _Polled.close(self)


DefaultSelector = EpollSelector
