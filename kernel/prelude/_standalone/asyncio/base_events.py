"""The event loop but for the system: its turns, timers, tasks, executors and what it does with exceptions. unix_events.py has the
rest."""
import concurrent.futures
import heapq
import sys
import threading
import time
import warnings
import weakref

import _asyncio
from . import coroutines, events, futures, tasks

__all__ = ('BaseEventLoop', 'Server')
_MIN_SCHEDULED_TIMER_HANDLES, _MIN_CANCELLED_TIMER_HANDLES_FRACTION = 100, 0.5
MAXIMUM_SELECT_TIMEOUT = 24 * 3600


def _stop_loop(future):
    """The callback of run_until_complete()."""
    if not future.cancelled() and isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        return
    futures._get_loop(future).stop()


def _logger():
    from .log import logger
    return logger


class _Entered:
    """`with`: a loop runs in this thread, and hears of its asynchronous generators."""

    def __init__(self, loop):
        self._loop = loop

    def __enter__(self):
        loop = self._loop
        self._hooks, loop._thread_id = sys.get_asyncgen_hooks(), threading.get_ident()
        sys.set_asyncgen_hooks(loop._asyncgen_firstiter_hook, loop._asyncgen_finalizer_hook)
        events._set_running_loop(loop)

    def __exit__(self, *args):
        self._loop._stopping, self._loop._thread_id = False, None
        events._set_running_loop(None)
        sys.set_asyncgen_hooks(*self._hooks)


class _UntilDone:
    """`with`: a loop is stopped by a future that is done."""

    def __init__(self, future, made_here):
        self._future, self._made_here = future, made_here

    def __enter__(self):
        self._future.add_done_callback(_stop_loop)

    def __exit__(self, kind, error, tb):
        future = self._future
        future.remove_done_callback(_stop_loop)
        if kind is not None:
            if self._made_here and future.done() and not future.cancelled():
                future.exception()  # what is on its way says enough
        elif not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')


def _made_by_caller(made):
    """A handle or task whose stack, kept in debug mode, ends at who asked the loop for it."""
    if made._source_traceback:
        made._source_traceback.pop()
    return made


