"""Test cases: TestCase, its checks and their texts, and what marks tests as skipped or expected to fail."""
import functools
import sys
import time
import types
import warnings
from collections.abc import Mapping, Set

from unittest import result
from unittest.util import (_common_shorten_repr, _count_diff_all_purpose, _count_diff_hashable, safe_repr, strclass)

__unittest = True
DIFF_OMITTED = '\nDiff is %s characters long. Set self.maxDiff to None to see it.'


class SkipTest(Exception):
    """Raise this exception in a test to skip it."""


class _ShouldStop(Exception):
    """The test is over."""


class _UnexpectedSuccess(Exception):
    """A test that should fail has not."""


class _Outcome:
    """What has happened in one test so far."""
    success, expecting_failure, expectedFailure = True, False, None

    def __init__(self, result=None):
        self.result = result
        self.result_supports_subtests = hasattr(result, 'addSubTest')

    def testPartExecutor(self, case, subTest=False):
        """A context for one part of the test."""
        return _Part(self, case, subTest)


class _Part:
    """A context for one part of a test, whose failures are told to the result."""

    def __init__(self, outcome, case, is_subtest):
        self.outcome, self.case, self.is_subtest = outcome, case, is_subtest

    def __enter__(self):
        self.before = self.outcome.success
        self.outcome.success = True
        return self

    def __exit__(self, kind, error, trace):
        outcome, result = self.outcome, self.outcome.result
        handled = False
        if kind is None:
            if self.is_subtest and outcome.success and result is not None:
                result.addSubTest(self.case.test_case, self.case, None)
        elif issubclass(kind, KeyboardInterrupt):
            return False
        else:
            handled = True
            if issubclass(kind, SkipTest):
                outcome.success = False
                _add_skip(result, self.case, str(error))
            elif issubclass(kind, _ShouldStop):
                pass
            else:
                info = kind, error, trace
                if outcome.expecting_failure:
                    outcome.expectedFailure = info
                else:
                    outcome.success = False
                    if self.is_subtest:
                        result.addSubTest(self.case.test_case, self.case, info)
                    else:
                        _add_error(result, self.case, info)
        outcome.success = outcome.success and self.before
        return handled


def _add_skip(result, case, reason):
    add = getattr(result, 'addSkip', None)
    if add is None:
        warnings.warn('TestResult has no addSkip method, skips not reported', RuntimeWarning, 2)
        result.addSuccess(case)
    else:
        add(case, reason)


def _add_error(result, test, info):
    if result is not None and info is not None:
        if issubclass(info[0], test.failureException):
            result.addFailure(test, info)
        else:
            result.addError(test, info)


def _why_skipped(cls, method):
    return getattr(cls, '__unittest_skip_why__', '') or getattr(method, '__unittest_skip_why__', '')


def _id(obj):
    return obj


def _enter_context(cm, add_cleanup):
    cls = type(cm)
    try:
        enter, leave = cls.__enter__, cls.__exit__
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
    value = enter(cm)
    add_cleanup(leave, cm, None, None, None)
    return value


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    """Same as addCleanup, except the cleanup items are called even if setUpModule fails (unlike tearDownModule)."""
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    """Same as enterContext, but module-wide."""
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    """Execute all module cleanup functions. Normally called for you after tearDownModule."""
    first = None
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as error:
            first = first or error
    if first:
        raise first


def skip(reason):
    """Unconditionally skip a test."""
    def decorator(item):
        if not isinstance(item, type):
            @functools.wraps(item)
            def wrapper(*args, **kwargs):
                raise SkipTest(reason)
            item = wrapper
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item
    if isinstance(reason, types.FunctionType):
        function, reason = reason, ''
        return decorator(function)
    return decorator


def skipIf(condition, reason):
    """Skip a test if the condition is true."""
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    """Skip a test unless the condition is true."""
    return _id if condition else skip(reason)


def expectedFailure(item):
    """Marks a test that is expected to fail."""
    item.__unittest_expecting_failure__ = True
    return item


def _is_subtype(expected, base):
    if isinstance(expected, tuple):
        return all(_is_subtype(kind, base) for kind in expected)
    return isinstance(expected, type) and issubclass(expected, base)


