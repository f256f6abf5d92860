"""Results of tests: what is told of each test, collected."""
import functools
import io
import sys

from unittest import util

__unittest = True
STDOUT_LINE = '\nStdout:\n%s'
STDERR_LINE = '\nStderr:\n%s'


def failfast(method):
    """A method of a result that stops the run where that is wanted."""
    @functools.wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, 'failfast', False):
            self.stop()
        return method(self, *args, **kw)
    return inner


class TestResult:
    """Holder for test result information: lists of pairs of a test and the text of its traceback."""
    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.testsRun = 0
        self.shouldStop = self.buffer = self.tb_locals = False
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        "Called by TestRunner after test run"

    def startTest(self, test):
        "Called when the given test is about to be run"
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                self._stderr_buffer, self._stdout_buffer = io.StringIO(), io.StringIO()
            sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        """Called once before any tests are executed."""

    def stopTest(self, test):
        """Called when the given test has been run"""
        self._restoreStdout()
        self._mirrorOutput = False

    def _captured(self):
        """What was printed, with headings: for stdout and for stderr."""
        for stream, heading in ((sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE)):
            text = stream.getvalue()
            if text:
                yield heading % (text if text.endswith('\n') else text + '\n')
            else:
                yield ''

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for target, text in zip((self._original_stdout, self._original_stderr), list(self._captured())):
                if text:
                    target.write(text)
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for stream in self._stdout_buffer, self._stderr_buffer:
            stream.seek(0)
            stream.truncate()

    def stopTestRun(self):
        """Called once after all tests are executed."""

    def _note(self, where, test, err):
        where.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addError(self, test, err):
        """Called when an error has occurred. 'err' is a tuple of values as returned by sys.exc_info()."""
        self._note(self.errors, test, err)

    @failfast
    def addFailure(self, test, err):
        """Called when a check has failed. 'err' is a tuple of values as returned by sys.exc_info()."""
        self._note(self.failures, test, err)

    def addSubTest(self, test, subtest, err):
        """Called at the end of a subtest; err is None if it passed."""
        if err is not None:
            if getattr(self, 'failfast', False):
                self.stop()
            self._note(self.failures if issubclass(err[0], test.failureException) else self.errors, subtest, err)

    def addSuccess(self, test):
        "Called when a test has completed successfully"

    def addSkip(self, test, reason):
        """Called when a test is skipped."""
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """Called when an expected failure/error occurred."""
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """Called when a test was expected to fail, but succeed."""
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        """Tells whether or not this result was a success."""
        return not (self.failures or self.errors or getattr(self, 'unexpectedSuccesses', ()))

    def stop(self):
        """Indicates that the tests should be aborted."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        """The traceback without the frames of unittest itself."""
        import traceback
        kind, value, trace = err
        trace = self._clean_tracebacks(kind, value, trace, test)
        text = traceback.TracebackException(kind, value, trace, capture_locals=self.tb_locals, compact=True)
        lines = list(text.format())
        if self.buffer:
            lines.extend(filter(None, self._captured()))
        return ''.join(lines)

    def _clean_tracebacks(self, kind, value, trace, test):
        """Takes frames of unittest off an exception and those that it came from; what is left of its traceback."""
        result, first, seen = None, True, {id(value)}
        todo = [(kind, value, trace)]
        while todo:
            kind, value, trace = todo.pop()
            while trace and self._is_relevant_tb_level(trace):
                trace = trace.tb_next
            if kind is test.failureException:
                self._remove_unittest_tb_frames(trace)
            if first:
                result, first = trace, False
            else:
                value.__traceback__ = trace
            if value is not None:
                for other in (value.__cause__, value.__context__):
                    if other is not None and id(other) not in seen:
                        seen.add(id(other))
                        todo.append((type(other), other, other.__traceback__))
        return result

    def _is_relevant_tb_level(self, tb):
        return '__unittest' in tb.tb_frame.f_globals

    def _remove_unittest_tb_frames(self, tb):
        last = None
        while tb and not self._is_relevant_tb_level(tb):
            last, tb = tb, tb.tb_next
        if last is not None:
            last.tb_next = None

    def __repr__(self):
        return (f'<{util.strclass(self.__class__)} run={self.testsRun} errors={len(self.errors)} '
                f'failures={len(self.failures)}>')
