"""Pools of workers: functions are called in other processes (Pool) or threads (ThreadPool).

A pool is an engine with three threads, which knows nothing of the object that the program has: the feeder writes tasks to the
workers, the collector reads what became of them, the keeper watches the workers and starts new ones. Its state goes one way:
RUN, CLOSE (nothing more is taken, everything is done), TERMINATE (nothing more is done). None of the threads ever waits where
the end of the pool does not wake it."""
import collections
import itertools
import os
import queue
import threading
import warnings
from _later import Later as _Later

from . import TimeoutError, get_context, process, reduction, util
from .connection import wait

__all__ = ['Pool', 'ThreadPool']
select, traceback = _Later('select', globals()), _Later('traceback', globals())
INIT, RUN, CLOSE, TERMINATE = 'INIT', 'RUN', 'CLOSE', 'TERMINATE'
_END = None  # for a worker and for the collector

# ---- what workers do -----------------------------------------------------------------------------------------------------------


def mapstar(args):
    """The results of a function for a chunk."""
    function, items = args
    return [function(item) for item in items]


def starmapstar(args):
    """The same for items that are the arguments."""
    function, items = args
    return [function(*item) for item in items]


class RemoteTraceback(Exception):
    """The traceback of a worker, as the cause of an exception."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


class ExceptionWithTraceback:
    """An exception that takes its traceback along as a text."""

    def __init__(self, exc, tb):
        text = ''.join(traceback.format_exception(type(exc), exc, tb))
        exc.__traceback__ = None  # no frames are kept by it
        self.exc, self.tb = exc, f'\n"""\n{text}"""'

    def __reduce__(self):
        return rebuild_exc, (self.exc, self.tb)


def rebuild_exc(exc, tb):
    exc.__cause__ = RemoteTraceback(tb)
    return exc


class MaybeEncodingError(Exception):
    """A result that cannot be sent. Attributes: exc and value, as texts."""

    def __init__(self, exc, value):
        self.exc, self.value = repr(exc), repr(value)
        super().__init__(self.exc, self.value)

    def __str__(self):
        return f"Error sending result: '{self.value}'. Reason: '{self.exc}'"

    def __repr__(self):
        return f'<{type(self).__name__}: {self}>'


def _outcome(call, remote):
    """(True, result), or (False, exception)."""
    function, args, kwargs = call
    try:
        return True, function(*args, **kwargs)
    except Exception as error:
        return False, ExceptionWithTraceback(error, error.__traceback__) if remote else error


def _from_parent(tasks):
    """A function for the next task in a pipe, or the end of the parent."""
    watch = process.ParentWatch(tasks._reader.fileno())

    def get():
        with tasks._rlock:
            if not watch.ready():
                return _END
            data = tasks._reader.recv_bytes()
        return reduction.ForkingPickler.loads(data)
    return get


def worker(inqueue, outqueue, initializer=None, initargs=(), maxtasks=None, wrap_exception=False):
    """Task after task, until there is none, or so many are done."""
    if maxtasks is not None and not (isinstance(maxtasks, int) and maxtasks >= 1):
        raise AssertionError(f'Maxtasks {maxtasks!r} is not valid')
    for end in filter(None, (getattr(inqueue, '_writer', None), getattr(outqueue, '_reader', None))):
        end.close()  # the ends of the parent
    if initializer is not None:
        initializer(*initargs)
    next_task = _from_parent(inqueue) if hasattr(inqueue, '_reader') else inqueue.get
    done = 0
    while maxtasks is None or done < maxtasks:
        try:
            task = next_task()
        except (EOFError, OSError):
            util.debug('worker got EOFError or OSError -- exiting')
            break
        if task is _END:
            util.debug('worker got sentinel -- exiting')
            break
        *address, call = task
        result = _outcome(call, wrap_exception)
        try:
            outqueue.put((*address, result))
        except Exception as error:
            util.debug('Possible encoding error while sending result: %s', error)
            outqueue.put((*address, (False, ExceptionWithTraceback(MaybeEncodingError(error, result[1]), None))))
        task = call = result = None
        done += 1
    util.debug('worker exiting after %d tasks', done)


# ---- results -------------------------------------------------------------------------------------------------------------------
_numbers = itertools.count()


class ApplyResult:
    """What becomes of one call. A result of a map has parts: the chunks, put together when all are there."""

    def __init__(self, pool, callback, error_callback, parts=1, chunksize=None):
        self._pool, self._event, self._number = pool, threading.Event(), next(_numbers)
        self._callbacks, self._chunks, self._left = {True: callback, False: error_callback}, chunksize and {}, parts
        self._seen, self._error = 0, None
        self._jobs = pool._engine.jobs
        self._jobs[self._number] = self

    def ready(self):
        """Whether it is over."""
        return self._event.is_set()

    def successful(self):
        """Whether no exception was raised; ValueError if it is not over."""
        if not self.ready():
            raise ValueError(f'{self!r} not ready')
        return self._success

    def wait(self, timeout=None):
        """Waits for the end, or so many seconds."""
        self._event.wait(timeout)

    def get(self, timeout=None):
        """The result, or raises the exception."""
        self.wait(timeout)
        if not self.ready():
            raise TimeoutError
        if not self._success:
            raise self._value
        return self._value

    def _set(self, at, outcome):
        """A part is there."""
        ok, value = outcome
        self._seen += 1
        if not ok and self._error is None:
            self._error = value
        if self._chunks is not None and ok:
            self._chunks[at] = value
        elif self._chunks is None:
            self._value = value
        self._check()

    def _set_length(self, parts):
        """So many parts will be there."""
        self._left = parts
        self._check()

    def _check(self):
        if self._seen < self._left or self._event.is_set():
            return
        self._success = self._error is None
        if not self._success:
            self._value = self._error
        elif self._chunks is not None:
            self._value = [item for _, chunk in sorted(self._chunks.items()) for item in chunk]
        self._chunks = self._chunks and {}
        callback = self._callbacks[self._success]
        try:
            if callback:
                callback(self._value)
        finally:
            self._callbacks = self._pool = None
            self._event.set()
            self._jobs.pop(self._number, None)
            self._jobs = None

    __class_getitem__ = classmethod(type(list[int]))


AsyncResult = ApplyResult


class MapResult(ApplyResult):
    """What becomes of a map."""

    def __init__(self, pool, chunksize, length, callback, error_callback):
        super().__init__(pool, callback, error_callback, -(-length // chunksize) if length else 0, chunksize)
        self._check()


class IMapIterator:
    """The results of a map as they come, in order."""
    _ordered = True

    def __init__(self, pool):
        self._pool, self._cond, self._number = pool, threading.Condition(), next(_numbers)
        self._ready, self._early, self._index, self._length = collections.deque(), {}, 0, None
        self._jobs = pool._engine.jobs
        self._jobs[self._number] = self

    def __iter__(self):
        return self

    def next(self, timeout=None):
        """The next result; TimeoutError after so many seconds."""
        with self._cond:
            if not self._cond.wait_for(lambda: self._ready or self._index == self._length, timeout):
                raise TimeoutError
            if not self._ready:
                self._pool = None
                raise StopIteration
            ok, value = self._ready.popleft()
        if ok:
            return value
        raise value

    __next__ = next

    def _set(self, at, outcome):
        with self._cond:
            self._early[at if self._ordered else self._index] = outcome
            while self._index in self._early:
                self._ready.append(self._early.pop(self._index))
                self._index += 1
            self._changed()

    def _set_length(self, length):
        with self._cond:
            self._length = length
            self._changed()

    def _changed(self):
        self._cond.notify_all()
        if self._index == self._length:
            self._jobs.pop(self._number, None)


class IMapUnorderedIterator(IMapIterator):
    """The results of a map as they come."""
    _ordered = False


# ---- the engine ----------------------------------------------------------------------------------------------------------------
class _Over(Exception):
    """The pool ends while a thread of it waits."""


class _Pipes:
    """The queues of worker processes. Here, neither a write nor a read waits when the pool is over."""

    def __init__(self, context):
        self.tasks, self.results, self.over = context.SimpleQueue(), context.SimpleQueue(), util.Bell()
        for end, read, name in ((self.tasks._writer, False, '_write'), (self.results._reader, True, '_read')):
            os.set_blocking(end.fileno(), False)
            setattr(end, name, self._patient(os.read if read else os.write, read, self.over.reading))

    @staticmethod
    def _patient(call, read, over):
        def run(fd, what):
            while True:
                try:
                    return call(fd, what)
                except BlockingIOError:
                    waiting = select.poll()
                    waiting.register(over, select.POLLIN)
                    waiting.register(fd, select.POLLIN if read else select.POLLOUT)
                    if over in dict(waiting.poll()):
                        raise _Over
        return run

    def put(self, task):
        self.tasks.put(task)

    def get(self):
        return self.results.get()

    def stop(self):
        self.over.ring()

    def end_results(self):
        self.results.put(_END)


class _Threads:
    """The queues of worker threads."""

    def __init__(self):
        self.tasks, self.results = queue.SimpleQueue(), queue.SimpleQueue()
        self.put, self.get = self.tasks.put, self.results.get

    def end_results(self):
        self.results.put(_END)

    def stop(self):
        try:
            while True:
                self.tasks.get_nowait()
        except queue.Empty:
            pass
        self.end_results()


class _Engine:
    """The workers, the threads, and what waits to be done."""

    def __init__(self, queues, start, count):
        self.state, self.queues, self._start, self.count = INIT, queues, start, count
        self.workers, self.jobs, self.waiting, self.bell = [], _Jobs(self), queue.SimpleQueue(), util.Bell()
        self.threads, self.closing = [], False
        self._filling = threading.Lock()

    def begin(self):
        try:
            self.fill()
        except Exception:
            for each in self.workers:
                if each.exitcode is None:
                    each.terminate()
            for each in self.workers:
                each.join()
            raise
        self.state = RUN
        self.threads = [threading.Thread(target=run, daemon=True) for run in (self._keep, self._feed, self._collect)]
        for thread in self.threads:
            thread.start()

    def fill(self):
        """Starts workers in the place of those that are over."""
        with self._filling:
            for each in [each for each in self.workers if each.exitcode is not None]:
                util.debug('cleaning up worker %s', each.name)
                each.join()
                self.workers.remove(each)
            while len(self.workers) < self.count:
                self.workers.append(self._start())
                util.debug('added worker')

    # ---- the keeper
    def _keep(self):
        while self.state == RUN or self.state == CLOSE and self.jobs:
            sentinels = [each.sentinel for each in [*self.workers] if hasattr(each, 'sentinel')]
            wait([*sentinels, self.bell.reading])
            self.bell.quiet()
            if self.state != TERMINATE:
                self.fill()
        self.waiting.put(None)
        util.debug('worker handler exiting')

    # ---- the feeder
    def _feed(self):
        try:
            while (order := self.waiting.get()) is not None:
                self._send(*order)
                del order
            if self.state == CLOSE:
                self.queues.end_results()
                for _ in range(len(self.workers)):
                    self.queues.put(_END)
        except (_Over, OSError):
            util.debug('task handler was told to end')
        util.debug('task handler exiting')

    def _send(self, number, tasks, tell_length):
        """The tasks of a job. What goes wrong with one is what becomes of it."""
        sent, tasks = 0, iter(tasks)
        while self.state != TERMINATE:
            try:
                call = next(tasks)
            except StopIteration:
                break
            except Exception as error:
                self._settle(number, sent, (False, error))
                sent, tell_length = sent + 1, True
                break
            try:
                self.queues.put((number, sent, call))
            except (_Over, BrokenPipeError):
                raise
            except Exception as error:
                self._settle(number, sent, (False, error))
            call = None
            sent += 1
        job = self.jobs.get(number)
        if tell_length and job is not None:
            job._set_length(sent)

    def _settle(self, number, at, outcome):
        job = self.jobs.get(number)
        if job is not None:
            job._set(at, outcome)

    # ---- the collector
    def _collect(self):
        try:
            while (told := self.queues.get()) is not _END or self.jobs and self.state != TERMINATE:
                if told is not _END and self.state != TERMINATE:
                    self._settle(*told)
                told = None
                if self.state == TERMINATE:
                    break
        except (_Over, EOFError, OSError):
            util.debug('result handler was told to end')
        util.debug('result handler exiting')

    # ---- changes of the state
    def close(self):
        if self.state == RUN:
            self.state = CLOSE
            self.bell.ring()

    def terminate(self):
        """Ends the threads and the workers; may be called more than once."""
        self.state = TERMINATE
        self.bell.ring()
        self.waiting.put(None)
        self.queues.stop()
        me = threading.current_thread()
        keeper = self.threads[0] if self.threads else None
        if keeper not in (None, me):
            keeper.join()
        for each in self.workers:
            if hasattr(each, 'terminate') and each.exitcode is None:
                each.terminate()
        if not hasattr(self.workers[0] if self.workers else None, 'terminate'):
            for _ in self.workers:
                self.queues.put(_END)
        for thread in self.threads:
            if thread is not me:
                thread.join()
        for each in self.workers:
            if hasattr(each, 'terminate') and each.is_alive():
                each.join()

    def join(self):
        for task in (*self.threads, *self.workers):
            task.join()


class _Jobs(dict):
    """number: what is not over yet. The keeper is told when the last one goes."""

    def __init__(self, engine):
        self._bell = engine

    def pop(self, number, default=None):
        found = dict.pop(self, number, default)
        if not self and self._bell.state == CLOSE:
            self._bell.bell.ring()
        return found


# ---- pools ---------------------------------------------------------------------------------------------------------------------
def _items(iterable):
    return iterable if hasattr(iterable, '__len__') else list(iterable)


def _chunks(function, iterable, size):
    """The calls for chunks of that many items."""
    items = iter(iterable)
    while chunk := tuple(itertools.islice(items, size)):
        yield mapstar, ((function, chunk),), {}


class Pool:
    """Workers that call functions: apply(), map(), imap(), starmap() and their asynchronous forms."""
    _wrap_exception = True
    _engine = None

    @staticmethod
    def Process(ctx, *args, **kwds):
        return ctx.Process(*args, **kwds)

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        processes = os.cpu_count() or 1 if processes is None else processes
        for wrong, error, text in (
                (processes < 1, ValueError, 'Number of processes must be at least 1'),
                (maxtasksperchild is not None and not (isinstance(maxtasksperchild, int) and maxtasksperchild > 0), ValueError,
                 'maxtasksperchild must be a positive int or None'),
                (initializer is not None and not callable(initializer), TypeError, 'initializer must be a callable')):
            if wrong:
                raise error(text)
        self._processes, self._ctx = processes, context or get_context()
        queues = self._queues()
        make, ctx = self.Process, self._ctx
        arguments = initializer, initargs, maxtasksperchild, self._wrap_exception

        def start():
            made = make(ctx, target=worker, args=(queues.tasks, queues.results, *arguments))
            made.name = made.name.replace('Process', 'PoolWorker')
            made.daemon = True
            made.start()
            return made
        engine = _Engine(queues, start, processes)
        engine.begin()
        self._engine = engine
        self._terminate = util.Finalize(self, engine.terminate, exitpriority=15)

    def _queues(self):
        return _Pipes(self._ctx)

    @property
    def _pool(self):
        return self._engine.workers

    @property
    def _state(self):
        return self._engine.state if self._engine else INIT

    @_state.setter
    def _state(self, state):
        self._engine.state = state

    @property
    def _cache(self):
        return self._engine.jobs

    def _repopulate_pool(self):
        self._engine.fill()

    def __del__(self, _warn=warnings.warn):
        if self._state == RUN:
            _warn(f'unclosed running multiprocessing pool {self!r}', ResourceWarning, source=self)
            self._engine.bell.ring()

    def __repr__(self):
        cls = type(self)
        return f'<{cls.__module__}.{cls.__qualname__} state={self._state} pool_size={len(self._pool)}>'

    def _running(self):
        if self._state != RUN:
            raise ValueError('Pool not running')

    _check_running = _running

    def _order(self, result, tasks, tell_length=False):
        self._engine.waiting.put((result._number, tasks, tell_length))
        return result

    def apply(self, func, args=(), kwds={}):
        """Calls func in a worker, and waits for its result."""
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        """Calls func in a worker; an AsyncResult."""
        self._running()
        return self._order(ApplyResult(self, callback, error_callback), [(func, args, kwds)])

    def map(self, func, iterable, chunksize=None):
        """The results of func for each item, in a list."""
        return self._map(func, iterable, mapstar, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """The same without waiting; an AsyncResult."""
        return self._map(func, iterable, mapstar, chunksize, callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        """Like map(), but each item is a sequence of arguments."""
        return self._map(func, iterable, starmapstar, chunksize).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """The same without waiting; an AsyncResult."""
        return self._map(func, iterable, starmapstar, chunksize, callback, error_callback)

    def _map(self, func, iterable, mapper, chunksize, callback=None, error_callback=None):
        self._running()
        items = _items(iterable)
        length = len(items)
        if chunksize is None:  # four chunks a worker
            chunksize = -(-length // (len(self._pool) * 4))
        chunksize = chunksize if length else 1
        result = MapResult(self, chunksize, length, callback, error_callback)
        if not length:
            return result
        return self._order(result, ((mapper, *rest) for _, *rest in _chunks(func, items, chunksize)))

    def imap(self, func, iterable, chunksize=1):
        """The results of func for each item, as they come, in order."""
        return self._imap(IMapIterator, func, iterable, chunksize)

    def imap_unordered(self, func, iterable, chunksize=1):
        """The results of func for each item, as they come."""
        return self._imap(IMapUnorderedIterator, func, iterable, chunksize)

    def _imap(self, kind, func, iterable, chunksize):
        self._running()
        if chunksize < 1:
            raise ValueError(f'Chunksize must be 1+, not {chunksize:n}')
        if chunksize == 1:
            return self._order(kind(self), _calls(func, iterable), True)
        chunks = self._order(kind(self), _chunks(func, iterable, chunksize), True)
        return (item for chunk in chunks for item in chunk)

    def close(self):
        """Nothing more is taken; the workers end when everything is done."""
        util.debug('closing pool')
        self._engine.close()

    def terminate(self):
        """Ends the workers now."""
        util.debug('terminating pool')
        self._terminate()

    def join(self):
        """Waits for the end of the workers; after close() or terminate()."""
        util.debug('joining pool')
        if self._state == RUN:
            raise ValueError('Pool is still running')
        if self._state not in (CLOSE, TERMINATE):
            raise ValueError('In unknown state')
        self._engine.join()

    def __reduce__(self):
        raise NotImplementedError('pool objects cannot be passed between processes or pickled')

    def __enter__(self):
        self._running()
        return self

    def __exit__(self, *about):
        self.terminate()


def _calls(function, iterable):
    for item in iterable:
        yield function, (item,), {}


def _thread_for(ctx, *args, **kwds):
    from .dummy import Process
    return Process(*args, **kwds)


class ThreadPool(Pool):
    """A pool whose workers are threads."""
    _wrap_exception = False
    Process, _queues = staticmethod(_thread_for), lambda self: _Threads()

    def __init__(self, processes=None, initializer=None, initargs=()):
        super().__init__(processes, initializer, initargs)
