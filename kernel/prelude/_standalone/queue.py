"""Queues between threads: first in first out, last in first out, by priority."""
import threading
from collections import deque
from heapq import heappop, heappush
from time import monotonic as time

__all__ = ['Empty', 'Full', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


try:
    from _queue import Empty, SimpleQueue
except ImportError:
    SimpleQueue = None

    class Empty(Exception):
        'Exception raised by Queue.get(block=0)/get_nowait().'


class Full(Exception):
    'Exception raised by Queue.put(block=0)/put_nowait().'


def _until(condition, ready, block, timeout, error):
    """Waits on a condition until something is ready; raises the error where that is not in time."""
    if block and timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    end = None if timeout is None else time() + timeout
    while not ready():
        left = None if end is None else end - time()
        if not block or left is not None and left <= 0:
            raise error
        condition.wait(left)


class Queue:
    """Create a queue object with a given maximum size; if it is <= 0, the queue size is infinite."""

    def __init__(self, maxsize=0):
        self.maxsize, self.unfinished_tasks = maxsize, 0
        self._init(maxsize)
        self.mutex = threading.Lock()
        for name in ('not_empty', 'not_full', 'all_tasks_done'):
            setattr(self, name, threading.Condition(self.mutex))

    def put(self, item, block=True, timeout=None):
        """Put an item into the queue, waiting for a free slot if block says so, at most timeout seconds; else Full."""
        with self.mutex:
            if self.maxsize > 0:
                _until(self.not_full, lambda: self._qsize() < self.maxsize, block, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Remove and return an item from the queue, waiting for one if block says so, at most timeout seconds; else Empty."""
        with self.mutex:
            _until(self.not_empty, self._qsize, block, timeout, Empty)
            taken = self._get()
            self.not_full.notify()
        return taken

    def put_nowait(self, item):
        """Put an item into the queue without blocking."""
        self.put(item, False)

    def get_nowait(self):
        """Remove and return an item from the queue without blocking."""
        return self.get(False)

    def task_done(self):
        """Says that what was taken out with get() has been worked on."""
        with self.mutex:
            if self.unfinished_tasks <= 0:
                raise ValueError('task_done() called too many times')
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        """Waits until all items that were put in have been worked on."""
        with self.mutex:
            self.all_tasks_done.wait_for(lambda: not self.unfinished_tasks)

    def qsize(self):
        """How many items there are now."""
        with self.mutex:
            return self._qsize()

    def empty(self):
        """Whether there is none now."""
        return self.qsize() == 0

    def full(self):
        """Whether there are as many as maxsize allows now."""
        return 0 < self.maxsize <= self.qsize()

    _init = lambda self, maxsize: setattr(self, 'queue', deque())
    _qsize = lambda self: len(self.queue)
    _put = lambda self, item: self.queue.append(item)
    _get = lambda self: self.queue.popleft()
    __class_getitem__ = classmethod(type(list[int]))


class PriorityQueue(Queue):
    """Variant of Queue that retrieves open entries in priority order (lowest first)."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    """Variant of Queue that retrieves most recently added entries first."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class _PySimpleQueue(Queue):
    """Where _queue is not there: a queue without bound that counts no tasks."""
    task_done = join = full = None

    def __init__(self):
        super().__init__(0)

    def empty(self):
        return not self.queue

    def qsize(self):
        return len(self.queue)


if SimpleQueue is None:
    SimpleQueue = _PySimpleQueue
