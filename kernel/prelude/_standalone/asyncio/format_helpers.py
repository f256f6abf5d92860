"""Texts about functions, coroutines, futures, tasks and handles."""
import functools
import reprlib
import sys

_busy = set()  # futures whose text is being made


def _unwrapped(function):
    import inspect
    return inspect.unwrap(function)


def _get_function_source(func):
    """The file and line where a function is defined, or None."""
    func = _unwrapped(func)
    if isinstance(func, (functools.partial, functools.partialmethod)):
        return _get_function_source(func.func)
    code = getattr(func, '__code__', None)
    return None if code is None else (code.co_filename, code.co_firstlineno)


def _format_args_and_kwargs(args, kwargs):
    words = [reprlib.repr(arg) for arg in args or ()] + [f'{key}={reprlib.repr(value)}' for key, value in (kwargs or {}).items()]
    return '(' + ', '.join(words) + ')'


def _format_callback(func, args, kwargs, suffix=''):
    if isinstance(func, functools.partial):
        return _format_callback(func.func, func.args, func.keywords, _format_args_and_kwargs(args, kwargs) + suffix)
    name = getattr(func, '__qualname__', None) or getattr(func, '__name__', None) or repr(func)
    return name + _format_args_and_kwargs(args, kwargs) + suffix


def _format_callback_source(func, args):
    where = _get_function_source(func)
    return _format_callback(func, args, None) + (f' at {where[0]}:{where[1]}' if where else '')


def extract_stack(f=None, limit=None):
    """The stack as traceback has it, only the innermost ten frames of it."""
    import traceback
    frames = traceback.walk_stack(f or sys._getframe(1))
    innermost_last = traceback.StackSummary.extract(frames, limit=limit or 10, lookup_lines=False)
    innermost_last.reverse()
    return innermost_last


def _format_callbacks(callbacks):
    """The part of a future's text about who waits for it."""
    shown = [_format_callback_source(callback, ()) for callback, _ in callbacks]
    if len(shown) > 2:
        shown[1:-1] = [f'<{len(shown) - 2} more>']
    return f"cb=[{', '.join(shown)}]"


def _future_repr_info(future):
    info = [future._state.lower()]
    if info[0] == 'finished':
        if future._exception is None:
            key = id(future), id(info)
            if any(number == id(future) for number, _ in _busy):
                result = '...'
            else:
                _busy.add(key)
                try:
                    result = reprlib.repr(future._result)
                finally:
                    _busy.discard(key)
            info.append(f'result={result}')
        else:
            info.append(f'exception={future._exception!r}')
    if future._callbacks:
        info.append(_format_callbacks(future._callbacks))
    if future._source_traceback:
        frame = future._source_traceback[-1]
        info.append(f'created at {frame[0]}:{frame[1]}')
    return info


def future_repr(future):
    return f"<{type(future).__name__} {' '.join(future._repr_info() if hasattr(future, '_repr_info') else _future_repr_info(future))}>"


def _task_repr_info(task):
    info = _future_repr_info(task)
    if not task.done() and task.cancelling():
        info[0] = 'cancelling'
    info[1:1] = [f'name={task.get_name()!r}'] + ([f'wait_for={task._fut_waiter!r}'] if task._fut_waiter is not None else [])
    if task._coro is not None:
        from asyncio.coroutines import _format_coroutine
        info.insert(2, f'coro=<{_format_coroutine(task._coro)}>')
    return info


def task_repr(task):
    return f"<{type(task).__name__} {' '.join(_task_repr_info(task))}>"


def handle_repr_info(handle):
    info = [type(handle).__name__]
    if handle._cancelled:
        info.append('cancelled')
    if handle._callback is not None:
        info.append(_format_callback_source(handle._callback, handle._args))
    if handle._source_traceback:
        frame = handle._source_traceback[-1]
        info.append(f'created at {frame[0]}:{frame[1]}')
    return info


def handle_repr(handle):
    return f"<{' '.join(handle._repr_info() if hasattr(handle, '_repr_info') else handle_repr_info(handle))}>"


def handle_failed(handle, error):
    """A callback has raised."""
    context = {'message': f'Exception in callback {_format_callback_source(handle._callback, handle._args)}',
               'exception': error, 'handle': handle}
    if handle._source_traceback:
        context['source_traceback'] = handle._source_traceback
    handle._loop.call_exception_handler(context)


def task_get_stack(task, limit):
    """The frames of a task that is suspended, or those of the exception that it ended with."""
    coro, frames = task._coro, []
    frame = next((f for f in (getattr(coro, name, None) for name in ('cr_frame', 'gi_frame', 'ag_frame')) if f is not None), None)
    if frame is not None:
        while frame is not None and limit != len(frames):
            frames.append(frame)
            frame = frame.f_back
        frames.reverse()
    elif task._exception is not None:
        entry = task._exception.__traceback__
        while entry is not None and limit != len(frames):
            frames.append(entry.tb_frame)
            entry = entry.tb_next
    return frames


def task_print_stack(task, limit, file):
    import linecache
    import traceback
    entries, seen = [], set()
    for frame in task.get_stack(limit=limit):
        filename = frame.f_code.co_filename
        if filename not in seen:
            seen.add(filename)
            linecache.checkcache(filename)
        line = linecache.getline(filename, frame.f_lineno, frame.f_globals)
        entries.append((filename, frame.f_lineno, frame.f_code.co_name, line))
    error = task._exception
    if not entries:
        print(f'No stack for {task!r}', file=file)
    else:
        print(f"{'Stack' if error is None else 'Traceback'} for {task!r} (most recent call last):", file=file)
    traceback.print_list(entries, file=file)
    if error is not None:
        for line in traceback.format_exception_only(error.__class__, error):
            print(line, file=file, end='')
