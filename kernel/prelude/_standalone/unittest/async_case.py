"""Test cases whose methods may be coroutine functions: each test has an event loop of its own."""
import contextvars
import warnings
from _later import Later as _Later

from unittest.case import TestCase

asyncio, inspect = _Later('asyncio', globals()), _Later('inspect', globals())
__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """A TestCase that accepts coroutines as tests; asyncSetUp() and asyncTearDown() run around each, in one event loop and one
    context with the test and the cleanups."""

    def __init__(self, methodName='runTest'):
        TestCase.__init__(self, methodName)
        self._asyncioRunner = None
        self._asyncioTestContext = contextvars.copy_context()

    async def asyncSetUp(self):
        """Runs after setUp() and before the test."""

    async def asyncTearDown(self):
        """Runs after the test and before tearDown()."""

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        """Add a coroutine function, with arguments, to be awaited when the test is completed, in turn with those of
        addCleanup()."""
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        """Enters an asynchronous context manager, which is left when the test is completed; what it gives."""
        kind = type(cm)
        steps = [getattr(kind, name, None) for name in ('__aenter__', '__aexit__')]
        if None in steps:
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the asynchronous context manager "
                            'protocol')
        value = await steps[0](cm)
        self.addAsyncCleanup(steps[1], cm, None, None, None)
        return value

    def _in_context(self, function, args=(), kwargs={}):
        """Calls a function in the test's context, and awaits what a coroutine function gives there."""
        if inspect.iscoroutinefunction(function):
            return self._asyncioRunner.run(function(*args, **kwargs), context=self._asyncioTestContext)
        return self._asyncioTestContext.run(function, *args, **kwargs)

    def _callSetUp(self):
        self._asyncioRunner.get_loop()  # there for what setUp() makes
        for step in (self.setUp, self.asyncSetUp):
            self._in_context(step)

    def _callTestMethod(self, method):
        if self._in_context(method) is not None:
            warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})',
                          DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        for step in (self.asyncTearDown, self.tearDown):
            self._in_context(step)

    def _callCleanup(self, function, *args, **kwargs):
        self._in_context(function, args, kwargs)

    def _setupAsyncioRunner(self):
        assert self._asyncioRunner is None, 'asyncio runner is already initialized'
        self._asyncioRunner = asyncio.Runner(debug=True)

    def _tearDownAsyncioRunner(self):
        self._asyncioRunner.close()

    def run(self, result=None):
        """Runs the test in a loop of its own."""
        self._setupAsyncioRunner()
        try:
            return super().run(result)
        finally:
            self._tearDownAsyncioRunner()
            self._asyncioRunner = None

    def debug(self):
        """Run the test without collecting errors in a TestResult."""
        self._setupAsyncioRunner()
        super().debug()
        self._tearDownAsyncioRunner()

    def __del__(self):
        if self._asyncioRunner is not None:
            self._tearDownAsyncioRunner()
