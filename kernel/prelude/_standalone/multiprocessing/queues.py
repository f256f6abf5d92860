"""Queues of processes: a pipe with locks; what is put into most of them waits in the process until a thread writes it."""
import collections
import os
import threading
import time
import weakref
from queue import Empty, Full

from . import connection, context, util

__all__ = ['Queue', 'SimpleQueue', 'JoinableQueue']
_END = object()


class _Writer:
    """The thread that writes what was put, one a queue and process. It begins with the first put()."""

    def __init__(self, queue):
        self.buffer, self.bell, self.thread, self.closing, self.joining = collections.deque(), threading.Condition(), None, None, None
        self.on_error = _weakly(queue)
        self.pipe, self.lock, self.room = queue._writer, queue._wlock, queue._sem
        self.ignores_epipe = queue._ignore_epipe

    def put(self, obj, queue):
        with self.bell:
            if self.thread is None:
                self._begin(queue)
            self.buffer.append(obj)
            self.bell.notify()

    def _begin(self, queue):
        util.debug('Queue._start_thread()')
        self.buffer.clear()
        reader = queue._reader
        self.thread = threading.Thread(target=self._run, args=(reader,), name='QueueFeederThread', daemon=True)
        self.thread.start()
        if not queue._joincancelled:
            self.joining = util.Finalize(self.thread, _join, (weakref.ref(self.thread),), exitpriority=-5)
        self.closing = util.Finalize(queue, self.end, exitpriority=10)

    def end(self):
        """Nothing more is put: the thread ends when all is written."""
        with self.bell:
            self.buffer.append(_END)
            self.bell.notify()

    def _next(self):
        with self.bell:
            while not self.buffer:
                self.bell.wait()
            return self.buffer.popleft()

    def _run(self, reader):
        util.debug('starting thread to feed data to pipe')
        while True:
            obj = self._next()
            if obj is _END:
                util.debug('feeder thread got sentinel -- exiting')
                reader.close()
                self.pipe.close()
                return
            try:
                data = context.reduction.ForkingPickler.dumps(obj)
                with self.lock:
                    self.pipe.send_bytes(data)
            except Exception as error:
                if self.ignores_epipe and getattr(error, 'errno', 0) == 32:
                    return
                if util.is_exiting():
                    util.info('error in queue thread: %s', error)
                    return
                self.room.release()  # it is not in the pipe
                self.on_error(error, obj)
            finally:
                obj = data = None


def _join(thread_ref):
    thread = thread_ref()
    if thread is not None:
        util.debug('joining queue thread')
        thread.join()


def _weakly(queue):
    """The queue's function for errors, without keeping the queue."""
    ref = weakref.ref(queue)

    def tell(error, obj):
        queue = ref()
        (Queue if queue is None else queue)._on_queue_feeder_error(error, obj)
    return tell


