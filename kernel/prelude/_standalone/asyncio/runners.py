"""Running a program in an event loop of its own."""
import contextvars
import enum
import functools
import signal
import threading

from . import coroutines, events, exceptions, tasks

__all__ = ('Runner', 'run')


class _State(enum.Enum):
    CREATED, INITIALIZED, CLOSED = 'created', 'initialized', 'closed'


class Runner:
    """A context manager that has an event loop: run() may be called several times, in one context."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._state, self._debug, self._loop_factory = _State.CREATED, debug, loop_factory
        self._loop = self._context = None
        self._interrupt_count, self._set_event_loop = 0, False

    def __enter__(self):
        self._lazy_init()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Cancels what is left, and closes the loop."""
        if self._state is not _State.INITIALIZED:
            return
        loop = self._loop
        try:
            _cancel_all_tasks(loop)
            for ending in (loop.shutdown_asyncgens, loop.shutdown_default_executor):
                loop.run_until_complete(ending())
        finally:
            if self._set_event_loop:
                events.set_event_loop(None)
            loop.close()
            self._loop, self._state = None, _State.CLOSED

    def get_loop(self):
        """The event loop."""
        self._lazy_init()
        return self._loop

    def run(self, coro, *, context=None):
        """Runs a coroutine in the loop; what it returns."""
        if not coroutines.iscoroutine(coro):
            raise ValueError(f'a coroutine was expected, got {coro!r}')
        if events._get_running_loop() is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        self._lazy_init()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        ours = functools.partial(self._on_sigint, main_task=task)
        replaced = False
        if threading.current_thread() is threading.main_thread() and signal.getsignal(2) is signal.default_int_handler:
            try:
                signal.signal(2, ours)
                replaced = True
            except ValueError:
                pass
        self._interrupt_count = 0
        try:
            return self._loop.run_until_complete(task)
        except exceptions.CancelledError:
            if self._interrupt_count > 0 and task.uncancel() == 0:
                raise KeyboardInterrupt
            raise
        finally:
            if replaced and signal.getsignal(2) is ours:
                signal.signal(2, signal.default_int_handler)

    def _lazy_init(self):
        if self._state is _State.CLOSED:
            raise RuntimeError('Runner is closed')
        if self._state is _State.INITIALIZED:
            return
        if self._loop_factory is None:
            self._loop = events.new_event_loop()
            if not self._set_event_loop:
                events.set_event_loop(self._loop)
                self._set_event_loop = True
        else:
            self._loop = self._loop_factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context, self._state = contextvars.copy_context(), _State.INITIALIZED

    def _on_sigint(self, signum, frame, main_task):
        self._interrupt_count += 1
        if self._interrupt_count > 1 or main_task.done():
            raise KeyboardInterrupt
        main_task.cancel()
        self._loop.call_soon_threadsafe(int)


def run(main, *, debug=None):
    """Runs a coroutine in a new event loop, and closes that; what it returns."""
    if events._get_running_loop() is not None:
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner(debug=debug) as runner:
        return runner.run(main)


def _cancel_all_tasks(loop):
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({'message': 'unhandled exception during asyncio.run() shutdown',
                                         'exception': task.exception(), 'task': task})
