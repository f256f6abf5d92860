"""Context managers: from generators, for common cases, and any number of them at once."""
import abc
import os
import sys
import functools


class AbstractContextManager(abc.ABC):
    """What has __enter__, here giving the object itself, and __exit__."""

    def __enter__(self):
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """Clean up; a true result stops the exception."""

    @classmethod
    def __subclasshook__(cls, candidate):
        if cls is AbstractContextManager:
            for name in '__enter__', '__exit__':
                if next((vars(base)[name] for base in candidate.__mro__ if name in vars(base)), None) is None:
                    return NotImplemented
            return True
        return NotImplemented


class ContextDecorator:
    """Lets a context manager decorate functions, whose calls then run inside of it."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        def inside(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return functools.update_wrapper(inside, func)


# ---------------------------------------------------------------- from generators

_ENDED = object()


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    """A call of a @contextmanager function."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self._call = func, args, kwds
        self.__doc__ = getattr(func, '__doc__', None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(*self._call)

    def __enter__(self):
        self._call = None  # the arguments are released before the block ends
        value = next(self.gen, _ENDED)
        if value is _ENDED:
            raise RuntimeError("generator didn't yield")
        return value

    def __exit__(self, kind, value, traceback):
        if kind is None:
            if next(self.gen, _ENDED) is not _ENDED:
                raise RuntimeError("generator didn't stop")
            return False
        thrown = kind() if value is None else value
        try:
            self.gen.throw(thrown)
        except BaseException as caught:
            if caught is thrown:
                return False
            if isinstance(caught, StopIteration):
                return True
            # A StopIteration that passes through a generator becomes a RuntimeError: it is still the block's own.
            if isinstance(caught, RuntimeError) and isinstance(thrown, StopIteration) and caught.__cause__ is thrown:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    """Make context managers of a generator function: what it yields is the target of `as`, the block runs at its yield."""
    def manager(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return functools.update_wrapper(manager, func)


# ---------------------------------------------------------------- common cases

class _Giving(AbstractContextManager):
    """Gives one of its attributes as the target of `as`."""
    _given = None

    def __enter__(self):
        return getattr(self, self._given)


class closing(_Giving):
    """Closes a thing at the end."""
    _given = 'thing'

    def __init__(self, thing):
        self.thing = thing

    def __exit__(self, *details):
        self.thing.close()


class nullcontext(_Giving):
    """Does nothing; `as` gives what it was made with."""
    _given = 'enter_result'

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __exit__(self, *details):
        pass


class suppress(AbstractContextManager):
    """Stops exceptions of these classes."""

    def __init__(self, *exceptions):
        self._stopped = exceptions

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._stopped)


class _Replacing(AbstractContextManager):
    """Replaces what _swap exchanges and restores it at the end; may be entered again while entered."""

    def __init__(self, new):
        self._new, self._before = new, []

    def __enter__(self):
        self._before.append(self._swap(self._new))
        return self._new

    def __exit__(self, *details):
        self._swap(self._before.pop())


class _Redirecting(_Replacing):
    def __init__(self, new_target):
        super().__init__(new_target)

    def _swap(self, new):
        old = getattr(sys, self._name)
        setattr(sys, self._name, new)
        return old


class redirect_stdout(_Redirecting):
    """Sends what is printed to another file."""
    _name = 'stdout'


class redirect_stderr(_Redirecting):
    """Redirects stderr to another file."""
    _name = 'stderr'


class chdir(_Replacing):
    """Works in another folder, for all threads."""

    def __init__(self, path):
        super().__init__(path)
        self.path = path

    def __enter__(self):
        super().__enter__()

    def _swap(self, path):
        old = os.getcwd()
        os.chdir(path)
        return old


# ---------------------------------------------------------------- many at once

def _bound_exit(manager, method):
    return lambda *info: method(manager, *info)


def _put_below(raised, pending, outermost):
    """Let the context of an exception from a callback go on with the one that the callback was called for.

    As it is, it ends in what surrounds the with statement.
    """
    below = raised.__context__
    while below is not None and below is not pending:
        if below is outermost:
            raised.__context__ = pending
            return
        raised, below = below, below.__context__


class ExitStack(AbstractContextManager):
    """Holds context managers and callbacks, and leaves and calls them at its end, the last one first."""

    def __init__(self):
        self._exits = []  # functions of (type, exception, traceback)

    def push(self, exit):
        """Add the __exit__ of an object, or a function that takes what __exit__ takes."""
        method = getattr(type(exit), '__exit__', None)
        self._exits.append(_bound_exit(exit, method) if method else exit)
        return exit

    def enter_context(self, cm):
        """Enter a context manager, to leave it at the end."""
        kind = type(cm)
        if not hasattr(kind, '__enter__') or not hasattr(kind, '__exit__'):
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager protocol")
        leave = kind.__exit__
        value = kind.__enter__(cm)
        self._exits.append(_bound_exit(cm, leave))
        return value

    def callback(self, callback, /, *args, **kwds):
        """Add a function to call with these arguments."""
        def call(*info):
            callback(*args, **kwds)
        call.__wrapped__ = callback
        self._exits.append(call)
        return callback

    def pop_all(self):
        """Move everything to a new stack."""
        moved = type(self)()
        moved._exits, self._exits = self._exits, moved._exits
        return moved

    def close(self):
        """Leave everything now."""
        self.__exit__(*[None] * 3)

    def __exit__(self, *details):
        outermost = sys.exc_info()[1]
        given = pending = details[1]
        ours = False  # whether the pending exception was raised by a callback
        while self._exits:
            leave = self._exits.pop()
            try:
                if leave(pending and type(pending), pending, pending and pending.__traceback__):
                    pending, ours = None, False
            except BaseException as raised:
                _put_below(raised, pending, outermost)
                pending, ours = raised, True
        if not ours:
            return given is not None and pending is None
        context = pending.__context__
        try:
            raise pending
        except BaseException:
            pending.__context__ = context  # raise has set it to what is handled here
            raise


__all__ = '''AbstractContextManager ContextDecorator ExitStack chdir closing contextmanager nullcontext redirect_stderr
redirect_stdout suppress'''.split()
