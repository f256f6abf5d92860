"""Variables whose values belong to a context: to a thread, or to a task of an event loop."""
from _contextvars import Context, ContextVar, Token, copy_context

__all__ = ('Context', 'ContextVar', 'Token', 'copy_context')
