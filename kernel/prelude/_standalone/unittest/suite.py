"""Suites: tests that run together, with the fixtures of their classes and modules."""
import sys

from unittest import case, util

__unittest = True


class BaseTestSuite:
    """A simple test suite that doesn't provide class or module shared fixtures."""
    _cleanup = True

    def __init__(self, tests=()):
        self._tests, self._removed_tests = [], 0
        self.addTests(tests)

    def addTest(self, test):
        """Adds a test, which is called with the result."""
        problem = f'{test!r} is not callable' if not callable(test) else None
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            problem = 'TestCases and TestSuites must be instantiated before passing them to addTest()'
        if problem:
            raise TypeError(problem)
        self._tests.append(test)

    def addTests(self, tests):
        """Adds several ones."""
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        [self.addTest(test) for test in tests]

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        """How many tests there are in it, those that have run included."""
        return sum((test.countTestCases() for test in self if test), start=self._removed_tests)

    def _in_order(self, result):
        """The tests until the result says stop; each is let go of when the next one is asked for, so that it can be freed."""
        for number, test in enumerate(self):
            if result.shouldStop:
                return
            yield test
            if self._cleanup:
                self._removeTestAtIndex(number)

    def _removeTestAtIndex(self, index):
        tests = self._tests
        if isinstance(tests, list) and index < len(tests):
            self._removed_tests += getattr(tests[index], 'countTestCases', int)()
            tests[index] = None

    def run(self, result):
        """Calls each of the tests with the result."""
        for test in self._in_order(result):
            test(result)
        return result

    def debug(self):
        """Run the tests without collecting errors in a TestResult"""
        for test in self:
            test.debug()

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def __eq__(self, other):
        return [*self] == [*other] if isinstance(other, type(self)) else NotImplemented

    __hash__ = object.__hash__

    def __repr__(self):
        return '<%s tests=%s>' % (util.strclass(type(self)), [*self])


class TestSuite(BaseTestSuite):
    """A test suite is a composite test consisting of a number of TestCases.

    setUpClass and tearDownClass, setUpModule and tearDownModule run around the tests of one class and module.
    """

    def run(self, result, debug=False):
        """Calls each of the tests with the result, with the fixtures around them."""
        is_inner, result._testRunEntered = getattr(result, '_testRunEntered', False), True
        for test in self._in_order(result):
            if not _isnotsuite(test) or self._prepared(test, result):
                test.debug() if debug else test(result)
        if not is_inner:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def _prepared(self, test, result):
        """Runs the fixtures between the last test and this one; whether it may run."""
        for step in (self._tearDownPreviousClass, self._handleModuleFixture, self._handleClassSetUp):
            step(test, result)
        cls = result._previousTestClass = test.__class__
        return not (getattr(cls, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False))

    def debug(self):
        """Run the tests without collecting errors in a TestResult"""
        self.run(_DebugResult(), True)

    def _fixture(self, result, name, parent, function, failed=None):
        """Runs a fixture; an error is told to the result under the fixture's name."""
        _call_if_exists(result, '_setupStdout')
        try:
            function()
        except Exception as error:
            if isinstance(result, _DebugResult):
                raise
            if failed is not None:
                failed()
            self._createClassOrModuleLevelException(result, error, name, parent)
            return False
        finally:
            _call_if_exists(result, '_restoreStdout')
        return True

    def _handleClassSetUp(self, test, result):
        previous, current = getattr(result, '_previousTestClass', None), test.__class__
        if current == previous or result._moduleSetUpFailed or getattr(current, '__unittest_skip__', False):
            return
        failed = False
        try:
            current._classSetupFailed = False
        except TypeError:  # a function that is wrapped
            pass
        set_up = getattr(current, 'setUpClass', None)
        cleanups = getattr(current, 'doClassCleanups', None)
        if set_up is None:
            return

        def mark():
            try:
                current._classSetupFailed = True
            except TypeError:
                pass

        name = util.strclass(current)
        if not self._fixture(result, 'setUpClass', name, set_up, mark) and cleanups is not None:
            cleanups()
            for info in current.tearDown_exceptions:
                self._createClassOrModuleLevelException(result, info[1], 'setUpClass', name, info=info)

    def _tearDownPreviousClass(self, test, result):
        previous = getattr(result, '_previousTestClass', None)
        current = test.__class__
        if current == previous or previous is None or getattr(previous, '_classSetupFailed', False) or \
                getattr(result, '_moduleSetUpFailed', False) or getattr(previous, '__unittest_skip__', False):
            return
        tear_down = getattr(previous, 'tearDownClass', None)
        cleanups = getattr(previous, 'doClassCleanups', None)
        name = util.strclass(previous)
        if tear_down is not None:
            self._fixture(result, 'tearDownClass', name, tear_down)
        if cleanups is not None:
            _call_if_exists(result, '_setupStdout')
            try:
                cleanups()
                for info in previous.tearDown_exceptions:
                    if isinstance(result, _DebugResult):
                        raise info[1]
                    self._createClassOrModuleLevelException(result, info[1], 'tearDownClass', name, info=info)
            finally:
                _call_if_exists(result, '_restoreStdout')

    def _get_previous_module(self, result):
        previous = getattr(result, '_previousTestClass', None)
        return previous.__module__ if previous is not None else None

    def _handleModuleFixture(self, test, result):
        previous, current = self._get_previous_module(result), test.__class__.__module__
        if current == previous:
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        module = sys.modules.get(current)
        set_up = getattr(module, 'setUpModule', None)
        if set_up is None:
            return

        def mark():
            result._moduleSetUpFailed = True

        if not self._fixture(result, 'setUpModule', current, set_up, mark):
            try:
                case.doModuleCleanups()
            except Exception as error:
                self._createClassOrModuleLevelException(result, error, 'setUpModule', current)

    def _handleModuleTearDown(self, result):
        previous = self._get_previous_module(result)
        if previous is None or result._moduleSetUpFailed:
            return
        module = sys.modules.get(previous)
        if module is None:
            return
        tear_down = getattr(module, 'tearDownModule', None)
        if tear_down is not None:
            self._fixture(result, 'tearDownModule', previous, tear_down)
        self._fixture(result, 'tearDownModule', previous, case.doModuleCleanups)

    def _createClassOrModuleLevelException(self, result, exc, method_name, parent, info=None):
        self._addClassOrModuleLevelException(result, exc, f'{method_name} ({parent})', info)

    def _addClassOrModuleLevelException(self, result, exception, errorName, info=None):
        error = _ErrorHolder(errorName)
        add_skip = getattr(result, 'addSkip', None)
        if add_skip is not None and isinstance(exception, case.SkipTest):
            add_skip(error, str(exception))
        else:
            result.addError(error, info or sys.exc_info() if info or sys.exc_info()[0] else
                            (type(exception), exception, exception.__traceback__))


class _ErrorHolder:
    """Stands for a test where a fixture has failed: all that it has is a name."""
    failureException = None
    countTestCases = staticmethod(int)
    run = __call__ = lambda self, result: None
    shortDescription = lambda self: None
    id = __str__ = lambda self: self.description

    def __init__(self, description):
        self.description = description

    def __repr__(self):
        return '<ErrorHolder description=%r>' % self.description


def _isnotsuite(test):
    "A crude way to tell apart testcases and suites with duck-typing"
    try:
        iter(test)
    except TypeError:
        return True
    return False


def _call_if_exists(parent, name):
    getattr(parent, name, lambda: None)()


class _DebugResult:
    "Used by the TestSuite to hold previous class when running in debug."
    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False
