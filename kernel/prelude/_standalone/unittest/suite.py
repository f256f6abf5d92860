"""Suites: tests that run together, with the fixtures of their classes and modules."""
import sys

from unittest import case, util

__unittest = True


class BaseTestSuite:
    """A simple test suite that doesn't provide class or module shared fixtures."""
    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return f'<{util.strclass(self.__class__)} tests={list(self)}>'

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, self.__class__) else NotImplemented

    __hash__ = object.__hash__

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return self._removed_tests + sum(test.countTestCases() for test in self if test)

    def addTest(self, test):
        if not callable(test):
            raise TypeError(f'{test!r} is not callable')
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            raise TypeError('TestCases and TestSuites must be instantiated before passing them to addTest()')
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        for test in tests:
            self.addTest(test)

    def run(self, result):
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def _removeTestAtIndex(self, index):
        """Lets go of a test that has run, so that it can be freed."""
        try:
            test = self._tests[index]
        except TypeError:
            return
        if hasattr(test, 'countTestCases'):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the tests without collecting errors in a TestResult"""
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    """A test suite is a composite test consisting of a number of TestCases.

    setUpClass and tearDownClass, setUpModule and tearDownModule run around the tests of one class and module.
    """

    def run(self, result, debug=False):
        outermost = not getattr(result, '_testRunEntered', False)
        if outermost:
            result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if _isnotsuite(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

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
    """Stands for a test where a fixture has failed."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return f'<ErrorHolder description={self.description!r}>'

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


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