class Queue:
    """A queue of processes, first in, first out; put() does not wait for the pipe."""
    _ignore_epipe = False
    _inherited = '_ignore_epipe', '_maxsize', '_reader', '_writer', '_rlock', '_wlock', '_sem', '_opid'

    def __init__(self, maxsize=0, *, ctx):
        if maxsize <= 0:
            from .synchronize import SEM_VALUE_MAX as maxsize
        self._maxsize, self._opid = maxsize, os.getpid()
        self._reader, self._writer = connection.Pipe(duplex=False)
        self._rlock, self._wlock, self._sem = ctx.Lock(), ctx.Lock(), ctx.BoundedSemaphore(maxsize)
        self._reset()

    def __getstate__(self):
        context.assert_spawning(self)
        return {name: getattr(self, name) for name in self._inherited}

    def __setstate__(self, state):
        vars(self).update(state)
        self._reset()

    def _reset(self, after_fork=False):
        """What a process has of its own."""
        if not after_fork:
            util.register_after_fork(self, lambda queue: queue._reset(True))
        self._joincancelled = self._closed = False
        self._feeder = _Writer(self)

    _thread = property(lambda self: self._feeder.thread)
    _buffer = property(lambda self: self._feeder.buffer)

    def _open(self):
        if self._closed:
            raise ValueError(f'Queue {self!r} is closed')

    def put(self, obj, block=True, timeout=None):
        """Put obj into the queue; queue.Full where there is no room in time."""
        self._open()
        if not self._sem.acquire(block, timeout):
            raise Full
        self._admit(obj)

    def _admit(self, obj):
        self._feeder.put(obj, self)

    def get(self, block=True, timeout=None):
        """Remove and return an item; queue.Empty where there is none in time."""
        self._open()
        end = None if timeout is None or not block else time.monotonic() + timeout
        if not self._rlock.acquire(block, timeout):
            raise Empty
        try:
            left = None if end is None else max(0, end - time.monotonic())
            if not (block and end is None) and not self._poll(left if block else 0):
                raise Empty
            data = self._reader.recv_bytes()
            self._sem.release()
        finally:
            self._rlock.release()
        return context.reduction.ForkingPickler.loads(data)

    def _poll(self, seconds=0.0):
        return self._reader.poll(seconds)

    def qsize(self):
        """The approximate number of items."""
        return self._maxsize - self._sem._semlock._get_value()

    def empty(self):
        """Whether nothing is there to be read now."""
        return not self._poll()

    def full(self):
        """Whether there is no room now."""
        return self._sem._semlock._is_zero()

    def get_nowait(self):
        """get(False)"""
        return self.get(False)

    def put_nowait(self, obj):
        """put(obj, False)"""
        return self.put(obj, False)

    def close(self):
        """No more is put by this process; what was put is written."""
        self._closed = True
        closing, self._feeder.closing = self._feeder.closing, None
        if closing is not None:
            util.debug('Queue.close()')
            closing()
        elif self._feeder.thread is None:
            self._reader.close()

    def join_thread(self):
        """Waits until all is written; after close()."""
        util.debug('Queue.join_thread()')
        assert self._closed, f'Queue {self!r} not closed'
        if self._feeder.joining is not None:
            self._feeder.joining()

    def cancel_join_thread(self):
        """The process does not wait at its end until all is written."""
        util.debug('Queue.cancel_join_thread()')
        self._joincancelled = True
        if self._feeder.joining is not None:
            self._feeder.joining.cancel()

    @staticmethod
    def _on_queue_feeder_error(e, obj):
        """For subclasses: obj could not be made into bytes."""
        import traceback
        traceback.print_exception(e)

    def _terminate_broken(self):
        """Nobody reads any more: what waits is dropped."""
        self._reader.close()
        self._feeder.ignores_epipe = True
        self.close()
        self.join_thread()

    __class_getitem__ = classmethod(type(list[int]))


class JoinableQueue(Queue):
    """A queue that knows how many of its items are not done with."""
    _inherited = (*Queue._inherited, '_cond', '_unfinished_tasks')

    def __init__(self, maxsize=0, *, ctx):
        super().__init__(maxsize, ctx=ctx)
        self._cond, self._unfinished_tasks = ctx.Condition(), ctx.Semaphore(0)

    def _admit(self, obj):
        with self._cond:
            super()._admit(obj)
            self._unfinished_tasks.release()

    def _all_done(self):
        return self._unfinished_tasks._semlock._is_zero()

    def task_done(self):
        """An item that was got is done with."""
        with self._cond:
            counted = self._unfinished_tasks.acquire(False)
            if counted and self._all_done():
                self._cond.notify_all()
        if not counted:
            raise ValueError('task_done() called too many times')

    def join(self):
        """Waits until all items are done with."""
        with self._cond:
            if not self._all_done():
                self._cond.wait()


class SimpleQueue:
    """A pipe with locks: put() waits until it has written."""
    _parts = '_reader', '_writer', '_rlock', '_wlock'

    def __init__(self, *, ctx):
        ends = connection.Pipe(duplex=False)
        self.__setstate__((*ends, ctx.Lock(), ctx.Lock()))

    def __getstate__(self):
        context.assert_spawning(self)
        return [getattr(self, name) for name in self._parts]

    def __setstate__(self, parts):
        for name, part in zip(self._parts, parts):
            setattr(self, name, part)
        self._poll = self._reader.poll

    def close(self):
        """Closes both ends in this process."""
        for end in (self._reader, self._writer):
            end.close()

    def empty(self):
        """Whether nothing is there to be read now."""
        return not self._poll()

    def get(self):
        """Remove and return an item; waits for it."""
        self._rlock.acquire()
        try:
            message = self._reader.recv_bytes()
        finally:
            self._rlock.release()
        return context.reduction.ForkingPickler.loads(message)

    def put(self, obj):
        """Put an item."""
        message = context.reduction.ForkingPickler.dumps(obj)
        self._wlock.acquire()
        try:
            self._writer.send_bytes(message)
        finally:
            self._wlock.release()

    __class_getitem__ = classmethod(type(list[int]))
