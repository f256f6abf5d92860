"""Finds tests: in classes, in modules, by name, in folders."""
import functools
import os
import sys
import types
from _later import Later

from unittest import case, suite, util

__unittest = True
fnmatch = Later('fnmatch', globals())


class _FailedTest(case.TestCase):
    """A test that stands for what could not be loaded: its method, whatever its name, raises why."""
    _testMethodName = _reason = None

    def __init__(self, name, reason):
        self._reason = reason
        case.TestCase.__init__(self, name)

    def _raise(self):
        raise self._reason

    def __getattr__(self, asked):
        if asked == self._testMethodName:
            return self._raise
        raise AttributeError(f'{type(self).__name__!r} object has no attribute {asked!r}')


def _failed(name, exception, suite_class, message):
    return suite_class((_FailedTest(name, exception),)), message


def _failed_import(name, suite_class):
    import traceback
    message = f'Failed to import test module: {name}\n{traceback.format_exc()}'
    return _failed(name, ImportError(message), suite_class, message)


def _failed_call(name, suite_class):
    import traceback
    message = f'Failed to call load_tests:\n{traceback.format_exc()}'
    return _failed(name, sys.exc_info()[1], suite_class, message)


def _skipped(name, exception, suite_class):
    @case.skip(str(exception))
    def testSkipped(self):
        pass
    return suite_class((type('ModuleSkipped', (case.TestCase,), {name: testSkipped})(name),))


def _is_case(obj):
    """A class of tests of somebody's own."""
    return isinstance(obj, type) and issubclass(obj, case.TestCase) and \
        obj is not case.TestCase and obj is not case.FunctionTestCase


