"""Symbolic tracing: only the marks of functions that a tracer would not enter; there is no tracer."""


def wrap(fn_or_name):
    """Marks a function, or the global function of a name, as one that a tracer would not enter. Returns it."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError('Unsupported type for global function! Must be either a callable or string name')
    return fn_or_name
