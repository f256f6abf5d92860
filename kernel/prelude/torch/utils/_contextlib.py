"""Context managers that decorate functions, too: the base that torch.no_grad and its relatives have, for classes of libraries."""

from torch.autograd.grad_mode import _Mode, _make


class _DecoratorContextManager(_Mode):
    """A context manager that also decorates functions and generators: each call runs in one of its own, made by clone()."""

    def __enter__(self):
        raise NotImplementedError

    def __exit__(self, exc_type, exc_value, traceback):
        raise NotImplementedError


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """One without arguments, which decorates with and without parentheses."""

    def __new__(cls, orig_func=None):
        made = _make(cls)
        return made if orig_func is None else made(orig_func)


def context_decorator(ctx, func):
    """The function, each call of which runs in the context manager ctx, or in one that ctx() makes."""
    if callable(ctx) and hasattr(ctx, '__enter__'):
        raise AssertionError('Passed in %s is both callable and also a valid context manager (has __enter__), making it ambiguous which '
                             'interface to use.  If you intended to pass a context manager factory, rewrite your call as '
                             'context_decorator(lambda: ctx()); if you intended to pass a context manager directly, rewrite your call as '
                             'context_decorator(lambda: ctx)' % (ctx,))
    mode = _make(_Mode)
    mode.clone = ctx if callable(ctx) else lambda: ctx
    return mode(func)
