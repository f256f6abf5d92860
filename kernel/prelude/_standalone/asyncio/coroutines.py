"""What counts as a coroutine."""
import collections.abc
import os
import sys
import types

__all__ = ('iscoroutinefunction', 'iscoroutine')
_known = set()
_is_coroutine = object()


def _is_debug_mode():
    return sys.flags.dev_mode or bool(not sys.flags.ignore_environment and os.environ.get('PYTHONASYNCIODEBUG'))


def iscoroutinefunction(func):
    """Return True if func is a decorated coroutine function."""
    import inspect
    return inspect.iscoroutinefunction(func) or getattr(func, '_is_coroutine', None) is _is_coroutine


def iscoroutine(obj):
    """Return True if obj is a coroutine object."""
    kind = type(obj)
    if kind in _known:
        return True
    found = isinstance(obj, (types.CoroutineType, types.GeneratorType)) or isinstance(obj, collections.abc.Coroutine)
    if found and len(_known) < 100:
        _known.add(kind)
    return found


def _format_coroutine(coro):
    """The text of a coroutine in that of its task."""
    name = next((text for text in (getattr(coro, attribute, None) for attribute in ('__qualname__', '__name__')) if text), None)
    name = f'{name}()' if name else f'<{type(coro).__name__} without __name__>()'
    pick = next((prefix for prefix in ('cr', 'gi') if hasattr(coro, prefix + '_code')), None)
    code = pick and getattr(coro, pick + '_code')
    running = any(getattr(coro, prefix + '_running', False) for prefix in ('cr', 'gi'))
    if not code:
        return name + ' running' * running
    frame = getattr(coro, pick + '_frame', None)
    if running:
        state, line = 'running', frame.f_lineno if frame else code.co_firstlineno
    elif frame:
        state, line = 'running', frame.f_lineno
    else:
        state, line = 'done, defined', code.co_firstlineno
    return f"{name} {state} at {code.co_filename or '<empty co_filename>'}:{line}"
