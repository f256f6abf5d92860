"""ProcessPoolExecutor.

Each worker process has a pipe of its own, over which it gets one call at a time: so it is known what a worker was at when it
died, and nobody writes to a process that does not read. One thread, the switchboard, gives calls to workers that have nothing to
do and takes their results; it holds the executor weakly, and ends with it."""
import collections
import itertools
import multiprocessing
import os
import threading
import weakref
from _later import Later as _Later
from functools import partial
from multiprocessing.connection import wait as _wait
from multiprocessing.process import ParentWatch
from multiprocessing.util import Bell as _Bell

from . import _base

traceback = _Later('traceback', globals())
EXTRA_QUEUED_CALLS, _MAX_WINDOWS_WORKERS = 0, 61
_bells = weakref.WeakKeyDictionary()  # of each thread of a switchboard
_ending = False


def _python_exit():
    """At the end of a program all that was submitted is waited for."""
    global _ending
    _ending = True
    for thread, bell in [*_bells.items()]:
        bell.ring()
        thread.join()


threading._register_atexit(_python_exit)


def _check_system_limits():
    """NotImplementedError where the system has too few semaphores. Nothing here needs one for each process."""
    import multiprocessing.synchronize


class BrokenProcessPool(_base.BrokenExecutor):
    """A worker has ended while it was needed."""


# ---- in the workers --------------------------------------------------------------------------------------------------------------
class _RemoteTraceback(Exception):
    """The traceback of a worker, as the cause of an exception."""
    tb = property(lambda self: self.args[0])

    def __str__(self):
        return self.tb


def _caused(error, text):
    error.__cause__ = _RemoteTraceback(text)
    return error


class _Failure:
    """An exception on its way to the parent."""

    def __init__(self, error):
        self.error, self.text = error, '\n"""\n%s"""' % ''.join(traceback.format_exception(error))
        error.__traceback__ = None

    def __reduce__(self):
        return _caused, (self.error, self.text)


def _process_worker(conn, initializer, initargs, max_tasks, strangers):
    """Call after call, until the pipe ends. strangers: what a fork has of the parent's, and must not hold open."""
    for each in strangers:
        each.close()
    if initializer is not None:
        try:
            initializer(*initargs)
        except BaseException:
            _base._logger().critical('Exception in initializer:', exc_info=True)
            return
    watch = ParentWatch(conn.fileno())
    for _ in itertools.count() if max_tasks is None else range(max_tasks):
        if not watch.ready():
            return
        try:
            call = conn.recv()
        except EOFError:
            return
        if call is None:
            return
        try:
            outcome = True, call()
        except BaseException as error:
            outcome = False, _Failure(error)
        try:
            conn.send(outcome)
        except BaseException as error:
            conn.send((False, _Failure(error)))
        call = outcome = None


def _process_chunk(fn, chunk):
    return [fn(*args) for args in chunk]


# ---- in the parent ---------------------------------------------------------------------------------------------------------------
class _Order:
    """A call that was submitted."""

    def __init__(self, future, call):
        self.future, self.call = future, call


class _Worker:
    """A process, our end of its pipe, the order that it works at and how many it may still get."""

    def __init__(self, board):
        context = board.context
        self.conn, theirs = context.Pipe()
        strangers = ()
        if context.get_start_method(allow_none=False) == 'fork':
            strangers = [self.conn, *(each.conn for each in board.workers)]
        self.order, self.left = None, board.max_tasks
        self.process = context.Process(target=_process_worker, args=(theirs, *board.initial, board.max_tasks, strangers))
        self.process.start()
        theirs.close()

    idle = property(lambda self: self.order is None and self.left != 0)

    def give(self, order):
        self.order = order
        self.conn.send(order.call)
        order.call = None
        if self.left is not None:
            self.left -= 1


