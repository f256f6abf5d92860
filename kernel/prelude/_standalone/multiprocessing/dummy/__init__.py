"""The interface of multiprocessing over threads."""
import array
import sys
import threading
import weakref
from queue import Queue
from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore

from .connection import Pipe

__all__ = ['Process', 'current_process', 'active_children', 'freeze_support', 'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore',
           'Condition', 'Event', 'Barrier', 'Queue', 'Manager', 'Pipe', 'Pool', 'JoinableQueue']
dict, list, JoinableQueue = dict, list, Queue


class DummyProcess(threading.Thread):
    """A thread with what a Process has. Those that it starts are its children."""
    _begun = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}):
        super().__init__(group, target, name, args, kwargs)
        self._children, self._parent = weakref.WeakKeyDictionary(), current_process()

    def start(self):
        me = current_process()
        if me is not self._parent:
            raise RuntimeError(f'Parent is {self._parent!r} but current_process is {me!r}')
        self._begun = True
        getattr(me, '_children', {})[self] = None
        super().start()

    @property
    def exitcode(self):
        """0 after its end."""
        over = self._begun and not self.is_alive()
        return 0 if over else None


Process, current_process = DummyProcess, threading.current_thread
current_process()._children = weakref.WeakKeyDictionary()


def active_children():
    """The threads that this one has started, and that run."""
    children = current_process()._children
    for child in [*children]:
        if not child.is_alive():
            children.pop(child, None)
    return [*children]


def freeze_support():
    pass


class Namespace:
    """An object for attributes, which it shows."""

    def __init__(self, /, **kwds):
        vars(self).update(kwds)

    def __repr__(self):
        shown = ', '.join(sorted(f'{name}={value!r}' for name, value in vars(self).items() if name[:1] != '_'))
        return f'{type(self).__name__}({shown})'


def Array(typecode, sequence, lock=True):
    """An array of one type."""
    return array.array(typecode, sequence)


class Value:
    """One value, in the attribute `value`."""

    def __init__(self, typecode, value, lock=True):
        self._typecode, self.value = typecode, value

    def __repr__(self):
        return f'<{type(self).__name__}({self._typecode!r}, {self.value!r})>'


def Manager():
    return sys.modules[__name__]


def shutdown():
    pass


def Pool(processes=None, initializer=None, initargs=()):
    """A pool whose workers are threads."""
    from ..pool import ThreadPool
    return ThreadPool(processes, initializer, initargs)
