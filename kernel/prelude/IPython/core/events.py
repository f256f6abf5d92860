"""Functions that are called when something happens in the session: get_ipython().events. The kernel begins and ends each cell with
begin() and end()."""

_EVENTS = {
    'pre_execute': 'Before code is run, by a cell or by a front end.',
    'pre_run_cell': 'Before a cell is run; gets an object with raw_cell, store_history, silent, shell_futures and cell_id.',
    'post_execute': 'After code was run.',
    'post_run_cell': 'After a cell was run; gets an object with info, execution_count, result, error_in_exec and success.',
    'shell_initialized': 'When the session has begun: nobody can be told in time.',
}


class ExecutionInfo:
    """What a cell is run with."""

    def __init__(self, raw_cell, store_history, silent, shell_futures=True, cell_id=None):
        self.raw_cell, self.store_history, self.silent = raw_cell, store_history, silent
        self.shell_futures, self.cell_id = shell_futures, cell_id

    def __repr__(self):
        texts = [text if len(text) <= 50 else text[:50] + '..' for text in (self.raw_cell, self._program())]
        return '<%s object at %x, raw_cell="%s" transformed_cell="%s" store_history=%s silent=%s shell_futures=%s cell_id=%s cell_meta=None>' % (
            type(self).__name__, id(self), *texts, self.store_history, self.silent, self.shell_futures, self.cell_id)

    def _program(self):
        try:
            return get_ipython().transform_cell(self.raw_cell)
        except Exception:
            return self.raw_cell


class ExecutionResult:
    """What came of a cell: its exception, or None."""

    def __init__(self, info, execution_count, error, result):
        self.info, self.execution_count, self.result = info, execution_count, result
        self.error_before_exec, self.error_in_exec = None, error

    def __repr__(self):
        return '<%s object at %x, execution_count=%s error_before_exec=%s error_in_exec=%s info=%r result=%r>' % (
            type(self).__name__, id(self), self.execution_count, self.error_before_exec, self.error_in_exec, self.info, self.result)

    @property
    def success(self):
        """Whether there was no exception."""
        return self.error_before_exec is None and self.error_in_exec is None

    def raise_error(self):
        """Raises the exception, if there was one."""
        for error in (self.error_before_exec, self.error_in_exec):
            if error is not None:
                raise error


class EventManager:
    """Functions by the events that call them."""

    def __init__(self, shell, available_events):
        self.shell = shell
        self.callbacks = {event: [] for event in available_events}

    def register(self, event, function):
        """Calls the function at each such event. TypeError for what cannot be called, KeyError for an unknown event."""
        if not callable(function):
            raise TypeError('Need a callable, got %r' % function)
        if function not in self.callbacks[event]:
            self.callbacks[event].append(function)

    def unregister(self, event, function):
        """Takes a function away again. ValueError where it is not there."""
        if function not in self.callbacks[event]:
            raise ValueError('Function {!r} is not registered as a {} callback'.format(function, event))
        self.callbacks[event].remove(function)

    def trigger(self, event, *args, **kwargs):
        """Calls the functions of an event. What one raises is reported and does not keep the others from being called."""
        for function in self.callbacks[event][:]:
            try:
                function(*args, **kwargs)
            except (Exception, KeyboardInterrupt):
                print('Error in callback {} (for {}), with arguments args {},kwargs {}:'.format(function, event, args, kwargs))
                self.shell.showtraceback()


manager = EventManager(None, _EVENTS)
_info = None


def begin(raw, silent, store):
    """A cell begins: called by the kernel."""
    global _info
    _info = ExecutionInfo(raw, store, silent)
    manager.trigger('pre_execute')
    if not silent:
        manager.trigger('pre_run_cell', _info)


def end(count, error, result):
    """A cell has ended: called by the kernel."""
    info = _info if _info is not None else ExecutionInfo('', False, False)
    manager.trigger('post_execute')
    if not info.silent:
        manager.trigger('post_run_cell', ExecutionResult(info, count, error, result))
