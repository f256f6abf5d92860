"""A scheduler of functions."""
import heapq
import threading
import time
from collections import namedtuple
from itertools import count
from time import monotonic as _time

__all__ = ['scheduler']
_NOTHING = object()

Event = namedtuple('Event', 'time, priority, sequence, action, argument, kwargs')
for _name, _doc in zip(Event._fields, ('Numeric type compatible with the return value of the timefunc function passed to the '
                                       'constructor.', 'Events scheduled for the same time run in the order of their priority.',
                                       'A continually increasing number that separates events with equal time and priority.',
                                       'What is called: action(*argument, **kwargs).', 'Its positional arguments.',
                                       'Its keyword arguments.')):
    getattr(Event, _name).__doc__ = _doc
del _name, _doc


class scheduler:
    """Runs actions at their times: scheduler(timefunc=time.monotonic, delayfunc=time.sleep)."""

    def __init__(self, timefunc=_time, delayfunc=time.sleep):
        self.timefunc, self.delayfunc = timefunc, delayfunc
        self._queue, self._lock, self._numbers = [], threading.RLock(), count()

    def enterabs(self, time, priority, action, argument=(), kwargs=_NOTHING):
        """An event at a time; it can be cancelled by the object that this returns."""
        event = Event(time, priority, next(self._numbers), action, argument, {} if kwargs is _NOTHING else kwargs)
        with self._lock:
            heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_NOTHING):
        """An event after a delay."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Takes an event out of the queue; ValueError where it is not there."""
        with self._lock:
            self._queue.remove(event)
            heapq.heapify(self._queue)

    def empty(self):
        """Whether nothing waits."""
        with self._lock:
            return not self._queue

    def run(self, blocking=True):
        """Runs events until none is left; without blocking those that are due, and the delay of the next one is returned."""
        while True:
            with self._lock:
                if not self._queue:
                    return None
                event = self._queue[0]
                wait = event.time - self.timefunc()
                if wait <= 0:
                    heapq.heappop(self._queue)
            if wait > 0:
                if not blocking:
                    return wait
                self.delayfunc(wait)
                continue
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)

    @property
    def queue(self):
        """The events in the order in which they will run."""
        with self._lock:
            return sorted(self._queue)