class _Switchboard:
    """All of an executor that its thread works with."""

    def __init__(self, executor, context, max_workers, max_tasks, initial):
        self.context, self.max_workers, self.max_tasks, self.initial = context, max_workers, max_tasks, initial
        self.lock, self.bell, self.orders, self.workers = threading.RLock(), _Bell(), collections.deque(), []
        self.processes, self.open, self.broken, self.thread, self.cancelling = {}, True, False, None, False
        self.executor = weakref.ref(executor, lambda _, ring=self.bell.ring: ring())

    def take(self, order):
        """Something was submitted."""
        with self.lock:
            self.orders.append(order)
            self.start_workers()
            if self.thread is None:
                self.thread = threading.Thread(target=self.run)
                self.thread.start()
                _bells[self.thread] = self.bell
            self.bell.ring()

    def start_workers(self):
        """As many as there is work for; those that are forked all at once, while this process has few threads."""
        at_once = self.context.get_start_method(allow_none=False) == 'fork'
        free = sum(each.idle for each in self.workers)
        while len(self.workers) < self.max_workers and (at_once or free < len(self.orders)):
            made = _Worker(self)
            self.workers.append(made)
            self.processes[made.process.pid] = made.process
            free += 1

    def join_thread(self):
        """Waits until nothing is written to the workers any more."""
        if self.thread is not None:
            self.thread.join()

    # ---- the thread
    def over(self):
        """Whether nothing more will come."""
        return _ending or not self.open or self.executor() is None

    def run(self):
        try:
            while self.dispatch():
                waits = {each.conn: each for each in self.workers}
                ends = {each.process.sentinel: each for each in self.workers}
                ready = _wait([self.bell.reading, *waits, *ends])
                self.bell.quiet()
                for conn in ready:
                    if conn in waits:
                        self.hear(waits[conn])
                for sentinel in ready:
                    if sentinel in ends and ends[sentinel] in self.workers:
                        raise BrokenProcessPool('A process in the process pool was terminated abruptly while the future was running '
                                                'or pending.')
        except BrokenProcessPool as error:
            self.fail(error)
        except BaseException as error:
            self.fail(_caused(BrokenProcessPool('A result could not be read, and the process pool is not usable anymore'),
                              '\n' + ''.join(traceback.format_exception(error))))
        self.end()

    def dispatch(self):
        """Gives orders to workers that have nothing to do; whether anything is or may still come to be
        done."""
        with self.lock:
            if self.cancelling:
                while self.orders:
                    self.orders.pop().future.cancel()
            self.give_orders()
            self.start_workers_for_rest()
            return bool(self.orders) or any(each.order is not None for each in self.workers) or not self.over()

    def give_orders(self):
        for worker in self.workers:
            while worker.idle and self.orders:
                order = self.orders.popleft()
                if order.future.set_running_or_notify_cancel():
                    self.give(worker, order)

    def give(self, worker, order):
        try:
            worker.give(order)
        except (BrokenPipeError, ConnectionResetError):  # it has died: its sentinel tells
            pass
        except Exception as error:
            worker.order = None
            order.future.set_exception(_caused(error, '\n' + ''.join(traceback.format_exception(error))))

    def start_workers_for_rest(self):
        if self.orders and self.max_tasks is not None and len(self.workers) < self.max_workers:
            self.start_workers()
            self.bell.ring()

    def hear(self, worker):
        """The result of a worker, or the end of its pipe."""
        try:
            ok, value = worker.conn.recv()
        except (EOFError, ConnectionResetError):
            return worker.process.join(1) if worker.order is not None else None
        future, worker.order = worker.order.future, None
        if worker.left == 0:
            self.retire(worker)
        (future.set_result if ok else future.set_exception)(value)

    def retire(self, worker):
        """It has done as much as it may."""
        with self.lock:
            worker.process.join()
            worker.conn.close()
            self.workers.remove(worker)
            self.processes.pop(worker.process.pid, None)

    def fail(self, error):
        """A worker is gone: all that was submitted fails."""
        with self.lock:
            self.broken, self.open = str(error), False
            executor = self.executor()
            if executor is not None:
                executor._broken = self.broken
            left = [each.order for each in self.workers if each.order is not None] + [*self.orders]
            self.orders.clear()
            for worker in self.workers:
                worker.process.terminate()
        for order in left:
            try:
                order.future.set_exception(error)
            except _base.InvalidStateError:
                pass

    def end(self):
        with self.lock:
            self.open = False
            for worker in self.workers:
                try:
                    worker.conn.send(None)
                except OSError:
                    pass
                worker.conn.close()
        for worker in self.workers:
            worker.process.join()
        self.workers.clear()


class ProcessPoolExecutor(_base.Executor):
    """Functions in other processes: at most max_workers, each of which ends after max_tasks_per_child calls."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        _check_system_limits()
        if max_workers is None:
            max_workers = os.cpu_count() or 1
        if mp_context is None:
            mp_context = multiprocessing.get_context(None if max_tasks_per_child is None else 'spawn')
        forks = mp_context.get_start_method(allow_none=False) == 'fork'
        for wrong, error, text in (
                (max_workers <= 0, ValueError, 'max_workers must be greater than 0'),
                (initializer is not None and not callable(initializer), TypeError, 'initializer must be a callable'),
                (not isinstance(max_tasks_per_child, (int, type(None))), TypeError, 'max_tasks_per_child must be an integer'),
                (max_tasks_per_child is not None and max_tasks_per_child <= 0, ValueError, 'max_tasks_per_child must be >= 1'),
                (max_tasks_per_child is not None and forks, ValueError, "max_tasks_per_child is incompatible with the 'fork' "
                 'multiprocessing start method; supply a different mp_context.')):
            if wrong:
                raise error(text)
        self._max_workers, self._mp_context, self._broken = max_workers, mp_context, False
        self._call_queue = _Switchboard(self, mp_context, max_workers, max_tasks_per_child, (initializer, initargs))
        self._processes = self._call_queue.processes

    _executor_manager_thread = property(lambda self: self._call_queue and self._call_queue.thread)

    def submit(self, fn, /, *args, **kwargs):
        """Calls fn(*args, **kwargs) in a process; a Future."""
        board = self._call_queue
        if board is None:
            raise RuntimeError('cannot schedule new futures after shutdown')
        with board.lock:
            if board.broken:
                raise BrokenProcessPool(board.broken)
            for ended, what in ((not board.open, 'shutdown'), (_ending, 'interpreter shutdown')):
                if ended:
                    raise RuntimeError(f'cannot schedule new futures after {what}')
            future = _base.Future()
            board.take(_Order(future, partial(fn, *args, **kwargs)))
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """The results of fn for the items of iterables, in their order; each process gets chunksize of them at a time."""
        if chunksize < 1:
            raise ValueError('chunksize must be >= 1.')
        rows = zip(*iterables)
        chunks = iter(lambda: tuple(itertools.islice(rows, chunksize)), ())
        return _one_by_one(super().map(partial(_process_chunk, fn), chunks, timeout=timeout))

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more functions are taken; wait for those that were, or cancel what has not begun."""
        board = self._call_queue
        if board is None:
            return
        with board.lock:
            board.give_orders()  # what workers are free for is not cancelled
            board.open, board.cancelling = False, board.cancelling or cancel_futures
            board.bell.ring()
        if wait:
            board.join_thread()
        self._call_queue = self._processes = None


def _one_by_one(chunks):
    """The items of lists, none of which is kept."""
    for chunk in chunks:
        chunk.reverse()
        while chunk:
            yield chunk.pop()
