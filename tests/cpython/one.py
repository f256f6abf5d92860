"""Runs the tests of one module of CPython's own test package under whatever interprets this file, and says after each what
became of it: a line `@ pass ID`, `@ fail ID`, `@ error ID`, `@ skip ID`; at the end `@ done`. The arguments: the folder in
which the package `test` lies, the module (`test.test_re`)."""
import importlib.util
import os
import sys
import types
import unittest


def say(what, test):
    sys.__stdout__.write(f'\n@ {what} {test.id()}\n')
    sys.__stdout__.flush()


class Teller(unittest.TestResult):
    """A result that tells each test as soon as it is over, so that nothing is lost where the process ends early."""

    def startTest(self, test):
        super().startTest(test)
        self.parts = 0
        say('start', test)

    def addSuccess(self, test):
        super().addSuccess(test)
        say('pass', test)

    def addExpectedFailure(self, test, err):
        say('pass', test)

    def addUnexpectedSuccess(self, test):
        say('fail', test)

    def addSkip(self, test, reason):
        say('skip', test)

    def tell_text(self, err, test):
        try:
            text = self._exc_info_to_string(err, test)
        except Exception as error:
            text = f'{err[0].__name__}: {err[1]} (its traceback: {error!r})'
        sys.__stdout__.write('\n' + text + '\n')

    def addError(self, test, err):
        say('error', test)
        self.tell_text(err, test)

    def addFailure(self, test, err):
        say('fail', test)
        self.tell_text(err, test)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if not self.parts:
                say('fail', test)
            self.parts += 1
            if self.parts < 4:
                self.tell_text(err, test)


def stand_in(name, **functions):
    """A module of CPython's for its own tests: what of it can be said of this interpreter."""
    if not importlib.util.find_spec(name):
        sys.modules[name] = module = types.ModuleType(name)
        vars(module).update(functions)


def print_traceback(traceback, file):
    """As the interpreter itself prints one: of an exception that has it, without the exception."""
    from contextlib import redirect_stderr
    from io import StringIO
    with redirect_stderr(StringIO()) as text:
        sys.__excepthook__(KeyError, KeyError(), traceback)
    file.write(text.getvalue().removesuffix('KeyError\n'))


class Beside:
    """What the tests use and this interpreter does not have: CPython's files, after everything that is the interpreter's own."""

    def __init__(self, library):
        self.library = library

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import PathFinder
        *packages, _ = name.split('.')
        return PathFinder.find_spec(name, [os.path.join(self.library, *packages)])


def run_details():
    """Tests of what CPython alone need have are run as well: what of it this interpreter has is counted."""
    from test import support
    support.check_impl_detail = lambda **guards: guards.get('cpython', not all(guards.values()))


def main():
    sys.path.insert(0, sys.argv[1])
    sys.path[:] = [folder for folder in sys.path if not folder.endswith('tests/cpython')]
    library = os.path.dirname(os.path.realpath(os.path.join(sys.argv[1], 'test')))
    if library not in sys.path:
        sys.meta_path.append(Beside(library))
        if not getattr(unittest, '__path__', ()):  # its tests are a part of CPython's package
            unittest.__path__ = [os.path.join(library, 'unittest')]
    stand_in('_testinternalcapi', get_config=lambda: {'code_debug_ranges': 1})  # test.support asks whether code has columns
    if sys.argv[2] == 'test.test_traceback':  # how the interpreter prints what nobody has caught
        stand_in('_testcapi', exception_print=lambda error: sys.__excepthook__(type(error), error, error.__traceback__),
                 traceback_print=print_traceback)
    try:
        run_details()
        module = __import__(sys.argv[2], fromlist=['x'])
    except unittest.SkipTest as reason:
        print(f'\n@ skipped {reason}')
        return
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    suite.run(Teller())
    print('\n@ done')


if __name__ == '__main__':
    main()
