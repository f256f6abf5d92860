"""Tasks that end together."""
from . import events, exceptions, tasks

__all__ = ['TaskGroup']


def _ends_programs(error):
    return isinstance(error, (SystemExit, KeyboardInterrupt))


class TaskGroup:
    """An asynchronous context manager that waits for the tasks which were made in it. The first one that fails cancels the others
    and the body; what they have raised is an ExceptionGroup."""

    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._loop = self._parent_task = self._base_error = self._on_completed_fut = None
        self._parent_cancel_requested = False
        self._tasks, self._errors = set(), []

    def __repr__(self):
        parts = [f'tasks={len(self._tasks)}'] * bool(self._tasks) + [f"errors={len(self._errors or ())}"] * bool(self._errors)
        parts += ['cancelling'] if self._aborting else ['entered'] * self._entered
        return f"<TaskGroup{''.join(' ' + part for part in parts)}>"

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has already been entered')
        self._loop = self._loop or events.get_running_loop()
        self._parent_task = tasks.current_task(self._loop)
        if self._parent_task is None:
            raise RuntimeError(f'TaskGroup {self!r} cannot determine the parent task')
        self._entered = True
        return self

    async def __aexit__(self, kind, error, tb):
        self._exiting = True
        cancelled = error if kind is not None and issubclass(kind, exceptions.CancelledError) else None
        if error is not None and self._base_error is None and _ends_programs(error):
            self._base_error = error
        if self._parent_cancel_requested and self._parent_task.uncancel() == 0:
            cancelled = None  # it was ours
        if kind is not None and not self._aborting:
            self._abort()
        while self._tasks:
            if self._on_completed_fut is None:
                self._on_completed_fut = self._loop.create_future()
            try:
                await self._on_completed_fut
            except exceptions.CancelledError as given_up:
                if not self._aborting:
                    cancelled = given_up
                    self._abort()
            self._on_completed_fut = None
        if self._base_error is not None:
            raise self._base_error
        if cancelled is not None and not self._errors:
            raise cancelled
        if kind is not None and not issubclass(kind, exceptions.CancelledError):
            self._errors.append(error)
        if self._errors:
            try:
                raise BaseExceptionGroup('unhandled errors in a TaskGroup', self._errors) from None
            finally:
                self._errors = None

    def create_task(self, coro, *, name=None, context=None):
        """Runs a coroutine in a task of the group."""
        problem = 'has not been entered' if not self._entered else 'is finished' if self._exiting and not self._tasks else \
            'is shutting down' if self._aborting else None
        if problem:
            raise RuntimeError(f'TaskGroup {self!r} {problem}')
        made = self._loop.create_task(coro, **({} if context is None else {'context': context}))
        tasks._set_task_name(made, name)
        self._tasks.add(made)
        made.add_done_callback(self._on_task_done)
        return made

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _on_task_done(self, task):
        self._tasks.remove(task)
        if not self._tasks and self._on_completed_fut is not None and not self._on_completed_fut.done():
            self._on_completed_fut.set_result(None)
        failed = not task.cancelled() and task.exception()
        if failed:
            self._failed(task, failed)

    def _failed(self, task, error):
        """The first one that fails ends the others and the body."""
        self._errors.append(error)
        self._base_error = self._base_error or (error if _ends_programs(error) else None)
        parent = self._parent_task
        if parent.done():
            text = f'Task {task!r} has errored out but its parent task {parent} is already completed'
            self._loop.call_exception_handler(dict(message=text, exception=error, task=task))
            return
        if not (self._aborting or self._parent_cancel_requested):
            self._abort()
            self._parent_cancel_requested = True
            parent.cancel()