class _Expectation:
    """What the contexts of assertRaises, assertWarns and their like share."""

    def __init__(self, expected, case, pattern=None):
        self.expected, self.test_case = expected, case
        if pattern is not None and isinstance(pattern, (str, bytes)):
            import re
            pattern = re.compile(pattern)
        self.expected_regex = pattern
        self.obj_name = self.msg = None

    def _raiseFailure(self, text):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, text))

    def handle(self, name, args, kwargs):
        """A check with a callable runs it; without one the context is given back."""
        if not _is_subtype(self.expected, self._base_type):
            raise TypeError(f'{name}() arg 1 must be {self._base_type_str}')
        if args:
            self.obj_name = getattr(args[0], '__name__', None) or str(args[0])
            with self:
                args[0](*args[1:], **kwargs)
            return None
        self.msg = kwargs.pop('msg', None)
        for other in kwargs:
            raise TypeError(f'{other!r} is an invalid keyword argument for this function')
        return self

    def _expected_name(self):
        try:
            return self.expected.__name__
        except AttributeError:
            return str(self.expected)


class _AssertRaisesContext(_Expectation):
    _base_type, _base_type_str = BaseException, 'an exception type or tuple of exception types'

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            by = f' by {self.obj_name}' if self.obj_name else ''
            self._raiseFailure(f'{self._expected_name()} not raised{by}')
        else:
            _clear_frames(trace)
        if not issubclass(kind, self.expected):
            return False
        self.exception = error.with_traceback(None)
        if self.expected_regex is not None and not self.expected_regex.search(str(error)):
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not match "{str(error)}"')
        return True

    __class_getitem__ = classmethod(types.GenericAlias)


def _clear_frames(trace):
    while trace is not None:
        try:
            trace.tb_frame.clear()
        except (RuntimeError, AttributeError):
            pass
        trace = trace.tb_next


class _AssertWarnsContext(_Expectation):
    _base_type, _base_type_str = Warning, 'a warning type or tuple of warning types'

    def __enter__(self):
        for module in list(sys.modules.values()):
            if getattr(module, '__warningregistry__', None):
                module.__warningregistry__ = {}
        self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, kind, error, trace):
        self.warnings_manager.__exit__(kind, error, trace)
        if kind is not None:
            return
        first = None
        for entry in self.warnings:
            warning = entry.message
            if not isinstance(warning, self.expected):
                continue
            first = first or warning
            if self.expected_regex is not None and not self.expected_regex.search(str(warning)):
                continue
            self.warning, self.filename, self.lineno = warning, entry.filename, entry.lineno
            return
        if first is not None:
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not match "{str(first)}"')
        by = f' by {self.obj_name}' if self.obj_name else ''
        self._raiseFailure(f'{self._expected_name()} not triggered{by}')




