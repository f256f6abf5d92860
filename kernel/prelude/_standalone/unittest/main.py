"""The command line: `unittest.main()`."""
import os
import sys

from unittest import loader, runner
from unittest.signals import installHandler

__unittest = True
MAIN_EXAMPLES = """\
Examples:
  %(prog)s test_module               - run tests from test_module
  %(prog)s module.TestClass          - run tests from module.TestClass
  %(prog)s module.Class.test_method  - run specified test method
  %(prog)s path/to/test_file.py      - run tests from test_file.py
"""
MODULE_EXAMPLES = """\
Examples:
  %(prog)s                           - run default set of tests
  %(prog)s MyTestSuite               - run suite 'MyTestSuite'
  %(prog)s MyTestCase.testSomething  - run MyTestCase.testSomething
  %(prog)s MyTestCase                - run all 'test*' test methods
                                       in MyTestCase
"""


def _convert_name(name):
    """The module of a file."""
    if os.path.isfile(name) and name.lower().endswith('.py'):
        if os.path.isabs(name):
            relative = os.path.relpath(name, os.getcwd())
            if os.path.isabs(relative) or relative.startswith(os.pardir):
                return name
            name = relative
        return os.path.normpath(name)[:-3].replace('\\', '.').replace('/', '.')
    return name


def _convert_select_pattern(pattern):
    return pattern if '*' in pattern else f'*{pattern}*'


class TestProgram:
    """A command-line program that runs a set of tests; this is primarily for making test modules conveniently executable."""
    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = testNamePatterns = None
    _discovery_parser = None

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=loader.defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False):
        if isinstance(module, str):
            self.module = __import__(module)
            for part in module.split('.')[1:]:
                self.module = getattr(self.module, part)
        else:
            self.module = module
        argv = sys.argv if argv is None else argv
        self.exit, self.failfast, self.catchbreak, self.verbosity = exit, failfast, catchbreak, verbosity
        self.buffer, self.tb_locals = buffer, tb_locals
        self.warnings = 'default' if warnings is None and not sys.warnoptions else warnings
        self.defaultTest, self.testRunner, self.testLoader = defaultTest, testRunner, testLoader
        self.progName = os.path.basename(argv[0])
        self.parseArgs(argv)
        self.runTests()

    def usageExit(self, msg=None):
        """Prints a message and the usage, and ends."""
        import warnings
        warnings.warn('TestProgram.usageExit() is deprecated and will be removed in Python 3.13', DeprecationWarning)
        if msg:
            print(msg)
        if self._discovery_parser is None:
            self._initArgParsers()
        self._print_help()
        sys.exit(2)

    def _print_help(self, *args, **kwargs):
        print(self._main_parser.format_help())
        if self.module is None:
            print(MAIN_EXAMPLES % {'prog': self.progName})
            self._discovery_parser.print_help()
        else:
            print(MODULE_EXAMPLES % {'prog': self.progName})

    def parseArgs(self, argv):
        self._initArgParsers()
        if self.module is None:
            if len(argv) > 1 and argv[1].lower() == 'discover':
                self._do_discovery(argv[2:])
                return
            self._main_parser.parse_args(argv[1:], self)
            if not self.tests:
                self._do_discovery([])
                return
        else:
            self._main_parser.parse_args(argv[1:], self)
        if self.tests:
            self.testNames = [_convert_name(name) for name in self.tests]
            if __name__ == '__main__':
                self.module = None
        elif self.defaultTest is None:
            self.testNames = None
        else:
            self.testNames = [self.defaultTest] if isinstance(self.defaultTest, str) else list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if from_discovery:
            finder = self.testLoader if Loader is None else Loader()
            self.test = finder.discover(self.start, self.pattern, self.top)
        elif self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def _initArgParsers(self):
        import argparse
        shared = argparse.ArgumentParser(add_help=False)
        for flags, options in (
                (('-v', '--verbose'), dict(dest='verbosity', action='store_const', const=2, help='Verbose output')),
                (('-q', '--quiet'), dict(dest='verbosity', action='store_const', const=0, help='Quiet output')),
                (('--locals',), dict(dest='tb_locals', action='store_true', help='Show local variables in tracebacks'))):
            shared.add_argument(*flags, **options)
        for flags, name, text in ((('-f', '--failfast'), 'failfast', 'Stop on first fail or error'),
                                  (('-c', '--catch'), 'catchbreak', 'Catch Ctrl-C and display results so far'),
                                  (('-b', '--buffer'), 'buffer', 'Buffer stdout and stderr during tests')):
            if getattr(self, name) is None:
                shared.add_argument(*flags, dest=name, action='store_true', help=text)
                setattr(self, name, False)
        if self.testNamePatterns is None:
            shared.add_argument('-k', dest='testNamePatterns', action='append', type=_convert_select_pattern,
                                help='Only run tests which match the given substring')
            self.testNamePatterns = []
        main = argparse.ArgumentParser(prog=self.progName, parents=[shared])
        main.print_help = self._print_help
        main.add_argument('tests', nargs='*', help='a list of any number of test modules, classes and test methods.')
        finder = argparse.ArgumentParser(prog=f'{self.progName} discover', parents=[shared])
        for short, name, fallback, text in (('s', 'start', '.', "Directory to start discovery ('.' default)"),
                                            ('p', 'pattern', 'test*.py', "Pattern to match tests ('test*.py' default)"),
                                            ('t', 'top', None, 'Top level directory of project (defaults to start directory)')):
            long = {'start': '--start-directory', 'pattern': '--pattern', 'top': '--top-level-directory'}[name]
            finder.add_argument('-' + short, long, dest=name, help=text)
            finder.add_argument(name, nargs='?', default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        self._main_parser, self._discovery_parser = main, finder

    def _do_discovery(self, argv, Loader=None):
        self.start, self.pattern, self.top = '.', 'test*.py', None
        if argv is not None:
            if self._discovery_parser is None:
                self._initArgParsers()
            self._discovery_parser.parse_args(argv, self)
        self.start, self.pattern = self.start or '.', self.pattern or 'test*.py'
        self.createTests(from_discovery=True, Loader=Loader)

    def runTests(self):
        if self.catchbreak:
            installHandler()
        if self.testRunner is None:
            self.testRunner = runner.TextTestRunner
        if isinstance(self.testRunner, type):
            options = dict(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer, warnings=self.warnings)
            try:
                try:
                    made = self.testRunner(tb_locals=self.tb_locals, **options)
                except TypeError:
                    made = self.testRunner(**options)
            except TypeError:
                made = self.testRunner()
        else:
            made = self.testRunner
        self.result = made.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
