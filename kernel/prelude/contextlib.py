"""Utilities for with-statement contexts."""
import abc
import os
import sys
from functools import wraps


class AbstractContextManager(abc.ABC):
    """An abstract base class for context managers."""

    def __enter__(self):
        """Return `self` upon entering the runtime context."""
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """Raise any exception triggered within the runtime context."""
        return None

    @classmethod
    def __subclasshook__(cls, other):
        if cls is not AbstractContextManager:
            return NotImplemented
        for name in ('__enter__', '__exit__'):
            found = [vars(base)[name] for base in other.__mro__ if name in vars(base)]
            if not found or found[0] is None:
                return NotImplemented
        return True


class ContextDecorator:
    "A base class or mixin that enables context managers to work as decorators."

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    """Helper for @contextmanager decorator."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, '__doc__', None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                return False
            if isinstance(value, StopIteration) and exc.__cause__ is value:
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    """@contextmanager decorator."""
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    """Context to automatically close something at the end of a block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    """Context manager for temporarily redirecting stdout to another file."""
    _stream = 'stdout'


class redirect_stderr(_RedirectStream):
    """Context manager for temporarily redirecting stderr to another file."""
    _stream = 'stderr'


class suppress(AbstractContextManager):
    """Context manager to suppress specified exceptions"""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class nullcontext(AbstractContextManager):
    """Context manager that does no additional processing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass


class ExitStack(AbstractContextManager):
    """Context manager for dynamic management of a stack of exit callbacks.

    For example:
        with ExitStack() as stack:
            files = [stack.enter_context(open(name)) for name in names]
            # all opened files are closed at the end of the with statement, even if opening one of them fails
    """

    def __init__(self):
        self._exits = []  # functions of (type, exception, traceback)

    def pop_all(self):
        """Preserve the context stack by transferring it to a new instance."""
        stack = type(self)()
        stack._exits, self._exits = self._exits, []
        return stack

    def push(self, exit):
        """Registers a callback with the standard __exit__ method signature.

        Can suppress exceptions the same way __exit__ method can. Also accepts any object with an __exit__ method
        (registering a call to the method instead of the object itself).
        """
        method = getattr(type(exit), '__exit__', None)
        self._exits.append(exit if method is None else _bound_exit(exit, method))
        return exit

    def enter_context(self, cm):
        """Enters the supplied context manager.

        If successful, also pushes its __exit__ method as a callback and returns the result of the __enter__ method.
        """
        cls = type(cm)
        try:
            enter, leave = cls.__enter__, cls.__exit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
        result = enter(cm)
        self._exits.append(_bound_exit(cm, leave))
        return result

    def callback(self, callback, /, *args, **kwds):
        """Registers an arbitrary callback and arguments.

        Cannot suppress exceptions.
        """
        def call(*info):
            callback(*args, **kwds)
        call.__wrapped__ = callback
        self._exits.append(call)
        return callback

    def close(self):
        """Immediately unwind the context stack."""
        self.__exit__(None, None, None)

    def __exit__(self, *details):
        outer = sys.exc_info()[1]

        def connect(raised, old):
            # The context of an exception from a callback ends in what surrounds the with statement; it should go on
            # with the exception that the callback was called for, as if the callbacks were nested with statements.
            while True:
                context = raised.__context__
                if context is None or context is old:
                    return
                if context is outer:
                    break
                raised = context
            raised.__context__ = old

        pending, suppressed, raised = details[1], False, False
        while self._exits:
            leave = self._exits.pop()
            try:
                info = (None, None, None) if pending is None else (type(pending), pending, pending.__traceback__)
                if leave(*info):
                    suppressed, raised, pending = True, False, None
            except BaseException as error:
                connect(error, pending)
                pending, raised = error, True
        if raised:
            context = pending.__context__
            try:
                raise pending
            except BaseException:
                pending.__context__ = context  # raise has set it to what is handled here
                raise
        return details[1] is not None and suppressed


def _bound_exit(cm, method):
    def leave(*info):
        return method(cm, *info)
    return leave


class chdir(AbstractContextManager):
    """Non thread-safe context manager to change the current working directory."""

    def __init__(self, path):
        self.path = path
        self._before = []

    def __enter__(self):
        self._before.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *details):
        os.chdir(self._before.pop())
