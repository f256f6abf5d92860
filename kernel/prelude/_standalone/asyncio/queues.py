"""Queues of tasks."""
import collections
import heapq
from types import GenericAlias

from . import locks, mixins

__all__ = ('Queue', 'PriorityQueue', 'LifoQueue', 'QueueFull', 'QueueEmpty')


class QueueEmpty(Exception):
    """get_nowait() of a queue that is empty."""


class QueueFull(Exception):
    """put_nowait() of a queue that is full."""


def _wake(waiters):
    while waiters:
        waiter = waiters.popleft()
        if not waiter.done():
            waiter.set_result(None)
            return


class Queue(mixins._LoopBoundMixin):
    """A queue, first in first out; put() waits while maxsize items are in it (0: there is no limit)."""

    def __init__(self, maxsize=0):
        self._maxsize, self._unfinished_tasks = maxsize, 0
        self._getters, self._putters = collections.deque(), collections.deque()
        self._finished = locks.Event()
        self._finished.set()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = collections.deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _format(self):
        words = [f'maxsize={self._maxsize!r}']
        words += [f'_queue={list(self._queue)!r}'] if getattr(self, '_queue', None) else []
        words += [f'_getters[{len(self._getters)}]'] if self._getters else []
        words += [f'_putters[{len(self._putters)}]'] if self._putters else []
        words += [f'tasks={self._unfinished_tasks}'] if self._unfinished_tasks else []
        return ' '.join(words)

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x} {self._format()}>'

    def __str__(self):
        return f'<{type(self).__name__} {self._format()}>'

    __class_getitem__ = classmethod(GenericAlias)

    def qsize(self):
        """Number of items in the queue."""
        return len(self._queue)

    maxsize = property(lambda self: self._maxsize, doc='Number of items allowed in the queue.')

    def empty(self):
        """Return True if the queue is empty, False otherwise."""
        return not self._queue

    def full(self):
        """Return True if there are maxsize items in the queue."""
        return 0 < self._maxsize <= self.qsize()

    async def _turn(self, waiters, blocked):
        """Waits until the queue is not blocked; who is woken and given up wakes the next."""
        while blocked():
            turn = self._get_loop().create_future()
            waiters.append(turn)
            try:
                await turn
            except:
                turn.cancel()
                try:
                    waiters.remove(turn)
                except ValueError:
                    pass
                if not blocked() and not turn.cancelled():
                    _wake(waiters)
                raise

    async def put(self, item):
        """Put an item into the queue, waits while that is full."""
        if self.full():
            await self._turn(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item into the queue; QueueFull where that is full."""
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._finished.clear()
        if self._getters:
            _wake(self._getters)

    async def get(self):
        """Remove and return an item, waits while there is none."""
        if self.empty():
            await self._turn(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        """Remove and return an item; QueueEmpty where there is none."""
        if self.empty():
            raise QueueEmpty
        item = self._get()
        if self._putters:
            _wake(self._putters)
        return item

    def task_done(self):
        """Says that what one get() gave has been worked on."""
        if self._unfinished_tasks <= 0:
            raise ValueError('task_done() called too many times')
        self._unfinished_tasks -= 1
        if not self._unfinished_tasks:
            self._finished.set()

    async def join(self):
        """Waits until all items have been taken and worked on."""
        if self._unfinished_tasks > 0:
            await self._finished.wait()


class PriorityQueue(Queue):
    """A queue that gives the smallest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item, heappush=heapq.heappush):
        heappush(self._queue, item)

    def _get(self, heappop=heapq.heappop):
        return heappop(self._queue)


class LifoQueue(Queue):
    """A queue that gives the item first that came last."""

    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()
