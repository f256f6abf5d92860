# unittest: what a result is told, and the texts of the checks.
import io
import unittest


class Checks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print('class')
        cls.addClassCleanup(print, 'class cleanup')

    def setUp(self):
        self.addCleanup(print, 'cleanup', self._testMethodName)

    def test_subtests(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertTrue(i != 1)

    @unittest.skip('not now')
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail('x')

    def test_text(self):
        for check, *args in ((self.assertEqual, 1, 2), (self.assertIn, 1, [2], 'why'), (self.assertIs, 1, 2),
                             (self.assertAlmostEqual, 1, 1.1), (self.assertGreater, 1, 2), (self.assertIsNone, 0),
                             (self.assertIsInstance, 1, str), (self.assertCountEqual, 'aab', 'abb'),
                             (self.assertRegex, 'abc', 'x+'), (self.assertNotEqual, 1, 1), (self.assertFalse, 1)):
            try:
                check(*args)
            except self.failureException as error:
                print(error)
        with self.assertRaises(ValueError) as caught:
            int('x')
        print(caught.exception)

    def test_wrong(self):
        raise KeyError('k')


class Result(unittest.TestResult):
    def addError(self, test, err):
        print('error', test, err[1])

    def addFailure(self, test, err):
        print('failure', test, err[1])

    def addSubTest(self, test, subtest, err):
        print('subtest', subtest, err and err[1])

    def addSkip(self, test, reason):
        print('skip', test, reason)

    def addSuccess(self, test):
        print('success', test)

    def addExpectedFailure(self, test, err):
        print('expected', test)


suite = unittest.defaultTestLoader.loadTestsFromTestCase(Checks)
print(suite.countTestCases(), suite.run(Result()))
stream = io.StringIO()
result = unittest.TextTestRunner(stream, verbosity=2).run(unittest.TestSuite([Checks('test_skipped')]))
print(stream.getvalue().replace('\n', '|').split('|Ran')[0], result)
