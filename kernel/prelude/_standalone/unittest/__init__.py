"""Unit tests: classes that derive from TestCase, whose methods `test...` check something with the assert methods.

    import unittest

    class Arithmetic(unittest.TestCase):
        def test_add(self):
            self.assertEqual(1 + 2, 3)

    unittest.main()
"""
from unittest.result import TestResult
from unittest.case import (FunctionTestCase, SkipTest, TestCase, addModuleCleanup, doModuleCleanups, enterModuleContext,
                           expectedFailure, skip, skipIf, skipUnless)
from unittest.suite import BaseTestSuite, TestSuite
from unittest.loader import TestLoader, defaultTestLoader, findTestCases, getTestCaseNames, makeSuite
from unittest.runner import TextTestResult, TextTestRunner

__all__ = ['TestResult', 'TestCase', 'IsolatedAsyncioTestCase', 'TestSuite', 'TextTestRunner', 'TestLoader',
           'FunctionTestCase', 'main', 'defaultTestLoader', 'SkipTest', 'skip', 'skipIf', 'skipUnless', 'expectedFailure',
           'TextTestResult', 'installHandler', 'registerResult', 'removeResult', 'removeHandler', 'addModuleCleanup',
           'getTestCaseNames', 'makeSuite', 'findTestCases', 'doModuleCleanups', 'enterModuleContext']
__unittest = True
_LATER = {'main': 'main', 'TestProgram': 'main', 'installHandler': 'signals', 'registerResult': 'signals',
          'removeResult': 'signals', 'removeHandler': 'signals', 'IsolatedAsyncioTestCase': 'async_case'}


def load_tests(loader, tests, pattern):
    import os
    return loader.discover(start_dir=os.path.dirname(__file__), pattern=pattern)


def __getattr__(name):
    if name in _LATER:
        import importlib
        module = importlib.import_module('unittest.' + _LATER[name])
        globals().update({each: getattr(module, each) for each, where in _LATER.items() if where == _LATER[name]})
        return globals()[name]
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def __dir__():
    return sorted(globals().keys() | _LATER.keys())
