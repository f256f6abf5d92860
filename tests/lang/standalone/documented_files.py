# Examples of a text file as tests of unittest; stack lines of expected tracebacks that are not indented.
import doctest
import os
import tempfile
import unittest

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'told.in.txt')
    with open(path, 'w') as file:
        file.write('Sums.\n\n>>> total\n3\n>>> 1 / 0\nTraceback (most recent call last):\n...\nZeroDivisionError: division by zero\n'
                   '>>> __file__ == where\nTrue\n')
    test, = suite = doctest.DocFileSuite(path, module_relative=False, globs={'total': 3, 'where': path})
    print(test.id(), test.shortDescription(), repr(test) == path, isinstance(test, doctest.DocFileCase))
    result = unittest.TestResult()
    suite.run(result)
    print(result.testsRun, result.failures, result.errors)
    test, = suite = doctest.DocFileSuite(path, module_relative=False, globs={'total': 4, 'where': path})
    suite.run(result)
    print(result.failures[0][1].split('AssertionError: ')[1].replace(path, 'PATH'))
    for wrong in (lambda: doctest.DocFileSuite('/absolute'), lambda: doctest.DocFileSuite('none.txt'),
                  lambda: doctest.DocFileSuite(path, module_relative=False, package='os')):
        try:
            wrong()
        except (ValueError, OSError) as error:
            print(type(error).__name__, error.args[0])
