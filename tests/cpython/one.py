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


def stand_in_c_functions(library):
    """CPython's own library of C functions to be called by its tests of ctypes: it is an extension module, but what the tests call
    are functions of C. The names of CPython to which it refers are here names of nothing, in a library of our own."""
    import ctypes
    import shutil
    import subprocess
    found = [name for name in os.listdir(os.path.join(library, 'lib-dynload')) if name.startswith('_ctypes_test.')]
    compiler = next(filter(None, map(shutil.which, ('cc', 'gcc', 'clang'))), None)
    if found and compiler:
        names = os.path.join(os.getcwd(), 'python_names.so')
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'python_names.c')
        subprocess.run([compiler, '-shared', '-fPIC', '-o', names, source], check=True)
        ctypes.CDLL(names, ctypes.RTLD_GLOBAL)
        stand_in('_ctypes_test', __file__=os.path.join(library, 'lib-dynload', found[0]))


class Beside:
    """What the tests use and this interpreter does not have: CPython's files, after everything that is the interpreter's own."""

    def __init__(self, library):
        self.library = library

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import PathFinder
        *packages, _ = name.split('.')
        return PathFinder.find_spec(name, [os.path.join(self.library, *packages)])


def modules_of(package):
    """The modules of a package of tests; those that cannot be imported are named."""
    folder = os.path.dirname(__import__(package, fromlist=['x']).__file__)
    for name in sorted(os.listdir(folder)):
        if name.startswith('test_') and name.endswith('.py'):
            try:
                yield __import__(f'{package}.{name[:-3]}', fromlist=['x'])
            except Exception as error:
                print(f'\n@ error {package}.{name[:-3]}\n{error!r}')


class Opcodes(dict):
    """Numbers of instructions by name. Tests look names of CPython's up when they are imported: no instruction has the number that they get."""

    def __missing__(self, name):
        return 254


def run_details():
    """Tests of what CPython alone need have are run as well: what of it this interpreter has is counted."""
    from test import support
    support.check_impl_detail = lambda **guards: guards.get('cpython', not all(guards.values()))


def lend_package(folder, library):
    """What the tests run as programs of their own finds the package `test`, as it lies beside CPython's library, and what
    test.support imports at once. -I, with which they are run otherwise, would hide it."""
    from test.support import script_helper
    if str(getattr(sys.modules.get('py_compile'), '__file__', '')).startswith(library) and not os.path.exists(os.path.join(folder, 'py_compile.py')):
        os.symlink(sys.modules['py_compile'].__file__, os.path.join(folder, 'py_compile.py'))
    run = script_helper.run_python_until_end
    script_helper.run_python_until_end = lambda *args, **named: run(*args, **{'PYTHONPATH': folder, **named})


def find_tests():
    """The tests can be imported, and what they need beside them. The folder of CPython's library."""
    tests = next(path for folder in sys.path if os.path.isdir(path := os.path.join(folder, 'test')))
    library = os.path.dirname(os.path.realpath(tests))
    if library not in sys.path:
        sys.meta_path.append(Beside(library))
        if not getattr(unittest, '__path__', ()):  # its tests are a part of CPython's package
            unittest.__path__ = [os.path.join(library, 'unittest')]
    if sys.argv[2:] == ['test.test_ctypes'] and sys.implementation.name != 'cpython':
        import ctypes
        ctypes.__path__ = [*ctypes.__path__, os.path.join(library, 'ctypes')]  # its tests are a part of CPython's package
        stand_in_c_functions(library)
    stand_in('_testinternalcapi', get_config=lambda: {'code_debug_ranges': 1})  # test.support asks whether code has columns
    return library


def main():
    sys.path.insert(0, sys.argv[1])
    sys.path[:] = [folder for folder in sys.path if not folder.endswith('tests/cpython')]
    library = find_tests()
    if sys.argv[2] == 'test.test_traceback':  # how the interpreter prints what nobody has caught
        stand_in('_testcapi', exception_print=lambda error: sys.__excepthook__(type(error), error, error.__traceback__),
                 traceback_print=print_traceback)
    if sys.argv[2] == 'test.test_code' and 'LOAD_FAST' not in __import__('opcode').opmap:
        import dis
        dis.opmap = sys.modules['opcode'].opmap = Opcodes(dis.opmap)
        sys.modules['ctypes'] = None  # by which it calls functions inside of CPython
    if sys.argv[2] in ('test.test_fcntl', 'test.test_poll', 'test.test_posix'):  # the limits of C's types
        stand_in('_testcapi', INT_MIN=-1 << 31, **{name + '_MAX': (1 << bits) - 1 for name, bits in (
            ('SHRT', 15), ('USHRT', 16), ('INT', 31), ('UINT', 32), ('LONG', 63), ('ULONG', 64))})
    if sys.argv[2] == 'test.test_linecache':  # whose lines are those of a module that has a file
        import linecache
        linecache.__file__ = os.path.join(library, 'linecache.py')
    try:
        run_details()
        if sys.argv[2].removeprefix('test.test_') in ('atexit', 'faulthandler', 'signal', 'threading'):
            lend_package(sys.argv[1], library)
        module = __import__(sys.argv[2], fromlist=['x'])
    except unittest.SkipTest as reason:
        print(f'\n@ skipped {reason}')
        return
    suites = [module]
    if sys.argv[2] == 'test.test_ctypes':  # which would look for them in the folder above that of the package test
        suites = modules_of('ctypes.test')
    for module in suites:
        unittest.defaultTestLoader.loadTestsFromModule(module).run(Teller())
    print('\n@ done')


if __name__ == '__main__':
    main()
elif __name__ == '__mp_main__':  # in a process that multiprocessing has started anew
    find_tests()
