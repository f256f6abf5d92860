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
    _RUNNER = ('verbosity', 'failfast', 'buffer', 'warnings', 'tb_locals')
    module = failfast = catchbreak = buffer = progName = warnings = testNamePatterns = _discovery_parser = None
    verbosity = 1

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=loader.defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False):
        argv = argv or sys.argv
        if warnings is None and not sys.warnoptions:
            warnings = 'default'
        vars(self).update(defaultTest=defaultTest, testRunner=testRunner, testLoader=testLoader, exit=exit,
                          verbosity=verbosity, failfast=failfast, catchbreak=catchbreak, buffer=buffer, warnings=warnings,
                          tb_locals=tb_locals, progName=os.path.basename(argv[0]), module=self._named(module))
        self.parseArgs(argv)
        self.runTests()

    @staticmethod
    def _named(module):
        """The module of a dotted name; anything else as it is."""
        if not isinstance(module, str):
            return module
        __import__(module)
        return sys.modules[module]

    def usageExit(self, msg=None):
        """Prints a message and the usage, and ends."""
        from warnings import warn
        warn('TestProgram.usageExit() is deprecated and will be removed in Python 3.13', DeprecationWarning)
        print(msg) if msg else None
        if self._discovery_parser is None:
            self._initArgParsers()
        self._print_help()
        raise SystemExit(2)

    def _print_help(self, *args, **kwargs):
        print(self._main_parser.format_help())
        examples = MAIN_EXAMPLES if self.module is None else MODULE_EXAMPLES
        print(examples % dict(prog=self.progName))
        if self.module is None:
            self._discovery_parser.print_help()

    def parseArgs(self, argv):
        """Reads the command line: tests by name, or a search for them."""
        self._initArgParsers()
        rest, finds = argv[1:], self.module is None
        if finds and rest and rest[0].lower() == 'discover':
            return self._do_discovery(rest[1:])
        self._main_parser.parse_args(rest, self)
        if not self.tests and finds:
            return self._do_discovery([])
        usual = self.defaultTest
        self.testNames = [_convert_name(name) for name in self.tests] or \
            ([usual] if isinstance(usual, str) else usual and list(usual))
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        """Loads what parseArgs() has found to be wanted."""
        load = self.testLoader
        if self.testNamePatterns:
            load.testNamePatterns = self.testNamePatterns
        if from_discovery:
            self.test = (Loader() if Loader else load).discover(self.start, self.pattern, self.top)
        else:
            self.test = load.loadTestsFromModule(self.module) if self.testNames is None else \
                load.loadTestsFromNames(self.testNames, self.module)

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
        """Runs the tests; exits with 1 where one has failed, if that is wanted."""
        if self.catchbreak:
            installHandler()
        made = self.testRunner = runner.TextTestRunner if self.testRunner is None else self.testRunner
        if isinstance(made, type):
            made = self._new_runner(made)
        self.result = made.run(self.test)
        if self.exit:
            raise SystemExit(not self.result.wasSuccessful())

    def _new_runner(self, kind):
        """A runner with as many of the options as it takes."""
        for names in (self._RUNNER, self._RUNNER[:-1]):
            try:
                return kind(**{name: getattr(self, name) for name in names})
            except TypeError:
                continue
        return kind()


main = TestProgram
