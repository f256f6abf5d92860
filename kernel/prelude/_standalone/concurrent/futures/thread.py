"""ThreadPoolExecutor."""
import itertools
import os
import queue
import threading
import weakref

from . import _base

_threads_queues = weakref.WeakKeyDictionary()  # thread: the queue that it reads
_ending = False
_global_lock = threading.Lock()


def _python_exit():
    """At the end of a program all functions that were submitted are waited for."""
    global _ending
    with _global_lock:
        _ending = True
    items = list(_threads_queues.items())
    for _, jobs in items:
        jobs.put(None)
    for thread, _ in items:
        thread.join()


def _in_child():
    """In a fork: the lock is free, and the threads are not there."""
    _global_lock._at_fork_reinit()
    _threads_queues.clear()


threading._register_atexit(_python_exit)
os.register_at_fork(before=_global_lock.acquire, after_in_parent=_global_lock.release, after_in_child=_in_child)


class BrokenThreadPool(_base.BrokenExecutor):
    """The initializer of a thread has raised."""


class _WorkItem:
    def __init__(self, future, fn, args, kwargs):
        self.future, self.call = future, (fn, args, kwargs)

    def run(self):
        if not self.future.set_running_or_notify_cancel():
            return
        fn, args, kwargs = self.call
        try:
            result = fn(*args, **kwargs)
        except BaseException as error:
            self.future.set_exception(error)
            self = None
        else:
            self.future.set_result(result)

    __class_getitem__ = classmethod(type(list[int]))


def _worker(executor_ref, jobs, initializer, initargs):
    """What a thread does: job after job, until the executor is gone or shut down."""
    if initializer is not None:
        try:
            initializer(*initargs)
        except BaseException:
            _base._logger().critical('Exception in initializer:', exc_info=True)
            executor = executor_ref()
            if executor is not None:
                executor._initializer_failed()
            return
    try:
        while True:
            try:
                job = jobs.get_nowait()
            except queue.Empty:
                executor = executor_ref()
                if executor is not None:
                    executor._idle_semaphore.release()
                del executor
                job = jobs.get(block=True)
            if job is not None:
                job.run()
                del job
                continue
            executor = executor_ref()
            if _ending or executor is None or executor._shutdown:
                if executor is not None:
                    executor._shutdown = True
                jobs.put(None)
                return
            del executor
    except BaseException:
        _base._logger().critical('Exception in worker', exc_info=True)


class ThreadPoolExecutor(_base.Executor):
    """Functions in threads: at most max_workers, which are started when they are needed."""
    _counter = itertools.count().__next__

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is None:
            max_workers = min(32, (os.cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        self._max_workers, self._work_queue, self._threads = max_workers, queue.SimpleQueue(), set()
        self._idle_semaphore, self._shutdown_lock = threading.Semaphore(0), threading.Lock()
        self._broken = self._shutdown = False
        self._thread_name_prefix = thread_name_prefix or f'ThreadPoolExecutor-{self._counter()}'
        self._initializer, self._initargs = initializer, initargs

    def submit(self, fn, /, *args, **kwargs):
        """Calls fn(*args, **kwargs) in a thread; a Future."""
        with self._shutdown_lock, _global_lock:
            if self._broken:
                raise BrokenThreadPool(self._broken)
            for ended, what in ((self._shutdown, 'shutdown'), (_ending, 'interpreter shutdown')):
                if ended:
                    raise RuntimeError(f'cannot schedule new futures after {what}')
            future = _base.Future()
            self._work_queue.put(_WorkItem(future, fn, args, kwargs))
            self._adjust_thread_count()
            return future

    def _adjust_thread_count(self):
        if self._idle_semaphore.acquire(timeout=0) or len(self._threads) >= self._max_workers:
            return
        jobs = self._work_queue
        thread = threading.Thread(name=f'{self._thread_name_prefix}_{len(self._threads)}', target=_worker,
                                  args=(weakref.ref(self, lambda _: jobs.put(None)), jobs, self._initializer, self._initargs))
        thread.start()
        self._threads.add(thread)
        _threads_queues[thread] = jobs

    def _drain(self):
        """The jobs that no thread has taken."""
        while True:
            try:
                job = self._work_queue.get_nowait()
            except queue.Empty:
                return
            if job is not None:
                yield job

    def _initializer_failed(self):
        with self._shutdown_lock:
            self._broken = 'A thread initializer failed, the thread pool is not usable anymore'
            for job in self._drain():
                job.future.set_exception(BrokenThreadPool(self._broken))

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more functions are taken; wait for those that were, or cancel what has not begun."""
        with self._shutdown_lock:
            self._shutdown = True
            if cancel_futures:
                for job in self._drain():
                    job.future.cancel()
            self._work_queue.put(None)
        if wait:
            for thread in self._threads:
                thread.join()
