# unittest.IsolatedAsyncioTestCase: the order of its steps, one loop and one context for all of them, cleanups, failures.
import asyncio
import contextvars
import io
import unittest
import warnings

said = contextvars.ContextVar('said', default=())


def say(what):
    said.set(said.get() + (what,))


class Manager:
    async def __aenter__(self):
        say('enter')
        return 'entered'

    async def __aexit__(self, *exc):
        say('exit')


class Steps(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.loop = asyncio.get_event_loop_policy().get_event_loop()
        say('setUp')
        self.addCleanup(lambda: print(said.get()))

    async def asyncSetUp(self):
        print(asyncio.get_running_loop() is self.loop, self.loop.get_debug())
        say('asyncSetUp')

    async def cleanup(self, *args, **options):
        await asyncio.sleep(0)
        say(f'cleanup {args} {options}')

    async def test_whole(self):
        self.addAsyncCleanup(self.cleanup, 1, key=2)
        self.addCleanup(say, 'plain cleanup')
        print(await self.enterAsyncContext(Manager()))
        await asyncio.sleep(0)
        say('test')

    def test_plain(self):
        say('plain')

    async def test_fails(self):
        await asyncio.sleep(0)
        self.assertEqual(1, 2)

    async def test_subtests(self):
        for i in range(3):
            with self.subTest(i=i):
                await asyncio.sleep(0)
                self.assertNotEqual(i, 1)

    @unittest.expectedFailure
    async def test_expected(self):
        raise KeyError('k')

    @unittest.skip('not now')
    async def test_skipped(self):
        pass

    async def test_cancelled(self):
        asyncio.current_task().cancel()
        await asyncio.sleep(0)

    async def test_background(self):
        async def forever():
            try:
                await asyncio.sleep(100)
            except asyncio.CancelledError:
                print('background task is cancelled')
                raise
        self.kept = asyncio.create_task(forever())
        await asyncio.sleep(0)

    async def test_entering_what_is_no_manager(self):
        with self.assertRaisesRegex(TypeError, 'asynchronous context manager'):
            await self.enterAsyncContext(object())

    async def asyncTearDown(self):
        say('asyncTearDown')

    def tearDown(self):
        say('tearDown')


for name in unittest.defaultTestLoader.getTestCaseNames(Steps):
    print('--', name)
    result = unittest.TestResult()
    Steps(name).run(result)
    print(result, len(result.skipped), len(result.expectedFailures))
    for _, text in result.errors + result.failures:
        print(text.splitlines()[-1])

print('-- debug')
Steps('test_whole').debug()
try:
    Steps('test_fails').debug()
except AssertionError as error:
    print(error)


class Value(unittest.IsolatedAsyncioTestCase):
    async def test_value(self):
        return 1


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    Value('test_value').run()
print([(w.category.__name__, str(w.message)[:66]) for w in caught if w.category is DeprecationWarning])