class TestCase:
    """A class whose instances are single test cases.

    Test authors subclass it; the method to run is named when it is made, `runTest` by default. setUp() and tearDown() run
    around each test, setUpClass() and tearDownClass() around all tests of a class. Failures are what the assert methods
    raise: `failureException`. longMessage: whether a text of one's own is put behind the usual one; maxDiff: the longest
    difference that is shown, None for any.
    """
    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16
    _classSetupFailed = False

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = 'No test'
        try:
            method = getattr(self, methodName)
        except AttributeError:
            if methodName != 'runTest':
                raise ValueError(f'no such test method in {self.__class__}: {methodName}')
        else:
            self._testMethodDoc = method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {}
        for kind, name in ((dict, 'Dict'), (list, 'List'), (tuple, 'Tuple'), (set, 'Set'), (frozenset, 'Set'),
                           (str, 'MultiLine')):
            self.addTypeEqualityFunc(kind, f'assert{name}Equal')

    def addTypeEqualityFunc(self, typeobj, function):
        """Add a type specific assertEqual style function to compare a type."""
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **kwargs):
        """Add a function, with arguments, to be called when the test is completed, the last one first; also when setUp
        fails."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enters a context manager, which is left when the test is completed; what it gives."""
        return _enter_context(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Same as addCleanup, except the cleanup items are called even if setUpClass fails (unlike tearDownClass)."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        """Same as enterContext, but class-wide."""
        return _enter_context(cm, cls.addClassCleanup)

    def setUp(self):
        "Hook method for setting up the test fixture before exercising it."

    def tearDown(self):
        "Hook method for deconstructing the test fixture after testing it."

    @classmethod
    def setUpClass(cls):
        "Hook method for setting up class fixture before running tests in the class."

    @classmethod
    def tearDownClass(cls):
        "Hook method for deconstructing the class fixture after running all tests in the class."

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        return result.TestResult()

    def shortDescription(self):
        """The first line of the test's docstring, or None."""
        doc = self._testMethodDoc
        return doc.strip().split('\n')[0].strip() if doc else None

    def id(self):
        return f'{strclass(self.__class__)}.{self._testMethodName}'

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return f'{self._testMethodName} ({strclass(self.__class__)}.{self._testMethodName})'

    def __repr__(self):
        return f'<{strclass(self.__class__)} testMethod={self._testMethodName}>'

    def subTest(self, msg=None, **params):
        """A context for a part of a test that may fail alone; its text and parameters are shown then."""
        return _SubTestContext(self, msg, params)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            warnings.warn(f'It is deprecated to return a value that is not None from a test case ({method})',
                          DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        started = result is None
        stop_run = None
        if started:
            result = self.defaultTestResult()
            stop_run = getattr(result, 'stopTestRun', None)
            if (start := getattr(result, 'startTestRun', None)) is not None:
                start()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            if any(getattr(marked, '__unittest_skip__', False) for marked in (type(self), method)):
                _add_skip(result, self, _why_skipped(type(self), method))
                return result
            return self._run_parts(method, result)
        finally:
            result.stopTest(self)
            if stop_run is not None:
                stop_run()

    def _run_parts(self, method, result):
        expecting = getattr(self, '__unittest_expecting_failure__', False) or \
            getattr(method, '__unittest_expecting_failure__', False)
        outcome = _Outcome(result)
        try:
            self._outcome = outcome
            with outcome.testPartExecutor(self):
                self._callSetUp()
            if outcome.success:
                outcome.expecting_failure = expecting
                with outcome.testPartExecutor(self):
                    self._callTestMethod(method)
                outcome.expecting_failure = False
                with outcome.testPartExecutor(self):
                    self._callTearDown()
            self.doCleanups()
            if outcome.success:
                if not expecting:
                    result.addSuccess(self)
                elif outcome.expectedFailure:
                    self._tell(result, 'addExpectedFailure', 'expected failures', 'passes', outcome.expectedFailure)
                else:
                    self._tell(result, 'addUnexpectedSuccess', 'unexpected success', 'failures')
            return result
        finally:
            outcome.expectedFailure = None
            self._outcome = None

    def _tell(self, result, name, what, shown, *info):
        add = getattr(result, name, None)
        if add is not None:
            add(self, *info)
            return
        warnings.warn(f'TestResult has no {name} method, reporting as {shown}', RuntimeWarning)
        if shown == 'passes':
            result.addSuccess(self)
        else:
            try:
                raise _UnexpectedSuccess from None
            except _UnexpectedSuccess:
                result.addFailure(self, sys.exc_info())

    def doCleanups(self):
        """Execute all cleanup functions. Normally called for you after tearDown."""
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            with outcome.testPartExecutor(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Execute all class cleanup functions. Normally called for you after tearDownClass."""
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the test without collecting errors in a TestResult"""
        method = getattr(self, self._testMethodName)
        for marked in (type(self), method):
            if getattr(marked, '__unittest_skip__', False):
                raise SkipTest(_why_skipped(type(self), method))
        for step in (self._callSetUp, lambda: self._callTestMethod(method), self._callTearDown):
            step()
        for function, args, kwargs in iter(lambda: self._cleanups.pop() if self._cleanups else (None, (), {}),
                                           (None, (), {})):
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        """Skip this test."""
        raise SkipTest(reason)

    # ---- checks

    def _formatMessage(self, msg, standardMsg):
        """The text of a failure: the usual one with one's own behind it, or that alone (longMessage)."""
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        try:
            return f'{standardMsg} : {msg}'
        except UnicodeDecodeError:
            return f'{safe_repr(standardMsg)} : {safe_repr(msg)}'

    def _refuse(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def fail(self, msg=None):
        """Fail immediately, with the given message."""
        raise self.failureException(msg)

    def assertFalse(self, expr, msg=None):
        """Check that the expression is false."""
        if expr:
            self._refuse(msg, f'{safe_repr(expr)} is not false')

    def assertTrue(self, expr, msg=None):
        """Check that the expression is true."""
        if not expr:
            self._refuse(msg, f'{safe_repr(expr)} is not true')

    def assertRaises(self, expected_exception, *args, **kwargs):
        """Fail unless an exception of class expected_exception is raised by the callable when invoked with the arguments;
        without a callable: a context, whose attribute `exception` is what was raised."""
        context = _AssertRaisesContext(expected_exception, self)
        try:
            return context.handle('assertRaises', args, kwargs)
        finally:
            context = None

    def assertWarns(self, expected_warning, *args, **kwargs):
        """Fail unless a warning of class expected_warning is triggered by the callable, or in the context; which has the
        attributes warning, filename and lineno."""
        return _AssertWarnsContext(expected_warning, self).handle('assertWarns', args, kwargs)

    def assertLogs(self, logger=None, level=None):
        """Fail unless a log message of level or higher is emitted on the logger in the context, whose attributes records and
        output are what was."""
        from unittest._log import _AssertLogsContext
        return _AssertLogsContext(self, logger, level, no_logs=False)

    def assertNoLogs(self, logger=None, level=None):
        """Fail if a log message of level or higher is emitted in the context."""
        from unittest._log import _AssertLogsContext
        return _AssertLogsContext(self, logger, level, no_logs=True)

    def _getAssertEqualityFunc(self, first, second):
        if type(first) is type(second):
            check = self._type_equality_funcs.get(type(first))
            if check is not None:
                return getattr(self, check) if isinstance(check, str) else check
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            self._refuse(msg, '%s != %s' % _common_shorten_repr(first, second))

    def assertEqual(self, first, second, msg=None):
        """Fail if the two objects are unequal as determined by the '==' operator."""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        """Fail if the two objects are equal as determined by the '!=' operator."""
        if not first != second:
            self._refuse(msg, f'{safe_repr(first)} == {safe_repr(second)}')

    def _nearly(self, first, second, places, delta):
        """Whether the two differ by so little; the texts of their difference and of what is allowed."""
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        diff = abs(first - second)
        if delta is not None:
            return diff <= delta, f' within {safe_repr(delta)} delta ({safe_repr(diff)} difference)', \
                f' within {safe_repr(delta)} delta ({safe_repr(diff)} difference)'
        places = 7 if places is None else places
        return round(diff, places) == 0, f' within {places!r} places ({safe_repr(diff)} difference)', \
            f' within {places!r} places'

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Fail if the two objects differ by more than delta, or are not equal when their difference is rounded to so many
        places (7)."""
        if first == second:
            return
        near, text, _ = self._nearly(first, second, places, delta)
        if not near:
            self._refuse(msg, f'{safe_repr(first)} != {safe_repr(second)}{text}')

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Fail if the two objects are as near as assertAlmostEqual asks."""
        near, _, text = self._nearly(first, second, places, delta)
        if delta is not None:
            near = near and first == second or near
        if first == second or near:
            self._refuse(msg, f'{safe_repr(first)} == {safe_repr(second)}{text}')

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """An equality assertion for ordered sequences (like lists and tuples)."""
        if seq_type is not None:
            name = seq_type.__name__
            for which, seq in (('First', seq1), ('Second', seq2)):
                if not isinstance(seq, seq_type):
                    raise self.failureException(f'{which} sequence is not a {name}: {safe_repr(seq)}')
        else:
            name = 'sequence'
        text = None
        sizes = [None, None]
        for which, seq in enumerate((seq1, seq2)):
            try:
                sizes[which] = len(seq)
            except (TypeError, NotImplementedError):
                if text is None:
                    text = f"{('First', 'Second')[which]} {name} has no length.    Non-sequence?"
        if text is None:
            if seq1 == seq2 or seq_type is None and type(seq1) is not type(seq2) and sizes[0] == sizes[1] and \
                    all(one == other for one, other in zip(seq1, seq2)):
                return
            text = '%ss differ: %s != %s\n' % ((name.capitalize(),) + _common_shorten_repr(seq1, seq2))
            text += self._first_difference(seq1, seq2, sizes, name, seq_type)
        import difflib
        import pprint
        diff = '\n' + '\n'.join(difflib.ndiff(pprint.pformat(seq1).splitlines(), pprint.pformat(seq2).splitlines()))
        self.fail(self._formatMessage(msg, self._truncateMessage(text, diff)))

    def _first_difference(self, seq1, seq2, sizes, name, seq_type):
        """Where two sequences differ, and what the longer one has more."""
        text = ''
        for i in range(min(sizes)):
            items = []
            for which, seq in (('First', seq1), ('Second', seq2)):
                try:
                    items.append(seq[i])
                except (TypeError, IndexError, NotImplementedError):
                    return text + f'\nUnable to index element {i} of {which.lower()} {name}\n'
            if items[0] != items[1]:
                text += '\nFirst differing element %d:\n%s\n%s\n' % ((i,) + _common_shorten_repr(*items))
                break
        else:
            if sizes[0] == sizes[1] and seq_type is None and type(seq1) is not type(seq2):
                return text
        for which, other, seq in (('First', 1, seq1), ('Second', 0, seq2)):
            size, less = (sizes[0], sizes[1]) if which == 'First' else (sizes[1], sizes[0])
            if size > less:
                text += f'\n{which} {name} contains {size - less} additional elements.\n'
                try:
                    text += 'First extra element %d:\n%s\n' % (less, safe_repr(seq[less]))
                except (TypeError, IndexError, NotImplementedError):
                    text += f'Unable to index element {less} of {which.lower()} {name}\n'
        return text

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + DIFF_OMITTED % len(diff)

    def assertListEqual(self, list1, list2, msg=None):
        """A list-specific equality assertion."""
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        """A tuple-specific equality assertion."""
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """A set-specific equality assertion."""
        only = []
        for which, one, other in (('first', set1, set2), ('second', set2, set1)):
            try:
                only.append((which, one.difference(other)))
            except TypeError as error:
                self.fail(f'invalid type when attempting set difference: {error}')
            except AttributeError as error:
                self.fail(f'{which} argument does not support set difference: {error}')
        lines = []
        for which, items in only:
            if items:
                lines.append(f'Items in the {which} set but not the {"second" if which == "first" else "first"}:')
                lines.extend(repr(item) for item in items)
        if lines:
            self.fail(self._formatMessage(msg, '\n'.join(lines)))

    def assertIn(self, member, container, msg=None):
        """Just like self.assertTrue(a in b), but with a nicer default message."""
        if member not in container:
            self._refuse(msg, f'{safe_repr(member)} not found in {safe_repr(container)}')

    def assertNotIn(self, member, container, msg=None):
        """Just like self.assertTrue(a not in b), but with a nicer default message."""
        if member in container:
            self._refuse(msg, f'{safe_repr(member)} unexpectedly found in {safe_repr(container)}')

    def assertIs(self, expr1, expr2, msg=None):
        """Just like self.assertTrue(a is b), but with a nicer default message."""
        if expr1 is not expr2:
            self._refuse(msg, f'{safe_repr(expr1)} is not {safe_repr(expr2)}')

    def assertIsNot(self, expr1, expr2, msg=None):
        """Just like self.assertTrue(a is not b), but with a nicer default message."""
        if expr1 is expr2:
            self._refuse(msg, f'unexpectedly identical: {safe_repr(expr1)}')

    def assertDictEqual(self, d1, d2, msg=None):
        """An equality assertion for dictionaries."""
        for which, d in (('First', d1), ('Second', d2)):
            self.assertIsInstance(d, dict, f'{which} argument is not a dictionary')
        if d1 != d2:
            import difflib
            import pprint
            diff = '\n' + '\n'.join(difflib.ndiff(pprint.pformat(d1).splitlines(), pprint.pformat(d2).splitlines()))
            self.fail(self._formatMessage(msg, self._truncateMessage('%s != %s' % _common_shorten_repr(d1, d2), diff)))

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        """Checks whether dictionary is a superset of subset."""
        warnings.warn('assertDictContainsSubset is deprecated', DeprecationWarning)
        missing = [key for key in subset if key not in dictionary]
        wrong = [f'{safe_repr(key)}, expected: {safe_repr(value)}, actual: {safe_repr(dictionary[key])}'
                 for key, value in subset.items() if key in dictionary and value != dictionary[key]]
        parts = [f"Missing: {','.join(map(safe_repr, missing))}"] * bool(missing) + \
            [f"Mismatched values: {','.join(wrong)}"] * bool(wrong)
        if parts:
            self.fail(self._formatMessage(msg, '; '.join(parts)))

    def assertCountEqual(self, first, second, msg=None):
        """Asserts that two iterables have the same elements, the same number of times, without regard to order."""
        first_seq, second_seq = list(first), list(second)
        try:
            differences = _count_diff_hashable(first_seq, second_seq)
        except TypeError:
            differences = _count_diff_all_purpose(first_seq, second_seq)
        if differences:
            lines = [f'First has {n}, Second has {m}:  {value!r}' for n, m, value in differences]
            text = self._truncateMessage('Element counts were not equal:\n', '\n'.join(lines))
            self.fail(self._formatMessage(msg, text))

    def assertMultiLineEqual(self, first, second, msg=None):
        """Assert that two multi-line strings are equal."""
        for which, text in (('First', first), ('Second', second)):
            self.assertIsInstance(text, str, f'{which} argument is not a string')
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        import difflib
        lines = [text.splitlines(keepends=True) for text in (first, second)]
        if all(len(part) == 1 and part[0].strip('\r\n') == part[0] for part in lines):
            lines = [[text + '\n'] for text in (first, second)]
        diff = '\n' + ''.join(difflib.ndiff(*lines))
        self.fail(self._formatMessage(msg, self._truncateMessage('%s != %s' % _common_shorten_repr(first, second), diff)))

    def assertLess(self, a, b, msg=None):
        """Just like self.assertTrue(a < b), but with a nicer default message."""
        if not a < b:
            self._refuse(msg, f'{safe_repr(a)} not less than {safe_repr(b)}')

    def assertLessEqual(self, a, b, msg=None):
        """Just like self.assertTrue(a <= b), but with a nicer default message."""
        if not a <= b:
            self._refuse(msg, f'{safe_repr(a)} not less than or equal to {safe_repr(b)}')

    def assertGreater(self, a, b, msg=None):
        """Just like self.assertTrue(a > b), but with a nicer default message."""
        if not a > b:
            self._refuse(msg, f'{safe_repr(a)} not greater than {safe_repr(b)}')

    def assertGreaterEqual(self, a, b, msg=None):
        """Just like self.assertTrue(a >= b), but with a nicer default message."""
        if not a >= b:
            self._refuse(msg, f'{safe_repr(a)} not greater than or equal to {safe_repr(b)}')

    def assertIsNone(self, obj, msg=None):
        """Same as self.assertTrue(obj is None), with a nicer default message."""
        if obj is not None:
            self._refuse(msg, f'{safe_repr(obj)} is not None')

    def assertIsNotNone(self, obj, msg=None):
        """Included for symmetry with assertIsNone."""
        if obj is None:
            self._refuse(msg, 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        """Same as self.assertTrue(isinstance(obj, cls)), with a nicer default message."""
        if not isinstance(obj, cls):
            self._refuse(msg, f'{safe_repr(obj)} is not an instance of {cls!r}')

    def assertNotIsInstance(self, obj, cls, msg=None):
        """Included for symmetry with assertIsInstance."""
        if isinstance(obj, cls):
            self._refuse(msg, f'{safe_repr(obj)} is an instance of {cls!r}')

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        """Asserts that the message in a raised exception matches a regex."""
        return _AssertRaisesContext(expected_exception, self, expected_regex).handle('assertRaisesRegex', args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        """Asserts that the message in a triggered warning matches a regexp."""
        return _AssertWarnsContext(expected_warning, self, expected_regex).handle('assertWarnsRegex', args, kwargs)

    def _searched(self, text, pattern):
        if isinstance(pattern, (str, bytes)):
            import re
            pattern = re.compile(pattern)
        return pattern, pattern.search(text)

    def assertRegex(self, text, expected_regex, msg=None):
        """Fail the test unless the text matches the regular expression."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
        pattern, found = self._searched(text, expected_regex)
        if not found:
            self._refuse(msg, f"Regex didn't match: {pattern.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """Fail the test if the text matches the regular expression."""
        pattern, found = self._searched(text, unexpected_regex)
        if found:
            self._refuse(msg, f'Regex matched: {text[found.start():found.end()]!r} matches {pattern.pattern!r} in {text!r}')


def _deprecated_names():
    """The names that the checks had in older versions, each with a warning."""
    old = dict(failUnlessEqual='Equal', assertEquals='Equal', failIfEqual='NotEqual', assertNotEquals='NotEqual',
               failUnlessAlmostEqual='AlmostEqual', assertAlmostEquals='AlmostEqual', failIfAlmostEqual='NotAlmostEqual',
               assertNotAlmostEquals='NotAlmostEqual', failUnless='True', assert_='True', failUnlessRaises='Raises',
               failIf='False', assertRaisesRegexp='RaisesRegex', assertRegexpMatches='Regex',
               assertNotRegexpMatches='NotRegex')
    for name, now in old.items():
        def deprecated(self, *args, _check=getattr(TestCase, 'assert' + now), **kwargs):
            warnings.warn(f'Please use {_check.__name__} instead.', DeprecationWarning, 2)
            return _check(self, *args, **kwargs)
        deprecated.__name__ = name
        setattr(TestCase, name, deprecated)


_deprecated_names()
TestCase._class_cleanups = []


class _SubTestContext:
    """with self.subTest(...):"""

    def __init__(self, case, message, params):
        self.case, self.message, self.params = case, message, params

    def __enter__(self):
        case = self.case
        outcome = case._outcome
        if outcome is None or not outcome.result_supports_subtests:
            self.part = None
            return None
        self.parent = case._subtest
        if self.parent is None:
            params = self.params
        else:
            params = {**self.parent.params, **self.params}
            params = {**self.params, **{k: v for k, v in self.parent.params.items() if k not in self.params}}
        case._subtest = _SubTest(case, self.message, params)
        self.part = outcome.testPartExecutor(case._subtest, subTest=True)
        self.part.__enter__()
        return None

    def __exit__(self, kind, error, trace):
        if self.part is None:
            return False
        case, outcome = self.case, self.case._outcome
        handled = self.part.__exit__(kind, error, trace)
        try:
            if kind is not None and not handled:
                return False
            if not outcome.success:
                if outcome.result is not None and outcome.result.failfast:
                    raise _ShouldStop
            elif outcome.expectedFailure:
                raise _ShouldStop
        finally:
            case._subtest = self.parent
        return handled


class FunctionTestCase(TestCase):
    """A test case that wraps a test function, with functions for setUp and tearDown."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._key = setUp, tearDown, testFunc, description
        self._testFunc, self._description = testFunc, description

    def _optional(which):
        def step(self):
            function = self._key[which]
            return None if function is None else function()
        return step

    setUp, tearDown = _optional(0), _optional(1)
    del _optional

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, type(self)) else NotImplemented

    def __hash__(self):
        return hash((type(self), *self._key))

    def __str__(self):
        return '%s (%s)' % (strclass(type(self)), self.id())

    def __repr__(self):
        return '<%s tec=%s>' % (strclass(type(self)), self._testFunc)

    def shortDescription(self):
        if self._description is None:
            first = (self._testFunc.__doc__ or '').split('\n')[0].strip()
            return first or None
        return self._description


class _SubTest(TestCase):
    """A part of a test, as results are told of it."""

    def __init__(self, whole, message, params):
        super().__init__()
        vars(self).update(test_case=whole, _message=message, params=params, failureException=whole.failureException)

    def runTest(self):
        raise NotImplementedError('subtests cannot be run directly')

    def _subDescription(self):
        given = ', '.join(f'{name}={value!r}' for name, value in self.params.items())
        words = [f'[{self._message}]'] * (self._message is not None) + [f'({given})'] * bool(given)
        return ' '.join(words) if words else '(<subtest>)'

    def shortDescription(self):
        return self.test_case.shortDescription()

    def _with(self, text):
        return text + ' ' + self._subDescription()

    def id(self):
        return self._with(self.test_case.id())

    def __str__(self):
        return self._with(str(self.test_case))