class BaseEventLoop(events.AbstractEventLoop):
    """Turns of an event loop: what is ready runs, then timers and descriptors are waited for."""

    def __init__(self):
        self._ready, self._scheduled, self._timer_cancelled_count = _asyncio.ReadyQueue(), [], 0
        self._closed = self._stopping = False
        self._default_executor = self._exception_handler = self._task_factory = self._thread_id = self._current_handle = None
        self._clock_resolution = time.get_clock_info('monotonic').resolution
        self.slow_callback_duration = 0.1
        self._asyncgens, self._asyncgens_shutdown_called = weakref.WeakSet(), False
        self._executor_shutdown_called = False
        self._internal_fds = 0
        self.set_debug(coroutines._is_debug_mode())

    def __repr__(self):
        return (f'<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>')

    def __del__(self, _warn=warnings.warn):
        if not self.is_closed():
            _warn(f'unclosed event loop {self!r}', ResourceWarning, source=self)
            if not self.is_running():
                self.close()

    # ---- turns

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def _check_running(self):
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if events._get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')

    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        self._check_running()
        with _Entered(self):
            self._run_once()
            while not self._stopping:
                self._run_once()

    def run_until_complete(self, future):
        """Run until a future is done, or a coroutine as a task; its result."""
        self._check_closed()
        self._check_running()
        awaited = tasks.ensure_future(future, loop=self)
        made_here = awaited is not future
        if made_here:
            awaited._log_destroy_pending = False
        with _UntilDone(awaited, made_here):
            self.run_forever()
        return awaited.result()

    def stop(self):
        """Ends run_forever() after this turn."""
        self._stopping = True

    def _run_once(self):
        timers = self._scheduled
        if self._timer_cancelled_count > _MIN_SCHEDULED_TIMER_HANDLES * _MIN_CANCELLED_TIMER_HANDLES_FRACTION and \
                self._timer_cancelled_count > len(timers) * _MIN_CANCELLED_TIMER_HANDLES_FRACTION:
            for timer in timers:
                timer._scheduled = not timer._cancelled
            self._scheduled = timers = [timer for timer in timers if not timer._cancelled]
            heapq.heapify(timers)
            self._timer_cancelled_count = 0
        while timers and timers[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(timers)._scheduled = False
        if self._ready or self._stopping:
            pause = 0
        else:
            pause = min(max(0, timers[0]._when - self.time()), MAXIMUM_SELECT_TIMEOUT) if timers else None
        found = self._select(pause)
        if found:
            self._process_events(found)
        if timers:
            end = self.time() + self._clock_resolution
            while timers and timers[0]._when < end:
                timer = heapq.heappop(timers)
                timer._scheduled = False
                self._ready.append(timer)
        if self._debug:
            self._run_watched()
        else:
            _asyncio.run_ready(self._ready)

    def _select(self, pause):
        return self._selector.select(pause)

    def _run_watched(self):
        """In debug mode: tells of callbacks that take long."""
        for _ in range(len(self._ready)):
            entry = self._ready.popleft()
            if entry.cancelled() and isinstance(entry, events.Handle):
                continue
            alone = _asyncio.ReadyQueue()
            alone.append(entry)
            self._current_handle = entry
            begin = self.time()
            try:
                _asyncio.run_ready(alone)
            finally:
                self._current_handle = None
            took = self.time() - begin
            if took >= self.slow_callback_duration:
                _logger().warning('Executing %s took %.3f seconds', _described(entry), took)

    def close(self):
        """Closes the loop, which must not run: what is ready is dropped."""
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        if self._closed:
            return
        self._closed = self._ready.closed = True
        self._ready.clear()
        self._scheduled.clear()
        self._executor_shutdown_called = True
        executor, self._default_executor = self._default_executor, None
        if executor is not None:
            executor.shutdown(wait=False)

    def is_closed(self):
        """Whether close() was called."""
        return self._closed

    def is_running(self):
        """Whether the loop runs."""
        return self._thread_id is not None

    # ---- callbacks

    def time(self):
        """The loop's clock in seconds."""
        return time.monotonic()

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timer_cancelled_count += 1

    def _check_callback(self, callback, method):
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError(f'coroutines cannot be used with {method}()')
        if not callable(callback):
            raise TypeError(f'a callable object was expected by {method}(), got {callback!r}')

    def _check_thread(self):
        if self._thread_id is not None and self._thread_id != threading.get_ident():
            raise RuntimeError('Non-thread-safe operation invoked on an event loop other than the current one')

    def _checked(self, callback, method, same_thread=True):
        self._check_closed()
        if self._debug:
            if same_thread:
                self._check_thread()
            self._check_callback(callback, method)

    def _handle(self, callback, args, context):
        handle = _made_by_caller(events.Handle(callback, args, self, context))
        self._ready.append(handle)
        return handle

    def call_soon(self, callback, *args, context=None):
        """Calls a function at the next turn."""
        if self._debug or self._closed:
            self._checked(callback, 'call_soon')
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        if handle._source_traceback:
            del handle._source_traceback[-1]
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """The same from another thread."""
        self._checked(callback, 'call_soon_threadsafe', False)
        handle = self._handle(callback, args, context)
        self._write_to_self()
        return handle

    def call_later(self, delay, callback, *args, context=None):
        """Calls a function after so many seconds."""
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Calls a function at a time of the loop's clock."""
        if when is None:
            raise TypeError('when cannot be None')
        self._checked(callback, 'call_at')
        later = _made_by_caller(events.TimerHandle(when, callback, args, self, context))
        later._scheduled = True
        heapq.heappush(self._scheduled, later)
        return later

    # ---- futures and tasks

    def create_future(self):
        """A future of this loop."""
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Runs a coroutine in a task."""
        self._check_closed()
        make = self._task_factory
        if make is None:
            return _made_by_caller(tasks.Task(coro, loop=self, name=name, context=context))
        own = make(self, coro, **({} if context is None else {'context': context}))
        tasks._set_task_name(own, name)
        return own

    def set_task_factory(self, factory):
        """A function (loop, coroutine) that create_task() calls; None: the usual tasks."""
        if factory is not None and not callable(factory):
            raise TypeError('task factory must be a callable or None')
        self._task_factory = factory

    def get_task_factory(self):
        """The function that makes tasks, or None."""
        return self._task_factory

    # ---- asynchronous generators

    def _asyncgen_finalizer_hook(self, agen):
        self._asyncgens.discard(agen)
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, agen.aclose())

    def _asyncgen_firstiter_hook(self, agen):
        if self._asyncgens_shutdown_called:
            warnings.warn(f'asynchronous generator {agen!r} was scheduled after loop.shutdown_asyncgens() call', ResourceWarning,
                          source=self)
        self._asyncgens.add(agen)

    async def shutdown_asyncgens(self):
        """Closes all asynchronous generators that have begun."""
        self._asyncgens_shutdown_called = True
        open_ones = list(self._asyncgens)
        if not open_ones:
            return
        self._asyncgens.clear()
        ends = await tasks.gather(*[agen.aclose() for agen in open_ones], return_exceptions=True)
        for end, agen in zip(ends, open_ones):
            if isinstance(end, Exception):
                self.call_exception_handler({'message': f'an error occurred during closing of asynchronous generator {agen!r}',
                                             'exception': end, 'asyncgen': agen})

    # ---- executors

    def _check_default_executor(self):
        if self._executor_shutdown_called:
            raise RuntimeError('Executor shutdown has been called')

    def run_in_executor(self, executor, func, *args):
        """Calls a function in an executor (None: a pool of threads); a future."""
        self._check_closed()
        if self._debug:
            self._check_callback(func, 'run_in_executor')
        work = (self._pool() if executor is None else executor).submit(func, *args)
        return futures.wrap_future(work, loop=self)

    def _pool(self):
        """The threads that None stands for, made when they are first wanted."""
        self._check_default_executor()
        if self._default_executor is None:
            self._default_executor = concurrent.futures.ThreadPoolExecutor(thread_name_prefix='asyncio')
        return self._default_executor

    def set_default_executor(self, executor):
        """The executor that None stands for."""
        if not isinstance(executor, concurrent.futures.ThreadPoolExecutor):
            raise TypeError('executor must be ThreadPoolExecutor instance')
        self._default_executor = executor

    async def shutdown_default_executor(self):
        """Waits for the functions in the pool of threads."""
        self._executor_shutdown_called = True
        executor = self._default_executor
        if executor is None:
            return
        ended = self.create_future()

        def wait():
            try:
                executor.shutdown(wait=True)
                if not self.is_closed():
                    self.call_soon_threadsafe(ended.set_result, None)
            except Exception as error:
                if not self.is_closed():
                    self.call_soon_threadsafe(ended.set_exception, error)

        thread = threading.Thread(target=wait)
        thread.start()
        try:
            await ended
        finally:
            thread.join()

    # ---- exceptions

    def get_exception_handler(self):
        """The function that set_exception_handler() was given, or None."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """A function (loop, context) that is told of what nobody can catch; None: it is logged."""
        if handler is not None and not callable(handler):
            raise TypeError(f'A callable object or None is expected, got {handler!r}')
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Logs the context: its message, its exception, and the rest as lines."""
        error = context.get('exception')
        lines = [context.get('message') or 'Unhandled exception in event loop']
        current = self._current_handle
        if 'source_traceback' not in context and current is not None and current._source_traceback:
            context['handle_traceback'] = current._source_traceback
        titles = {'source_traceback': 'Object created at', 'handle_traceback': 'Handle created at'}
        for key in sorted(context.keys() - {'message', 'exception'}):
            value = repr(context[key])
            if key in titles:
                import traceback
                value = f'{titles[key]} (most recent call last):\n' + ''.join(traceback.format_list(context[key])).rstrip()
            lines.append(f'{key}: {value}')
        _logger().error('\n'.join(lines), exc_info=(type(error), error, error.__traceback__) if error is not None else False)

    def call_exception_handler(self, context):
        """Tells the exception handler; context is a dict with message and what is known beside."""
        handler = self._exception_handler
        try:
            if handler is None:
                self.default_exception_handler(context)
            else:
                handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if handler is None:
                _logger().error('Exception in default exception handler', exc_info=True)
                return
            try:
                self.default_exception_handler({'message': 'Unhandled error in exception handler', 'exception': error,
                                                'context': context})
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                _logger().error('Exception in default exception handler while handling an unexpected error in custom exception '
                                'handler', exc_info=True)

    # ---- debug mode

    def get_debug(self):
        """Whether the loop is in debug mode."""
        return self._debug

    def set_debug(self, enabled):
        """Debug mode: where things were made is noted, slow callbacks and calls from other threads are told of."""
        self._debug = self._ready.slow = enabled


def _described(entry):
    """A handle, or the task that it is a step of."""
    task = getattr(getattr(entry, '_callback', None), '__self__', entry)
    return repr(task if isinstance(task, tasks.Task) else entry)


class Server(events.AbstractServer):
    """What create_server() gives: listening sockets."""

    def __init__(self, loop, sockets, protocol_factory, backlog):
        self._loop, self._listening, self._protocol_factory, self._backlog = loop, list(sockets), protocol_factory, backlog
        self._connections, self._closed, self._state = 0, loop.create_future(), 'new'
        self._forever = None

    def __repr__(self):
        return f'<{type(self).__name__} sockets={self.sockets!r}>'

    # a transport begins and ends

    def _attach(self):
        assert self._state != 'closed'
        self._connections += 1

    def _detach(self):
        self._connections -= 1
        self._end()

    def _end(self):
        if self._state == 'closed' and not self._connections and not self._closed.done():
            self._closed.set_result(None)

    def _start_serving(self):
        if self._state != 'new':
            return
        self._state = 'serving'
        for each in self._listening:
            each.listen(self._backlog)
            self._loop._start_serving(self._protocol_factory, each, self, self._backlog)

    def is_serving(self):
        """Whether connections are accepted."""
        return self._state == 'serving'

    def get_loop(self):
        """The event loop."""
        return self._loop

    @property
    def sockets(self):
        """The listening sockets."""
        from .trsock import TransportSocket
        return tuple(map(TransportSocket, self._listening))

    def close(self):
        """Stops to listen; connections stay."""
        if self._state == 'closed':
            return
        self._state = 'closed'
        while self._listening:
            self._loop._stop_serving(self._listening.pop(0))
        if self._forever is not None:
            self._forever.cancel()
        self._end()

    async def start_serving(self):
        """Begins to accept connections."""
        self._start_serving()
        await tasks.sleep(0)

    async def serve_forever(self):
        """Accepts connections until it is cancelled; then the server is closed."""
        problem = 'is already being awaited on serve_forever()' if self._forever is not None else \
            'is closed' if self._state == 'closed' else None
        if problem:
            raise RuntimeError(f'server {self!r} {problem}')
        self._start_serving()
        self._forever = self._loop.create_future()
        try:
            await self._forever
        finally:
            self._forever = None
            self.close()
            await self.wait_closed()

    async def wait_closed(self):
        """Waits until the server is closed and its connections are over; a closed one is not waited for."""
        if self._state != 'closed' and not self._closed.done():
            await tasks.shield(self._closed)


_asyncio._set_parts(call_soon=BaseEventLoop.call_soon)
