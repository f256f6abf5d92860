"""Running tests with text on a stream."""
import sys
import time
import warnings

from unittest import result
from unittest.case import _SubTest

__unittest = True


class _WritelnDecorator:
    """A stream with writeln()."""
    stream = None

    def __init__(self, stream):
        self.stream = stream

    def writeln(self, arg=None):
        self.stream.write((arg or '') + '\n') if not arg else (self.stream.write(arg), self.stream.write('\n'))

    def __getattr__(self, name):
        if name == '__getstate__' or self.stream is None:
            raise AttributeError(name)
        return getattr(self.stream, name)


class TextTestResult(result.TestResult):
    """A test result class that can print formatted text results to a stream."""
    separator1 = '=' * 70
    separator2 = '-' * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.descriptions = stream, descriptions
        self.showAll, self.dots = verbosity > 1, verbosity == 1
        self._newline = True

    def getDescription(self, test):
        first = test.shortDescription()
        return f'{test}\n{first}' if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(' ... ')
            self.stream.flush()
            self._newline = False

    def _say(self, test, word, dot):
        """One word, or one character, for what has become of a test."""
        if self.showAll:
            if isinstance(test, _SubTest):
                if not self._newline:
                    self.stream.writeln()
                self.stream.write(f'  {self.getDescription(test)} ... ')
                self._newline = False
            elif self._newline:
                self.stream.write(f'{self.getDescription(test)} ... ')
            self.stream.writeln(word)
            self.stream.flush()
            self._newline = True
        elif self.dots:
            self.stream.write(dot)
            self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], subtest.failureException)
            self._say(subtest, 'FAIL' if failed else 'ERROR', 'F' if failed else 'E')
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._say(test, 'ok', '.')

    @result.failfast
    def addError(self, test, err):
        super().addError(test, err)
        self._say(test, 'ERROR', 'E')

    @result.failfast
    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._say(test, 'FAIL', 'F')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._say(test, f'skipped {reason!r}', 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._say(test, 'expected failure', 'x')

    @result.failfast
    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._say(test, 'unexpected success', 'u')

    def printErrors(self):
        """Shows all errors and failures, and names the tests that have passed where they should not."""
        if self.showAll or self.dots:
            self._lines('')
        for title, rows in (('ERROR', self.errors), ('FAIL', self.failures)):
            self.printErrorList(title, rows)
        named = [f'UNEXPECTED SUCCESS: {self.getDescription(test)}' for test in getattr(self, 'unexpectedSuccesses', ())]
        if named:
            self._lines(self.separator1, *named)

    def printErrorList(self, flavour, errors):
        for test, text in errors:
            self._lines(self.separator1, f'{flavour}: {self.getDescription(test)}', self.separator2, str(text))

    def _lines(self, *lines):
        for line in lines:
            self.stream.writeln(line)
        self.stream.flush()


class TextTestRunner:
    """A test runner class that displays results in textual form.

    It prints out the names of tests as they are run, errors as they occur, and a summary of the results at the end of the
    test run.
    """
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity = descriptions, verbosity
        self.failfast, self.buffer, self.tb_locals, self.warnings = failfast, buffer, tb_locals, warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        "Run the given test case or test suite."
        from unittest.signals import registerResult
        result = self._makeResult()
        registerResult(result)
        result.failfast, result.buffer, result.tb_locals = self.failfast, self.buffer, self.tb_locals
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
                if self.warnings in ('default', 'always'):
                    warnings.filterwarnings('module', category=DeprecationWarning, message=r'Please use assert\w+ instead.')
            began = time.perf_counter()
            if (start := getattr(result, 'startTestRun', None)) is not None:
                start()
            try:
                test(result)
            finally:
                if (stop := getattr(result, 'stopTestRun', None)) is not None:
                    stop()
            took = time.perf_counter() - began
        result.printErrors()
        self._summary(result, took)
        return result

    def _summary(self, result, took):
        write = self.stream.writeln
        if hasattr(result, 'separator2'):
            write(result.separator2)
        write(f"Ran {result.testsRun} test{'s' * (result.testsRun != 1)} in {took:.3f}s")
        write()
        counts = [('failures', 'failures'), ('errors', 'errors')] if not result.wasSuccessful() else []
        counts += [('skipped', 'skipped'), ('expected failures', 'expectedFailures'),
                   ('unexpected successes', 'unexpectedSuccesses')]
        infos = [f'{label}={len(found)}' for label, name in counts if (found := getattr(result, name, ()))]
        self.stream.write('OK' if result.wasSuccessful() else 'FAILED')
        self.stream.write(f" ({', '.join(infos)})\n" if infos else '\n')
        self.stream.flush()
