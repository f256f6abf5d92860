"""Running a program in an event loop of its own."""
import contextvars
import threading
from _later import Later as _Later

from . import coroutines, events, exceptions, tasks

__all__ = ('Runner', 'run')
signal = _Later('signal', globals())


class _Sigint:
    """`with`: the first SIGINT cancels a task, the second one is a KeyboardInterrupt."""

    def __init__(self, loop, task):
        self._loop, self._task, self.count, self._set = loop, task, 0, False

    def __enter__(self):
        in_main = threading.current_thread() is threading.main_thread()
        if in_main and signal.getsignal(2) is signal.default_int_handler:
            try:
                signal.signal(2, self._came)
                self._set = True
            except ValueError:  # of an interpreter whose signals are another's
                pass
        return self

    def __exit__(self, *args):
        if self._set and signal.getsignal(2) == self._came:
            signal.signal(2, signal.default_int_handler)

    def _came(self, signum, frame):
        self.count += 1
        if self._task.done() or self.count > 1:
            raise KeyboardInterrupt
        self._task.cancel()
        self._loop.call_soon_threadsafe(lambda: None)


class Runner:
    """A context manager that has an event loop: run() may be called several times, in one context."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._options = debug, loop_factory
        self._loop = self._context = None
        self._is_closed = self._is_current = False

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, *args):
        self.close()

    def get_loop(self):
        """The event loop."""
        if self._is_closed:
            raise RuntimeError('Runner is closed')
        if self._loop is None:
            debug, factory = self._options
            self._loop = (factory or events.new_event_loop)()
            if factory is None:
                events.set_event_loop(self._loop)
                self._is_current = True
            if debug is not None:
                self._loop.set_debug(debug)
            self._context = contextvars.copy_context()
        return self._loop

    def close(self):
        """Cancels what is left, and closes the loop."""
        loop, self._loop = self._loop, None
        if loop is None:
            return
        try:
            _cancel_all_tasks(loop)
            for ending in (loop.shutdown_asyncgens, loop.shutdown_default_executor):
                loop.run_until_complete(ending())
        finally:
            self._is_closed = True
            if self._is_current:
                events.set_event_loop(None)
            loop.close()

    def run(self, coro, *, context=None):
        """Runs a coroutine in the loop; what it returns."""
        if not coroutines.iscoroutine(coro):
            raise ValueError(f'a coroutine was expected, got {coro!r}')
        if events._get_running_loop() is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        loop = self.get_loop()
        task = loop.create_task(coro, context=context or self._context)
        with _Sigint(loop, task) as interrupts:
            try:
                return loop.run_until_complete(task)
            except exceptions.CancelledError:
                if not interrupts.count or getattr(task, 'uncancel', lambda: True)():
                    raise
        raise KeyboardInterrupt


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
