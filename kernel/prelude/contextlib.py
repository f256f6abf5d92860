"""Context managers: from generators, for common cases, and any number of them at once."""
import abc
import os
import sys
import functools


def _has_all(candidate, names):
    for name in names:
        if next((vars(base)[name] for base in candidate.__mro__ if name in vars(base)), None) is None:
            return NotImplemented
    return True


class AbstractContextManager(abc.ABC):
    """What has __enter__, here giving the object itself, and __exit__."""

    __class_getitem__ = classmethod(type(list[int]))

    def __enter__(self):
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        """Clean up; a true result stops the exception."""

    @classmethod
    def __subclasshook__(cls, candidate):
        return _has_all(candidate, ('__enter__', '__exit__')) if cls is AbstractContextManager else NotImplemented


class AbstractAsyncContextManager(abc.ABC):
    """The same for `async with`: __aenter__ and __aexit__ are awaited."""

    __class_getitem__ = classmethod(type(list[int]))

    async def __aenter__(self):
        return self

    @abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        """Clean up; a true result stops the exception."""

    @classmethod
    def __subclasshook__(cls, candidate):
        return _has_all(candidate, ('__aenter__', '__aexit__')) if cls is AbstractAsyncContextManager else NotImplemented


class ContextDecorator:
    """Lets a context manager decorate functions, whose calls then run inside of it."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        def inside(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return functools.update_wrapper(inside, func)


class AsyncContextDecorator:
    """The same for functions that are coroutines."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        async def inside(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return functools.update_wrapper(inside, func)


# ---------------------------------------------------------------- from generators

_ENDED = object()