class TestLoader:
    """This class is responsible for loading tests according to various criteria and returning them wrapped in a TestSuite"""
    testMethodPrefix, testNamePatterns, _top_level_dir = 'test', None, None
    sortTestMethodsUsing = staticmethod(util.three_way_cmp)
    suiteClass = suite.TestSuite

    def __init__(self):
        self.errors, self._loading_packages = [], set()

    def _note(self, failed):
        """Keeps the text of what could not be loaded; the test that stands for it."""
        test, message = failed
        self.errors.append(message)
        return test

    def loadTestsFromTestCase(self, testCaseClass):
        """Return a suite of all test cases contained in testCaseClass"""
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError('Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?')
        names = self.getTestCaseNames(testCaseClass) or ['runTest'] * hasattr(testCaseClass, 'runTest')
        return self.suiteClass([testCaseClass(name) for name in names])

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """Return a suite of all test cases contained in the given module; what its load_tests() says, if it has one."""
        if args or kws.pop('use_load_tests', self) is not self:
            import warnings
            warnings.warn('use_load_tests is deprecated and ignored', DeprecationWarning)
        wrong = f'takes 1 positional argument but {len(args) + 1} were given' if len(args) > 1 else \
            f'got an unexpected keyword argument {min(kws)!r}' if kws else None
        if wrong:
            raise TypeError(f'loadTestsFromModule() {wrong}')
        members = [getattr(module, name) for name in dir(module)]
        found = self.suiteClass([self.loadTestsFromTestCase(member) for member in members if _is_case(member)])
        if (special := getattr(module, 'load_tests', None)) is None:
            return found
        try:
            return special(self, found, pattern)
        except Exception:
            return self._note(_failed_call(module.__name__, self.suiteClass))

    def loadTestsFromName(self, name, module=None):
        """Return a suite of all test cases given a string specifier.

        The name may resolve either to a module, a test case class, a test method within a test case class, or a callable
        object which returns a TestCase or TestSuite instance.
        """
        parts = name.split('.')
        failed = message = None
        if module is None:
            rest = parts[:]
            while rest:
                try:
                    module = __import__('.'.join(rest))
                    break
                except ImportError:
                    last = rest.pop()
                    failed, message = _failed_import(last, self.suiteClass)
                    if not rest:
                        self.errors.append(message)
                        return failed
            parts = parts[1:]
        obj = module
        for part in parts:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as error:
                if getattr(obj, '__path__', None) is not None and failed is not None:
                    self.errors.append(message)
                    return failed
                import traceback
                test, message = _failed(part, error, self.suiteClass,
                                        f'Failed to access attribute:\n{traceback.format_exc()}')
                self.errors.append(message)
                return test
        return self._of_object(obj, parent if parts else None, parts[-1] if parts else None, name)

    def _of_object(self, obj, parent, last, name):
        """The suite of whatever a name leads to."""
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if _is_case(obj):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, types.FunctionType) and isinstance(parent, type) and issubclass(parent, case.TestCase):
            instance = parent(last)
            if not isinstance(getattr(instance, last), types.FunctionType):
                return self.suiteClass([instance])
        elif isinstance(obj, suite.TestSuite):
            return obj
        if callable(obj):
            test = obj()
            if isinstance(test, suite.TestSuite):
                return test
            if isinstance(test, case.TestCase):
                return self.suiteClass([test])
            raise TypeError(f'calling {obj} returned {test}, not a test')
        raise TypeError(f"don't know how to make test from: {obj}")

    def loadTestsFromNames(self, names, module=None):
        """Return a suite of all test cases found using the given sequence of string specifiers."""
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """Return a sorted sequence of method names found within testCaseClass"""
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            full = f'{testCaseClass.__module__}.{testCaseClass.__qualname__}.{name}'
            return self.testNamePatterns is None or any(fnmatch.fnmatchcase(full, pattern) for pattern in self.testNamePatterns)
        names = list(filter(wanted, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        """Find and return all test modules from the specified start directory, recursing into subdirectories to find them:
        packages whose files match the pattern."""
        given = self._top_level_dir if top_level_dir is None else top_level_dir
        top = self._top_level_dir = os.path.abspath(start_dir if given is None else given)
        added = top not in sys.path
        if added:
            sys.path.insert(0, top)
        here = os.path.abspath(start_dir)
        if not os.path.isdir(here):
            here = self._folder_of_module(start_dir)
            if here and given is None:
                self._top_level_dir = os.path.dirname(self._folder_of_module(start_dir.partition('.')[0]))
                if added:
                    sys.path.remove(top)
        elif here != top and not os.path.isfile(os.path.join(here, '__init__.py')):
            here = None
        if here is None:
            raise ImportError(f'Start directory is not importable: {start_dir!r}')
        return self.suiteClass([*self._find_tests(here, pattern)])

    @staticmethod
    def _folder_of_module(name):
        """Where a package lies; None: there is none of this name."""
        try:
            __import__(name)
        except ImportError:
            return None
        file = getattr(sys.modules[name], '__file__', None)
        if file is None:
            raise TypeError(f"don't know how to discover from {sys.modules[name]!r}")
        return os.path.dirname(os.path.abspath(file))

    def _get_name_from_path(self, path):
        if path == self._top_level_dir:
            return '.'
        path = os.path.splitext(os.path.normpath(path))[0]
        return os.path.relpath(path, self._top_level_dir).replace(os.path.sep, '.')

    def _get_module_from_name(self, name):
        __import__(name)
        return sys.modules[name]

    def _match_path(self, path, full_path, pattern):
        return fnmatch.fnmatch(path, pattern)

    def _find_tests(self, start_dir, pattern):
        name = self._get_name_from_path(start_dir)
        if name != '.' and name not in self._loading_packages:
            tests, recurse = self._find_test_path(start_dir, pattern)
            if tests is not None:
                yield tests
            if not recurse:
                return
        for entry in sorted(os.listdir(start_dir)):
            full = os.path.join(start_dir, entry)
            tests, recurse = self._find_test_path(full, pattern)
            if tests is not None:
                yield tests
            if recurse:
                inner = self._get_name_from_path(full)
                self._loading_packages.add(inner)
                try:
                    yield from self._find_tests(full, pattern)
                finally:
                    self._loading_packages.discard(inner)

    def _find_test_path(self, full_path, pattern):
        """The tests of a file or a package, and whether to look into the folder."""
        base = os.path.basename(full_path)
        if os.path.isfile(full_path):
            stem, ending = os.path.splitext(base)
            if ending != '.py' or not stem.isidentifier() or not self._match_path(base, full_path, pattern):
                return None, False
            name = self._get_name_from_path(full_path)
            try:
                module = self._get_module_from_name(name)
            except case.SkipTest as error:
                return _skipped(name, error, self.suiteClass), False
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                test, message = _failed_import(name, self.suiteClass)
                self.errors.append(message)
                return test, False
            file = os.path.abspath(getattr(module, '__file__', full_path))
            real, expected = (os.path.splitext(os.path.realpath(path))[0] for path in (file, full_path))
            if real.lower() != expected.lower():
                raise ImportError(f'{stem!r} module incorrectly imported from {os.path.dirname(file)!r}. Expected '
                                  f'{os.path.dirname(full_path)!r}. Is this module globally installed?')
            return self.loadTestsFromModule(module, pattern=pattern), False
        if not os.path.isdir(full_path) or not os.path.isfile(os.path.join(full_path, '__init__.py')):
            return None, False
        name = self._get_name_from_path(full_path)
        try:
            package = self._get_module_from_name(name)
        except case.SkipTest as error:
            return _skipped(name, error, self.suiteClass), False
        except Exception:
            test, message = _failed_import(name, self.suiteClass)
            self.errors.append(message)
            return test, False
        load_tests = getattr(package, 'load_tests', None)
        self._loading_packages.add(name)
        try:
            tests = self.loadTestsFromModule(package, pattern=pattern)
            return tests, load_tests is None
        finally:
            self._loading_packages.discard(name)


defaultTestLoader = TestLoader()


def _loader(prefix, sort=None, suite_class=None, patterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing, loader.testMethodPrefix, loader.testNamePatterns = sort, prefix, patterns
    if suite_class:
        loader.suiteClass = suite_class
    return loader


def _deprecated(name, instead):
    import warnings
    warnings.warn(f'unittest.{name}() is deprecated and will be removed in Python 3.13. Please use {instead}() instead.',
                  DeprecationWarning, stacklevel=3)


def getTestCaseNames(testCaseClass, prefix, sortUsing=util.three_way_cmp, testNamePatterns=None):
    _deprecated('getTestCaseNames', 'unittest.TestLoader.getTestCaseNames')
    return _loader(prefix, sortUsing, patterns=testNamePatterns).getTestCaseNames(testCaseClass)


def makeSuite(testCaseClass, prefix='test', sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    _deprecated('makeSuite', 'unittest.TestLoader.loadTestsFromTestCase')
    return _loader(prefix, sortUsing, suiteClass).loadTestsFromTestCase(testCaseClass)


def findTestCases(module, prefix='test', sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    _deprecated('findTestCases', 'unittest.TestLoader.loadTestsFromModule')
    return _loader(prefix, sortUsing, suiteClass).loadTestsFromModule(module)