class _OfGenerator:
    """A call of a generator function whose one yield is where a block runs."""
    _end = StopIteration

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self._call = func, args, kwds
        self.__doc__ = getattr(func, '__doc__', None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(*self._call)

    def _stops(self, caught, thrown):
        """What came out after an exception of the block was thrown in: whether it was stopped; None: it is another one."""
        if caught is thrown:
            return False
        if isinstance(caught, self._end):
            return True
        # The end of a generator that passes through one becomes a RuntimeError: it is still the block's own.
        ends = isinstance(thrown, (StopIteration, self._end))
        if isinstance(caught, RuntimeError) and ends and caught.__cause__ is thrown:
            return False


class _GeneratorContextManager(_OfGenerator, AbstractContextManager, ContextDecorator):
    """A call of a @contextmanager function."""

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
            stops = self._stops(caught, thrown)
            if stops is None:
                raise
            return stops
        raise RuntimeError("generator didn't stop after throw()")


class _AsyncGeneratorContextManager(_OfGenerator, AbstractAsyncContextManager, AsyncContextDecorator):
    """A call of an @asynccontextmanager function."""
    _end = StopAsyncIteration

    async def __aenter__(self):
        self._call = None
        value = await anext(self.gen, _ENDED)
        if value is _ENDED:
            raise RuntimeError("generator didn't yield")
        return value

    async def __aexit__(self, kind, value, traceback):
        if kind is None:
            if await anext(self.gen, _ENDED) is not _ENDED:
                raise RuntimeError("generator didn't stop")
            return False
        thrown = kind() if value is None else value
        try:
            await self.gen.athrow(thrown)
        except BaseException as caught:
            stops = self._stops(caught, thrown)
            if stops is None:
                raise
            return stops
        raise RuntimeError("generator didn't stop after athrow()")


def contextmanager(func):
    """Make context managers of a generator function: what it yields is the target of `as`, the block runs at its yield."""
    def manager(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return functools.update_wrapper(manager, func)


def asynccontextmanager(func):
    """Make managers for `async with` of an asynchronous generator function."""
    def manager(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
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


class _AwaitedGiving(AbstractAsyncContextManager):
    """The same in `async with`."""

    async def __aenter__(self):
        return getattr(self, self._given)


class aclosing(_AwaitedGiving):
    """Awaits a thing's aclose() at the end, as of an asynchronous generator."""
    _given = 'thing'

    def __init__(self, thing):
        self.thing = thing

    async def __aexit__(self, *details):
        await self.thing.aclose()


class nullcontext(_Giving, _AwaitedGiving):
    """Does nothing; `as` gives what it was made with."""
    _given = 'enter_result'

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __exit__(self, *details):
        pass

    async def __aexit__(self, *details):
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


def _raise_again(pending):
    context = pending.__context__
    try:
        raise pending
    except BaseException:
        pending.__context__ = context  # raise has set it to what is handled here
        raise


def _refuse(kind, protocol):
    raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the {protocol} protocol")


class _Stack:
    """What the two stacks share: how context managers and callbacks are added."""

    def __init__(self):
        self._exit_callbacks = []  # (whether it is not awaited, function of (type, exception, traceback))

    def push(self, exit):
        """Add the __exit__ of an object, or a function that takes what __exit__ takes."""
        method = getattr(type(exit), '__exit__', None)
        self._exit_callbacks.append((True, _Method(method, exit) if method else exit))
        return exit

    def enter_context(self, cm):
        """Enter a context manager, to leave it at the end."""
        kind = type(cm)
        if not hasattr(kind, '__enter__') or not hasattr(kind, '__exit__'):
            _refuse(kind, 'context manager')
        leave = kind.__exit__
        value = kind.__enter__(cm)
        self._exit_callbacks.append((True, _Method(leave, cm)))
        return value

    def callback(self, callback, /, *args, **kwds):
        """Add a function to call with these arguments."""
        def call(*info):
            callback(*args, **kwds)
        call.__wrapped__ = callback
        self._exit_callbacks.append((True, call))
        return callback

    def pop_all(self):
        """Move everything to a new stack."""
        moved = type(self)()
        moved._exit_callbacks, self._exit_callbacks = self._exit_callbacks, moved._exit_callbacks
        return moved


_Method = type(_Stack().push)


class ExitStack(_Stack, AbstractContextManager):
    """Holds context managers and callbacks, and leaves and calls them at its end, the last one first."""

    def close(self):
        """Leave everything now."""
        self.__exit__(*[None] * 3)

    def __exit__(self, *details):
        outermost = sys.exc_info()[1]
        given = pending = details[1]
        ours = False  # whether the pending exception was raised by a callback
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                if leave(pending and type(pending), pending, pending and pending.__traceback__):
                    pending, ours = None, False
            except BaseException as raised:
                _put_below(raised, pending, outermost)
                pending, ours = raised, True
        if not ours:
            return given is not None and pending is None
        _raise_again(pending)


class AsyncExitStack(_Stack, AbstractAsyncContextManager):
    """The same for `async with`: its managers and callbacks may be awaited, too."""

    def _add_awaited(self, leave):
        self._exit_callbacks.append((False, leave))

    async def enter_async_context(self, cm):
        """Enter a manager of `async with`, to leave it at the end."""
        kind = type(cm)
        if not hasattr(kind, '__aenter__') or not hasattr(kind, '__aexit__'):
            _refuse(kind, 'asynchronous context manager')
        leave = kind.__aexit__
        value = await kind.__aenter__(cm)
        self._add_awaited(_Method(leave, cm))
        return value

    def push_async_exit(self, exit):
        """Add the __aexit__ of an object, or a coroutine function that takes what __aexit__ takes."""
        method = getattr(type(exit), '__aexit__', None)
        self._add_awaited(_Method(method, exit) if method else exit)
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Add a coroutine function to call with these arguments."""
        async def call(*info):
            await callback(*args, **kwds)
        call.__wrapped__ = callback
        self._add_awaited(call)
        return callback

    async def aclose(self):
        """Leave everything now."""
        await self.__aexit__(*[None] * 3)

    async def __aexit__(self, *details):
        outermost = sys.exc_info()[1]
        given = pending = details[1]
        ours = False
        while self._exit_callbacks:
            plain, leave = self._exit_callbacks.pop()
            try:
                stops = leave(pending and type(pending), pending, pending and pending.__traceback__)
                if stops if plain else await stops:
                    pending, ours = None, False
            except BaseException as raised:
                _put_below(raised, pending, outermost)
                pending, ours = raised, True
        if not ours:
            return given is not None and pending is None
        _raise_again(pending)


__all__ = '''AbstractAsyncContextManager AbstractContextManager AsyncContextDecorator AsyncExitStack ContextDecorator ExitStack
aclosing asynccontextmanager chdir closing contextmanager nullcontext redirect_stderr
redirect_stdout suppress'''.split()
